// What stands at the beginning of a conversation, and what to type first.

import { icon, node } from "./dom.js";
import { face } from "./faces.js";
import { world } from "./store.js";
import { words } from "./words.js";

const TITLES = {
  channels: (channel) => [node("span", { class: "start-sign", "aria-hidden": "true" }, "#"), words.beginning(`#${channel.name}`)],
  groups: (channel) => [node("span", { class: "start-sign", "aria-hidden": "true" }, icon("lock")), words.beginning(channel.name)],
};

function title(channel) {
  if (TITLES[channel.kind]) return TITLES[channel.kind](channel);
  const other = channel.members.find((member) => member !== world.me) ?? world.me;
  const name = channel.id === world.app.channel ? world.app.name : channel.name;
  return [face(other, world), words.between(name)];
}

function command([name, { description, usage_hint: hint }], begin) {
  return node("li", {}, node("button", { type: "button", class: "starter", onclick: () => begin(`${name} `) },
    node("span", {}, node("code", {}, name), hint ? node("span", { class: "soft" }, ` ${hint}`) : null), node("span", { class: "soft" }, description)));
}

/** `empty` is whether nothing was said here yet and one can; `begin` puts a command into the composer. */
export function startOf(channel, { empty, begin }) {
  const [sign, text] = title(channel);
  const commands = Object.entries(world.commands);
  const withApp = channel.has_bot || channel.kind === "channels";
  const invited = channel.kind === "groups" && !channel.has_bot
    ? node("p", { class: "soft" }, words.appMissing(world.app.name), node("code", {}, `/invite @${world.people[world.app.user].name}`), ".") : null;
  return node("div", { class: "start-body" }, sign, node("h3", {}, text), empty ? invited : null,
    empty && withApp && commands.length ? node("div", {},
      node("p", { class: "first" }, words.commandFirst[0], node("code", {}, commands[0][0]), words.commandFirst[1]),
      node("ul", { class: "starters", "aria-label": words.commands }, commands.map((one) => command(one, begin)))) : null);
}
