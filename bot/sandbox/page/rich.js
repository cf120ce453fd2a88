// Rich text: sections, lists, quotes, code, and what can stand in them.

import { slackDate } from "./dates.js";
import { link, node } from "./dom.js";
import { character } from "./emoji.js";
import { channelMention, personMention } from "./inline.js";
import { words } from "./words.js";

const TAGS = { code: "code", bold: "strong", italic: "em", strike: "s", underline: "u", highlight: "mark", client_highlight: "mark" };

const fromUnicode = (codes) => String.fromCodePoint(...codes.split("-").map((code) => Number.parseInt(code, 16)));

function emojiOf(item) {
  if (item.unicode && /^[0-9a-f-]+$/i.test(item.unicode)) return fromUnicode(item.unicode);
  return character(item.skin_tone ? `${item.name}::skin-tone-${item.skin_tone}` : item.name) ?? `:${item.name}:`;
}

function color(item) {
  const swatch = node("span", { class: "swatch", "aria-hidden": "true" });
  // Set here and not as an attribute, which the page's policy forbids; the form of the value was checked.
  swatch.style.backgroundColor = item.value;
  return node("span", { class: "color" }, item.value, swatch);
}

function dateOf(item, world) {
  const shown = slackDate(item.timestamp, item.format, world) || item.fallback || "";
  return item.url ? link(item.url, shown) : node("time", { title: item.fallback }, shown);
}

const RUNS = {
  text: (item) => item.text,
  link: (item) => link(item.url, item.text),
  user: (item, world) => personMention(item.user_id, world),
  usergroup: (item) => node("span", { class: "mention loud" }, `@${item.usergroup_id}`),
  channel: (item, world) => channelMention(item.channel_id, world),
  broadcast: (item) => node("span", { class: "mention loud", title: words.notifies }, `@${item.range}`),
  emoji: emojiOf,
  date: dateOf,
  color,
};

function run(item, world) {
  const content = RUNS[item.type]?.(item, world) ?? "";
  return Object.keys(TAGS).reduce((inner, mark) => (item.style?.[mark] ? node(TAGS[mark], {}, inner) : inner), content);
}

const runs = (part, world) => part.elements.map((item) => run(item, world));

function list(part, world) {
  const level = part.indent ?? 0;
  return node(part.style === "ordered" ? "ol" : "ul", {
    class: `rich level-${level} mark-${level % 3}${part.border ? " bordered" : ""}`,
    start: part.offset ? part.offset + 1 : null,
  }, part.elements.map((entry) => node("li", {}, runs(entry, world))));
}

function part(item, world) {
  if (item.type === "rich_text_list") return list(item, world);
  if (item.type === "rich_text_preformatted") return node("pre", {}, runs(item, world));
  if (item.type === "rich_text_quote") return node("blockquote", {}, runs(item, world));
  return node("div", {}, runs(item, world));
}

export const rich = (block, world) => node("div", { class: "text rich-text" }, block.elements.map((item) => part(item, world)));

/** What a person typed into a rich text field, one section with their lines. */
export const richOf = (text) => ({
  type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }],
});

/** The characters of rich text, to be edited. */
export function textOf(block) {
  const inner = (item) => item.text ?? item.url ?? (item.name ? `:${item.name}:` : "") ?? "";
  const line = (entry) => (entry.elements ?? []).map((item) => (item.elements ? line(item) : inner(item))).join("");
  return (block?.elements ?? []).map((one) => (one.type === "rich_text_list" ? one.elements.map(line).join("\n") : line(one))).join("\n");
}
