// What is said of an amount keeps up with what is typed and stepped, without waiting for Python: the amount that
// a button names is the one that it books.
//
// `data-says` is the sentence; \uE000name\uE001 in it stands for the number in the form's field of that name, or for
// what `data-sums` makes of several fields: {"name": {"of": {field: factor}, "plus": n, "table": [...], "names": {...},
// "join": "…"}} is the weighted sum and n, `unsigned` without its minus; with a table, what stands there at that place; with names, the fields that
// are not 0 as a list. `data-none`, `data-less` and `data-both` are said instead where all these fields are 0, where the ones
// that are not are all below 0, and where some are above and some below.

import { FormWatch, formOf, readNumber } from "./dom.js";

const UNKNOWN = "…";
const MARK = /\uE000([^\uE001]*)\uE001/g;

export class Echo extends FormWatch {
  update() {
    for (const element of this.root.querySelectorAll("[data-says]")) say(element);
  }
}

function say(element) {
  const form = formOf(element.closest("button") ?? element);
  if (!form) return;
  const sums = JSON.parse(element.dataset.sums ?? "{}");
  const numbers = numbersIn(form);
  const said = sentence(element.dataset, Object.values(sums), numbers).replace(MARK, (_mark, name) =>
    worked(sums[name] ?? { of: { [name]: 1 } }, numbers, element.dataset.group),
  );
  if (element.textContent !== said) element.textContent = said;
}

function numbersIn(form) {
  const all = [...(form.elements ?? form.querySelectorAll("[name]"))];
  const fields = all.filter((field) => field.hasAttribute("name") && (field.type !== "radio" || field.checked));
  return new Map(
    fields.map((field) => [field.getAttribute("name"), readNumber(field.nodeName === "OUTPUT" ? field.textContent : field.value)]),
  );
}

function sentence({ says, none, less, both }, sums, numbers) {
  const counts = sums.flatMap(({ of }) => Object.keys(of)).map((name) => numbers.get(name) ?? 0);
  const above = counts.some((count) => count > 0);
  const below = counts.some((count) => count < 0);
  if (above && below) return both ?? says;
  if (below) return less ?? says;
  return above ? says : (none ?? says);
}

function worked({ of, plus = 0, table, names, join = ", ", unsigned }, numbers, group) {
  const parts = Object.entries(of).map(([name, factor]) => [name, factor * (numbers.get(name) ?? NaN)]);
  if (names) {
    const listed = parts.filter(([, count]) => count).map(([name, count]) => [grouped(Math.abs(count), group), names[name]]);
    return listed.map((words) => words.join(" ")).join(join);
  }
  const sum = parts.reduce((total, [, part]) => total + part, plus);
  if (table) return table[sum] ?? UNKNOWN;
  return Number.isNaN(sum) ? UNKNOWN : grouped(unsigned ? Math.abs(sum) : sum, group);
}

// As Python writes it: `group` is the language's sign between thousands.
function grouped(number, group = "") {
  const digits = String(Math.abs(number)).replace(/\B(?=(\d{3})+$)/g, group);
  return number < 0 ? `-${digits}` : digits;
}
