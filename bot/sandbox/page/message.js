// One message: who wrote it and when, what it shows, what can be done with it.

import { blockNode } from "./blocks.js";
import { clock, fullDate, moment, when } from "./dates.js";
import { icon, iconButton, link, node } from "./dom.js";
import { face, nameOf } from "./faces.js";
import { mrkdwn } from "./mrkdwn.js";
import { confirmed, menu } from "./popup.js";
import { chooseReaction, reactions } from "./reactions.js";
import { go, send, suggest, toast, world } from "./store.js";

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
  await navigator.clipboard?.writeText(permalink(message)).then(() => toast("Link copied"), () => toast(permalink(message)));
}

async function remove(message) {
  const sure = await confirmed({ title: "Delete message", text: "Are you sure you want to delete this message? This cannot be undone.", confirm: "Delete", style: "danger" });
  if (sure) await send("unsend", { channel: message.channel, ts: message.ts });
}

async function shortcut(message, { callback_id: id }) {
  const answer = await send("message_shortcut", { channel: message.channel, ts: message.ts, callback_id: id });
  if (answer.error_line) toast(answer.error_line);
}

const TOUCH = matchMedia("(hover: none)");

function entries(message, inThread, anchor) {
  const shortcuts = world.app.shortcuts.filter((one) => one.type === "message");
  // Where nothing can be pointed at there is room for one button only.
  const touched = TOUCH.matches ? [
    { label: "Add reaction…", run: () => chooseReaction(anchor, message) },
    ...(inThread ? [] : [{ label: "Reply in thread", run: () => go({ thread: message.thread_ts ?? message.ts }) }]),
  ] : [];
  return [
    ...touched,
    { label: "Copy link to message", run: () => copyLink(message) },
    ...shortcuts.map((one) => ({ label: one.name, description: `${world.app.name} · ${one.description}`, run: () => shortcut(message, one) })),
    ...(message.user === world.me ? [{ label: "Delete message…", danger: true, run: () => remove(message) }] : []),
  ];
}

function tools(message, inThread) {
  if (message.only_for || message.subtype === "tombstone") return null;
  const add = iconButton("react", "Add reaction", () => chooseReaction(add, message), { "aria-expanded": "false" });
  const more = iconButton("more", "More actions", () => menu(more, "More actions", entries(message, inThread, more)), { "aria-haspopup": "menu", "aria-expanded": "false" });
  const reply = inThread ? null : iconButton("reply", "Reply in thread", () => go({ thread: message.thread_ts ?? message.ts }));
  return node("div", { class: "tools", role: "group", "aria-label": "Message actions" }, add, reply, more);
}

const size = (bytes) => (bytes < 1024 ? `${bytes} bytes` : bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1_048_576).toFixed(1)} MB`);

function file(item) {
  const href = `/person/files/${item.id}`;
  return node("div", { class: "boxed file" },
    node("div", { class: "file-head" }, node("span", { class: "file-icon" }, icon("file")),
      node("div", { class: "file-name" }, node("a", { href, target: "_blank", rel: "noopener noreferrer" }, item.title || item.name),
        node("small", { class: "soft" }, `${item.name} · ${size(item.size)}`)),
      node("a", { class: "icon-button", href, download: item.name, "aria-label": `Download ${item.name}`, title: "Download" }, icon("download"))),
    item.preview ? node("pre", { class: "preview", tabindex: "0", "aria-label": `Start of ${item.name}` }, item.preview) : null);
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
    node("span", { class: "reply-count" }, `${message.reply_count} ${message.reply_count === 1 ? "reply" : "replies"}`),
    waiting ? node("span", { class: "waiting" }, "Waiting for you") : null,
    node("span", { class: "soft" }, `Last reply ${when(moment(message.latest_reply), world.tz)}`));
}

function head(message, at) {
  return node("div", { class: "head" }, node("strong", { class: "name" }, nameOf(message.user, world)),
    world.people[message.user]?.is_bot ? node("span", { class: "app" }, "APP") : null,
    node("time", { datetime: at.toISOString(), title: fullDate(at, world.tz) }, clock(at, world.tz)),
    message.waits ? node("span", { class: "waiting" }, "Waiting for you") : null);
}

function broadcast(message, inThread) {
  if (!message.broadcast) return null;
  return node("button", { type: "button", class: "above", onclick: () => go({ thread: message.thread_ts }) },
    inThread ? "Also sent to the channel" : "Replied to a thread");
}

function content(message) {
  const ctx = contextOf(message);
  const blocks = message.blocks ?? [];
  const text = blocks.length || !message.text ? null : mrkdwn(message.text, world);
  // Cards change all the time; that a text was changed matters.
  if (message.edited) text?.lastChild.append(node("small", { class: "soft edited" }, "(edited)"));
  return [
    ...(text ? [text] : blocks.map((block) => blockNode(block, ctx))),
    message.streaming ? node("span", { class: "caret", role: "img", "aria-label": "Still writing" }) : null,
    ...(message.attachments ?? []).map((item) => attachment(item, ctx)),
    ...(message.files ?? []).map(file),
  ];
}

function tombstone(message, { inThread, waiting }) {
  return [node("span", { class: "face gone", "aria-hidden": "true" }, "🗑"),
    node("div", { class: "body" }, node("p", { class: "soft" }, "This message was deleted."), inThread ? null : summary(message, waiting))];
}

/**
 * `follows` is whether the message before is by the same person, shortly before; `waiting` whether
 * something in its thread waits for the person who looks.
 */
export function messageNode(message, { inThread, follows, marked, waiting }) {
  const at = moment(message.ts);
  const gone = message.subtype === "tombstone";
  const looks = [
    "message", message.only_for && "private", message.waits && "waits", follows && "follows",
    marked && "marked", gone && "tombstone", message.user === "USLACKBOT" && "system",
  ].filter(Boolean).join(" ");
  const gutter = follows ? node("time", { class: "gutter", title: fullDate(at, world.tz) }, clock(at, world.tz)) : face(message.user, world);
  const body = node("div", { class: "body" },
    message.only_for ? node("div", { class: "only" }, icon("eye"), "Only visible to you") : null,
    broadcast(message, inThread),
    follows ? null : head(message, at), content(message), reactions(message), inThread ? null : summary(message, waiting));
  return node("article", {
    class: looks, tabindex: "-1", "data-ts": message.ts, "aria-label": `${nameOf(message.user, world)}, ${clock(at, world.tz)}`,
  }, gone ? tombstone(message, { inThread, waiting }) : [gutter, body, tools(message, inThread)]);
}
