// Modals: the view on top of the person's stack, its fields, and what was typed but not sent yet.

import { blockNode } from "./blocks.js";
import { by, icon, iconButton, node } from "./dom.js";
import { field } from "./fields.js";
import { plain } from "./mrkdwn.js";
import { send, suggest, toast, world } from "./store.js";
import { current } from "./values.js";
import { words } from "./words.js";

/** What people typed: view id -> field -> what it shows. It outlives updates and pushed views. */
const drafts = new Map();
let shown = "";
let open = null;
let opener = null;

const nameOf = (block) => `${block.block_id} ${block.element.action_id} ${block.element.type}`;
const draftsOf = (view) => drafts.get(view.id) ?? drafts.set(view.id, new Map()).get(view.id);

/** Let the server know what was typed so far, as an action carries the state of its whole view. */
async function flush(view, fields) {
  for (const { block, made } of fields) {
    if (draftsOf(view).has(nameOf(block))) await send("enter", { view_id: view.id, block_id: block.block_id, value: made.read() }, { quiet: true });
  }
}

async function press(view, fields, block, element, value) {
  await flush(view, fields);
  const answer = await send("press", { view_id: view.id, block_id: block.block_id, action_id: element.action_id, value });
  if (answer.error_line) toast(answer.error_line);
}

function inputIn(view, fields, block) {
  const kept = draftsOf(view);
  const now = kept.has(nameOf(block)) ? kept.get(nameOf(block)) : current(block, block.element, view.state.values, world);
  const made = field(block, {
    now, world, error: view.errors[block.block_id],
    suggest: (...asked) => suggest({ view_id: view.id }, ...asked),
    changed: () => kept.set(nameOf(block), made.draft()),
    dispatch: (...pressed) => press(view, fields, ...pressed),
  });
  fields.push({ block, made });
  return made.shown;
}

async function submit(view, fields, form) {
  if (form.getAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  await Promise.all(fields.map(({ made }) => made.ready?.()));
  const values = Object.fromEntries(fields.map(({ block, made }) => [block.block_id, made.read()]));
  await send("submit", { view_id: view.id, values });
  form.removeAttribute("aria-busy");
}

const close = (view, all) => send("close", { view_id: view.id, all });

function head(view) {
  return node("header", { class: "modal-head" },
    view.previous_view_id ? iconButton("back", words.back, () => close(view, false))
      : node("span", { class: "face app-face small", "aria-hidden": "true" }, world.app.name[0].toUpperCase()),
    node("h2", { id: "modal-title" }, plain(view.title)),
    iconButton("close", words.close, () => close(view, Boolean(view.previous_view_id))));
}

function foot(view) {
  const trouble = view.errors[""];
  return node("footer", { class: "modal-foot" },
    trouble ? node("p", { class: "problem", role: "alert" }, icon("warning"), trouble) : null,
    node("button", { type: "button", class: "plain", onclick: () => close(view, false) }, plain(view.close) || (view.submit ? words.cancel : words.close)),
    view.submit ? node("button", { type: "submit", class: "primary" }, plain(view.submit)) : null);
}

function formOf(view) {
  const fields = [];
  const ctx = {
    world, states: view.state.values, input: (block) => inputIn(view, fields, block),
    act: (...pressed) => press(view, fields, ...pressed), suggest: (...asked) => suggest({ view_id: view.id }, ...asked),
  };
  const body = node("div", { class: "modal-body" }, view.blocks.map((block) => blockNode(block, ctx)));
  const form = node("form", {
    method: "dialog", novalidate: true,
    onsubmit: (event) => { event.preventDefault(); submit(view, fields, form); },
  }, head(view), body, foot(view));
  return { view, form, body, fields };
}

const focusable = (made) => (made.target.matches("input, textarea, select, button") ? made.target : made.target.querySelector("input, textarea, select, button"));

/** The first wrong field, the field that had the focus, the one that the app asks for, the first. */
function focusIn({ view, form, fields }, before) {
  const at = fields.find(({ block }) => view.errors[block.block_id])
    ?? fields.find(({ block }) => nameOf(block) === before)
    ?? fields.find(({ block }) => block.element.focus_on_load) ?? fields[0];
  const target = at ? focusable(at.made) : form.querySelector(".modal-body button, .modal-foot .primary, .modal-foot .plain");
  target?.focus();
}

function shut(dialog) {
  drafts.clear();
  open = null;
  if (dialog.open) dialog.close();
  if (opener?.isConnected) opener.focus();
  else document.querySelector("#composer textarea")?.focus();
}

/** Show what is on top of the stack now; nothing is made anew while the view stays the same. */
export function showModal() {
  const { view } = world;
  const now = view ? `${world.me} ${view.id} ${view.hash} ${JSON.stringify(view.errors)}` : "";
  if (now === shown) return;
  shown = now;
  const dialog = by("modal");
  if (!view) return shut(dialog);
  if (!open) opener = document.activeElement;
  const before = open?.view.id === view.id ? open.fields.find(({ made }) => made.shown.contains(document.activeElement)) : null;
  const scrolled = open?.view.id === view.id ? open.body.scrollTop : 0;
  open = formOf(view);
  dialog.replaceChildren(open.form);
  dialog.oncancel = (event) => { event.preventDefault(); close(view, false); };
  if (!dialog.open) dialog.showModal();
  open.body.scrollTop = scrolled;
  focusIn(open, before && nameOf(before.block));
}
