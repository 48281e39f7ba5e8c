// A control never offers what would be refused: where one more step or tick would break a limit of its form, it cannot be
// taken.
//
// A form's `data-limits` is [{"of": {field: weight}, "most": n}, …]: the weighted sum of what these fields show is at most n. A
// weight below 0 counts what is below 0; with `data-one-way` no field is above 0 while another one is below.

import { FormWatch, formOf, readNumber } from "./dom.js";

export class Limits extends FormWatch {
  // A button at its end stays where the keyboard is: it is marked, not taken away.
  update() {
    for (const button of this.root.querySelectorAll(".stepper [data-step]")) {
      const output = button.parentElement.querySelector("output");
      const now = readNumber(output.textContent) || 0;
      const isAtEnd = stepped(output, Number(button.dataset.step)) === now;
      button.setAttribute("aria-disabled", String(isAtEnd));
    }
    for (const box of this.root.querySelectorAll("[data-limits] input[type=checkbox]"))
      box.disabled = !box.checked && !allows(box.form, box.name, 1);
  }
}

// What a step leads to, within the bounds of the field and of its form.
export function stepped(field, by) {
  const bound = (name, other) => Number(field.getAttribute(name) ?? field.dataset[name] ?? other);
  const now = shownNumber(field);
  const value = Math.min(bound("max", Infinity), Math.max(bound("min", -Infinity), now + by));
  return allows(formOf(field), field.getAttribute("name"), value) ? value : now;
}

function allows(form, name, value) {
  if (form?.dataset.limits === undefined) return true;
  const shown = new Map([...form.elements].map((field) => [field.getAttribute("name"), shownNumber(field)]));
  const then = new Map(shown).set(name, value);
  const signs = new Set([...then.values()].map(Math.sign).filter(Boolean));
  if (form.dataset.oneWay !== undefined && signs.size > 1) return false;
  return JSON.parse(form.dataset.limits).every(({ of, most }) => {
    const sum = (values) =>
      Object.entries(of).reduce((total, [field, weight]) => total + Math.max(0, weight * (values.get(field) ?? 0)), 0);
    return sum(then) <= most || sum(then) <= sum(shown); // what has become too much can be taken back
  });
}

function shownNumber(field) {
  if (field.type === "checkbox") return Number(field.checked);
  return readNumber(field.nodeName === "OUTPUT" ? field.textContent : (field.value ?? "")) || 0;
}
