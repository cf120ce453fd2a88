// One opened row: what was sent and what came back, as a tree that can be folded and copied.

import { node } from "./dom.js";

const OPEN_DEPTH = 3;
const LONG = 1200;
const HINT = 60;

export async function copy(text, what, toast) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`);
  } catch {
    toast("The browser does not let this page copy.");
  }
}

export function entryNode(entry, { ask, told, toast }) {
  const call = entry.side === "call";
  const both = { [call ? "arguments" : "payload"]: entry.sent, [call ? "answer" : "acknowledgement"]: entry.received };
  const again = told(async (event) => {
    const { currentTarget: button } = event;
    button.disabled = true;
    try {
      await ask(`/control/traffic/${entry.number}/again`, { method: "POST" });
      toast(call ? "The call was made again." : "The delivery was sent again.");
    } finally {
      button.disabled = false;
    }
  });
  const action = (label, onclick) => node("button", { type: "button", class: "plain", onclick }, label);
  return node("div", {},
    node("div", { class: "entry-actions" },
      call ? action("Copy as curl", () => copy(entry.curl, "The command", toast)) : null,
      action("Copy as JSON", () => copy(JSON.stringify(both, null, 2), "The entry", toast)),
      action("Send again", again)),
    ...Object.entries(both).map(([name, value]) => part(name, value)));
}

function part(name, value) {
  return node("section", { class: "part" },
    node("h4", {}, name[0].toUpperCase() + name.slice(1)),
    value == null ? node("p", { class: "soft" }, "empty") : node("div", { class: "json" }, tree(value, 0)));
}

// What a folded object is: its type and the first words in it, so that blocks read as blocks.
function hint(value) {
  if (Array.isArray(value)) return `[ ${value.length} ]`;
  const type = typeof value.type === "string" ? value.type : "";
  const words = value.text?.text ?? value.text ?? value.title?.text ?? value.action_id ?? value.name ?? value.id ?? "";
  const said = typeof words === "string" ? words.replace(/\s+/g, " ").slice(0, HINT) : "";
  return [type || `{ ${Object.keys(value).length} }`, said].filter(Boolean).join(" · ");
}

function tree(value, depth) {
  if (value === null || typeof value !== "object") return scalar(value);
  const entries = Object.entries(value);
  if (!entries.length) return node("span", {}, Array.isArray(value) ? "[]" : "{}");
  return node("ul", {}, ...entries.map(([key, inner]) => branch(key, inner, depth)));
}

function branch(key, value, depth) {
  const name = node("span", { class: "key" }, key);
  const folds = value !== null && typeof value === "object" && Object.keys(value).length > 0;
  if (!folds) return node("li", { class: "leaf" }, name, tree(value, depth));
  const fold = node("details", {}, node("summary", {}, name, node("span", { class: "soft" }, hint(value))));
  // Built when it is first opened: a message may hold thousands of values.
  const build = () => { if (fold.childElementCount === 1) fold.append(tree(value, depth + 1)); };
  fold.addEventListener("toggle", build);
  if (depth < OPEN_DEPTH && JSON.stringify(value).length < LONG) { build(); fold.open = true; }
  return node("li", {}, fold);
}

function scalar(value) {
  if (typeof value === "string") return node("span", { class: "string" }, value === "" ? "\"\"" : value);
  return node("span", { class: "literal" }, String(value));
}
