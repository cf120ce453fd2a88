// Slack's markup and Markdown as DOM nodes. Text only ever goes in as text, never as HTML.

export function node(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null && child !== ""));
  return made;
}

const EMOJI = {
  white_check_mark: "✅", heavy_check_mark: "✔️", x: "❌", warning: "⚠️", tada: "🎉", eyes: "👀",
  rocket: "🚀", memo: "📝", bulb: "💡", hourglass: "⌛", thumbsup: "👍", "+1": "👍", fire: "🔥",
  robot_face: "🤖", large_green_circle: "🟢", red_circle: "🔴", pushpin: "📌", clipboard: "📋",
};

export const unescape = (text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

const emoji = (text) => text.replace(/:([a-z0-9_+-]+):/g, (all, name) => EMOJI[name] ?? all);
const safe = (url) => /^(https?|mailto|tel):/i.test(url);

export function link(url, label) {
  if (!safe(url)) return document.createTextNode(label || url);
  return node("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label || url);
}

export function date(timestamp, form, tz) {
  const moment = new Date(timestamp * 1000);
  const show = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: tz, ...options }).format(moment);
  return form
    .replace(/\{date(_\w+)?\}/g, () => show({ day: "numeric", month: "long", year: "numeric" }))
    .replace("{time_secs}", () => show({ hour: "2-digit", minute: "2-digit", second: "2-digit" }))
    .replace(/\{(time|ago)\}/g, () => show({ hour: "2-digit", minute: "2-digit" }));
}

function control(inner, world) {
  const [target, label] = inner.split("|");
  if (target[0] === "@") {
    const person = world.people[target.slice(1)];
    return node("span", { class: "mention" }, `@${person ? person.name : target.slice(1)}`);
  }
  if (target[0] === "#") {
    const channel = world.channels.find((c) => c.id === target.slice(1));
    return node("span", { class: "mention" }, `#${channel ? channel.name : "unknown"}`);
  }
  if (target.startsWith("!date^")) {
    const [, timestamp, form] = target.split("^");
    return document.createTextNode(date(Number(timestamp), form ?? "{date}", world.tz));
  }
  if (target[0] === "!") return node("span", { class: "mention loud" }, label || `@${target.slice(1)}`);
  return link(unescape(target), label ? unescape(label) : "");
}

const INLINE = [
  [/```([\s\S]+?)```/, (m) => node("pre", {}, unescape(m[1]).replace(/^\n/, ""))],
  [/`([^`\n]+)`/, (m) => node("code", {}, unescape(m[1]))],
  [/<([@#!][^<>]+|(?:https?|mailto|tel):[^<>]+)>/, (m, world) => control(m[1], world)],
];
const marked = (tag, edge) => [
  new RegExp(`(?<![\\p{L}\\p{N}])${edge}(?=\\S)([^\\n]+?)(?<=\\S)${edge}(?![\\p{L}\\p{N}])`, "u"),
  (m, world, rules) => node(tag, {}, ...inline(m[1], world, rules)),
];
const MRKDWN = [...INLINE, marked("strong", "\\*"), marked("em", "_"), marked("s", "~")];
const MARKDOWN = [
  ...INLINE,
  [/\[([^\]\n]+)\]\((\S+?)\)/, (m) => link(unescape(m[2]), unescape(m[1]))],
  marked("strong", "\\*\\*"), marked("em", "\\*"), marked("em", "_"), marked("s", "~~"),
];

function inline(text, world, rules) {
  let first = null;
  for (const rule of rules) {
    const match = rule[0].exec(text);
    if (match && (!first || match.index < first.match.index)) first = { match, make: rule[1] };
  }
  if (!first) return [emoji(unescape(text))];
  const { match, make } = first;
  const after = text.slice(match.index + match[0].length);
  return [
    emoji(unescape(text.slice(0, match.index))),
    make(match, world, rules),
    ...(after ? inline(after, world, rules) : []),
  ];
}

export function mrkdwn(text, world) {
  const made = node("div", { class: "text" });
  for (const chunk of text.split(/(```[\s\S]+?```)/)) {
    if (chunk.startsWith("```")) made.append(...inline(chunk, world, MRKDWN));
    else chunk.split("\n").forEach((line, index, all) => {
      const quoted = line.startsWith("&gt;");
      const nodes = inline(quoted ? line.slice(4) : line, world, MRKDWN);
      made.append(quoted ? node("blockquote", {}, ...nodes) : node("span", {}, ...nodes));
      if (index < all.length - 1 && !quoted) made.append(node("br"));
    });
  }
  return made;
}

const PLAIN_LINES = [
  [/^(#{1,6})\s+(.*)/, (m, world) => node("h4", {}, ...inline(m[2], world, MARKDOWN))],
  [/^\s*[-*+]\s+(.*)/, (m, world) => node("p", { class: "item" }, "• ", ...inline(m[1], world, MARKDOWN))],
  [/^\s*(\d+[.)])\s+(.*)/, (m, world) => node("p", { class: "item" }, `${m[1]} `, ...inline(m[2], world, MARKDOWN))],
  [/^(?:>|&gt;)\s?(.*)/, (m, world) => node("blockquote", {}, ...inline(m[1], world, MARKDOWN))],
  [/^\s*([-*_])\s*(\1\s*){2,}$/, () => node("hr")],
];

export function markdown(text, world) {
  const made = node("div", { class: "text markdown" });
  for (const chunk of text.split(/(```[\s\S]+?```)/)) {
    if (chunk.startsWith("```")) made.append(...inline(chunk.replace(/^```\w*/, "```"), world, MARKDOWN));
    else for (const line of chunk.split("\n")) {
      const rule = PLAIN_LINES.find(([pattern]) => pattern.test(line));
      if (rule) made.append(rule[1](rule[0].exec(line), world));
      else if (line.trim()) made.append(node("p", {}, ...inline(line, world, MARKDOWN)));
    }
  }
  return made;
}

export function object(text, world) {
  if (!text) return null;
  return text.type === "mrkdwn" ? mrkdwn(text.text, world) : node("span", { class: "plain" }, emoji(text.text));
}
