// The page: puts what a person sees on the screen whenever it changed.

import { composer, placeKey } from "./composer.js";
import { by, icon, iconButton, node } from "./dom.js";
import { loadEmoji } from "./emoji.js";
import { nameOf } from "./faces.js";
import { showHome } from "./home.js";
import { fillList } from "./list.js";
import { isReply } from "./message.js";
import { showModal } from "./modal.js";
import { confirmed, menu } from "./popup.js";
import { isPutAway } from "./privates.js";
import { markSeen, openApp, seenIn, showSidebar, toggleSide } from "./sidebar.js";
import { startOf } from "./start.js";
import { channelNow, go, look, send, store, world } from "./store.js";
import { showPeople, startTopbar } from "./topbar.js";
import { words } from "./words.js";

const below = composer(by("composer"), () => null);
const reply = composer(by("reply"), () => look.thread);
const SIGNS = { channels: "#", groups: "", im: "", mpim: "" };

const nameIn = (channel) => (channel.id === world.app.channel ? world.app.name : channel.name);

function showHead(channel) {
  const sign = channel.kind === "groups" ? icon("lock") : SIGNS[channel.kind];
  by("title").replaceChildren(...[sign, nameIn(channel)].filter(Boolean));
  const waiting = world.channels.reduce((sum, one) => sum + one.waiting.length, 0);
  document.title = `${waiting ? `(${waiting}) ` : ""}${SIGNS[channel.kind]}${nameIn(channel)} · ${world.team}`;
  const people = channel.members.map((member) => nameOf(member, world)).join(", ");
  by("note").textContent = channel.archived ? words.archived : ["im", "mpim"].includes(channel.kind) ? "" : people;
  const isApp = channel.id === world.app.channel;
  by("tabs").hidden = !isApp || !world.app.home_tab;
  for (const tab of ["home", "messages"]) by(`tab-${tab}`).setAttribute("aria-selected", String(look.tab === tab));
}

async function leave(channel) {
  // Whoever left a private channel cannot come back alone.
  const sure = channel.kind === "channels" || await confirmed({ title: words.leave, text: words.leaveText, confirm: words.leave, style: "danger" });
  if (sure) await send("leave", { channel: channel.id });
}

function showMenu(channel) {
  const here = channel.members.includes(world.me) && ["channels", "groups"].includes(channel.kind) && channel.name !== "general";
  const more = iconButton("more", words.channelActions, () => menu(more, words.channelActions, [{ label: words.leave, danger: true, run: () => leave(channel) }]),
    { "aria-haspopup": "menu", "aria-expanded": "false" });
  const now = here ? `${channel.id} ${world.locale}` : "";
  // An open menu stays where it is while news comes.
  if (by("channel-menu").dataset.shown !== now) by("channel-menu").replaceChildren(...(here ? [more] : []));
  by("channel-menu").dataset.shown = now;
}

/** Why nobody can write here, or what to do about it. */
function closed(channel) {
  if (channel.archived) return node("p", { class: "soft" }, words.viewArchived);
  const { messages_tab: open, messages_tab_read_only: readOnly } = world.app;
  if (channel.id === world.app.channel && (open === false || readOnly)) return node("p", { class: "soft" }, words.sendingOff);
  if (channel.members.includes(world.me)) return null;
  return node("div", { class: "join" }, node("p", {}, words.viewing(channel.name)),
    node("button", { type: "button", class: "primary", onclick: () => send("join", { channel: channel.id }) }, words.join));
}

function showComposer(channel) {
  const reason = closed(channel);
  by("closed").replaceChildren(...[reason].filter(Boolean));
  by("composer").hidden = Boolean(reason);
  by("reply").hidden = Boolean(reason);
  below.show(words.messageTo(SIGNS[channel.kind] + nameIn(channel)), placeKey());
}

function status(thread) {
  const found = world.statuses.find((one) => one.thread_ts === (thread ?? one.thread_ts) && (thread || one.thread_ts === ""));
  if (!found) return null;
  return node("p", { class: "app-status", role: "status" }, node("span", { class: "dots", "aria-hidden": "true" }), `${world.app.name} ${found.status}`);
}

