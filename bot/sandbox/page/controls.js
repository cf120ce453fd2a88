// The elements that hold a value, in messages and in forms alike.
//
// Each is {made, read, draft}: the node, its value as the server takes it, and what `now` must be to
// show the same again. `changed` is called when a person changed it.

import { among, chooser } from "./chooser.js";
import { localField, secondsOf } from "./dates.js";
import { fresh, node } from "./dom.js";
import { object, plain } from "./mrkdwn.js";
import { richOf, textOf } from "./rich.js";
import { files } from "./uploads.js";
import { chosenOf, groupsOf, isMany } from "./values.js";
import { words } from "./words.js";

function select(element, now, { world, label, changed }) {
  const chosen = chosenOf(element, now, world)[0]?.value ?? "";
  const option = (choice) => node("option", { value: choice.value, selected: choice.value === chosen }, choice.text);
  const made = node("select", { "aria-label": label ?? plain(element.placeholder), onchange: () => changed() },
    node("option", { value: "", selected: !chosen }, plain(element.placeholder) || words.chooseOption),
    groupsOf(element, world).map((group) => (group.label
      ? node("optgroup", { label: group.label }, group.options.map(option)) : group.options.map(option))));
  made.value = chosen;
  return { made, read: () => made.value, draft: () => made.value || null };
}

function picked(element, now, { world, label, changed, suggest }) {
  const outside = element.type.endsWith("external_select");
  const base = chooser({
    label, placeholder: plain(element.placeholder), now: chosenOf(element, now, world), many: isMany(element),
    most: element.max_selected_items, least: outside ? element.min_query_length ?? 3 : 0, changed,
    find: outside ? suggest : among(groupsOf(element, world)),
  });
  const asOption = (choice) => ({ value: choice.value, text: { type: "plain_text", text: choice.text } });
  return { ...base, draft: () => base.draft().map(asOption) };
}

function checks(element, now, { world, label, changed }) {
  const many = isMany(element);
  const on = chosenOf(element, now, world).map((choice) => choice.value);
  const name = fresh("check");
  const boxes = element.options.map((option) => {
    const box = node("input", { type: many ? "checkbox" : "radio", name, value: option.value, onchange: () => changed() });
    box.checked = on.includes(option.value);
    return { box, option, row: node("label", { class: "check" }, box, node("span", {}, object(option.text, world),
      option.description ? node("small", {}, object(option.description, world)) : null)) };
  });
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ option }) => option);
  return {
    made: node("div", { class: "checks", role: many ? "group" : "radiogroup", "aria-label": label }, boxes.map(({ row }) => row)),
    read: () => (many ? chosen().map((option) => option.value) : chosen()[0]?.value ?? ""),
    draft: () => (many ? chosen() : chosen()[0] ?? null),
  };
}

const PICKERS = { datepicker: "date", timepicker: "time", datetimepicker: "datetime-local" };

function picker(element, now, { world, label, changed }) {
  const seconds = element.type === "datetimepicker";
  const made = node("input", { type: PICKERS[element.type], "aria-label": label ?? (plain(element.placeholder) || words.dateAndTime), onchange: () => changed() });
  made.value = seconds && now ? localField(now, world.tz) : now ?? "";
  const read = () => (seconds && made.value ? secondsOf(made.value, world.tz) : made.value);
  const zone = element.type === "timepicker" && element.timezone ? node("small", { class: "soft" }, element.timezone) : null;
  return { made: zone ? node("span", { class: "picker" }, made, zone) : made, input: made, read, draft: read };
}

const MODES = { number_input: "decimal", email_text_input: "email", url_text_input: "url" };

function typed(element, now, { label, changed, entered = () => {} }) {
  const richly = element.type === "rich_text_input";
  const long = element.multiline || richly;
  const made = node(long ? "textarea" : "input", {
    type: long ? null : "text", rows: long ? element.min_lines ?? 6 : null, inputmode: MODES[element.type],
    "aria-label": label, autocomplete: "off", placeholder: plain(element.placeholder) || null,
    oninput: () => changed("character"),
    onkeydown: (event) => event.key === "Enter" && !long && entered(event),
  });
  made.value = richly && typeof now === "object" ? textOf(now) : now ?? "";
  // What nobody changed goes back as it came: styles of rich text would be lost.
  const read = () => (richly ? (now && made.value === textOf(now) ? now : made.value && richOf(made.value)) : made.value);
  return { made, input: made, read, draft: read };
}

export function control(element, now, env) {
  const kind = element.type;
  if (kind === "checkboxes" || kind === "radio_buttons") return checks(element, now, env);
  if (kind.startsWith("multi_") || kind === "external_select") return picked(element, now, env);
  if (kind.endsWith("_select")) return select(element, now, env);
  if (kind in PICKERS) return picker(element, now, env);
  return kind === "file_input" ? files(element, now, env) : typed(element, now, env);
}
