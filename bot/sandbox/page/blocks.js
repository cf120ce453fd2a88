// Block Kit as DOM nodes: every block is readable, what can be pressed calls `act(element, value)`.

import { date, link, markdown, mrkdwn, node, object } from "./markup.js";

const MARKS = { pending: "○", in_progress: "▶", complete: "✓", error: "✕" };
const SINGLE = ["static_select", "radio_buttons", "overflow"];

const image = (item) => node("span", { class: "image" }, `🖼 ${item.alt_text}`);

function run(item, world) {
  const makers = {
    text: () => item.text,
    link: () => link(item.url, item.text),
    user: () => mrkdwn(`<@${item.user_id}>`, world),
    channel: () => mrkdwn(`<#${item.channel_id}>`, world),
    broadcast: () => node("span", { class: "mention loud" }, `@${item.range}`),
    emoji: () => `:${item.name}:`,
    date: () => date(item.timestamp, item.format, world.tz),
  };
  const content = (makers[item.type] ?? (() => item.value ?? ""))();
  const tags = { bold: "strong", italic: "em", strike: "s", code: "code" };
  return Object.keys(item.style ?? {}).reduce(
    (inner, mark) => (tags[mark] && item.style[mark] ? node(tags[mark], {}, inner) : inner), content);
}

function part(item, world) {
  if (item.type === "rich_text_list") {
    const entries = item.elements.map((entry) => node("li", {}, ...entry.elements.map((e) => run(e, world))));
    return node(item.style === "ordered" ? "ol" : "ul", { class: "rich" }, ...entries);
  }
  const tags = { rich_text_preformatted: "pre", rich_text_quote: "blockquote" };
  return node(tags[item.type] ?? "p", {}, ...item.elements.map((e) => run(e, world)));
}

const rich = (block, world) => node("div", { class: "text rich" }, ...block.elements.map((e) => part(e, world)));

function options(element) {
  return [...(element.options ?? []), ...(element.option_groups ?? []).flatMap((group) => group.options)];
}

function button(element, act) {
  const made = node("button", {
    type: "button", class: element.style ?? "", title: element.text.text,
    onclick: () => {
      if (element.url) window.open(element.url, "_blank", "noopener,noreferrer");
      act(element);
    },
  }, element.text.text);
  return made;
}

function chooser(element, world, act) {
  const label = element.placeholder?.text ?? "Choose…";
  const many = element.type.startsWith("multi_") || element.type === "checkboxes";
  let choices = options(element).map((o) => [o.value, o.text.text]);
  if (element.type.includes("users_select")) {
    choices = Object.entries(world.people).map(([id, person]) => [id, person.name]);
  } else if (/conversations_select|channels_select/.test(element.type)) {
    choices = world.channels.map((channel) => [channel.id, channel.name]);
  }
  const made = node("select", {
    multiple: many, "aria-label": label,
    onchange: () => {
      const chosen = [...made.selectedOptions].map((o) => o.value).filter(Boolean);
      act(element, many ? chosen : chosen[0]);
    },
  }, many ? null : node("option", { value: "" }, label),
  ...choices.map(([value, text]) => node("option", { value }, text)));
  return made;
}

function picker(element, act) {
  const type = { datepicker: "date", timepicker: "time", datetimepicker: "datetime-local" }[element.type];
  const made = node("input", { type, onchange: () => act(element, made.value) });
  return made;
}

function interactive(element, world, act) {
  if (element.type === "button" || element.type === "icon_button") return button(element, act);
  if (element.type === "image") return image(element);
  if (element.type === "feedback_buttons") {
    const both = [element.positive_button, element.negative_button];
    return node("span", {}, ...both.map((b) => button({ ...element, text: b.text }, act)));
  }
  if (/picker$/.test(element.type)) return picker(element, act);
  if (SINGLE.includes(element.type) || /select|checkboxes/.test(element.type)) return chooser(element, world, act);
  return node("span", {}, `[${element.type}]`);
}

function task(item, world) {
  return node("div", { class: `task ${item.status}` },
    node("span", { class: "mark", "aria-label": item.status }, MARKS[item.status]),
    node("strong", {}, item.title),
    item.details ? rich(item.details, world) : null,
    item.output ? rich(item.output, world) : null,
    ...(item.sources ?? []).map((source) => link(source.url, source.text)));
}

function table(block, world) {
  const cell = (item) => (item.type === "rich_text" ? rich(item, world) : String(item.text ?? item.value ?? ""));
  const rows = block.rows.map((row, index) =>
    node("tr", {}, ...row.map((item) => node(index ? "td" : "th", {}, cell(item)))));
  return node("div", { class: "scroll" }, node("table", {}, ...rows));
}

export function blockNode(block, world, act) {
  const inner = (list) => list.map((child) => blockNode(child, world, act));
  const elements = (list) => (list ?? []).map((element) => interactive(element, world, act));
  const makers = {
    section: () => node("div", { class: "section" },
      node("div", {}, object(block.text, world),
        block.fields ? node("div", { class: "fields" }, ...block.fields.map((f) => node("div", {}, object(f, world)))) : null),
      block.accessory ? interactive(block.accessory, world, act) : null),
    header: () => node("h3", {}, block.text.text),
    divider: () => node("hr"),
    context: () => node("div", { class: "context" },
      ...block.elements.map((item) => (item.type === "image" ? image(item) : object(item, world)))),
    actions: () => node("div", { class: "actions" }, ...elements(block.elements)),
    context_actions: () => node("div", { class: "actions" }, ...elements(block.elements)),
    input: () => node("div", { class: "input" }, node("strong", {}, block.label.text), interactive(block.element, world, act)),
    markdown: () => markdown(block.text, world),
    rich_text: () => rich(block, world),
    image: () => image(block),
    table: () => table(block, world),
    data_table: () => table(block, world),
    plan: () => node("div", { class: "plan" }, node("h3", {}, block.title), ...(block.tasks ?? []).map((t) => task(t, world))),
    task_card: () => task(block, world),
    alert: () => node("div", { class: `alert ${block.level ?? ""}` }, object(block.text, world)),
    card: () => node("div", { class: "card" }, object(block.title, world), object(block.subtitle, world),
      object(block.body, world), node("div", { class: "actions" }, ...elements(block.actions))),
    carousel: () => node("div", {}, ...inner(block.elements)),
    container: () => node("div", { class: "card" }, object(block.title, world), ...inner(block.child_blocks)),
    video: () => link(block.video_url, `▶ ${block.title.text}`),
    file: () => node("span", {}, `📎 ${block.external_id}`),
  };
  return (makers[block.type] ?? (() => node("code", {}, block.type)))();
}
