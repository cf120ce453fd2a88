// Tables and data tables.

import { node } from "./dom.js";
import { emoji } from "./emoji.js";
import { rich } from "./rich.js";
import { words } from "./words.js";

const cell = (item, world) => (item.type === "rich_text" ? rich(item, world) : emoji(String(item.text ?? item.value ?? "")));

function look(item, settings) {
  const align = settings?.align ?? (item.type === "raw_number" ? "right" : "left");
  return `${align}${settings?.is_wrapped ? " wrapped" : ""}`;
}

function rows(block, world) {
  const settings = block.column_settings ?? [];
  const one = (row, tag) => node("tr", {}, row.map((item, column) => {
    const head = tag === "th" || column === block.row_header_column_index;
    const scope = tag === "th" ? "col" : "row";
    return node(head ? "th" : "td", { scope: head ? scope : null, class: look(item, settings[column]) }, cell(item, world));
  }));
  const [first, ...rest] = block.rows;
  return { head: one(first, "th"), body: rest.map((row) => one(row, "td")) };
}

const framed = (label, table) => node("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);

export function table(block, world) {
  const { head, body } = rows(block, world);
  return framed(words.table, node("table", {}, node("thead", {}, head), node("tbody", {}, body)));
}

/** A data table shows one page of its rows at a time. */
export function dataTable(block, world) {
  const { head, body } = rows(block, world);
  const size = block.page_size ?? body.length;
  const part = node("tbody");
  const place = node("span", { class: "soft", "aria-live": "polite" });
  let at = 0;
  const turn = (step) => {
    at = Math.max(0, Math.min(at + step * size, body.length - 1));
    part.replaceChildren(...body.slice(at, at + size));
    place.textContent = words.rows(at + 1, Math.min(at + size, body.length), body.length);
  };
  turn(0);
  const pages = size < body.length ? node("div", { class: "pages" },
    node("button", { type: "button", class: "plain", onclick: () => at >= size && turn(-1) }, words.previous), place,
    node("button", { type: "button", class: "plain", onclick: () => at + size < body.length && turn(1) }, words.next)) : null;
  return node("div", { class: "data-table" },
    framed(block.caption, node("table", {}, node("caption", {}, block.caption), node("thead", {}, head), part)), pages);
}
