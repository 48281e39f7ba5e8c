// Small things that several modules share.

// Listens until `owner` stops: it calls everything in `owner.stops`.
export function listen(owner, target, type, listener, options) {
  target.addEventListener(type, listener, options);
  owner.stops.push(() => target.removeEventListener(type, listener, options));
}

// Calls `update` whenever something in a form has changed, by a finger or a key.
export class FormWatch {
  constructor(root) {
    this.root = root;
    this.stops = [];
    for (const type of ["input", "change", "click"]) listen(this, root, type, () => this.update());
  }

  stop() {
    for (const stop of this.stops.splice(0)) stop();
  }
}

// A control's form may be around it, or elsewhere and named by its `form` attribute.
export function formOf(control) {
  return (control.hasAttribute("form") && control.form) || control.closest("form, [data-form]");
}

// The radio buttons that a choice among them changes, with the one that was taken; any other field alone.
export function groupOf(field) {
  if (field.type !== "radio") return [field];
  const form = formOf(field);
  const all = form?.elements ?? (form ?? field.getRootNode()).querySelectorAll("input");
  return [...all].filter((one) => one.type === "radio" && one.name === field.name);
}

// The whole number that somebody typed, however it is grouped; NaN where it is none. Python reads it the same way
// (`typed.whole`).
export function readNumber(text) {
  const plain = text.replace(/[\s'’‘ʼ′´`]/g, "").replace(/^[−–]/, "-").replace(/^\+/, "");
  const joined = /^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(plain) ? plain.replace(/[.,]/g, "") : plain;
  return /^-?\d+$/.test(joined) ? Number(joined) : NaN;
}

// A fresh random word. `crypto.randomUUID` would want https.
export function token() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const INTERNAL = ["data-do", "data-do-change", "data-hotkey", "data-rev", "data-again", "data-soon", "data-limits", "data-one-way", "data-with"];

// What a control's `data-*` attributes say beside what it does: whom or what it is about.
export function argumentsOf(control) {
  const given = [...control.attributes].filter(({ name }) => name.startsWith("data-") && !INTERNAL.includes(name));
  return Object.fromEntries(given.map(({ name, value }) => [name.slice(5), value]));
}
