// Reactions below a message, and the choice of an emoji.

import { fresh, icon, node } from "./dom.js";
import { character, search } from "./emoji.js";
import { nameOf } from "./faces.js";
import { popup } from "./popup.js";
import { send, world } from "./store.js";
import { words } from "./words.js";

const shape = (name) => character(name) ?? `:${name}:`;
const react = (message, name, on) => send("react", { channel: message.channel, ts: message.ts, name, on });

/** Choose an emoji; `chosen` gets its name. */
export function pickEmoji(anchor, chosen) {
  const id = fresh("emoji");
  let close = () => {};
  const grid = node("div", { class: "emoji-grid", id });
  const draw = (query) => grid.replaceChildren(...search(query).map((name) => node("button", {
    type: "button", class: "emoji", "aria-label": name.replaceAll("_", " "), title: `:${name}:`, onclick: () => { close(); chosen(name); },
  }, shape(name))));
  const box = node("input", {
    type: "text", role: "searchbox", placeholder: words.searchEmoji, "aria-label": words.searchEmoji, "aria-controls": id, autocomplete: "off",
    oninput: () => draw(box.value),
    onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); grid.querySelector("button")?.click(); } },
  });
  draw("");
  close = popup(anchor, [box, grid], { class: "emoji-popup", role: "dialog", "aria-label": words.emoji });
  box.focus();
}

export const chooseReaction = (anchor, message) => pickEmoji(anchor, (name) => react(message, name, true));

function one(message, { name, users, count }) {
  const mine = users.includes(world.me);
  const who = users.map((user) => (user === world.me ? words.you : nameOf(user, world))).join(", ");
  return node("button", {
    type: "button", class: "reaction", "aria-pressed": String(mine), title: words.reacted(who, `:${name}:`),
    "aria-label": `${name.replaceAll("_", " ")}, ${count}, ${who}`, onclick: () => react(message, name, !mine),
  }, node("span", {}, shape(name)), node("span", { class: "count" }, String(count)));
}

export function reactions(message) {
  if (!message.reactions?.length) return null;
  const add = node("button", { type: "button", class: "reaction add", "aria-label": words.react, title: words.react, "aria-expanded": "false", onclick: () => chooseReaction(add, message) }, icon("react"));
  return node("div", { class: "reactions" }, message.reactions.map((reaction) => one(message, reaction)), add);
}
