// What opens beside a button and goes away again: menus and other small surfaces.

import { fresh, node } from "./dom.js";
import { words } from "./words.js";

const GAP = 4;

function place(popup, anchor) {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const below = at.bottom + GAP + height <= innerHeight || at.top < height;
  popup.style.top = `${Math.max(GAP, below ? Math.min(at.bottom + GAP, innerHeight - height - GAP) : at.top - GAP - height)}px`;
  popup.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
}

/** Show `content` beside `anchor`; gives a function that closes it. The focus returns to the anchor. */
export function popup(anchor, content, { closed = () => {}, ...props } = {}) {
  const made = node("div", { popover: "auto", ...props, class: `popup ${props.class ?? ""}` }, content);
  // In a modal dialog only what is inside it can be reached.
  (anchor.closest("dialog") ?? document.body).append(made);
  const close = () => made.isConnected && made.hidePopover();
  made.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const inside = made.contains(document.activeElement) || document.activeElement === document.body;
    made.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (inside) anchor.focus();
    closed();
  });
  made.showPopover();
  // Choices that come later make it larger.
  new ResizeObserver(() => made.isConnected && place(made, anchor)).observe(made);
  place(made, anchor);
  anchor.setAttribute("aria-expanded", "true");
  return close;
}

function move(items, event) {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  const now = items.indexOf(document.activeElement);
  const next = { Home: 0, End: items.length - 1 }[event.key] ?? (steps[event.key] && (now + steps[event.key] + items.length) % items.length);
  if (next === undefined) return;
  event.preventDefault();
  items[next].focus();
}

/** A menu; an entry is {label, description, danger, run}. */
export function menu(anchor, label, entries) {
  let close = () => {};
  const items = entries.map((entry) => node("button", {
    type: "button", role: "menuitem", class: entry.danger ? "danger" : "", tabindex: "-1",
    onclick: () => { close(); entry.run(); },
  }, entry.label, entry.description ? node("small", {}, entry.description) : null));
  const list = node("div", { role: "menu", "aria-label": label, class: "menu", onkeydown: (event) => move(items, event) }, items);
  close = popup(anchor, list);
  items[0]?.focus();
}

/** A question that must be answered: a confirm object as a dialog. True if it was confirmed. */
export function confirmed({ title, text, confirm = words.yes, deny = words.cancel, style }) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const id = fresh("confirm");
    const no = node("button", { type: "button", class: "plain", onclick: () => dialog.close("no") }, deny);
    const yes = node("button", { type: "button", class: style === "danger" ? "danger full" : "primary", onclick: () => dialog.close("yes") }, confirm);
    const dialog = node("dialog", {
      class: "confirm", "aria-labelledby": id,
      // Escape is "no" here and must not reach a modal below.
      onkeydown: (event) => event.key === "Escape" && event.stopPropagation(),
      onclose: () => { dialog.remove(); before?.focus?.(); resolve(dialog.returnValue === "yes"); },
    }, node("h2", { id }, title), node("div", { class: "confirm-text" }, text), node("div", { class: "buttons" }, no, yes));
    document.body.append(dialog);
    dialog.showModal();
    (style === "danger" ? no : yes).focus();
  });
}
