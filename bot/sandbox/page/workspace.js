// The page: fetches what the acting person sees, shows it, and sends what they do. Live by events.

import { blockNode } from "./blocks.js";
import { fillModal } from "./forms.js";
import { mrkdwn, node, object } from "./markup.js";

const by = (id) => document.getElementById(id);
const look = {
  as: sessionStorage.getItem("as") ?? "ana",
  channel: location.pathname.split("/")[2] ?? sessionStorage.getItem("channel") ?? "general",
  thread: new URLSearchParams(location.search).get("thread_ts"),
};
let world = null;
let shownView = "";

async function send(action, body) {
  const response = await fetch(`/person/${action}`, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ as: look.as, ...body }),
  });
  const answer = await response.json();
  if (!answer.ok) toast(answer.error);
  else if (answer.error_line) toast(answer.error_line);
  await refresh();
  return answer;
}

function toast(text) {
  by("toast").textContent = text;
  by("toast").hidden = false;
  setTimeout(() => { by("toast").hidden = true; }, 6000);
}

function confirmed(element) {
  if (!element.confirm) return Promise.resolve(true);
  const { title, text, confirm, deny, style } = element.confirm;
  return new Promise((resolve) => {
    const dialog = by("confirm");
    const answer = (value) => () => { dialog.close(); resolve(value); };
    dialog.oncancel = answer(false);
    dialog.replaceChildren(node("h2", {}, title.text), object(text, world), node("div", { class: "buttons" },
      node("button", { type: "button", onclick: answer(false) }, deny?.text ?? "Cancel"),
      node("button", { type: "button", class: style ?? "primary", onclick: answer(true) }, confirm?.text ?? "Yes")));
    dialog.showModal();
  });
}

const time = (ts) => new Intl.DateTimeFormat("en-GB", { timeZone: world.tz, hour: "2-digit", minute: "2-digit" })
  .format(new Date(Number(ts) * 1000));

function messageNode(message, inThread) {
  const person = world.people[message.user] ?? { name: message.user };
  const act = async (element, value) => {
    if (await confirmed(element)) {
      await send("click", { channel: message.channel, ts: message.ts, action_id: element.action_id, value });
    }
  };
  const blocks = message.blocks ?? [];
  const waits = blocks.some((block) => block.type === "actions");
  return node("li", { class: `message${message.only_for ? " private" : ""}${waits ? " waits" : ""}` },
    node("span", { class: "face", "aria-hidden": "true" }, person.name[0].toUpperCase()),
    node("div", { class: "body" },
      message.only_for ? node("small", { class: "only" }, "Only visible to you") : null,
      node("p", { class: "head" }, node("strong", {}, person.name), person.is_bot ? node("small", { class: "app" }, "APP") : null,
        node("time", {}, time(message.ts)), message.edited ? node("small", {}, "(edited)") : null),
      ...(blocks.length ? blocks.map((block) => blockNode(block, world, act)) : [mrkdwn(message.text, world)]),
      ...(message.files ?? []).map((file) => node("a", {
        class: "file", href: `/person/files/${file.id}`, target: "_blank", rel: "noopener noreferrer",
      }, `📎 ${file.title} · ${file.size} bytes`)),
      !inThread && message.reply_count ? node("button", { type: "button", class: "replies", onclick: () => open(message.ts) },
        `${message.reply_count} ${message.reply_count === 1 ? "reply" : "replies"}`) : null,
      !inThread && !message.reply_count && !message.only_for ? node("button", {
        type: "button", class: "replies quiet", onclick: () => open(message.ts) }, "Reply in thread") : null));
}

function open(ts) {
  look.thread = ts;
  show();
}

const inThread = (m) => m.thread_ts && m.thread_ts !== m.ts;

function fill(list, messages, threaded) {
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
  list.replaceChildren(...messages.map((m) => messageNode(m, threaded)));
  if (atEnd) list.scrollTop = list.scrollHeight;
}

function show() {
  const channel = world.channels.find((c) => c.id === world.channel);
  const mark = { channels: "# ", groups: "🔒 ", im: "@ " }[channel.kind];
  by("team").textContent = world.team;
  by("title").textContent = mark + channel.name;
  by("note").textContent = channel.archived ? "archived" : channel.has_bot ? "" : "the app is not in this channel";
  by("channels").replaceChildren(...world.channels.map((c) => node("li", {}, node("button", {
    type: "button", "aria-current": c.id === channel.id ? "page" : null,
    onclick: () => { look.channel = c.id; look.thread = null; sessionStorage.setItem("channel", c.id); refresh(); },
  }, { channels: "# ", groups: "🔒 ", im: "@ " }[c.kind] + c.name))));
  by("me").replaceChildren(...Object.values(world.people).filter((p) => !p.is_bot && p.name !== "slackbot")
    .map((p) => node("option", { value: p.name, selected: p.name === look.as }, p.name)));
  const sorted = [...world.messages].sort((a, b) => (a.ts < b.ts ? -1 : 1));
  fill(by("messages"), sorted.filter((m) => !inThread(m) || m.broadcast), false);
  by("thread").hidden = !look.thread;
  if (look.thread) fill(by("replies"), sorted.filter((m) => m.ts === look.thread || m.thread_ts === look.thread), true);
  showModal();
}

function showModal() {
  const view = world.view;
  const now = view ? `${view.id} ${view.hash} ${JSON.stringify(view.errors)}` : "";
  if (now === shownView) return;
  shownView = now;
  if (!view) return by("modal").close();
  fillModal(by("modal"), view, world, {
    submit: (values) => send("submit", { view_id: view.id, values }),
    close: () => send("close", { view_id: view.id }),
    press: (element, value) => send("press", { view_id: view.id, action_id: element.action_id, value }),
  });
}

let loading = null;
let again = false;
async function refresh() {
  if (loading) { again = true; return loading; }
  loading = load().finally(() => { loading = null; });
  await loading;
  if (again) { again = false; await refresh(); }
}

async function load() {
  const query = new URLSearchParams({ as: look.as, channel: look.channel });
  const answer = await (await fetch(`/person/state?${query}`)).json();
  if (answer.ok) { world = answer; look.channel = answer.channel; show(); }
  else if (look.channel !== "general") { look.channel = "general"; again = true; }
}

function composer(form, thread) {
  const box = form.querySelector("textarea");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = box.value;
    if (!text.trim()) return;
    box.value = "";
    const place = { channel: look.channel, thread_ts: thread() };
    const command = /^(\/\S+)\s?([\s\S]*)$/.exec(text);
    const answer = command
      ? await send("slash", { ...place, command: command[1], text: command[2] })
      : await send("post", { ...place, text });
    if (!answer.ok) box.value = text;
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
}

composer(by("composer"), () => null);
composer(by("reply"), () => look.thread);
by("close-thread").addEventListener("click", () => { look.thread = null; show(); });
by("me").addEventListener("change", (event) => {
  look.as = event.target.value;
  sessionStorage.setItem("as", look.as);
  shownView = "";
  refresh();
});
const events = new EventSource("/person/events");
events.onmessage = (event) => {
  if (!["call", "delivery"].includes(JSON.parse(event.data).kind)) refresh();
};
events.onopen = refresh;
