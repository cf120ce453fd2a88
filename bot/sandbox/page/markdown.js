// Markdown blocks: headings, lists, quotes, code, tables and what stands inside lines.

import { link, node } from "./dom.js";
import { Shelf, clean, putAddresses, putControls, styled, unescape } from "./inline.js";
import { words } from "./words.js";

const edge = (mark, tag) => [new RegExp(`${mark}(?=\\S)((?:(?!\\n\\n)[\\s\\S])+?)(?<=\\S)${mark}`, "u"), tag];
const RULES = [
  [/\*\*(\*(?=\S)[^*\n]+?(?<=\S)\*)\*\*/, "strong"], edge("\\*\\*", "strong"), [/(?<![\p{L}\p{N}])__(?=\S)([^\n]+?)(?<=\S)__(?![\p{L}\p{N}])/u, "strong"], edge("~~", "s"),
  [/(?<!\*)\*(?=[^\s*])((?:\*\*[^*]+\*\*|[^*])+?)(?<=\S)\*(?!\*)/u, "em"],
  [/(?<![\p{L}\p{N}_])_(?=[^\s_])([^\n]+?)(?<=[^\s_])_(?![\p{L}\p{N}_])/u, "em"],
];

function inline(text, world) {
  const shelf = new Shelf();
  const asLink = (_, label, url) => shelf.put(link(unescape(url), styled(label, shelf, RULES)));
  let marked = clean(text)
    .replace(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g, (_, ticks, code) => shelf.put(node("code", {}, unescape(code.trim() || code))))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, sign) => shelf.put(document.createTextNode(sign)));
  marked = putControls(marked, shelf, world)
    .replace(/!\[([^\]\n]*)\]\(([^\s)]+)(?:\s+"[^"]*")?\)/g, asLink)
    .replace(/\[([^\]\n]+)\]\(((?:[^\s()]|\([^\s()]*\))+)(?:\s+"[^"]*")?\)/g, asLink);
  return styled(putAddresses(marked, shelf), shelf, RULES);
}

const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const QUOTE = /^\s{0,3}(?:&gt;|>)\s?/;
const RULE = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;
const FENCE = /^\s*(```+|~~~+)\s*([\w+-]*)/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const TABLE_LINE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/** Takes lines off the front as long as they fit. */
function take(lines, fits) {
  const taken = [];
  while (lines.length && fits(lines[0], taken)) taken.push(lines.shift());
  return taken;
}

function code(lines) {
  const [, fence] = FENCE.exec(lines.shift());
  const inner = take(lines, (line) => !line.trim().startsWith(fence));
  lines.shift();
  return node("pre", {}, node("code", {}, unescape(inner.join("\n"))));
}

const cells = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));

function table(lines, world) {
  const heads = cells(lines.shift());
  const aligned = cells(lines.shift()).map((mark) => (mark.endsWith(":") ? (mark.startsWith(":") ? "center" : "right") : "left"));
  const row = (tag, values) => node("tr", {}, heads.map((_, index) =>
    node(tag, { class: aligned[index], scope: tag === "th" ? "col" : null }, inline(values[index] ?? "", world))));
  const rows = take(lines, (line) => line.includes("|") && line.trim());
  return node("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": words.table }, node("table", {},
    node("thead", {}, row("th", heads)), node("tbody", {}, rows.map((line) => row("td", cells(line))))));
}

const box = (text) => text.replace(/^\[ \]\s/, "☐ ").replace(/^\[[xX]\]\s/, "☑ ");

function list(lines, world) {
  const [, space, mark] = ITEM.exec(lines[0]);
  const depth = space.length;
  const ordered = /\d/.test(mark);
  const made = node(ordered ? "ol" : "ul", { class: "rich", start: ordered ? Number.parseInt(mark, 10) : null });
  while (lines.length) {
    const item = ITEM.exec(lines[0]);
    if (!item || item[1].length < depth || /\d/.test(item[2]) !== ordered) break;
    lines.shift();
    const inside = take(lines, (line) => (line.trim() ? /^\s*/.exec(line)[0].length > depth : /^\s/.test(lines[1] ?? "")));
    const rest = inside.map((line) => line.slice(Math.min(/^\s*/.exec(line)[0].length, depth + mark.length + 1)));
    made.append(node("li", {}, inline(box(item[3]), world), blocks(rest, world)));
  }
  return made;
}

const starts = (line, next = "") => !line.trim() || [FENCE, HEADING, RULE, QUOTE, ITEM].some((one) => one.test(line))
  || (line.includes("|") && next.includes("-") && TABLE_LINE.test(next));

function heading(lines, world) {
  const [, marks, text] = HEADING.exec(lines.shift());
  return node(marks.length > 1 ? "h4" : "h3", {}, inline(text, world));
}

function block(lines, world) {
  const [line, next = ""] = lines;
  if (FENCE.test(line)) return code(lines);
  if (HEADING.test(line)) return heading(lines, world);
  if (RULE.test(line)) return lines.shift() && node("hr");
  if (QUOTE.test(line)) {
    const inner = take(lines, (one) => QUOTE.test(one)).map((one) => one.replace(QUOTE, ""));
    return node("blockquote", {}, blocks(inner, world));
  }
  if (ITEM.test(line)) return list(lines, world);
  if (line.includes("|") && next.includes("-") && TABLE_LINE.test(next)) return table(lines, world);
  const own = take(lines, (one, taken) => !taken.length || !starts(one, lines[1]));
  return node("p", {}, inline(own.join("\n"), world));
}

function blocks(lines, world) {
  const made = [];
  while (lines.length) {
    if (lines[0].trim()) made.push(block(lines, world));
    else lines.shift();
  }
  return made;
}

export const markdown = (text, world) => node("div", { class: "text markdown" }, blocks(text.split("\n"), world));
