// A field for files: each is uploaded when it is chosen, and sent with the form.

import { icon, iconButton, node } from "./dom.js";
import { toast, upload } from "./store.js";
import { words } from "./words.js";

const MOST = 10;

/** `ready` is kept once all that was chosen is uploaded. */
export function files(element, now, { label, changed }) {
  const most = element.max_files ?? MOST;
  let chosen = now ?? [];
  let ready = Promise.resolve();
  const list = node("ul", { class: "chosen-files" });
  const input = node("input", {
    type: "file", "aria-label": label, multiple: most > 1,
    // A hint for the dialog; whoever wants to can choose any other kind there.
    accept: element.filetypes?.map((kind) => `.${kind}`).join(",") || null,
    onchange: () => { ready = add([...input.files]); },
  });

  function draw() {
    list.replaceChildren(...chosen.map((file) => node("li", {}, icon("file"), node("span", {}, file.name),
      iconButton("close", words.removeFile(file.name), () => { set(chosen.filter((one) => one !== file)); input.focus(); }))));
    list.hidden = !chosen.length;
  }

  function set(next) {
    chosen = next;
    draw();
    changed();
  }

  async function add(picked) {
    made.setAttribute("aria-busy", "true");
    for (const file of picked) {
      const answer = await upload(file);
      if (!answer.ok) toast(answer.error);
      // The newest stay, as where a single one is replaced.
      else set([...chosen, answer.file].slice(-most));
    }
    input.value = "";
    made.removeAttribute("aria-busy");
  }

  const made = node("div", { class: "files" }, input, list);
  draw();
  return { made, input, read: () => chosen.map((file) => file.id), draft: () => chosen, ready: () => ready };
}
