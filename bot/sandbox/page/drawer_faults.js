// Faults on demand: forms for calls and deliveries, the connection, rate limits, what is to come.

import { node } from "./dom.js";

const CALL_KINDS = [
  ["429", "Rate limited (429)", { label: "Retry-After, seconds", value: "5", type: "number" }, (v) => ({ status: 429, retry_after: Number(v) })],
  ["500", "Server error (500)", null, () => ({ status: 500 })],
  ["error", "Slack's error", { label: "Error code", value: "internal_error", type: "text" }, (v) => ({ error: v.trim() })],
  ["delay", "Slow answer", { label: "Seconds", value: "2", type: "number" }, (v) => ({ delay: Number(v) })],
  ["before", "Drop before it takes effect", null, () => ({ drop: "before" })],
  ["after", "Drop after it took effect", null, () => ({ drop: "after" })],
];
const ENVELOPE_KINDS = [
  ["drop", "Drop", null, () => ({ envelope: "drop" })],
  ["delay", "Delay", { label: "Seconds", value: "2", type: "number" }, (v) => ({ envelope: "delay", seconds: Number(v) })],
  ["duplicate", "Send twice", null, () => ({ envelope: "duplicate" })],
  ["lose_ack", "Lose the acknowledgement", null, () => ({ envelope: "lose_ack" })],
];
const GOODBYES = [
  ["warning", "Warning"], ["refresh_requested", "Refresh requested"],
  ["link_disabled", "Link disabled"], ["cut", "Cut without a word"],
];

function describe(fault) {
  if (fault.envelope) {
    const kind = ENVELOPE_KINDS.find(([name]) => name === fault.envelope);
    return ["deliveries", fault.seconds ? `${kind[1]} ${fault.seconds} s` : kind[1]];
  }
  const said = [];
  if (fault.status) said.push(fault.retry_after ? `${fault.status}, Retry-After ${fault.retry_after} s` : String(fault.status));
  if (fault.error) said.push(fault.error);
  if (fault.delay) said.push(`${fault.delay} s late`);
  if (fault.drop) said.push(`connection dropped ${fault.drop} the effect`);
  return [fault.method === "*" ? "any method" : fault.method, said.join(", ")];
}

function field(label, input) {
  return node("label", { class: "drawer-field" }, node("span", {}, label), input);
}

// A form whose extra field follows the kind that is chosen.
function faultForm(title, kinds, leading, add) {
  const extra = node("input", { required: true, step: "any", min: "0" });
  const extraLabel = node("span");
  const extraField = node("label", { class: "drawer-field" }, extraLabel, extra);
  const kind = node("select", { onchange: adjust }, ...kinds.map(([name, label]) => node("option", { value: name }, label)));
  const times = node("input", { type: "number", min: "1", max: "1000", value: "1", required: true, class: "short" });
  const chosen = () => kinds.find(([name]) => name === kind.value);
  function adjust() {
    const [, , wanted] = chosen();
    extraField.hidden = !wanted;
    extra.disabled = !wanted;
    if (wanted) { extraLabel.textContent = wanted.label; extra.type = wanted.type; extra.value = wanted.value; }
  }
  adjust();
  return node("form", {
    class: "fault-form",
    onsubmit: (event) => {
      event.preventDefault();
      add({ times: Number(times.value), ...chosen()[3](extra.value) });
    },
  }, node("h4", {}, title), ...leading, field("What happens", kind), extraField, field("Times", times),
  node("button", { type: "submit", class: "plain" }, "Add"));
}

export function faultsPanel({ ask, told, toast, connected }) {
  const names = node("datalist", { id: "drawer-methods" });
  const method = node("input", { value: "*", list: "drawer-methods", required: true, autocomplete: "off", spellcheck: "false" });
  const pending = node("ul", { class: "faults" });
  const none = node("p", { class: "soft" }, "None. Everything works as it should.");
  const removeAll = node("button", { type: "button", class: "plain", onclick: told(async () => show(await ask("/control/faults", { method: "DELETE" }))) }, "Remove all");
  const rates = node("input", {
    type: "checkbox",
    onchange: told(async () => { await ask("/control/rates", { method: "POST", body: { real_rates: rates.checked } }); }),
  });
  const hangUp = node("div", { class: "buttons-row" }, ...GOODBYES.map(([reason, label]) => node("button", {
    type: "button", class: "plain",
    onclick: told(async () => {
      const { connections } = await ask("/control/disconnect", { method: "POST", body: { reason } });
      toast(`${label}: ${connections} connection${connections === 1 ? "" : "s"}.`);
    }),
  }, label)));
  const socketNote = node("p", { class: "soft" });

  const add = told(async (fault) => show(await ask("/control/faults", { method: "POST", body: fault })));

  function show({ faults, methods }) {
    if (!names.childElementCount) names.append(...["*", ...methods].map((name) => node("option", { value: name })));
    pending.replaceChildren(...faults.map(faultNode));
    none.hidden = faults.length > 0;
    removeAll.hidden = !faults.length;
  }

  function faultNode(fault) {
    const [target, what] = describe(fault);
    return node("li", {}, node("b", {}, target), node("span", {}, what), node("span", { class: "badge" }, `× ${fault.times}`),
      node("button", {
        type: "button", class: "plain", "aria-label": `Remove: ${target}, ${what}`,
        onclick: told(async () => show(await ask("/control/faults", { method: "DELETE", body: fault }))),
      }, "Remove"));
  }

  const look = told(async () => {
    const [faults, app] = await Promise.all([ask("/control/faults"), ask("/control/app")]);
    show(faults);
    connected(app);
    rates.checked = app.real_rates;
    for (const button of hangUp.children) button.disabled = !app.connections;
    socketNote.hidden = app.connections > 0;
    socketNote.textContent = app.transport === "http" ? "The app is reached over HTTP." : "The app is not connected.";
  });

  return {
    element: node("div", { class: "drawer-panel columns" },
      node("section", {}, node("h3", {}, "Still to come"), none, pending, removeAll),
      node("section", {}, node("h3", {}, "Add a fault"), names,
        faultForm("API calls", CALL_KINDS, [field("Method (* is any)", method)], (fault) => add({ method: method.value.trim(), ...fault })),
        faultForm("Deliveries", ENVELOPE_KINDS, [], add)),
      node("section", {}, node("h3", {}, "Connection and limits"),
        node("h4", {}, "Disconnect the socket"), hangUp, socketNote,
        node("h4", {}, "Rate limits"),
        node("label", { class: "check" }, rates, "Slack's real rate limits"))),
    look,
  };
}
