// Emoji by their names in Slack. emoji.json comes from the data of the PyPI package `emoji` 2.16
// (BSD): every fully qualified emoji without a skin tone, by its aliases or else its English name,
// flags as `flag-xx`, professions also with a hyphen, and the names that only Slack has.

let names = {};
const TONES = { 2: "\u{1F3FB}", 3: "\u{1F3FC}", 4: "\u{1F3FD}", 5: "\u{1F3FE}", 6: "\u{1F3FF}" };
const SHORTCODE = /:([a-z0-9_+'-]+):(?::skin-tone-([2-6]):)?/g;

export const USUAL = [
  "+1", "white_check_mark", "eyes", "tada", "raised_hands", "heart", "joy", "pray", "rocket", "fire", "thinking_face",
  "-1", "wave", "clap", "100", "bulb", "memo", "hourglass_flowing_sand", "warning", "x", "question", "star", "muscle", "bug",
];

/** Read the table once; without it shortcodes simply stay as typed. */
export async function loadEmoji() {
  const response = await fetch("/page/emoji.json");
  if (response.ok) names = await response.json();
}

const toned = (character, tone) => (tone ? character.replace("\uFE0F", "").replace(/^./u, (first) => first + TONES[tone]) : character);

/** The character of a name, perhaps with `::skin-tone-3`; null for a custom or unknown one. */
export function character(name) {
  const [plain, tone] = name.split("::skin-tone-");
  return Object.hasOwn(names, plain) ? toned(names[plain], tone) : null;
}

/** A text with its shortcodes as characters. */
export const emoji = (text) => text.replace(SHORTCODE, (all, name, tone) => (Object.hasOwn(names, name) ? toned(names[name], tone) : all));

/** Names that hold the words of a search, the ones that start with it first. */
export function search(wanted, most = 64) {
  const word = wanted.trim().toLowerCase().replaceAll(" ", "_");
  if (!word) return USUAL.filter((name) => names[name]);
  const found = Object.keys(names).filter((name) => name.includes(word));
  return found.sort((a, b) => Number(b.startsWith(word)) - Number(a.startsWith(word)) || a.length - b.length).slice(0, most);
}
