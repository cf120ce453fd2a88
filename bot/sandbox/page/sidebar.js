// The list of channels, direct messages and apps, with what is unread and what waits.

import { by, icon, node } from "./dom.js";
import { face } from "./faces.js";
import { go, look, send, world } from "./store.js";
import { words } from "./words.js";

const seenKey = () => `seen ${look.as}`;
const seen = () => JSON.parse(localStorage.getItem(seenKey()) ?? "{}");

/** The last message that a person has seen in a channel, "" for none. */
export const seenIn = (channel) => seen()[channel] ?? "";

export function markSeen(channel) {
  if (document.visibilityState !== "visible" || !channel.latest || seenIn(channel.id) >= channel.latest) return;
  localStorage.setItem(seenKey(), JSON.stringify({ ...seen(), [channel.id]: channel.latest }));
}

function badges(channel) {
  const unread = channel.pings.filter((ts) => ts > seenIn(channel.id)).length;
  const waiting = channel.waiting.length;
  return [
    waiting ? node("span", { class: "badge waits", title: words.waitingCount(waiting) }, words.waits(waiting)) : null,
    unread && !waiting ? node("span", { class: "badge", title: words.mentions(unread) }, String(unread)) : null,
  ];
}

const SIGNS = {
  channels: () => node("span", { class: "sign", "aria-hidden": "true" }, "#"),
  groups: () => node("span", { class: "sign", role: "img", "aria-label": words.isPrivate }, icon("lock")),
};

function sign(channel) {
  if (SIGNS[channel.kind]) return SIGNS[channel.kind]();
  const others = channel.members.filter((member) => member !== world.me);
  if (channel.kind === "mpim") return node("span", { class: "face small many", "aria-hidden": "true" }, String(others.length));
  return face(others[0] ?? world.me, world, "small");
}

function entry({ key, label, first, current, unread, after, onclick }) {
  return node("li", {}, node("button", {
    type: "button", class: unread ? "unread" : "", "data-key": key, "aria-current": current ? "page" : null,
    onclick: () => { toggleSide(false); onclick(); },
  }, first, node("span", { class: "label" }, label), after));
}

function channelEntry(channel) {
  return entry({
    key: channel.id, label: channel.name, first: sign(channel), current: channel.id === world.channel && look.tab !== "home",
    unread: channel.latest > seenIn(channel.id), after: badges(channel), onclick: () => go({ channel: channel.id }),
  });
}

/** Opening an app tells it, as in Slack; the answer names the direct message with it. */
export async function openApp(tab) {
  const answer = await send("open_home");
  if (answer.ok) await go({ channel: answer.channel, tab: tab ?? answer.tab });
}

function appEntry() {
  const direct = world.channels.find((channel) => channel.id === world.app.channel);
  return entry({
    key: "app", label: world.app.name, first: face(world.app.user, world, "small"), current: direct?.id === world.channel,
    unread: direct && direct.latest > seenIn(direct.id), after: direct ? badges(direct) : null,
    // What is unread is in the messages.
    onclick: () => openApp(direct && direct.latest > seenIn(direct.id) ? "messages" : undefined),
  });
}

const part = (title, entries) => (entries.length ? node("section", {}, node("h2", {}, title), node("ul", {}, entries)) : null);

export function toggleSide(open) {
  const button = by("menu");
  button.setAttribute("aria-expanded", String(open));
  document.body.classList.toggle("side-open", open);
}

export function showSidebar() {
  const focused = document.activeElement?.dataset?.key;
  const of = (...kinds) => world.channels.filter((channel) => kinds.includes(channel.kind) && channel.id !== world.app.channel);
  by("team").textContent = world.team;
  by("channels").replaceChildren(...[
    part(words.channels, of("channels", "groups").map(channelEntry)),
    part(words.directs, of("im", "mpim").map(channelEntry)),
    part(words.apps, [appEntry()]),
  ].filter(Boolean));
  if (focused) by("channels").querySelector(`[data-key="${focused}"]`)?.focus();
  const elsewhere = world.channels.some((channel) => channel.waiting.length && channel.id !== world.channel);
  by("menu").classList.toggle("waits", elsewhere);
}
