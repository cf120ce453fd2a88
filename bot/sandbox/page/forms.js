// A modal: its blocks, its fields with what stands in them, and the errors beside them.

import { blockNode } from "./blocks.js";
import { node } from "./markup.js";

const TYPES = {
  number_input: "number", email_text_input: "email", url_text_input: "url",
  datepicker: "date", timepicker: "time", datetimepicker: "datetime-local",
};

function choices(element, world) {
  if (element.type.includes("users_select")) {
    return Object.entries(world.people).map(([id, person]) => [id, person.name]);
  }
  if (/conversations_select|channels_select/.test(element.type)) {
    return world.channels.map((channel) => [channel.id, channel.name]);
  }
  const groups = (element.option_groups ?? []).flatMap((group) => group.options);
  return [...(element.options ?? []), ...groups].map((option) => [option.value, option.text.text]);
}

function chosen(state) {
  const [value] = Object.entries(state ?? {}).filter(([key]) => key !== "type").map(([, v]) => v);
  const plain = (item) => (item && typeof item === "object" ? item.value : item);
  return Array.isArray(value) ? value.map(plain) : plain(value) ?? "";
}

function typed(element, now) {
  const long = element.multiline || element.type === "rich_text_input";
  const made = node(long ? "textarea" : "input", {
    type: long ? null : TYPES[element.type] ?? "text", rows: long ? 8 : null,
    maxlength: element.max_length ?? (element.type === "plain_text_input" ? 3000 : null),
    placeholder: element.placeholder?.text,
  });
  made.value = now;
  return { made, read: () => made.value };
}

function picked(element, now, world, name) {
  const kind = element.type;
  if (kind === "checkboxes" || kind === "radio_buttons") {
    const boxes = choices(element, world).map(([value, text]) => {
      const box = node("input", { type: kind === "checkboxes" ? "checkbox" : "radio", name, value });
      box.checked = [].concat(now).includes(value);
      return [box, node("label", {}, box, ` ${text}`)];
    });
    const on = () => boxes.filter(([box]) => box.checked).map(([box]) => box.value);
    const read = () => (kind === "checkboxes" ? on() : on()[0] ?? "");
    return { made: node("div", { class: "choices" }, ...boxes.map(([, label]) => label)), read };
  }
  const many = kind.startsWith("multi_");
  const made = node("select", { multiple: many }, many ? null : node("option", { value: "" }, element.placeholder?.text ?? ""));
  for (const [value, text] of choices(element, world)) {
    const option = node("option", { value }, text);
    option.selected = [].concat(now).includes(value);
    made.append(option);
  }
  const read = () => (many ? [...made.selectedOptions].map((o) => o.value) : made.value);
  return { made, read };
}

function field(block, view, world) {
  const element = block.element;
  const now = chosen(view.state.values[block.block_id]?.[element.action_id]);
  const list = /select|checkboxes|radio/.test(element.type);
  const { made, read } = list ? picked(element, now, world, block.block_id) : typed(element, now);
  const error = view.errors[block.block_id];
  made.setAttribute("aria-label", block.label.text);
  if (error) made.setAttribute("aria-invalid", "true");
  const shown = node("div", { class: "field" },
    node("strong", {}, block.label.text, block.optional ? node("small", {}, " (optional)") : null),
    made,
    error ? node("p", { class: "error", role: "alert" }, error) : null,
    block.hint ? node("small", {}, block.hint.text) : null);
  return { shown, read, id: block.block_id };
}

export function fillModal(dialog, view, world, { submit, close, press }) {
  const fields = [];
  const body = view.blocks.map((block) => {
    if (block.type !== "input") return blockNode(block, world, press);
    const made = field(block, view, world);
    fields.push(made);
    return made.shown;
  });
  const values = () => Object.fromEntries(fields.map(({ id, read }) => [id, read()]));
  const form = node("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); submit(values()); } },
    node("h2", {}, view.title.text),
    view.errors[""] ? node("p", { class: "error", role: "alert" }, view.errors[""]) : null,
    ...body,
    node("div", { class: "buttons" },
      node("button", { type: "button", onclick: close }, view.close?.text ?? (view.submit ? "Cancel" : "Close")),
      view.submit ? node("button", { type: "submit", class: "primary" }, view.submit.text) : null));
  dialog.replaceChildren(form);
  dialog.oncancel = (event) => { event.preventDefault(); close(); };
  if (!dialog.open) dialog.showModal();
}
