// The timeline of calls and deliveries: rows, filter, live updates, and the place one reads at.

import { exactClock, moment } from "./dates.js";
import { node } from "./dom.js";
import { entryNode } from "./drawer_entry.js";

const MOST_ROWS = 500;
const PAGE = 100;
const NEAR_END = 40;
const KINDS = [["call", "→ Calls"], ["delivery", "← Deliveries"]];

function duration(seconds) {
  if (seconds == null) return "";
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

function result(row) {
  if (row.outcome === "waiting") return "waiting…";
  if (row.outcome === "error") return row.error || String(row.status);
  return row.status ? String(row.status) : "ack";
}

function summary(row, tz) {
  const call = row.side === "call";
  return [
    node("time", { datetime: moment(row.at).toISOString(), title: tz }, exactClock(moment(row.at), tz)),
    node("span", { class: "side", title: call ? "Call from the app" : "Delivery to the app" },
      node("span", { "aria-hidden": "true" }, call ? "→" : "←"),
      node("span", { class: "unseen" }, call ? "call" : "delivery")),
    node("span", { class: "what" }, node("b", {}, row.name), row.about ? node("span", {}, row.about) : null,
      ...row.badges.map((badge) => node("span", { class: "badge" }, badge))),
    node("span", { class: "result" }, result(row)),
    node("span", { class: "took" }, duration(row.duration)),
  ];
}

export function trafficPanel(context) {
  const shown = new Map();
  const state = { text: "", sides: new Set(["call", "delivery"]), errors: false, paused: false, tz: context.tz(), floor: 0, most: MOST_ROWS, unread: 0, busy: false };

  const list = node("ol", { class: "traffic", "aria-label": "Calls and deliveries" });
  const empty = node("p", { class: "drawer-empty" });
  const earlier = node("button", { type: "button", class: "plain", hidden: true, onclick: context.told(loadEarlier) }, "Load earlier");
  const unread = node("button", { type: "button", class: "unread", hidden: true, onclick: () => toEnd() });
  const scroller = node("div", { class: "traffic-scroll", onscroll: () => { if (atEnd()) toEnd(); } }, earlier, list, empty);

  const atEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;
  const toEnd = () => { scroller.scrollTop = scroller.scrollHeight; state.unread = 0; unread.hidden = true; };
  const last = () => Math.max(state.floor, ...shown.keys());
  const first = () => Math.min(...shown.keys());

  function matches(row) {
    if (!state.sides.has(row.side) || (state.errors && row.outcome !== "error" && !row.badges.length)) return false;
    const text = [row.name, row.about, row.error, row.status, ...row.badges, ...row.notes].join(" ").toLowerCase();
    return state.text.split(/\s+/).every((word) => text.includes(word));
  }

  function filter() {
    for (const { row, item } of shown.values()) item.hidden = !matches(row);
    const some = [...shown.values()].some(({ item }) => !item.hidden);
    empty.hidden = some;
    empty.textContent = shown.size ? "Nothing here matches the filter."
      : "Nothing yet. What the app calls, and what it is sent, appears here as it happens.";
  }

  function put(row) {
    const known = shown.get(row.number);
    if (known) {
      if (JSON.stringify(known.row) !== JSON.stringify(row)) known.update(row);
      return known.item;
    }
    const made = rowNode(row, context);
    shown.set(row.number, made);
    return made.item;
  }

  /** Times are in the zone of the person who looks, as in the messages. */
  function followZone() {
    if (state.tz === context.tz()) return;
    state.tz = context.tz();
    for (const { row, update } of shown.values()) update(row);
  }

  async function look(anew) {
    followZone();
    if (anew) { shown.clear(); list.replaceChildren(); state.floor = 0; }
    if (state.paused || state.busy) { state.again = state.busy; return; }
    state.busy = true;
    try {
      await fetchNews();
    } finally {
      state.busy = false;
    }
    if (state.again) { state.again = false; await look(); }
  }

  async function fetchNews() {
    const waiting = [...shown.values()].filter(({ row }) => row.outcome === "waiting").map(({ row }) => row.number);
    const since = Math.min(last(), ...waiting.map((number) => number - 1));
    const query = shown.size || state.floor ? `since=${since}&limit=${MOST_ROWS}` : `limit=${PAGE * 2}`;
    const { rows, more } = await context.ask(`/control/traffic?${query}`);
    const stay = !atEnd();
    const fresh = rows.filter((row) => !shown.has(row.number) && row.number > state.floor);
    if (!shown.size && !state.floor) earlier.hidden = !more;
    for (const row of rows) if (shown.has(row.number)) put(row);
    list.append(...fresh.map(put));
    filter();
    if (stay) {
      state.unread += fresh.filter(matches).length;
      unread.textContent = `↓ ${state.unread} new`;
      unread.hidden = !state.unread;
    } else {
      trim();
      toEnd();
    }
    if (more && query.startsWith("since")) state.again = true;
  }

  // Only while the newest ones are being read: nothing is taken away from under the reader.
  function trim() {
    const numbers = [...shown.keys()].sort((a, b) => a - b);
    for (const number of numbers.slice(0, Math.max(0, numbers.length - state.most))) {
      shown.get(number).item.remove();
      shown.delete(number);
      earlier.hidden = false;
    }
  }

  async function loadEarlier() {
    const before = shown.size ? first() : state.floor + 1;
    const { rows, more } = await context.ask(`/control/traffic?before=${before}&limit=${PAGE}`);
    const height = scroller.scrollHeight;
    list.prepend(...rows.map(put));
    state.most += rows.length;
    earlier.hidden = !more;
    filter();
    scroller.scrollTop += scroller.scrollHeight - height;
  }

  function clear() {
    state.floor = last();
    shown.clear();
    list.replaceChildren();
    earlier.hidden = !state.floor;
    state.unread = 0;
    unread.hidden = true;
    filter();
  }

  const toggle = (label, pressed, change) => node("button", {
    type: "button", class: "toggle", "aria-pressed": String(pressed),
    onclick: (event) => {
      const on = event.currentTarget.getAttribute("aria-pressed") !== "true";
      event.currentTarget.setAttribute("aria-pressed", String(on));
      change(on);
    },
  }, label);

  const bar = node("div", { class: "drawer-bar" },
    node("input", {
      type: "search", placeholder: "Filter", "aria-label": "Filter the traffic",
      oninput: (event) => { state.text = event.target.value.trim().toLowerCase(); filter(); },
    }),
    ...KINDS.map(([side, label]) => toggle(label, true, (on) => {
      if (on) state.sides.add(side); else state.sides.delete(side);
      filter();
    })),
    toggle("Errors only", false, (on) => { state.errors = on; filter(); }),
    node("span", { class: "gap" }),
    toggle("Pause", false, (on) => { state.paused = on; if (!on) context.told(look)(); }),
    node("button", { type: "button", class: "plain", title: "Clears the view only", onclick: clear }, "Clear"));

  filter();
  return {
    element: node("div", { class: "drawer-panel traffic-panel" }, bar, scroller, unread),
    look: context.told(look),
  };
}

function rowNode(row, context) {
  const notes = node("div", { class: "notes" });
  const place = node("div", { class: "entry", hidden: true });
  const button = node("button", { type: "button", class: "row", "aria-expanded": "false" });
  const item = node("li", {}, button, notes, place);
  const made = { row, item, update };

  const fill = context.told(async () => {
    const { entry } = await context.ask(`/control/traffic/${made.row.number}`);
    place.replaceChildren(entryNode(entry, context));
  });

  function update(news) {
    made.row = news;
    item.className = `is-${news.outcome}${news.badges.length ? " is-marked" : ""}`;
    button.replaceChildren(...summary(news, context.tz()));
    notes.replaceChildren(...news.notes.map((note) => node("p", {}, note)));
    notes.hidden = !news.notes.length;
    if (!place.hidden) fill();
  }

  button.addEventListener("click", () => {
    place.hidden = !place.hidden;
    button.setAttribute("aria-expanded", String(!place.hidden));
    if (!place.hidden) fill();
  });
  update(row);
  return made;
}
