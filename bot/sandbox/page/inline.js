// What stands inside a line, in Slack's markup and in Markdown alike: mentions, links, dates, styles.
//
// A text is read in two passes. First what must not be read again (code, mentions, links) is put
// away and leaves a mark; then styles are looked for, so that they can span what was put away.

import { slackDate } from "./dates.js";
import { link, node } from "./dom.js";
import { emoji } from "./emoji.js";
import { words } from "./words.js";

// Private-use characters stand around the number of what was put away.
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
const MARK = /\uE000(\d+)\uE001/;
// The server finds live mentions by the same expression (bot/sandbox/markup.py): what pings is seen to.
const CONTROL = /<(@[UW][A-Z0-9]+|#C[A-Z0-9]+|![a-z]+(?:\^[^<>|]*)*|(?:https?|mailto|tel|slack):[^<>|\s]+)(?:\|([^<>]*))?>/g;
const BARE_URL = /\bhttps?:\/\/[^\s<>|\uE000\uE001]*[^\s<>|.,;:!?'")\]\uE000\uE001*_~]/g;

export const unescape = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** What was put away while a text is read. */
export class Shelf {
  #kept = [];

  put(made) {
    this.#kept.push(made);
    return `${OPEN}${this.#kept.length - 1}${CLOSE}`;
  }

  /** The nodes of a text without styles. `show` makes the text in between. */
  spread(text, show = (plain) => emoji(unescape(plain))) {
    return text.split(/(\uE000\d+\uE001)/).filter(Boolean).map((piece) => {
      const mark = MARK.exec(piece);
      return mark ? this.#kept[Number(mark[1])] ?? "" : show(piece);
    });
  }
}

/** A text in which nobody can have written our marks. */
export const clean = (text) => String(text).replace(/[\uE000\uE001]/g, "\uFFFD");

const loud = (text) => node("span", { class: "mention loud", title: words.notifies }, text);

export function personMention(id, world) {
  const name = `@${world.people[id]?.name ?? id}`;
  return node("span", { class: id === world.me ? "mention loud you" : "mention", title: world.people[id]?.real_name }, name);
}

export function channelMention(id, world) {
  const channel = world.channels.find((one) => one.id === id);
  if (!channel) return node("span", { class: "mention" }, "#unknown");
  return node("a", { class: "mention", href: `/archives/${id}`, "data-channel": id }, `#${channel.name}`);
}

function special(target, label, world) {
  const [name, ...args] = target.slice(1).split("^");
  if (name === "date") {
    const [timestamp, form, url] = args;
    const shown = /^-?\d+$/.test(timestamp) ? slackDate(Number(timestamp), unescape(form ?? "{date}"), world) : "";
    const text = shown || unescape(label ?? form ?? "");
    return url ? link(unescape(url), text) : node("time", { title: label ? unescape(label) : null }, text);
  }
  return loud(name === "subteam" ? unescape(label ?? `@${args[0]}`) : `@${name}`);
}

function control(target, label, world) {
  if (target[0] === "@") return personMention(target.slice(1), world);
  if (target[0] === "#") return channelMention(target.slice(1), world);
  if (target[0] === "!") return special(target, label, world);
  const url = unescape(target);
  return link(url, label ? emoji(unescape(label)) : url.replace(/^(mailto|tel):/, ""));
}

/** Put mentions, dates and links in angle brackets away. */
export const putControls = (text, shelf, world) =>
  text.replace(CONTROL, (_, target, label) => shelf.put(control(target, label, world)));

/** Put addresses away that stand in the text as such. */
export const putAddresses = (text, shelf) => text.replace(BARE_URL, (url) => shelf.put(link(unescape(url))));

/** The nodes of a text with styles; a rule is [pattern, tag], its first group what is styled. */
export function styled(text, shelf, rules) {
  let first = null;
  for (const [pattern, tag] of rules) {
    const match = pattern.exec(text);
    if (match && (!first || match.index < first.match.index)) first = { match, tag };
  }
  if (!first) return shelf.spread(text);
  const { match, tag } = first;
  const inner = node(tag, {}, styled(match[1], shelf, rules));
  const after = styled(text.slice(match.index + match[0].length), shelf, rules);
  return [...shelf.spread(text.slice(0, match.index)), inner, ...after];
}
