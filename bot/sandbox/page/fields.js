// Input blocks: a label, a control, a hint, and what is wrong with it.

import { control } from "./controls.js";
import { fresh, icon, node } from "./dom.js";
import { plain } from "./mrkdwn.js";
import { current } from "./values.js";
import { words } from "./words.js";

const DISPATCHED = (block) => block.element.dispatch_action_config?.trigger_actions_on ?? ["on_enter_pressed"];

/** Name the control for screen readers: its label, and as description the hint and the error. */
function tie(made, ids) {
  const target = made.input ?? made.made;
  target.id = ids.control;
  target.setAttribute("aria-describedby", [ids.error, ids.hint].filter(Boolean).join(" "));
  return target;
}

/** `dispatch` is called where the app wants to know at once; `changed` after every change. */
export function field(block, { now, world, error, suggest, changed, dispatch }) {
  const element = block.element;
  const label = plain(block.label);
  const wanted = block.dispatch_action ? DISPATCHED(block) : [];
  const made = control(element, now, {
    world, label, suggest: (query) => suggest(block, element, query),
    changed: (how) => {
      changed();
      if (block.dispatch_action && (how !== "character" || wanted.includes("on_character_entered"))) dispatch(block, element, made.read());
    },
    entered: (event) => {
      if (!wanted.includes("on_enter_pressed")) return;
      event.preventDefault();
      dispatch(block, element, made.read());
    },
  });
  const ids = { control: fresh("field"), error: error ? fresh("error") : null, hint: block.hint ? fresh("hint") : null };
  const target = tie(made, ids);
  if (error) target.setAttribute("aria-invalid", "true");
  if (!block.optional) target.setAttribute("aria-required", "true");
  const shown = node("div", { class: `field${error ? " wrong" : ""}` },
    node("label", { class: "field-label", for: ids.control }, label, block.optional ? node("span", { class: "soft" }, words.optional) : null),
    made.made,
    error ? node("p", { class: "problem", role: "alert", id: ids.error }, icon("warning"), error) : null,
    block.hint ? node("p", { class: "hint", id: ids.hint }, plain(block.hint)) : null);
  return { ...made, shown, target };
}

/** An input block where nothing is submitted as a whole: in a message. */
export function fieldIn(block, ctx) {
  return field(block, {
    now: current(block, block.element, ctx.states, ctx.world), world: ctx.world, suggest: ctx.suggest,
    changed: () => {}, dispatch: ctx.act,
  }).shown;
}
