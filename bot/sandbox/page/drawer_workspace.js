// The app and its workspace: what is declared, what can be taken away from it, and its tokens.

import { node } from "./dom.js";
import { copy } from "./drawer_entry.js";
import { confirmed } from "./popup.js";

const TOKENS = [
  ["bot_token", "Bot token", "xoxb-…"], ["app_token", "App-level token", "xapp-…"],
  ["user_token", "User token", "xoxp-…"], ["signing_secret", "Signing secret", "…"],
];

const HARM = [
  ["revoke", "Revoke the bot's token", "The bot's token is revoked."],
  ["uninstall", "Uninstall the app", "The app is uninstalled."],
];
const REPAIR = ["reinstall", "Reinstall the app", "The app is installed again."];

const terms = (pairs) => node("dl", {}, ...pairs.flatMap(([term, value]) => [node("dt", {}, term), node("dd", {}, value)]));

const chips = (words) => words.length
  ? node("span", { class: "chips" }, ...words.map((word) => node("code", {}, word))) : node("span", { class: "soft" }, "none");

function declared(app) {
  const commands = app.commands === null ? "any may be typed" : chips(Object.keys(app.commands));
  return terms([
    ["App", `${app.name} (@${app.display_name})`],
    ["Installed", app.installed ? "yes" : "no: the token is revoked"],
    ["Kept", app.not_kept || app.state_file || "nothing after a restart"],
    ["Web API", node("code", {}, app.api_url)],
    ["Commands", commands],
    ["Shortcuts", chips(app.shortcuts.map((shortcut) => `${shortcut.name} (${shortcut.type})`))],
    ["Events", chips(app.events)],
    ["Interactivity", app.interactive ? "on" : "off: buttons and forms do not reach the app"],
    ["App Home", app.home_tab ? "on" : "off"],
    ["Bot scopes", chips(app.bot_scopes)],
    ["User scopes", chips(app.user_scopes)],
  ]);
}

export function workspacePanel({ ask, told, toast, connected }) {
  const facts = node("div");
  const channels = node("ul", { class: "channels" });
  const install = node("div", { class: "buttons-row" });

  const person = told(async (action, body, said) => {
    await ask(`/person/${action}`, { method: "POST", body });
    toast(said);
    await look();
  });

  function channelNode(channel) {
    const name = `#${channel.name}`;
    const act = (label, action, said) => node("button", {
      type: "button", class: "plain", "aria-label": `${label}: ${name}`,
      onclick: () => person("channel", { as: channel.as, channel: channel.id, do: action }, said),
    }, label);
    return node("li", {}, node("b", {}, name),
      node("span", { class: "soft" }, [channel.private ? "private" : "", channel.archived ? "archived" : "", channel.has_bot ? "the bot is here" : "without the bot"].filter(Boolean).join(", ")),
      channel.has_bot ? act("Remove the bot", "kick_bot", `The bot was removed from ${name}.`)
        : act("Invite the bot", "invite_bot", `The bot is in ${name} now.`),
      channel.archived ? act("Unarchive", "unarchive", `${name} is back.`) : act("Archive", "archive", `${name} is archived.`));
  }

  const installNode = ([action, label, said], style, sure = () => true) => node("button", {
    type: "button", class: style, onclick: async () => { if (await sure()) await person("token", { do: action }, said); },
  }, label);

  const harmNode = (harm) => installNode(harm, "danger", () => confirmed({
    title: `${harm[1]}?`, text: "The app cannot do anything here until you reinstall it.", confirm: harm[1], deny: "Cancel", style: "danger",
  }));

  const look = told(async () => {
    const app = await ask("/control/app");
    connected(app);
    facts.replaceChildren(declared(app));
    channels.replaceChildren(...app.channels.map(channelNode));
    install.replaceChildren(...(app.installed ? HARM.map(harmNode) : [installNode(REPAIR, "plain")]));
  });

  return {
    element: node("div", { class: "drawer-panel columns" },
      node("section", {}, node("h3", {}, "App"), facts),
      node("section", {}, node("h3", {}, "What hurts a bot"), channels, install),
      node("section", {}, node("h3", {}, "Secrets"),
        node("p", { class: "soft" }, "They work in this local workspace only."),
        ...TOKENS.map(([name, label, form]) => tokenNode({ ask, told, toast }, name, label, form)))),
    look,
  };
}

function tokenNode({ ask, told, toast }, name, label, form) {
  const value = node("code", {}, form);
  const fetchIt = async () => (await ask("/control/tokens"))[name];
  const show = node("button", {
    type: "button", class: "plain", "aria-pressed": "false", "aria-label": `Show: ${label}`,
    onclick: told(async () => {
      const on = show.getAttribute("aria-pressed") !== "true";
      value.textContent = on ? await fetchIt() : form;
      show.setAttribute("aria-pressed", String(on));
    }),
  }, "Show");
  return node("div", { class: "secret" }, node("b", {}, label), value, show,
    node("button", { type: "button", class: "plain", "aria-label": `Copy: ${label}`, onclick: told(async () => copy(await fetchIt(), label, toast)) }, "Copy"));
}
