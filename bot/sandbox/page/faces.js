// People as one sees them: a coloured face with the first letter, a name.

import { node } from "./dom.js";

const COLORS = 6;

function colorOf(id) {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)) % 997;
  return sum % COLORS;
}

const SYSTEM = "USLACKBOT";

export function face(id, world, size = "") {
  const person = world.people[id] ?? { name: id };
  const kind = person.is_bot ? "app-face" : id === SYSTEM ? "slack-face" : `face-${colorOf(id)}`;
  return node("span", { class: `face ${kind} ${size}`, "aria-hidden": "true", title: person.real_name }, [...person.name][0].toUpperCase());
}

/** The name beside a message: apps are called as their maker wrote it. */
export function nameOf(id, world) {
  const person = world.people[id];
  if (!person) return id;
  if (id === SYSTEM) return "Slackbot";
  return person.is_bot ? person.real_name : person.name;
}
