// Menus for more than a plain select can do: several choices, and choices that an app looks up.

import { fresh, icon, node } from "./dom.js";
import { popup } from "./popup.js";
import { words } from "./words.js";

const PAUSE_MS = 200;

const matching = (groups, query) => groups
  .map((group) => ({ ...group, options: group.options.filter((choice) => choice.text.toLowerCase().includes(query.toLowerCase())) }))
  .filter((group) => group.options.length);

/** Choices that are all known, found by their text. */
export const among = (groups) => async (query) => ({ groups: matching(groups, query) });

class Chooser {
  constructor({ label, placeholder, now, many, most, find, least = 0, changed }) {
    Object.assign(this, { many, most, find, least, changed, chosen: now, id: fresh("choices"), active: -1 });
    this.placeholder = placeholder || words.choose;
    this.label = label;
    this.button = node("button", {
      type: "button", class: "chooser", "aria-haspopup": "listbox", "aria-expanded": "false", onclick: () => this.open(),
    });
    this.name();
  }

  name() {
    const texts = this.chosen.map((choice) => choice.text);
    const shown = this.many ? texts.map((text) => node("span", { class: "chip" }, text)) : texts;
    this.button.replaceChildren(
      node("span", { class: texts.length ? "chosen" : "chosen empty" }, texts.length ? shown : this.placeholder), icon("down"));
    this.button.setAttribute("aria-label", `${this.label ?? this.placeholder}: ${texts.join(", ") || words.nothingChosen}`);
  }

  open() {
    this.before = JSON.stringify(this.chosen);
    this.list = node("div", { role: "listbox", id: this.id, class: "choices", "aria-multiselectable": String(this.many), "aria-label": this.label ?? this.placeholder });
    this.search = node("input", {
      type: "text", role: "combobox", placeholder: words.search, "aria-label": `${words.search}: ${this.label ?? this.placeholder}`, "aria-expanded": "true",
      "aria-controls": this.id, autocomplete: "off", oninput: () => this.later(), onkeydown: (event) => this.key(event),
    });
    const clear = node("button", { type: "button", class: "quiet", onclick: () => { this.chosen = []; this.close(); } }, words.clear);
    this.close = popup(this.button, [this.search, this.list, node("div", { class: "popup-end" }, clear)], { class: "chooser-popup", closed: () => this.done() });
    this.search.focus();
    this.look();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE_MS);
  }

  async look() {
    const query = this.search.value.trim();
    if (query.length < this.least) return this.say(words.typeMore(this.least));
    const asked = (this.asked = (this.asked ?? 0) + 1);
    const { groups, error } = await this.find(query);
    // An answer that comes after a newer question is too late.
    if (asked !== this.asked) return undefined;
    if (error) return this.say(error);
    return groups.some((group) => group.options.length) ? this.show(groups) : this.say(words.noResults);
  }

  say(text) {
    this.options = [];
    this.list.replaceChildren(node("p", { class: "soft", role: "status" }, text));
  }

  show(groups) {
    this.options = [];
    this.list.replaceChildren(...groups.map((group) => {
      const id = fresh("group");
      return node("div", { role: "group", "aria-labelledby": group.label ? id : null },
        group.label ? node("div", { class: "group-label", id }, group.label) : null,
        group.options.map((choice) => this.option(choice)));
    }));
    this.point(0);
  }

  option(choice) {
    const on = this.chosen.some((one) => one.value === choice.value);
    const made = node("div", {
      role: "option", id: fresh("option"), "aria-selected": String(on), class: "choice",
      onclick: () => this.pick(choice, made),
    }, node("span", { class: "tick" }, on ? icon("check") : null), node("span", {}, choice.text, choice.description ? node("small", {}, choice.description) : null));
    this.options.push({ made, choice });
    return made;
  }

  point(index) {
    this.options[this.active]?.made.classList.remove("active");
    this.active = index;
    const made = this.options[index]?.made;
    made?.classList.add("active");
    made?.scrollIntoView({ block: "nearest" });
    this.search.setAttribute("aria-activedescendant", made?.id ?? "");
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { length } = this.options ?? [];
    if (step && length) {
      event.preventDefault();
      this.point((this.active + step + length) % length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const at = this.options?.[this.active];
      if (at) this.pick(at.choice, at.made);
    }
  }

  pick(choice, made) {
    const has = this.chosen.some((one) => one.value === choice.value);
    if (!this.many) {
      this.chosen = [choice];
      return this.close();
    }
    if (!has && this.most && this.chosen.length >= this.most) return this.say(words.mostChosen(this.most));
    this.chosen = has ? this.chosen.filter((one) => one.value !== choice.value) : [...this.chosen, choice];
    made.setAttribute("aria-selected", String(!has));
    made.firstChild.replaceChildren(...(has ? [] : [icon("check")]));
    return this.name();
  }

  done() {
    clearTimeout(this.timer);
    this.name();
    if (JSON.stringify(this.chosen) !== this.before) this.changed();
  }
}

/** A button that shows what is chosen and opens the choices. */
export function chooser(options) {
  const made = new Chooser(options);
  const values = () => made.chosen.map((choice) => choice.value);
  return {
    made: made.button,
    read: () => (options.many ? values() : values()[0] ?? ""),
    draft: () => made.chosen,
  };
}
