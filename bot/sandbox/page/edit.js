// Changing an own message where it stands.

import { node } from "./dom.js";
import { unescape } from "./inline.js";
import { send, store, world } from "./store.js";
import { words } from "./words.js";

/** What is being changed: which message in which list, and what was typed; null for nothing. */
let now = null;

const keyOf = (message, inThread) => `${world.me} ${message.channel} ${message.ts} ${inThread}`;
export const isEdited = (message, inThread) => now?.key === keyOf(message, inThread);

/** A message as it was typed: mentions by their names, signs unescaped. */
function typed(text) {
  const named = text
    .replace(/<@(\w+)(?:\|[^>]*)?>/g, (all, id) => (world.people[id] ? `@${world.people[id].name}` : all))
    .replace(/<#(\w+)(?:\|[^>]*)?>/g, (all, id) => { const found = world.channels.find((one) => one.id === id); return found ? `#${found.name}` : all; })
    .replace(/<!(channel|here|everyone)>/g, "@$1");
  return unescape(named);
}

const redraw = () => store.dispatchEvent(new Event("shown"));

export function startEdit(message, inThread) {
  now = { key: keyOf(message, inThread), text: typed(message.text) };
  redraw();
  const list = inThread ? "replies" : "messages";
  document.querySelector(`#${list} [data-ts="${message.ts}"] textarea`)?.focus();
}

function stop(message, inThread) {
  now = null;
  redraw();
  document.querySelector(`#${inThread ? "replies" : "messages"} [data-ts="${message.ts}"]`)?.focus({ preventScroll: true });
}

async function save(message, inThread) {
  const answer = await send("edit", { channel: message.channel, ts: message.ts, text: now.text });
  if (answer.ok) stop(message, inThread);
}

function pressed(event, message, inThread) {
  if (event.isComposing) return;
  const run = { Enter: !event.shiftKey && (() => save(message, inThread)), Escape: () => stop(message, inThread) }[event.key];
  if (!run) return;
  event.preventDefault();
  run();
}

/** The form that stands in place of the text. */
export function editor(message, inThread) {
  const box = node("textarea", {
    rows: "2", "aria-label": words.edit, onkeydown: (event) => pressed(event, message, inThread), oninput: () => { now.text = box.value; },
  });
  box.value = now.text;
  return node("form", { class: "editor", onsubmit: (event) => { event.preventDefault(); save(message, inThread); } }, box,
    node("div", { class: "buttons" },
      node("button", { type: "button", class: "plain", onclick: () => stop(message, inThread) }, words.cancel),
      node("button", { type: "submit", class: "primary" }, words.save)));
}
