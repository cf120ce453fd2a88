// Where people type: messages and slash commands, and Slack's line when one was refused.

import { INVITE, completion } from "./complete.js";
import { icon, iconButton, node } from "./dom.js";
import { character } from "./emoji.js";
import { menu } from "./popup.js";
import { pickEmoji } from "./reactions.js";
import { command } from "./privates.js";
import { look, send, toast, world } from "./store.js";
import { words } from "./words.js";

/** What is typed but not sent, by person, channel and thread. */
const drafts = new Map();

async function invite(text) {
  const bot = world.people[world.app.user];
  const named = text.trim().replace(/^@/, "").toLowerCase();
  if (![bot.name, bot.real_name.toLowerCase()].includes(named)) return { ok: true, error_line: words.cannotAdd(text.trim(), `${INVITE} @${bot.name}`) };
  return send("channel", { channel: world.channel, do: "invite_bot" });
}

function run(text, thread) {
  const place = { channel: world.channel, thread_ts: thread };
  const [, name, rest] = /^(\/\S+)\s?([\s\S]*)$/.exec(text) ?? [];
  if (!name) return send("post", { ...place, text }, { quiet: true });
  if (name === INVITE && !(INVITE in world.commands) && !thread) return invite(rest);
  return command({ ...place, command: name, text: rest });
}

async function globalShortcut({ callback_id: id }) {
  const answer = await send("shortcut", { callback_id: id });
  if (answer.error_line) toast(answer.error_line);
}

class Composer {
  constructor(form, threadOf) {
    Object.assign(this, { form, threadOf, key: "" });
    this.box = node("textarea", { rows: "1", enterkeyhint: "send", onkeydown: (event) => this.pressed(event) });
    this.line = node("p", { class: "problem", role: "alert", hidden: true });
    this.go = node("button", { type: "submit", class: "send" }, icon("send"));
    this.bar = node("div", { class: "composer-bar" });
    const list = node("div", { class: "completion", role: "listbox", hidden: true });
    this.completion = completion(this.box, list);
    this.box.addEventListener("input", () => this.changed());
    form.append(list, node("div", { class: "composer-box" }, this.box, this.bar), this.line);
    form.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
  }

  /** The buttons below the text, in the language of who looks. */
  drawBar() {
    if (this.spoken === words) return;
    this.spoken = words;
    const emojiButton = iconButton("react", words.emoji, () => pickEmoji(emojiButton, (name) => this.insert(character(name))), { "aria-expanded": "false" });
    this.shortcuts = iconButton("bolt", words.shortcuts, () => this.openShortcuts(), { "aria-haspopup": "menu", "aria-expanded": "false" });
    this.slash = iconButton("slash", words.slash, () => this.start("/"));
    for (const label of ["aria-label", "title"]) this.go.setAttribute(label, words.send);
    this.bar.replaceChildren(this.shortcuts, this.slash, iconButton("at", words.mention, () => this.insert("@")), emojiButton, this.go);
  }

  openShortcuts() {
    const shortcuts = world.app.shortcuts.filter((one) => one.type === "global");
    const entries = shortcuts.map((one) => ({ label: one.name, description: `${world.app.name} · ${one.description}`, run: () => globalShortcut(one) }));
    const commands = Object.entries(world.commands).map(([name, { description }]) => ({ label: name, description, run: () => this.start(`${name} `) }));
    menu(this.shortcuts, words.shortcuts, [...entries, ...(this.threadOf() ? [] : commands)]);
  }

  /** Begin a text anew, with a command. */
  start(text) {
    this.box.value = text;
    this.box.focus();
    this.box.dispatchEvent(new Event("input"));
  }

  insert(text) {
    this.box.focus();
    this.box.setRangeText(text, this.box.selectionStart, this.box.selectionEnd, "end");
    this.box.dispatchEvent(new Event("input"));
  }

  changed() {
    drafts.set(this.key, this.box.value);
    this.say("");
    this.draw();
  }

  draw() {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight, innerHeight * 0.35)}px`;
    this.go.disabled = !this.box.value.trim();
  }

  say(text) {
    this.line.hidden = !text;
    this.line.replaceChildren(...(text ? [icon("eye"), node("span", {}, text), node("span", { class: "soft" }, ` ${words.onlyYou}`)] : []));
  }

  pressed(event) {
    if (event.isComposing || this.completion.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.form.requestSubmit();
    }
  }

  async submit() {
    const [text, key] = [this.box.value, this.key];
    if (!text.trim()) return;
    this.completion.hide();
    this.box.value = "";
    this.changed();
    const answer = await run(text, this.threadOf());
    const error = answer.ok ? answer.error_line : answer.error;
    if (!error) return;
    drafts.set(key, text);
    if (this.key === key) this.box.value = text;
    this.draw();
    this.say(error);
  }

  /** Show the composer of a place; what was typed there before is there again. */
  show(name, key) {
    this.drawBar();
    this.box.setAttribute("aria-label", name);
    this.box.placeholder = this.threadOf() ? `${name}…` : name;
    this.slash.hidden = Boolean(this.threadOf());
    this.shortcuts.hidden = !world.app.shortcuts.some((one) => one.type === "global") && (Boolean(this.threadOf()) || !Object.keys(world.commands).length);
    if (key === this.key) return;
    this.key = key;
    this.box.value = drafts.get(key) ?? "";
    this.say("");
    this.draw();
  }
}

export const composer = (form, threadOf) => new Composer(form, threadOf);
export const placeKey = (thread) => `${look.as} ${world.channel} ${thread ?? ""}`;
