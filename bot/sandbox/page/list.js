// A list of messages that changes only where something changed: the focus, open menus and the place
// where one reads stay as they are.

import { dayLabel, dayOf, moment } from "./dates.js";
import { node } from "./dom.js";
import { isEdited } from "./edit.js";
import { isReply, messageNode } from "./message.js";
import { channelNow, world } from "./store.js";
import { words } from "./words.js";

const TOGETHER_S = 300;
const NEAR_END_PX = 80;

function follows(before, message) {
  if (!before || before.user !== message.user || message.broadcast || message.waits || before.waits) return false;
  if (before.subtype !== message.subtype || before.only_for !== message.only_for) return false;
  return !before.reply_count && Number(message.ts) - Number(before.ts) < TOGETHER_S;
}

const divider = (text, kind) => node("div", { class: `divider ${kind}`, role: "separator", "aria-label": text }, node("span", {}, text));

let names = { text: "", number: 0 };

/** Changes with the names that messages show: they are all made anew then. */
function namesNow() {
  const text = JSON.stringify([world.me, world.tz, world.people, world.channels.map((channel) => [channel.id, channel.name])]);
  if (text !== names.text) names = { text, number: names.number + 1 };
  return names.number;
}

/** What stands in the list: messages, the days between them, and where the unread ones begin. */
function entries(messages, { inThread, mark, newFrom }) {
  const now = namesNow();
  const waiting = channelNow().waiting.map((one) => one.thread_ts);
  const found = [];
  let [before, day, told] = [null, "", newFrom == null];
  for (const message of messages) {
    const today = dayOf(moment(message.ts), world.tz);
    if (today !== day && !inThread) {
      found.push({ key: `day ${today}`, looks: dayLabel(moment(message.ts), world), make: () => divider(dayLabel(moment(message.ts), world), "day") });
      before = null;
    }
    day = today;
    if (inThread && before && !isReply(before)) {
      const count = words.replies(messages.length - 1);
      found.push({ key: "count", looks: count, make: () => divider(count, "count") });
    }
    if (!told && message.user !== world.me && !message.only_for && message.ts > newFrom && before) {
      found.push({ key: "new", looks: "new", make: () => divider(words.fresh, "new") });
      [told, before] = [true, null];
    }
    const how = { inThread, follows: follows(before, message), marked: message.ts === mark, waiting: waiting.includes(message.ts), edited: isEdited(message, inThread) };
    found.push({ key: message.ts, looks: JSON.stringify([message, how, now]), make: () => messageNode(message, how) });
    before = message;
  }
  return found;
}

/** What the focus is on inside a message, to find the same again in its new node. */
function focusOf(old) {
  const at = document.activeElement;
  if (!old.contains(at)) return null;
  return at.getAttribute("aria-label") ?? at.textContent;
}

function refocus(made, wanted) {
  const all = [...made.querySelectorAll("button, a, input, select, textarea")];
  const same = all.find((one) => (one.getAttribute("aria-label") ?? one.textContent) === wanted);
  (same ?? made.querySelector("article"))?.focus({ preventScroll: true });
}

const known = new WeakMap();

/** Lists whose reader is at the end; they stay there when the window or the composer changes size. */
const ended = new WeakSet();
const isAtEnd = (scroller) => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END_PX;
const toEnd = (scroller) => { scroller.scrollTop = scroller.scrollHeight; };

function watch(scroller) {
  let height = scroller.clientHeight;
  scroller.addEventListener("scroll", () => {
    // A change of size scrolls, too; only what a person scrolls counts.
    if (scroller.clientHeight === height) ended[isAtEnd(scroller) ? "add" : "delete"](scroller);
  }, { passive: true });
  new ResizeObserver(() => {
    height = scroller.clientHeight;
    if (ended.has(scroller)) toEnd(scroller);
  }).observe(scroller);
}

function item(list, entry) {
  const items = known.get(list);
  const old = items.get(entry.key);
  if (old?.looks === entry.looks) return old.made;
  const made = node("li", {}, entry.make());
  const wanted = old ? focusOf(old.made) : null;
  items.set(entry.key, { looks: entry.looks, made });
  if (old) old.made.replaceWith(made);
  if (wanted !== null) refocus(made, wanted);
  return made;
}

/** `start` is what stands above the first message, `end` below the last one. */
export function fillList(list, messages, { place, start = null, end = null, ...how }) {
  const moved = list.dataset.place !== place;
  if (moved || !known.has(list)) {
    if (!known.has(list)) watch(list.parentElement);
    known.set(list, new Map());
    list.replaceChildren();
    list.dataset.place = place;
  }
  const scroller = list.parentElement;
  const atEnd = moved || ended.has(scroller) || isAtEnd(scroller);
  const wanted = entries(messages, how);
  const items = known.get(list);
  const keys = new Set(wanted.map((entry) => entry.key));
  for (const [key, { made }] of items) if (!keys.has(key) && (made.remove(), true)) items.delete(key);
  wanted.forEach((entry, index) => {
    const made = item(list, entry);
    if (list.children[index] !== made) list.insertBefore(made, list.children[index] ?? null);
  });
  scroller.querySelector(".start")?.replaceChildren(...[start].filter(Boolean));
  scroller.querySelector(".status")?.replaceChildren(...[end].filter(Boolean));
  const marked = how.mark && moved ? list.querySelector(".marked") : null;
  if (marked) marked.scrollIntoView({ block: "center" });
  else if (atEnd) {
    ended.add(scroller);
    toEnd(scroller);
  }
}
