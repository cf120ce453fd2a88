// The value of an element: what was chosen in it, or what stood in it at the start.

const KEYS = {
  plain_text_input: ["value", "initial_value"], number_input: ["value", "initial_value"],
  email_text_input: ["value", "initial_value"], url_text_input: ["value", "initial_value"],
  rich_text_input: ["rich_text_value", "initial_value"],
  static_select: ["selected_option", "initial_option"], external_select: ["selected_option", "initial_option"],
  radio_buttons: ["selected_option", "initial_option"],
  multi_static_select: ["selected_options", "initial_options"], multi_external_select: ["selected_options", "initial_options"],
  checkboxes: ["selected_options", "initial_options"],
  users_select: ["selected_user", "initial_user"], multi_users_select: ["selected_users", "initial_users"],
  conversations_select: ["selected_conversation", "initial_conversation"],
  multi_conversations_select: ["selected_conversations", "initial_conversations"],
  channels_select: ["selected_channel", "initial_channel"], multi_channels_select: ["selected_channels", "initial_channels"],
  datepicker: ["selected_date", "initial_date"], timepicker: ["selected_time", "initial_time"],
  datetimepicker: ["selected_date_time", "initial_date_time"],
  file_input: ["files", ""],
};

export const takesValue = (element) => element.type in KEYS;
export const isMany = (element) => element.type.startsWith("multi_") || element.type === "checkboxes";

function here(element, world) {
  if (!element.default_to_current_conversation) return null;
  return isMany(element) ? [world.channel] : world.channel;
}

/** What stands in an element; `states` is block id -> action id -> state, as Slack sends it. */
export function current(block, element, states, world) {
  const [key, first] = KEYS[element.type];
  const entered = states?.[block.block_id]?.[element.action_id];
  if (entered && entered[key] != null && !(Array.isArray(entered[key]) && !entered[key].length)) return entered[key];
  return entered && entered[key] === undefined ? null : element[first] ?? here(element, world);
}

const asOption = (item) => ({ value: item.value, text: item.text.text, description: item.description?.text });

const KINDS = { channels: "public", groups: "private", im: "im", mpim: "mpim" };
const SIGNS = { channels: "# ", groups: "🔒 ", im: "", mpim: "" };

function conversations(element, world) {
  const allowed = element.type.includes("channels_select") ? ["public"] : element.filter?.include;
  return world.channels
    .filter((channel) => !channel.archived && (!allowed || allowed.includes(KINDS[channel.kind])))
    .filter((channel) => !(element.filter?.exclude_bot_users && channel.id === world.app.channel))
    .map((channel) => ({ value: channel.id, text: SIGNS[channel.kind] + channel.name }));
}

const people = (world) => Object.entries(world.people).filter(([, person]) => person.name !== "slackbot")
  .map(([value, person]) => ({ value, text: person.name, description: person.real_name }));

/** All choices of an element as [{label, options: [{value, text, description}]}]. */
export function groupsOf(element, world) {
  if (element.option_groups) {
    return element.option_groups.map((group) => ({ label: group.label.text, options: group.options.map(asOption) }));
  }
  if (element.type.includes("users_select")) return [{ options: people(world) }];
  if (/(conversations|channels)_select/.test(element.type)) return [{ options: conversations(element, world) }];
  return [{ options: (element.options ?? []).map(asOption) }];
}

/** What is chosen, as choices: options carry their text, ids are looked up. */
export function chosenOf(element, now, world) {
  const known = groupsOf(element, world).flatMap((group) => group.options);
  const one = (item) => (typeof item === "object" ? asOption(item) : known.find((choice) => choice.value === item) ?? { value: item, text: item });
  return now == null ? [] : [now].flat().map(one);
}
