// One message: who wrote it and when, what it shows, what can be done with it.

import { blockNode } from "./blocks.js";
import { clock, fullDate, moment, when } from "./dates.js";
import { icon, iconButton, link, node } from "./dom.js";
import { editor, startEdit } from "./edit.js";
import { face, nameOf } from "./faces.js";
import { mrkdwn } from "./mrkdwn.js";
import { confirmed, menu } from "./popup.js";
import { dismiss } from "./privates.js";
import { chooseReaction, reactions } from "./reactions.js";
import { go, send, suggest, toast, world } from "./store.js";
import { words } from "./words.js";

const FACES_SHOWN = 3;

export const isReply = (message) => message.thread_ts && message.thread_ts !== message.ts;
const permalink = (message) => `${location.origin}/archives/${message.channel}/p${message.ts.replace(".", "")}`
  + (isReply(message) ? `?thread_ts=${message.thread_ts}&cid=${message.channel}` : "");

function contextOf(message) {
  const where = { channel: message.channel, ts: message.ts };
  return {
    world, states: message.state, suggest: (...asked) => suggest(where, ...asked),
    act: (block, element, value) => send("click", { ...where, block_id: block.block_id, action_id: element.action_id, value }),
  };
}

async function copyLink(message) {
  await navigator.clipboard?.writeText(permalink(message)).then(() => toast(words.copied), () => toast(permalink(message)));
}

/** `how` is "unsend" for an own message, "delete" for another's, as an admin may. */
async function remove(message, how) {
  const sure = await confirmed({ title: words.removeTitle, text: words.removeText, confirm: words.removeYes, style: "danger" });
  if (sure) await send(how, { channel: message.channel, ts: message.ts });
}

async function shortcut(message, { callback_id: id }) {
  const answer = await send("message_shortcut", { channel: message.channel, ts: message.ts, callback_id: id });
  if (answer.error_line) toast(answer.error_line);
}

/** Where there is room for one button only; messages.css asks the same. */
const CRAMPED = matchMedia("(hover: none), (max-width: 760px)");

const isOwn = (message) => message.user === world.me && !message.app_id;

function changes(message, inThread) {
  if (!isOwn(message)) return [{ label: words.removeAsAdmin, danger: true, run: () => remove(message, "delete") }];
  return [
    { label: words.edit, run: () => startEdit(message, inThread) },
    { label: words.remove, danger: true, run: () => remove(message, "unsend") },
  ];
}

function entries(message, inThread, anchor) {
  const shortcuts = world.app.shortcuts.filter((one) => one.type === "message");
  const touched = CRAMPED.matches ? [
    { label: words.react, run: () => chooseReaction(anchor, message) },
    ...(inThread ? [] : [{ label: words.replyInThread, run: () => go({ thread: message.thread_ts ?? message.ts }) }]),
  ] : [];
  return [
    ...touched,
    { label: words.copyLink, run: () => copyLink(message) },
    ...shortcuts.map((one) => ({ label: one.name, description: `${world.app.name} · ${one.description}`, run: () => shortcut(message, one) })),
    ...changes(message, inThread),
  ];
}

function tools(message, inThread) {
  if (message.only_for || message.subtype === "tombstone") return null;
  const add = iconButton("react", words.react, () => chooseReaction(add, message), { "aria-expanded": "false" });
  const more = iconButton("more", words.more, () => menu(more, words.more, entries(message, inThread, more)), { "aria-haspopup": "menu", "aria-expanded": "false" });
  const reply = inThread ? null : iconButton("reply", words.replyInThread, () => go({ thread: message.thread_ts ?? message.ts }));
  return node("div", { class: "tools", role: "group", "aria-label": words.actions }, add, reply, more);
}

