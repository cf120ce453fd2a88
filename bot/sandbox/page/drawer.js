// The developer's drawer: its tabs, its connection line, and when its panels look again.

import { node } from "./dom.js";
import { faultsPanel } from "./drawer_faults.js";
import { trafficPanel } from "./drawer_traffic.js";
import { workspacePanel } from "./drawer_workspace.js";

// A burst of calls is shown in one go.
const TOGETHER = 80;

export async function ask(path, options = {}) {
  const { body, ...rest } = options;
  const sent = body === undefined ? rest : {
    ...rest, body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
  };
  let answer;
  try {
    answer = await (await fetch(path, sent)).json();
  } catch {
    throw new Error("The local Slack does not answer. Is it still running?");
  }
  if (!answer.ok) throw new Error(answer.error);
  return answer;
}

export function mountDrawer(host, { events, toast, tz }) {
  const told = (work) => async (...given) => {
    try {
      return await work(...given);
    } catch (error) {
      toast(error.message);
      return null;
    }
  };
  const connection = node("p", { class: "drawer-connection", role: "status" });
  const context = { ask, told, toast, tz, connected: (app) => showConnection(connection, app) };
  const panels = [
    ["traffic", "Traffic", trafficPanel(context)],
    ["faults", "Faults", faultsPanel(context)],
    ["workspace", "Workspace", workspacePanel(context)],
  ];
  const { list, chosen } = tabs(panels, () => look());
  host.replaceChildren(
    node("div", { class: "drawer-head" }, list, connection),
    ...panels.map(([, , panel]) => panel.element));

  let due = null;
  const look = (again = false) => {
    if (host.hidden) return;
    clearTimeout(due);
    due = setTimeout(() => { due = null; chosen().look(again); }, again ? 0 : TOGETHER);
  };
  const app = told(async () => context.connected(await ask("/control/app")));
  events.addEventListener("change", ({ detail }) => {
    if (["connection", "app"].includes(detail.kind)) app();
    look();
  });
  events.addEventListener("reconnect", () => { app(); look(true); });
  events.addEventListener("person", () => look());
  new MutationObserver(() => look()).observe(host, { attributeFilter: ["hidden"] });
  app();
  look();
}

function showConnection(line, app) {
  const { transport, connections, request_url: url } = app;
  const open = transport === "http" || connections > 0;
  const text = transport === "http" ? `HTTP to ${url}`
    : connections ? `Socket Mode, ${connections} connection${connections === 1 ? "" : "s"}` : "App not connected";
  line.replaceChildren(node("span", { class: open ? "dot on" : "dot", "aria-hidden": "true" }), text);
}

// The tabs pattern: one stop for Tab, the arrows, Home and End move between the tabs.
function tabs(panels, changed) {
  let at = 0;
  const buttons = panels.map(([name, label, panel], index) => {
    panel.element.id = `drawer-${name}`;
    panel.element.setAttribute("role", "tabpanel");
    panel.element.setAttribute("aria-labelledby", `drawer-tab-${name}`);
    return node("button", {
      type: "button", role: "tab", id: `drawer-tab-${name}`, "aria-controls": `drawer-${name}`,
      onclick: () => choose(index),
    }, label);
  });
  const choose = (index) => {
    at = index;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === at));
      button.tabIndex = i === at ? 0 : -1;
      panels[i][2].element.hidden = i !== at;
    });
    changed();
  };
  const moves = { ArrowRight: () => at + 1, ArrowLeft: () => at - 1, Home: () => 0, End: () => -1 };
  const list = node("div", {
    role: "tablist", class: "drawer-tabs", "aria-label": "Developer",
    onkeydown: (event) => {
      const move = moves[event.key];
      if (!move) return;
      event.preventDefault();
      choose((move() + buttons.length) % buttons.length);
      buttons[at].focus();
    },
  }, ...buttons);
  // The first one is chosen without news: the drawer looks by itself when it is there.
  const notify = changed;
  changed = () => {};
  choose(0);
  changed = notify;
  return { list, chosen: () => panels[at][2] };
}
