// Slack's own markup (mrkdwn) and text objects.

import { node } from "./dom.js";
import { emoji } from "./emoji.js";
import { Shelf, clean, putAddresses, putControls, styled, unescape } from "./inline.js";

// A style starts after and ends before what is no letter or digit, and never spans lines.
const rule = (edge, tag) => [
  new RegExp(`(?<![\\p{L}\\p{N}${edge}])${edge}(?=[^\\s${edge}])([^${edge}\\n]*?[^\\s${edge}])${edge}(?![\\p{L}\\p{N}${edge}])`, "u"), tag,
];
const RULES = [rule("\\*", "strong"), rule("_", "em"), rule("~", "s")];
const QUOTE = /^(?:&gt;|>)(?: )?/;
const REST_QUOTE = /^(?:&gt;|>){3}\s?/;

function putCode(text, shelf) {
  const raw = (inner) => shelf.spread(inner, unescape);
  return text
    .replace(/\n?```\n?([\s\S]+?)\n?```\n?/g, (_, inner) => shelf.put(node("pre", {}, raw(inner))))
    .replace(/`([^`\n]+)`/g, (_, inner) => shelf.put(node("code", {}, raw(inner))));
}

/** Lines as [quoted, text], neighbours of a kind together. */
function runs(text) {
  const found = [];
  let rest = false;
  for (const line of text.split("\n")) {
    rest ||= REST_QUOTE.test(line);
    const quoted = rest || QUOTE.test(line);
    const plain = line.replace(REST_QUOTE, "").replace(QUOTE, "");
    if (found.length && found.at(-1)[0] === quoted) found.at(-1)[1].push(quoted ? plain : line);
    else found.push([quoted, [quoted ? plain : line]]);
  }
  return found;
}

/** A text in Slack's markup. `verbatim` leaves addresses as they are. */
export function mrkdwn(text, world, { verbatim = false } = {}) {
  const shelf = new Shelf();
  let marked = putCode(putControls(clean(text), shelf, world), shelf);
  if (!verbatim) marked = putAddresses(marked, shelf);
  const made = runs(marked).map(([quoted, lines]) => node(quoted ? "blockquote" : "div", {}, styled(lines.join("\n"), shelf, RULES)));
  return node("div", { class: "text" }, made);
}

/** A text object, plain or marked; null for none. */
export function object(text, world) {
  if (!text) return null;
  if (text.type === "mrkdwn") return mrkdwn(text.text, world, text);
  return node("span", { class: "plain-text" }, plain(text));
}

/** The characters of a plain text object. */
export const plain = (text) => (text?.emoji === false ? text.text : emoji(text?.text ?? ""));
