// App Home: the view that the app published for the person who looks.

import { blockNode } from "./blocks.js";
import { by, node } from "./dom.js";
import { field } from "./fields.js";
import { send, suggest, toast, world } from "./store.js";
import { current } from "./values.js";
import { words } from "./words.js";

let shown = "";

async function press(view, block, element, value) {
  const answer = await send("press", { view_id: view.id, block_id: block.block_id, action_id: element.action_id, value });
  if (answer.error_line) toast(answer.error_line);
}

function inputIn(view, block) {
  const made = field(block, {
    now: current(block, block.element, view.state.values, world), world,
    suggest: (...asked) => suggest({ view_id: view.id }, ...asked),
    changed: () => send("enter", { view_id: view.id, block_id: block.block_id, value: made.read() }, { quiet: true }),
    dispatch: (...pressed) => press(view, ...pressed),
  });
  return made.shown;
}

function content(view) {
  const ctx = {
    world, states: view.state.values, input: (block) => inputIn(view, block),
    act: (...pressed) => press(view, ...pressed), suggest: (...asked) => suggest({ view_id: view.id }, ...asked),
  };
  return view.blocks.map((block) => blockNode(block, ctx));
}

/** Show the home tab; it is made anew only when the app published something else. */
export function showHome() {
  const { home, app } = world;
  const now = `${world.me} ${home?.id} ${home?.hash} ${home?.blocks.length}`;
  if (now === shown) return;
  shown = now;
  by("home").replaceChildren(node("div", { class: "home-body" }, home ? content(home) : node("div", { class: "empty" },
    node("h3", {}, words.noHome), node("p", { class: "soft" }, words.noHomeText(app.name)))));
}
