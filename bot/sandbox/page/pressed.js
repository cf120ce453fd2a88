// The elements that are pressed, and those that tell the app at once what was chosen in them.

import { control } from "./controls.js";
import { icon, node } from "./dom.js";
import { object, plain } from "./mrkdwn.js";
import { confirmed, menu } from "./popup.js";
import { current, takesValue } from "./values.js";
import { words } from "./words.js";

/** Ask first where the app wants that, then do; the node is busy meanwhile. */
async function act(block, element, value, made, ctx) {
  const ask = element.confirm;
  if (ask && !(await confirmed({
    title: plain(ask.title), text: object(ask.text, ctx.world), style: ask.style,
    confirm: plain(ask.confirm) || undefined, deny: plain(ask.deny) || undefined,
  }))) return false;
  made.setAttribute("aria-busy", "true");
  await ctx.act(block, element, value);
  made.removeAttribute("aria-busy");
  return true;
}

const forOthers = (element, ctx) => element.visible_to_user_ids && !element.visible_to_user_ids.includes(ctx.world.me);

function button(block, element, ctx) {
  if (forOthers(element, ctx)) return null;
  const made = node("button", {
    type: "button", class: `plain ${element.style ?? ""}`, "aria-label": element.accessibility_label,
    onclick: () => {
      if (made.getAttribute("aria-busy")) return;
      if (/^https?:/i.test(element.url ?? "")) window.open(element.url, "_blank", "noopener,noreferrer");
      act(block, element, null, made, ctx);
    },
  }, element.type === "icon_button" && element.icon === "trash" ? "🗑 " : null, plain(element.text), element.url ? node("span", { class: "soft", "aria-hidden": "true" }, " ↗") : null);
  return made;
}

function feedback(block, element, ctx) {
  return node("span", { class: "feedback" }, ["positive", "negative"].map((side) => {
    const item = element[`${side}_button`];
    const made = node("button", {
      type: "button", class: "plain", "aria-label": item.accessibility_label, onclick: () => act(block, element, item.value ?? side, made, ctx),
    }, side === "positive" ? "👍 " : "👎 ", plain(item.text));
    return made;
  }));
}

function overflow(block, element, ctx) {
  const made = node("button", {
    type: "button", class: "plain overflow", "aria-label": words.options, "aria-haspopup": "menu", "aria-expanded": "false",
    onclick: () => menu(made, words.options, element.options.map((option) => ({
      label: plain(option.text), description: plain(option.description),
      run: () => {
        if (/^https?:/i.test(option.url ?? "")) window.open(option.url, "_blank", "noopener,noreferrer");
        act(block, element, option.value, made, ctx);
      },
    }))),
  }, icon("more"));
  return made;
}

function chosen(block, element, ctx) {
  const slot = node("span", { class: "slot" });
  const draw = () => {
    const made = control(element, current(block, element, ctx.states, ctx.world), {
      world: ctx.world, suggest: (query) => ctx.suggest(block, element, query),
      changed: async (how) => {
        if (how === "character") return;
        const value = made.read();
        // A question that is denied puts back what stood there.
        if (value === "" || !(await act(block, element, value, slot, ctx))) draw();
      },
    });
    slot.replaceChildren(made.made);
  };
  draw();
  return slot;
}

/** An image of which only the words are shown: nothing is fetched from elsewhere. */
export const image = (item) => node("span", { class: "image", role: "img", "aria-label": item.alt_text, title: item.image_url }, icon("image"), item.alt_text);

export function interactive(block, element, ctx) {
  if (["button", "icon_button", "workflow_button"].includes(element.type)) return button(block, element, ctx);
  if (element.type === "image") return image(element);
  if (element.type === "overflow") return overflow(block, element, ctx);
  if (element.type === "feedback_buttons") return feedback(block, element, ctx);
  return takesValue(element) ? chosen(block, element, ctx) : node("span", { class: "soft" }, `[${element.type}]`);
}
