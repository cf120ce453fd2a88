// Private lines that are not in the list: told below the composer already, or dismissed.

import { send, store, world } from "./store.js";

const SLACKBOT = "USLACKBOT";
const KEPT = "dismissed";

const dismissed = () => JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
const told = new Set();
/** Where each command that still runs began: the newest line that stood there then. */
const running = new Set();

const isSlackbots = (message) => message.only_for && message.user === SLACKBOT;
// News can come before the answer of the command: what Slackbot says meanwhile is not shown twice.
const isAwaited = (message) => [...running].some((began) => message.ts > began.ts && message.channel === began.channel);

export const isPutAway = (message) => Boolean(message.only_for)
  && (told.has(message.ts) || dismissed().includes(message.ts) || (isSlackbots(message) && isAwaited(message)));

/** Run a command; the lines of Slackbot that its answer brings are told by whoever asked. */
export async function command(body) {
  const began = { ts: world.messages.at(-1)?.ts ?? "", channel: body.channel };
  running.add(began);
  return send("slash", body, {
    quiet: true,
    answered: (answer) => {
      running.delete(began);
      for (const line of answer.notices ?? []) if (line.user === SLACKBOT) told.add(line.ts);
    },
  });
}

/** Take a private line away, for as long as the window is open. */
export function dismiss(message) {
  sessionStorage.setItem(KEPT, JSON.stringify([...dismissed(), message.ts]));
  store.dispatchEvent(new Event("shown"));
}
