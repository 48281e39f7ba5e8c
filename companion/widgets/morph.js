// Turns what the page shows into what Python rendered, touching as little as possible: focus, scroll,
// open details and what somebody is typing survive. HTML comes with its text escaped; as a second fence,
// nothing that runs is let through.

import { followDraft, forgetDraft } from "./drafts.js";

const FORBIDDEN = "script, iframe, object, embed, link, meta, base";
// Without one of these no attribute runs: a handler, an address that is a script, a sign that Python writes otherwise.
const SUSPECT = /[\s"'/]on\w+\s*=|javascript|&(?!(amp|lt|gt|quot|#34|#39);)/i;

// HTML text -> an inert fragment without anything that runs.
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll(FORBIDDEN)) element.remove();
  for (const element of SUSPECT.test(html) ? template.content.querySelectorAll("*") : []) {
    for (const { name, value } of [...element.attributes]) {
      if (name.startsWith("on") || /^\s*javascript:/i.test(value)) element.removeAttribute(name);
    }
  }
  return template.content;
}

// Makes the children of `element` equal to those of `fresh`.
export function morph(element, fresh) {
  const active = document.activeElement;
  const key = element.contains(active) && active !== element ? keyOf(active) : null;
  morphChildren(element, fresh);
  if (!key || active.isConnected) return;
  findByKey(element, key)?.focus({ preventScroll: true });
}

export function keyOf(node) {
  return node.nodeType === 1 ? node.id || node.dataset.key || "" : "";
}

function findByKey(element, key) {
  const name = CSS.escape(key);
  return element.querySelector(`#${name}, [data-key="${name}"]`);
}

// Who wins where a person and a redraw both change a control? Events are numbered as they are sent. A redraw that
// answers event n knows nothing of what was changed after n was sent: that stays. Of what was changed before, a new
// `data-rev`, on the control or around it, takes it back. A redraw that answers nothing (somebody else has acted) knows
// as much as the last answer did.
const numbers = { sent: 0, answered: 0 };

export function numberEvent() {
  return ++numbers.sent;
}

export function answerEvent(number) {
  numbers.answered = Math.max(numbers.answered, number);
}

// Remembers that a person changed a control, and what its form was about then.
export function touch(control) {
  control.companionTouched = { rev: revisionOf(control), about: aboutOf(control), after: numbers.sent };
}

// What the form around a control says that it is about (`data-about`): the company, the player, the turn.
function aboutOf(control) {
  return control.closest("[data-about]")?.dataset.about;
}

export function revisionOf(element) {
  return element.closest("[data-rev]")?.dataset.rev ?? "";
}

function isTouched(old, fresh) {
  const touched = old.companionTouched;
  if (touched === undefined || touched.about !== aboutOf(fresh)) return false;
  const rev = revisionOf(fresh);
  if (touched.rev !== rev && touched.after < numbers.answered) return false;
  touched.rev = rev;
  return true;
}

// What goes is taken away first, so that what stays in its order is not moved.
function morphChildren(parent, fresh) {
  const matches = match(parent, fresh);
  const kept = new Set(matches.values());
  for (const child of [...parent.childNodes]) if (!kept.has(child)) child.remove();
  let place = parent.firstChild;
  for (const next of [...fresh.childNodes]) {
    const old = matches.get(next);
    if (!old) {
      parent.insertBefore(document.importNode(next, true), place);
      continue;
    }
    if (old !== place) bring(parent, old, place);
    place = old.nextSibling;
    morphNode(old, next);
  }
}

// Which children stay, by what they become: those with a key by it, the others in their order.
function match(parent, fresh) {
  const keyed = new Map();
  const others = [];
  for (const child of parent.childNodes) {
    if (keyOf(child)) keyed.set(keyOf(child), child);
    else others.push(child);
  }
  const matches = new Map();
  for (const next of fresh.childNodes) {
    const key = keyOf(next);
    const old = key ? keyed.get(key) : others.find((one) => alike(one, next));
    if (!old || !alike(old, next)) continue;
    matches.set(next, old);
    if (key) keyed.delete(key);
    else others.splice(others.indexOf(old), 1);
  }
  return matches;
}

// Puts a child before `place`. Moved, a field would lose its caret in a browser without `moveBefore`: around the one in which
// somebody types the others are moved.
function bring(parent, child, place) {
  if (!child.contains(document.activeElement)) return move(parent, child, place);
  while (place !== child) {
    const other = place;
    place = place.nextSibling;
    move(parent, other, null);
  }
}

function alike(old, next) {
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName) return false;
  if (old.nodeType !== 1) return true;
  const same = (name) => old.getAttribute(name) === next.getAttribute(name);
  return same("data-chart") && (!("form" in old) || old.nodeName === "BUTTON" || (same("name") && same("type")));
}

function move(parent, node, place) {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, place);
  else parent.insertBefore(node, place);
}

function morphNode(old, next) {
  if (old.nodeType !== 1) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  const touched = isTouched(old, next);
  const value = old.value;
  morphAttributes(old, next);
  if (old.dataset.chart === undefined && old.dataset.clock === undefined && !(touched && old.nodeName === "OUTPUT")) {
    morphChildren(old, next);
  }
  if (touched) {
    followDraft(old, next);
    if (old.nodeName === "SELECT" && old.value !== value) old.value = value;
  } else {
    setValue(old, next);
  }
}

// What the page itself keeps on an element: a busy control, what the reader opened, a secret held in sight.
function isOurs(element, name) {
  if (name === "open") return element.nodeName === "DETAILS" || element.nodeName === "DIALOG";
  if (name === "style") return "liveHigh" in element.dataset;
  return name === "aria-busy" || name.startsWith("data-live-") || (name === "hidden" && "liveHeld" in element.dataset);
}

function morphAttributes(old, next) {
  if (old.dataset.rev !== next.dataset.rev) closeAnew(old, next);
  for (const { name, value } of next.attributes) {
    if (!isOurs(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !isOurs(old, name)) old.removeAttribute(name);
  }
}

// A new `data-rev` takes back what the reader opened or closed, unless it is somebody else's doing.
function closeAnew(old, next) {
  if (old.nodeName === "DETAILS" && !isTouched(old, next)) old.open = next.hasAttribute("open");
  else if (old.nodeName === "DIALOG" && old.open) old.close();
}

// Of what was typed for another thing than the form is about now, the draft waits for when it is about that again.
function setValue(old, next) {
  if (old.companionTouched && old.companionTouched.about === aboutOf(next)) forgetDraft(old);
  delete old.companionTouched;
  if (old.nodeName === "INPUT") {
    if (old.type === "file") return;
    if (old.checked !== next.checked) old.checked = next.checked;
    if (old.value !== next.value) old.value = next.value;
  } else if ((old.nodeName === "SELECT" || old.nodeName === "TEXTAREA") && old.value !== next.value) {
    old.value = next.value;
  }
}