const size = (bytes) => (bytes < 1024 ? `${bytes} ${words.bytes}` : bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1_048_576).toFixed(1)} MB`);

function file(item) {
  const href = `/person/files/${item.id}`;
  return node("div", { class: "boxed file" },
    node("div", { class: "file-head" }, node("span", { class: "file-icon" }, icon("file")),
      node("div", { class: "file-name" }, node("a", { href, target: "_blank", rel: "noopener noreferrer" }, item.title || item.name),
        node("small", { class: "soft" }, `${item.name} · ${size(item.size)}`)),
      node("a", { class: "icon-button", href, download: item.name, "aria-label": words.download(item.name), title: words.download(item.name) }, icon("download"))),
    item.preview ? node("pre", { class: "preview", tabindex: "0", "aria-label": words.startOf(item.name) }, item.preview) : null);
}

function attachment(item, ctx) {
  const title = item.title ? (item.title_link ? link(item.title_link, item.title) : node("strong", {}, item.title)) : null;
  const made = node("div", { class: "attachment" }, item.pretext ? mrkdwn(item.pretext, world) : null, title,
    item.blocks ? item.blocks.map((block) => blockNode(block, ctx)) : mrkdwn(item.text ?? item.fallback ?? "", world),
    (item.fields ?? []).map((field) => node("div", {}, node("strong", {}, field.title ?? ""), mrkdwn(String(field.value ?? ""), world))));
  if (/^#?[0-9a-f]{6}$/i.test(item.color ?? "")) made.style.borderLeftColor = `#${item.color.replace("#", "")}`;
  return made;
}

function summary(message, waiting) {
  if (!message.reply_count) return null;
  return node("button", { type: "button", class: "replies", onclick: () => go({ thread: message.ts }) },
    node("span", { class: "faces" }, message.reply_users.slice(0, FACES_SHOWN).map((user) => face(user, world, "tiny"))),
    node("span", { class: "reply-count" }, words.replies(message.reply_count)),
    waiting ? node("span", { class: "waiting" }, words.waiting) : null,
    node("span", { class: "soft" }, words.lastReply(when(moment(message.latest_reply), world))));
}

function head(message, at) {
  return node("div", { class: "head" }, node("strong", { class: "name" }, nameOf(message.user, world)),
    world.people[message.user]?.is_bot ? node("span", { class: "app" }, "APP") : null,
    node("time", { datetime: at.toISOString(), title: fullDate(at, world) }, clock(at, world.tz)),
    message.waits ? node("span", { class: "waiting" }, words.waiting) : null);
}

function broadcast(message, inThread) {
  if (!message.broadcast) return null;
  return node("button", { type: "button", class: "above", onclick: () => go({ thread: message.thread_ts }) },
    inThread ? words.alsoSent : words.replied);
}

function content(message) {
  const ctx = contextOf(message);
  const blocks = message.blocks ?? [];
  const text = blocks.length || !message.text ? null : mrkdwn(message.text, world);
  // Cards change all the time; that a text was changed matters.
  if (message.edited) text?.lastChild.append(node("small", { class: "soft edited" }, words.edited));
  return [
    ...(text ? [text] : blocks.map((block) => blockNode(block, ctx))),
    message.streaming ? node("span", { class: "caret", role: "img", "aria-label": words.writing }) : null,
    ...(message.attachments ?? []).map((item) => attachment(item, ctx)),
    ...(message.files ?? []).map(file),
  ];
}

function tombstone(message, { inThread, waiting }) {
  return [node("span", { class: "face gone", "aria-hidden": "true" }, "🗑"),
    node("div", { class: "body" }, node("p", { class: "soft" }, words.deleted), inThread ? null : summary(message, waiting))];
}

/**
 * `follows` is whether the message before is by the same person, shortly before; `waiting` whether
 * something in its thread waits for the person who looks.
 */
export function messageNode(message, { inThread, follows, marked, waiting, edited }) {
  const at = moment(message.ts);
  const gone = message.subtype === "tombstone";
  const looks = [
    "message", message.only_for && "private", message.waits && "waits", follows && "follows",
    marked && "marked", gone && "tombstone", message.user === "USLACKBOT" && "system",
  ].filter(Boolean).join(" ");
  const gutter = follows ? node("time", { class: "gutter", title: fullDate(at, world) }, clock(at, world.tz)) : face(message.user, world);
  const body = node("div", { class: "body" },
    message.only_for ? node("div", { class: "only" }, icon("eye"), words.onlyYou,
      node("button", { type: "button", class: "quiet", onclick: () => dismiss(message) }, words.dismiss)) : null,
    broadcast(message, inThread),
    follows ? null : head(message, at), edited ? editor(message, inThread) : content(message), reactions(message), inThread ? null : summary(message, waiting));
  return node("article", {
    class: looks, tabindex: "-1", "data-ts": message.ts, "aria-label": `${nameOf(message.user, world)}, ${clock(at, world.tz)}`,
  }, gone ? tombstone(message, { inThread, waiting }) : [gutter, body, edited ? null : tools(message, inThread)]);
}
