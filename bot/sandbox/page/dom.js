// DOM nodes. Text only ever goes in as text nodes, never as HTML: nothing of a message can run.

const SVG = "http://www.w3.org/2000/svg";

function fill(made, props, children) {
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child != null && child !== "" && child !== false));
  return made;
}

export const node = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);

export const by = (id) => document.getElementById(id);

const PATHS = {
  menu: "M3 5h14M3 10h14M3 15h14",
  close: "M5 5l10 10M15 5L5 15",
  back: "M12 4l-6 6 6 6",
  send: "M3 10l14-6-5 13-3-5.5zM9 11.5L17 4",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  reply: "M4 4h12v9H9l-4 3v-3H4z",
  react: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM7.5 8.5h.01M12.5 8.5h.01M7 11.5c1.5 2.5 4.5 2.5 6 0",
  bolt: "M11 3L5 11h4l-1 6 6-8h-4z",
  slash: "M12 4L8 16",
  at: "M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0zm0 0c0 3 3.5 2.5 3.5-.5A6.5 6.5 0 1 0 13 16",
  code: "M7 6l-4 4 4 4M13 6l4 4-4 4",
  theme: "M10 3a7 7 0 1 0 7 7 5 5 0 0 1-7-7z",
  lock: "M6 9h8v7H6zM7.5 9V7a2.5 2.5 0 0 1 5 0v2",
  file: "M6 3h6l3 3v11H6zM12 3v3h3",
  down: "M5 8l5 5 5-5",
  check: "M4 10.5l4 4 8-9",
  download: "M10 3v9M6.5 9l3.5 3.5L13.5 9M4 16h12",
  image: "M3 4h14v12H3zM3 14l4-4 3 3 3-3 4 4M7.5 7.5h.01",
  play: "M7 5l8 5-8 5z",
  eye: "M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  home: "M3 9.5L10 4l7 5.5M5 8.5V16h10V8.5",
  info: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 9v4.5M10 6.5h.01",
  warning: "M10 3.5L17.5 16h-15zM10 8v4M10 14h.01",
};

/** A drawing beside a text, or in a button that has a label; screen readers pass over it. */
export function icon(name) {
  const made = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  fill(made, { viewBox: "0 0 20 20", class: `icon icon-${name}`, "aria-hidden": "true" }, [path]);
  return made;
}

/** A button that shows a drawing only; the label is its name and its tooltip. */
export const iconButton = (name, label, onclick, props = {}) =>
  node("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...props }, icon(name));

const safe = (url) => /^(https?|mailto|tel):/i.test(url);

/** A link in a tab of its own. Other schemes (`javascript:`) stay plain text. */
export function link(url, label, props = {}) {
  if (!safe(url)) return node("span", {}, label || url);
  return node("a", { href: url, target: "_blank", rel: "noopener noreferrer", ...props }, label || url);
}

let counted = 0;
/** An id that no other node of the page has. */
export const fresh = (name) => `${name}-${(counted += 1)}`;
