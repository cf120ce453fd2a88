// Block Kit as DOM nodes: what a block looks like in a message, a form or App Home.
//
// `ctx` is {world, states, act(block, element, value), suggest(block, element, query), input(block)}.

import { icon, link, node } from "./dom.js";
import { fieldIn } from "./fields.js";
import { markdown } from "./markdown.js";
import { object, plain } from "./mrkdwn.js";
import { image, interactive } from "./pressed.js";
import { rich } from "./rich.js";
import { dataTable, table } from "./tables.js";
import { plan, task } from "./tasks.js";
import { words } from "./words.js";

const pressed = (block, elements, ctx) => node("div", { class: "actions" }, (elements ?? []).map((element) => interactive(block, element, ctx)));

function section(block, ctx) {
  return node("div", { class: "section" },
    node("div", { class: "section-text" }, object(block.text, ctx.world),
      block.fields ? node("div", { class: "fields" }, block.fields.map((field) => node("div", {}, object(field, ctx.world)))) : null),
    block.accessory ? node("div", { class: "accessory" }, interactive(block, block.accessory, ctx)) : null);
}

const header = (block) => node(block.level > 2 ? "h4" : "h3", { class: "header" }, plain(block.text));

const context = (block, ctx) => node("div", { class: "context" },
  block.elements.map((item) => (item.type === "image" ? image(item) : object(item, ctx.world))));

function picture(block) {
  const title = block.title ? plain(block.title) : "";
  return node("figure", { class: "picture" }, title ? node("figcaption", {}, title) : null,
    node("div", { class: "placeholder", role: "img", "aria-label": block.alt_text }, icon("image"), node("span", {}, block.alt_text)));
}

function video(block) {
  const by = [block.author_name, block.provider_name].filter(Boolean).join(" · ");
  return node("div", { class: "boxed video" },
    by ? node("small", { class: "soft" }, by) : null,
    link(block.title_url ?? block.video_url, plain(block.title)),
    block.description ? node("p", {}, plain(block.description)) : null,
    link(block.video_url, node("span", { class: "placeholder" }, icon("play"), node("span", {}, block.alt_text))));
}

const ALERTS = { info: "info", warning: "warning", error: "warning", success: "check", default: "info" };

function alert(block, ctx) {
  const level = block.level ?? "default";
  return node("div", { class: `alert ${level}`, role: "note" }, icon(ALERTS[level]), object(block.text, ctx.world));
}

function card(block, ctx) {
  return node("div", { class: "boxed card" },
    block.hero_image ? node("div", { class: "placeholder" }, icon("image"), node("span", {}, block.hero_image.alt_text)) : null,
    node("div", { class: "card-head" }, block.icon ? image(block.icon) : null,
      node("div", {}, block.title ? node("div", { class: "card-title" }, object(block.title, ctx.world)) : null,
        block.subtitle ? node("div", { class: "soft" }, object(block.subtitle, ctx.world)) : null)),
    object(block.body, ctx.world),
    block.subtext ? node("div", { class: "soft" }, object(block.subtext, ctx.world)) : null,
    block.actions ? pressed(block, block.actions, ctx) : null);
}

function container(block, ctx) {
  const title = node("span", { class: "card-title" }, block.icon ? image(block.icon) : null,
    block.rich_text_title ? rich(block.rich_text_title, ctx.world) : plain(block.title));
  const under = block.subtitle ? node("span", { class: "soft" }, object(block.subtitle, ctx.world)) : null;
  const inner = block.child_blocks.map((child) => blockNode(child, ctx));
  const looks = `boxed container ${block.width ?? "standard"}${block.has_header_divider ? " divided" : ""}`;
  if (!block.is_collapsible) return node("div", { class: looks }, node("div", { class: "container-head" }, title, under), inner);
  return node("details", { class: looks, open: !block.default_collapsed }, node("summary", { class: "container-head" }, title, under), inner);
}

const carousel = (block, ctx) => node("div", { class: "carousel", role: "group", "aria-label": words.carousel, tabindex: "0" },
  block.elements.map((child) => blockNode(child, ctx)));

function authProvider(block, ctx) {
  const [url, label] = block.is_connected ? [block.disconnect_url, words.disconnect] : [block.auth_url, words.connect];
  const state = [plain(block.connected_identity), plain(block.connected_context)].filter(Boolean).join(" · ");
  return node("div", { class: "boxed section" },
    node("div", { class: "section-text" }, node("div", { class: "card-title" }, plain(block.name)),
      block.description ? node("div", { class: "soft" }, plain(block.description)) : null,
      block.is_connected ? node("div", { class: "soft" }, state || words.connected) : null),
    url ? link(url, label) : null, block.accessory ? interactive(block, block.accessory, ctx) : null);
}

const MAKERS = {
  auth_provider: authProvider, section, header, context, alert, card, container, carousel, video,
  divider: () => node("hr"),
  actions: (block, ctx) => pressed(block, block.elements, ctx),
  context_actions: (block, ctx) => pressed(block, block.elements, ctx),
  input: (block, ctx) => (ctx.input ? ctx.input(block) : fieldIn(block, ctx)),
  markdown: (block, ctx) => markdown(block.text, ctx.world),
  rich_text: (block, ctx) => rich(block, ctx.world),
  image: picture,
  table: (block, ctx) => table(block, ctx.world),
  data_table: (block, ctx) => dataTable(block, ctx.world),
  plan: (block, ctx) => plan(block, ctx.world),
  task_card: (block, ctx) => task(block, ctx.world),
  call: (block) => node("div", { class: "boxed" }, icon("play"), ` ${block.call?.v1?.name ?? words.call}`),
  file: (block) => node("div", { class: "boxed file" }, icon("file"), node("span", {}, block.external_id)),
};

export function blockNode(block, ctx) {
  const make = Object.hasOwn(MAKERS, block.type) ? MAKERS[block.type] : () => node("code", {}, block.type);
  return make(block, ctx);
}
