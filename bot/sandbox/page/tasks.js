// Plans and task cards: what an app is doing, step by step.

import { icon, link, node } from "./dom.js";
import { emoji } from "./emoji.js";
import { rich } from "./rich.js";
import { words } from "./words.js";

const SIGNS = {
  pending: () => node("span", { class: "ring" }),
  in_progress: () => node("span", { class: "spinner" }),
  complete: () => icon("check"),
  error: () => icon("close"),
};

export function task(item, world) {
  const label = words[item.status];
  const more = [
    item.details ? rich(item.details, world) : null,
    item.output ? node("div", { class: "output" }, rich(item.output, world)) : null,
    item.sources?.length ? node("div", { class: "sources" }, item.sources.map((source) => link(source.url, source.text, { class: "source" }))) : null,
  ].filter(Boolean);
  return node("div", { class: `task ${item.status}` },
    node("span", { class: "mark", role: "img", "aria-label": label, title: label }, SIGNS[item.status]()),
    node("div", { class: "task-body" }, item.hide_title ? null : node("span", { class: "task-title" }, emoji(item.title)), more));
}

export function plan(block, world) {
  const tasks = block.tasks ?? [];
  const done = tasks.filter((item) => item.status === "complete").length;
  return node("div", { class: "plan" },
    node("div", { class: "plan-head" }, node("strong", {}, emoji(block.title)),
      tasks.length ? node("span", { class: "soft" }, words.done(done, tasks.length)) : null),
    tasks.map((item) => task(item, world)));
}
