// Taps that a reload cuts off from their answer, for the page that comes after it: its server may have been restarted in
// the middle. What was recorded is known by its key; what was not is tapped again, with the same key, where the control
// still stands there and says the same. Nothing of a password, and nothing that was only tried.

import { argumentsOf, formOf } from "./dom.js";

const UNANSWERED = "companion-unanswered";
const OLD = 60000; // milliseconds after which a tap is no longer what somebody waits for

// What a control says that it does, but for the `data-preview` in it: what Python makes of what is typed, a moment later.
export function sayingOf(control) {
  const said = buttonOf(control)?.cloneNode(true);
  for (const one of said?.querySelectorAll("[data-preview]") ?? []) one.remove();
  return said?.textContent ?? "";
}

export function hasPreview(control) {
  return Boolean(buttonOf(control)?.querySelector("[data-preview]"));
}

function buttonOf(control) {
  return control.nodeName === "FORM" ? control.querySelector("[type=submit]") : control;
}

// `taps` have `key`, `control`, `said` and `saying`, `older` are what was taken and not yet tapped again. A value that is
// told by itself is told again by its draft.
export function keepUnanswered(root, taps, older) {
  if (root.querySelector("[data-trial]")) return; // the copy goes with its server, and the table is not meant
  const kept = taps
    .filter(({ control, said }) => control.dataset.do === said.do)
    .filter(({ control }) => !formOf(control)?.querySelector("[type=password]"))
    .map(({ key, said, saying }) => ({ key, ...said, saying, at: Date.now(), search: location.search }));
  try {
    if (kept.length + older.length) sessionStorage.setItem(UNANSWERED, JSON.stringify([...older, ...kept]));
  } catch {
    // full, or forbidden: then they are lost
  }
}

// What the page before this one was not answered; told once.
export function takeUnanswered() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(UNANSWERED)) ?? [];
    sessionStorage.removeItem(UNANSWERED);
    return kept.filter(({ at, search }) => Date.now() - at < OLD && search === location.search);
  } catch {
    return [];
  }
}

// The control that would do the same now.
export function sameControl(root, tap, valuesOf) {
  if (tap.entries === undefined) return undefined; // it was not known what was tapped on
  return [...root.querySelectorAll(`[data-do="${CSS.escape(tap.do)}"]`)].find(
    (one) =>
      !one.disabled && sayingOf(one) === tap.saying && sameWords(argumentsOf(one), tap.args) && sameWords(valuesOf(one), tap.values),
  );
}

function sameWords(one, other) {
  const sorted = (values) => JSON.stringify(Object.entries(values).sort());
  return sorted(one) === sorted(other);
}
