// Completion in a composer: slash commands, people, channels and emoji.

import { fresh, node } from "./dom.js";
import { character, search } from "./emoji.js";
import { face } from "./faces.js";
import { channelNow, world } from "./store.js";
import { words } from "./words.js";

const MOST = 8;

/** Slack's own command to add an app, done by the page. */
export const INVITE = "/invite";

const starts = (name, typed) => name.toLowerCase().startsWith(typed.toLowerCase());

function commands(typed) {
  const { has_bot: hasBot, kind } = channelNow();
  const own = hasBot || !["channels", "groups"].includes(kind) ? {} : { [INVITE]: { description: words.addApp, usage_hint: `@${world.people[world.app.user].name}` } };
  return Object.entries({ ...world.commands, ...own }).filter(([name]) => starts(name, typed)).map(([name, { description, usage_hint: hint }]) => ({
    insert: `${name} `, label: name, hint, description,
  }));
}

function people(typed) {
  const found = Object.entries(world.people).filter(([, one]) => one.name !== "slackbot" && (starts(one.name, typed) || starts(one.real_name, typed)));
  const all = ["channel", "here"].filter((name) => typed && starts(name, typed)).map((name) => ({ insert: `@${name} `, label: `@${name}`, description: words.notifyAll }));
  return [...found.map(([id, one]) => ({ insert: `@${one.name} `, label: one.name, description: one.real_name, first: face(id, world, "tiny") })), ...all];
}

const channels = (typed) => world.channels.filter((one) => one.kind === "channels" && starts(one.name, typed))
  .map((one) => ({ insert: `#${one.name} `, label: `#${one.name}` }));

const emojis = (typed) => search(typed, MOST).map((name) => ({ insert: `${character(name)} `, label: `:${name}:`, first: node("span", { class: "tiny" }, character(name)) }));

const RULES = [
  [/^(\/[\w-]*)$/, commands, "commands"],
  [/(?:^|\s)@([\p{L}\w.-]*)$/u, people, "people"],
  [/(?:^|\s)#([\p{L}\w-]*)$/u, channels, "channels"],
  [/(?:^|\s):([a-z0-9_+-]{2,})$/, emojis, "emoji"],
];

function found(box) {
  const before = box.value.slice(0, box.selectionStart);
  for (const [pattern, find, title] of RULES) {
    const match = pattern.exec(before);
    if (!match) continue;
    const options = find(match[1]).slice(0, MOST);
    // Of "@name" and "#name" the sign is replaced, too.
    const length = match[1].startsWith("/") ? match[1].length : match[1].length + 1;
    if (options.length) return { options, title: words[title], from: before.length - length };
  }
  return null;
}

class Completion {
  constructor(box, list) {
    Object.assign(this, { box, list, now: null, active: 0 });
    list.id = fresh("completion");
    box.setAttribute("aria-controls", list.id);
    box.setAttribute("aria-autocomplete", "list");
    box.addEventListener("input", () => this.look());
    box.addEventListener("blur", () => this.hide());
  }

  look() {
    this.now = found(this.box);
    if (!this.now) return this.hide();
    this.active = 0;
    return this.draw();
  }

  hide() {
    this.now = null;
    this.list.hidden = true;
    this.box.removeAttribute("aria-activedescendant");
  }

  draw() {
    const { options, title } = this.now;
    this.list.setAttribute("aria-label", title);
    this.list.replaceChildren(node("div", { class: "completion-title", "aria-hidden": "true" }, title), ...options.map((option, index) => node("div", {
      role: "option", id: `${this.list.id}-${index}`, class: `choice${index === this.active ? " active" : ""}`, "aria-selected": String(index === this.active),
      // The focus stays in the text field.
      onmousedown: (event) => { event.preventDefault(); this.active = index; this.take(); },
    }, option.first, node("strong", {}, option.label), option.hint ? node("code", {}, option.hint) : null,
    option.description ? node("span", { class: "soft" }, option.description) : null)));
    this.list.hidden = false;
    this.box.setAttribute("aria-activedescendant", `${this.list.id}-${this.active}`);
  }

  take() {
    const { options, from } = this.now;
    const { value, selectionStart: at } = this.box;
    this.box.value = value.slice(0, from) + options[this.active].insert + value.slice(at);
    const end = from + options[this.active].insert.length;
    this.box.setSelectionRange(end, end);
    this.box.dispatchEvent(new Event("input"));
    this.hide();
  }

  move(step) {
    const { length } = this.now.options;
    this.active = (this.active + step + length) % length;
    this.draw();
  }

  /** Whether a key was for the list. What is typed in full already is sent by Enter. */
  key(event) {
    if (!this.now) return false;
    const piece = this.box.value.slice(this.now.from, this.box.selectionStart);
    const whole = this.now.options.some((option) => option.insert.trim() === piece);
    if (event.key === "Enter" && (whole || event.shiftKey)) return false;
    const keys = { ArrowDown: () => this.move(1), ArrowUp: () => this.move(-1), Tab: () => this.take(), Enter: () => this.take(), Escape: () => this.hide() };
    if (!keys[event.key] || (event.key === "Tab" && event.shiftKey)) return false;
    event.preventDefault();
    keys[event.key]();
    return true;
  }
}

export const completion = (box, list) => new Completion(box, list);
