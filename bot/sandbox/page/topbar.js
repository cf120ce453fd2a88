// The bar on top: who looks, light or dark, the developer's drawer, whether the server answers.

import { by, icon, node } from "./dom.js";
import { face } from "./faces.js";
import { actAs, events, look, refresh, toast, world } from "./store.js";

const AGAIN_MS = 1000;
const QUIET = ["call", "delivery", "kept"];

export function showPeople() {
  const people = Object.values(world.people).filter((person) => !person.is_bot && person.name !== "slackbot");
  const select = by("me");
  const names = people.map((person) => person.name);
  // An open list must not change under the pointer.
  if ([...select.options].map((option) => option.value).join() !== names.join()) {
    select.replaceChildren(...people.map((person) => node("option", { value: person.name }, person.name)));
  }
  select.value = world.people[world.me].name;
  by("my-face").replaceChildren(face(world.me, world, "small"));
}

function scheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem("theme", name);
}

function switchScheme() {
  const dark = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  scheme(dark === "dark" ? "light" : "dark");
}

let mounted = false;
async function toggleDrawer() {
  const drawer = by("drawer");
  drawer.hidden = !drawer.hidden;
  by("drawer-toggle").setAttribute("aria-expanded", String(!drawer.hidden));
  if (drawer.hidden || mounted) return;
  mounted = true;
  const { mountDrawer } = await import("./drawer.js");
  mountDrawer(drawer, { events, toast, tz: () => world.tz });
}

/** News by server-sent events; after a pause of the server everything is read anew. */
function listen() {
  const source = new EventSource("/person/events");
  source.onmessage = (event) => {
    const change = JSON.parse(event.data);
    events.dispatchEvent(new CustomEvent("change", { detail: change }));
    if (!QUIET.includes(change.kind)) refresh();
  };
  source.onopen = () => {
    if (!by("offline").hidden) events.dispatchEvent(new Event("reconnect"));
    by("offline").hidden = true;
    refresh();
  };
  source.onerror = () => {
    by("offline").hidden = false;
    // The browser tries again by itself unless it has given up.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  };
}

export function startTopbar() {
  const kept = localStorage.getItem("theme");
  if (kept) scheme(kept);
  by("theme").append(icon("theme"));
  by("theme").addEventListener("click", switchScheme);
  by("drawer-toggle").prepend(icon("code"));
  by("drawer-toggle").addEventListener("click", toggleDrawer);
  by("me").addEventListener("change", async (event) => {
    await actAs(event.target.value);
    events.dispatchEvent(new Event("person"));
  });
  by("me").value = look.as;
  listen();
}
