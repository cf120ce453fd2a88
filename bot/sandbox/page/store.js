// What the page knows: who looks at what, and the state of the workspace as that person sees it.

import { speak } from "./words.js";

const SOMEBODY = "ana";
const GONE = "The local Slack does not answer. Is it still running?";

const kept = (key, otherwise) => sessionStorage.getItem(key) ?? otherwise;

function place() {
  const [, archives, channel, message] = location.pathname.split("/");
  if (archives !== "archives") return {};
  // A permalink names a message as "p" and its ts without the dot.
  const ts = message ? message.replace(/^p(\d+)(\d{6})$/, "$1.$2") : null;
  return { channel, mark: ts, thread: new URLSearchParams(location.search).get("thread_ts") };
}

/** Who looks, at which channel, thread and tab; `mark` is the message that a permalink names. */
export const look = { as: kept("as", SOMEBODY), channel: kept("channel", "general"), thread: null, tab: "messages", mark: null, ...place() };
export let world = null;
/** "shown" after each new state. */
export const store = new EventTarget();
/** "change" with what the server tells, "reconnect" after it came back. */
export const events = new EventTarget();

const TOAST_MS = 6000;
let toasted = 0;
export function toast(text) {
  const line = document.getElementById("toast");
  line.textContent = text;
  // Shown anew it lies above a modal that was opened meanwhile.
  if (line.matches(":popover-open")) line.hidePopover();
  line.showPopover();
  clearTimeout(toasted);
  toasted = setTimeout(() => line.hidePopover(), TOAST_MS);
}

async function post(action, body) {
  try {
    const response = await fetch(`/person/${action}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ as: look.as, ...body }),
    });
    return await response.json();
  } catch {
    return { ok: false, error: GONE };
  }
}

/** Do something as the person who looks. What is refused is said, unless `quiet`; `answered` hears it before it is drawn. */
export async function send(action, body = {}, { quiet = false, answered = () => {} } = {}) {
  const answer = await post(action, body);
  answered(answer);
  if (!answer.ok && !quiet) toast(answer.error);
  await refresh();
  return answer;
}

/** Upload a file that the person chose; {ok, file} or {ok: false, error}. */
export async function upload(file) {
  const query = new URLSearchParams({ as: look.as, name: file.name });
  try {
    const response = await fetch(`/person/upload?${query}`, {
      method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file,
    });
    return await response.json();
  } catch {
    return { ok: false, error: GONE };
  }
}

/** What an app offers in an external select. */
export async function suggest(where, block, element, query) {
  const answer = await post("suggest", { ...where, block_id: block.block_id, action_id: element.action_id, query });
  const option = (item) => ({ value: item.value, text: item.text.text, description: item.description?.text });
  const groups = (answer.option_groups ?? []).map((group) => ({ label: group.label.text, options: group.options.map(option) }));
  const error = answer.ok ? answer.error_line : answer.error;
  return { error, groups: groups.length ? groups : [{ options: (answer.options ?? []).map(option) }] };
}

let loading = null;
let again = false;
/** Read the state anew; calls that come meanwhile are answered by one more reading. */
export async function refresh() {
  if (loading) { again = true; return loading; }
  loading = load().finally(() => { loading = null; });
  await loading;
  if (again) { again = false; await refresh(); }
  return undefined;
}

async function read() {
  const query = new URLSearchParams({ as: look.as, channel: look.channel });
  try {
    return await (await fetch(`/person/state?${query}`)).json();
  } catch {
    return null;
  }
}

function become(name) {
  look.as = name;
  sessionStorage.setItem("as", name);
}

async function load() {
  const asked = `${look.as} ${look.channel}`;
  const answer = await read();
  if (!answer) return;
  if (asked !== `${look.as} ${look.channel}`) { again = true; return; }
  if (answer.ok) {
    world = answer;
    speak(world.locale);
    look.channel = answer.channel;
    // So that the way back to where one began has an address.
    if (location.pathname === "/") history.replaceState(null, "", address());
    store.dispatchEvent(new Event("shown"));
  } else if (look.channel !== "general") {
    Object.assign(look, { channel: "general", thread: null, mark: null });
    again = true;
  } else if (look.as !== SOMEBODY) {
    // A window remembers whom one acted as; another workspace need not have them.
    become(SOMEBODY);
    again = true;
  }
}

function address() {
  const thread = look.thread ? `?thread_ts=${look.thread}` : "";
  return `/archives/${look.channel}${thread}`;
}

/** Look at something else; the browser's "back" returns. */
export async function go(where) {
  Object.assign(look, { mark: null, tab: "messages" }, where.channel ? { thread: null } : {}, where);
  sessionStorage.setItem("channel", look.channel);
  history.pushState(null, "", address());
  await refresh();
}

const SHARED = ["channels", "groups"];

/** Become somebody else; a direct message of the one is no place of the other. */
export async function actAs(name) {
  const stays = SHARED.includes(channelNow()?.kind);
  Object.assign(look, { mark: null }, stays ? {} : { channel: "general", thread: null, tab: "messages" });
  become(name);
  await refresh();
}

addEventListener("popstate", () => {
  Object.assign(look, { thread: null, mark: null, tab: "messages" }, place());
  refresh();
});

export const channelNow = () => world.channels.find((channel) => channel.id === world.channel);
