// Times as people read them: always in the zone of the person who looks.

import { words } from "./words.js";

const DAY_MS = 86_400_000;
const ENGLISH = "en-GB";

const formatter = new Map();
function show(moment, tz, options, locale = ENGLISH) {
  const key = JSON.stringify([tz, options, locale]);
  if (!formatter.has(key)) formatter.set(key, new Intl.DateTimeFormat(locale, { timeZone: tz, ...options }));
  return formatter.get(key).format(moment);
}

export const moment = (ts) => new Date(Number(ts) * 1000);

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
export const clock = (at, tz) => show(at, tz, CLOCK);

const SECONDS = { ...CLOCK, second: "2-digit" };
/** To the millisecond, as a log wants it. */
export const exactClock = (at, tz) => show(at, tz, { ...SECONDS, fractionalSecondDigits: 3 });

/** Year, month and day in a zone, as 2026-11-30: what tells days apart. */
export const dayOf = (at, tz) => show(at, tz, { year: "numeric", month: "2-digit", day: "2-digit" }, "sv-SE");

function ordinal(day) {
  const tens = day % 100;
  if (tens >= 11 && tens <= 13) return `${day}th`;
  return `${day}${["th", "st", "nd", "rd"][day % 10] ?? "th"}`; // codespell:ignore nd
}

function english(at, tz, { weekday, month, year }) {
  const day = ordinal(Number(show(at, tz, { day: "numeric" })));
  const head = weekday ? `${show(at, tz, { weekday: "long" })}, ` : "";
  const name = show(at, tz, { month }, "en-US");
  return `${head}${name} ${month === "short" ? Number.parseInt(day, 10) : day}${year ? `, ${show(at, tz, { year: "numeric" })}` : ""}`;
}

const daysFromNow = (at, tz) => Math.round((Date.parse(dayOf(at, tz)) - Date.parse(dayOf(new Date(), tz))) / DAY_MS);

function nearDay(at, tz, locale) {
  const days = daysFromNow(at, tz);
  return Math.abs(days) > 1 ? "" : new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day");
}

/** The line between two days. */
export function dayLabel(at, { tz, locale }) {
  const near = nearDay(at, tz, locale);
  if (near) return near[0].toUpperCase() + near.slice(1);
  const thisYear = dayOf(at, tz).slice(0, 4) === dayOf(new Date(), tz).slice(0, 4);
  return local(at, tz, locale, { weekday: true, month: "long", year: !thisYear });
}

/** The tooltip of a time. */
export const fullDate = (at, { tz, locale }) => words.dayAt(local(at, tz, locale, { weekday: true, month: "long", year: true }), show(at, tz, SECONDS));

/** "today at 14:05". */
export const when = (at, { tz, locale }) => words.dayAt(nearDay(at, tz, locale) || local(at, tz, locale, { month: "short" }), clock(at, tz));

const STEPS = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

export function ago(at, locale) {
  const seconds = Math.round((at - Date.now()) / 1000);
  const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(seconds / length), unit);
}

function local(at, tz, locale, parts) {
  if (locale.startsWith("en")) return english(at, tz, parts);
  const { weekday, month, year } = parts;
  return show(at, tz, { weekday: weekday ? "long" : undefined, month, year: year ? "numeric" : undefined, day: "numeric" }, locale);
}

/** Slack's `<!date^…>`: each token of the form in the reader's zone and language; "" for no date. */
export function slackDate(timestamp, form, { tz, locale = "en-US" }) {
  const at = moment(timestamp);
  if (Number.isNaN(at.getTime())) return "";
  const date = (weekday, month) => local(at, tz, locale, { weekday, month, year: true });
  const pretty = (weekday, month) => nearDay(at, tz, locale) || date(weekday, month);
  const tokens = {
    date_num: () => dayOf(at, tz), date_slash: () => show(at, tz, { day: "2-digit", month: "2-digit", year: "numeric" }),
    date: () => date(false, "long"), date_pretty: () => pretty(false, "long"),
    date_short: () => date(false, "short"), date_short_pretty: () => pretty(false, "short"),
    date_long: () => date(true, "long"), date_long_pretty: () => pretty(true, "long"),
    day_divider_pretty: () => pretty(true, "long"), date_long_full: () => date(true, "long"),
    time: () => clock(at, tz), time_secs: () => show(at, tz, { ...CLOCK, second: "2-digit" }), ago: () => ago(at, locale),
  };
  const made = form.replace(/\{(\w+)\}/g, (all, name) => (Object.hasOwn(tokens, name) ? tokens[name]() : all));
  // A pretty word at the start of a text is written large there, small inside a sentence.
  return /^\{\w*pretty\}/.test(form) ? made[0].toUpperCase() + made.slice(1) : made;
}

/** What a `datetime-local` field shows for seconds since the epoch, in a zone. */
export const localField = (seconds, tz) => `${dayOf(moment(seconds), tz)}T${clock(moment(seconds), tz)}`;

/** The reverse: seconds since the epoch of a wall clock time in a zone. */
export function secondsOf(field, tz) {
  const guess = Date.parse(`${field}Z`);
  const shown = Date.parse(`${localField(guess / 1000, tz)}Z`);
  return Math.round((2 * guess - shown) / 1000);
}
