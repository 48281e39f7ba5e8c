// What is half filled in survives a reload: kept in this browser tab, by the thing that a field is about, until it was
// booked or Python has drawn another value. Nothing of a password, and no file.

import { argumentsOf } from "./dom.js";

const UNKEPT = ["password", "file", "hidden", "button", "submit"];
const MOST_DRAFTS = 200; // fields of one page

export function draftPlace() {
  const at = new URLSearchParams(location.search);
  return `companion-drafts ${at.get("table") ?? ""} ${at.get("seat") ?? ""}`;
}

function readDrafts(place = draftPlace()) {
  try {
    return JSON.parse(sessionStorage.getItem(place)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing
  }
}

function writeDrafts(drafts, place = draftPlace()) {
  try {
    if (Object.keys(drafts).length) sessionStorage.setItem(place, JSON.stringify(drafts));
    else sessionStorage.removeItem(place);
  } catch {
    // full, or forbidden: then a reload empties the form
  }
}

// A form says in its `data-*` what it is about: the player, the company, the turn. What was typed for another is not its own.
function draftName(field, form) {
  const around = form ? aboutForm(form) : [field.closest("[data-key]")?.dataset.key];
  const which = ["radio", "checkbox"].includes(field.type) ? field.value : "";
  return JSON.stringify([...around, field.getAttribute("name"), which]);
}

function aboutForm(form) {
  return [form.id || form.dataset.do, argumentsOf(form)];
}

// The drafts of a form, also of what is not on the page just now.
export function draftsOf(form) {
  const about = JSON.stringify(aboutForm(form));
  return Object.keys(readDrafts()).filter((name) => JSON.stringify(JSON.parse(name).slice(0, 2)) === about);
}

export function shownValue(field) {
  if (field.type === "checkbox" || field.type === "radio") return String(field.checked);
  return field.nodeName === "OUTPUT" ? field.textContent.trim() : field.value;
}

// What Python has drawn, whatever was typed since.
function drawnValue(field) {
  if (field.type === "checkbox" || field.type === "radio") return String(field.defaultChecked);
  if (field.nodeName === "SELECT") return (field.querySelector("option[selected]") ?? field.options[0])?.value ?? "";
  return field.nodeName === "OUTPUT" ? field.dataset.default ?? field.textContent.trim() : field.defaultValue;
}

// `before` is what an output showed before it was stepped.
export function keepDraft(field, form, before) {
  if (!field.getAttribute("name") || UNKEPT.includes(field.type)) return;
  const drafts = readDrafts();
  const name = draftName(field, form);
  field.companionDraft = name;
  const draft = { base: field.dataset.default ?? before ?? drawnValue(field), ...drafts[name], value: shownValue(field) };
  drafts[name] = draft;
  const isLeft = field.type === "radio" && !field.checked; // the one that was taken instead says it all
  if (isLeft || (draft.base === draft.value && draft.drawn === undefined)) delete drafts[name];
  if (Object.keys(drafts).length <= MOST_DRAFTS) writeDrafts(drafts);
}

// Python draws the field anew and what was typed stays. After a reload Python may show this, or the first one again where
// this only says what it was told last.
export function followDraft(old, fresh) {
  if (old.companionDraft === undefined) return;
  const drafts = readDrafts();
  const draft = drafts[old.companionDraft];
  if (!draft) return;
  const [drawn, shown] = [drawnValue(fresh), shownValue(old)];
  if (drawn === draft.base && drawn === shown) delete drafts[old.companionDraft];
  else if (drawn === draft.base || drawn === shown) delete draft.drawn;
  else draft.drawn = drawn;
  writeDrafts(drafts);
}

// Python has drawn another value: what was typed there is done with.
export function forgetDraft(field) {
  if (field.companionDraft === undefined) return;
  const drafts = readDrafts();
  delete drafts[field.companionDraft];
  writeDrafts(drafts);
}

// After an answer: what was typed into a form that is gone, or that shows Python's own values again, is done with. The
// answer may have led to another place.
export function settleDrafts(root, names, place) {
  const drafts = readDrafts(place);
  const held = [...root.querySelectorAll("[name]")].filter((field) => field.companionTouched !== undefined);
  const there = new Set(held.map((field) => field.companionDraft));
  for (const name of names) if (!there.has(name)) delete drafts[name];
  writeDrafts(drafts, place);
}

// The fields that are new on the page, or about another thing now, and were filled in before, filled in again.
export function reviveDrafts(root, formOf) {
  const drafts = readDrafts();
  const revived = [];
  if (!Object.keys(drafts).length) return revived;
  for (const field of root.querySelectorAll("input[name], output[name], select[name], textarea[name]")) {
    if (field.companionTouched !== undefined || UNKEPT.includes(field.type)) continue;
    const name = draftName(field, formOf(field));
    if (field.companionDraft === name) continue;
    const draft = drafts[name];
    field.companionDraft = name;
    // What is stepped to already was said elsewhere: a voyage that was picked with its time.
    const drawn = field.nodeName === "OUTPUT" ? shownValue(field) : drawnValue(field);
    if (!draft || ![draft.base, draft.drawn].includes(drawn) || draft.value === shownValue(field)) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = draft.value === "true";
    else if (field.nodeName === "OUTPUT") field.textContent = draft.value;
    else field.value = draft.value;
    if (shownValue(field) === draft.value) revived.push(field);
    if (draft.orphan) {
      delete draft.orphan;
      writeDrafts(drafts);
    }
  }
  return revived;
}

// The drafts of the fields that are on the page, and whether Python shows the same by now: a choice that it was told.
export function draftsOn(root) {
  const fields = [...root.querySelectorAll("[name]")].filter((field) => field.companionDraft);
  const isTold = (field) => field.nodeName !== "OUTPUT" && drawnValue(field) === shownValue(field);
  return new Map(fields.map((field) => [field.companionDraft, isTold(field)]));
}

// What somebody has done has taken the fields of these drafts off the page (an auction that is over): they wait for its
// return. A choice that Python was told is done with where the reader has done it.
export function orphanDrafts(root, before, isOurs) {
  const drafts = readDrafts();
  const there = draftsOn(root);
  const gone = [...before].filter(([name]) => drafts[name] && !there.has(name));
  for (const [name, isTold] of gone) {
    if (isOurs && isTold) delete drafts[name];
    else drafts[name].orphan = true;
  }
  if (gone.length) writeDrafts(drafts);
}

// Whether a form was filled in and not sent: a field that stands alone is told by itself. One that says what it is about
// (`data-about`), or that others have taken away, counts while it is on the page: a turn that is over waits for nobody.
export function isHalfFilled(root) {
  const there = draftsOn(root);
  return Object.entries(readDrafts()).some(([name, { orphan }]) => {
    const [, about] = JSON.parse(name);
    return typeof about === "object" && ((about.about === undefined && !orphan) || there.has(name));
  });
}