/** Where what is new began when the person came here; it stays while they read. */
let arrived = { place: "", newFrom: null };
function newFrom(channel) {
  const place = `${look.as} ${channel.id}`;
  if (arrived.place !== place) arrived = { place, newFrom: seenIn(channel.id) || null };
  return arrived.newFrom;
}

function showMessages(channel) {
  const messages = world.messages.filter((message) => !isPutAway(message) && (!isReply(message) || message.broadcast));
  fillList(by("messages"), messages, {
    place: `${look.as} ${channel.id} ${look.mark ?? ""}`, mark: look.mark, newFrom: newFrom(channel), inThread: false,
    start: startOf(channel, { empty: !messages.length && !closed(channel), begin: (text) => below.start(text) }), end: status(null),
  });
}

let openThread = null;
function showThread(channel) {
  const { thread } = look;
  by("thread").hidden = !thread;
  document.body.classList.toggle("with-thread", Boolean(thread));
  if (thread) {
    const messages = world.messages.filter((message) => !isPutAway(message) && (message.ts === thread || message.thread_ts === thread));
    by("thread-place").textContent = SIGNS[channel.kind] + channel.name;
    fillList(by("replies"), messages, { place: `${look.as} ${channel.id} ${thread}`, mark: look.mark, inThread: true, end: status(thread) });
    reply.show(words.reply, placeKey(thread));
    if (openThread !== thread && openThread !== null && !by("modal").open) reply.box.focus({ preventScroll: true });
  }
  openThread = thread ?? "";
}

const SPOKEN_MS = 1000;
let spoken = 0;

/** Have a screen reader say something; afterwards it is gone, so that nobody comes upon it twice. */
function say(text) {
  by("news").textContent = text;
  clearTimeout(spoken);
  spoken = setTimeout(() => by("news").replaceChildren(), SPOKEN_MS);
}

/** Read what others wrote meanwhile to those who do not see it. */
const told = { place: "", last: "" };
function announce() {
  const place = `${look.as} ${world.channel}`;
  const others = world.messages.filter((message) => message.user !== world.me && !isPutAway(message));
  const last = others.at(-1)?.ts ?? "";
  if (told.place === place) {
    const news = others.filter((message) => message.ts > told.last);
    if (news.length) say(news.map((one) => `${nameOf(one.user, world)}: ${one.text.replace(/<[^>]*>/g, "")}`).join("\n"));
  }
  Object.assign(told, { place, last });
}

function show() {
  const channel = channelNow();
  by("not-kept").hidden = !world.app.not_kept;
  by("not-kept").textContent = world.app.not_kept;
  if (look.mark && !look.thread) {
    const root = world.messages.find((message) => message.ts === look.mark)?.thread_ts;
    if (root && root !== look.mark) look.thread = root;
  }
  const atHome = look.tab === "home" && channel.id === world.app.channel;
  document.body.classList.toggle("at-home", atHome);
  by("home").hidden = !atHome;
  showHead(channel);
  showMenu(channel);
  showComposer(channel);
  showMessages(channel);
  showThread(channel);
  markSeen(channel);
  showSidebar();
  showPeople();
  if (atHome) showHome();
  showModal();
  announce();
}

function closeThread() {
  const root = look.thread;
  go({ thread: null }).then(() => by("messages").querySelector(`[data-ts="${root}"] .replies`)?.focus());
}

function bind() {
  by("close-thread").append(icon("close"));
  by("close-thread").addEventListener("click", closeThread);
  by("thread").addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && closeThread());
  by("menu").append(icon("menu"));
  by("menu").addEventListener("click", () => toggleSide(!document.body.classList.contains("side-open")));
  by("veil").addEventListener("click", () => toggleSide(false));
  by("side").addEventListener("keydown", (event) => event.key === "Escape" && (toggleSide(false), by("menu").focus()));
  by("tab-home").addEventListener("click", () => openApp("home"));
  by("tab-messages").addEventListener("click", () => go({ channel: world.app.channel, tab: "messages" }));
  document.addEventListener("visibilitychange", () => world && (markSeen(channelNow()), showSidebar()));
  document.addEventListener("click", (event) => {
    const channel = event.target.closest?.("a[data-channel]")?.dataset.channel;
    if (!channel) return;
    event.preventDefault();
    go({ channel });
  });
}

bind();
store.addEventListener("shown", show);
await loadEmoji();
startTopbar();
