// What people do: taps, forms, choices, keys, steppers, files. All by delegation on the view's root, so a
// control works from the moment that it is shown. A tap frees its control when Python has answered, and
// nothing is kept for later: what cannot be sent now is not done. Only a tap that its server takes with it is tapped again
// on the page that comes next.

import { answerEvent, numberEvent, touch } from "./morph.js";
import { draftPlace, draftsOf, keepDraft, reviveDrafts, settleDrafts, shownValue } from "./drafts.js";
import { rememberOpen } from "./again.js";
import { stepped } from "./limits.js";
import { hasPreview, keepUnanswered, sameControl, sayingOf, takeUnanswered } from "./unanswered.js";
import { argumentsOf, formOf, groupOf, listen, readNumber, token } from "./dom.js";

const DOUBLE = 400; // milliseconds in which a second tap of a finger or a key is the same tap
const SETTLE = 400; // milliseconds after the last step before a stepper tells Python
const SHOWN = 10000; // milliseconds that something held in sight stays at most
const PEEK = 5000; // milliseconds that it stays after a tap
const FILE = 5_000_000; // bytes
const REPEAT = 3000; // milliseconds in which the control of an unanswered tap must be there again
const TYPING = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";

export class Events {
  // `post(event)` sends one, `alive()` tells whether that is possible, `soon()` whether it will be in a moment, `cut()`
  // whether the line has just broken and nobody was told, `shown()` which revision the page shows and `entries()` how
  // many its table has, `refuse()` says that it cannot be sent, `lose()` that a tap was lost, `complain(name)` which of the
  // view's texts says why a file or a tap is not taken.
  constructor(root, { post, alive, soon, cut, shown, entries, refuse, lose, complain }) {
    Object.assign(this, { root, post, alive, soon, cut, shown, entries, refuse, lose, complain });
    this.busy = new Map(); // key -> { control, said, saying, number } of what waits for its acknowledgement
    this.unanswered = takeUnanswered(); // by the page before this one
    this.asked = false; // whether it is known which of them were recorded
    this.tapped = new WeakMap(); // control -> when
    this.settling = new Map(); // stepper -> timer
    this.waiting = []; // { control, said, meant }: taps that come after what was typed and stepped before them
    this.isOpen = false; // whether a dialog was, as far as `drawn` has looked
    this.held = null;
    this.entered = null; // the number that was entered and not yet touched
    this.opener = null; // the tap that opened the dialog
    this.stops = [];
    listen(this, root, "click", (event) => this.click(event));
    listen(this, root, "submit", (event) => this.submit(event));
    listen(this, root, "change", (event) => this.change(event));
    listen(this, root, "input", (event) => this.input(event.target));
    listen(this, root, "close", () => this.drawn(), { capture: true }); // before the next tap, which may open another
    listen(this, root, "focusin", (event) => this.enter(event.target));
    listen(this, document, "keydown", (event) => this.hotkey(event));
    listen(this, window, "pagehide", () => {
      rememberOpen(root, this.opener, valuesAround, argumentsOf);
      const waiting = this.waiting.map(({ control, said }) => ({ key: token(), control, said: this.meant(control), saying: said }));
      keepUnanswered(root, [...[...this.busy].map(([key, tap]) => ({ key, ...tap })), ...waiting], this.unanswered);
    });
    listenToHolding(this);
  }

  stop() {
    for (const stop of this.stops.splice(0)) stop();
    for (const timer of this.settling.values()) clearTimeout(timer);
    clearTimeout(this.giveUp);
  }

  // A redraw comes that answers this event: what was changed since it was sent wins over it.
  answered(key) {
    const { number } = this.busy.get(key) ?? { number: 0 };
    answerEvent(number);
  }

  acknowledge(key) {
    const { control, drafts, place } = this.busy.get(key) ?? {};
    if (!control) return;
    control.removeAttribute("aria-busy");
    this.busy.delete(key);
    settleDrafts(this.root, drafts, place);
    this.resume();
    this.repeat();
  }

  // Taps of the page before this one that were not recorded are made again, one after the other.
  again(recorded) {
    this.unanswered = this.unanswered.filter(({ key }) => !recorded.includes(key));
    this.asked = true;
    this.giveUp = setTimeout(() => this.unanswered.splice(0).length && this.lose(), REPEAT);
    this.repeat();
  }

  // The next of them, once all that was typed has been told and its control says the same as then.
  repeat() {
    if (!this.asked || !this.unanswered.length || this.busy.size || this.settling.size || !this.alive()) return;
    const control = sameControl(this.root, this.unanswered[0], valuesAround);
    if (!control) return;
    const { key, do: action, args, values, entries } = this.unanswered.shift();
    this.send(control, { do: action, args, values, entries }, key);
  }

  // After a broken line: frees what will not be answered any more, and tells which taps these were.
  release() {
    if (this.waiting.splice(0).length) this.lose();
    const keys = [...this.busy.keys()];
    for (const { control } of this.busy.values()) control.removeAttribute("aria-busy");
    this.busy.clear();
    return keys;
  }

  // Fills what is new on the page with what was typed there before a reload.
  revive() {
    for (const field of reviveDrafts(this.root, formOf)) {
      groupOf(field).forEach(touch);
      if (field.dataset.doChange !== undefined) this.tell(field, 0);
    }
  }

  // Of a field with `data-soon` Python hears while it is typed, once the fingers rest: it shows what would come of it.
  input(field) {
    this.typed(field);
    if (field.dataset.soon !== undefined) this.tell(field, SETTLE);
  }

  typed(field, before) {
    this.entered = null;
    for (const one of groupOf(field)) {
      touch(one);
      keepDraft(one, formOf(one), before);
    }
  }

  // A number that is entered is selected, so that what is typed takes its place and is not added to it.
  enter(field) {
    this.entered = field.matches("input.number") ? field : null;
    this.entered?.select();
  }

  click(event) {
    if (event.target === this.entered) event.target.select(); // the tap that entered it has set the caret
    this.entered = null;
    const step = event.target.closest("[data-step]");
    if (step) return this.step(step);
    const summary = event.target.closest("summary");
    if (summary) touch(summary.parentElement);
    if (openOrClose(event.target)) return;
    const control = event.target.closest("[data-do], a[href]");
    if (!control || control.nodeName === "FORM") return;
    if (control.dataset.do === undefined) return keepPage(event, control);
    event.preventDefault(); // a submit button's own tap is not its form's as well
    if (control.disabled || this.isDouble(event, control)) return;
    const form = formOf(control);
    if (form?.reportValidity && !control.formNoValidate && !form.reportValidity()) return;
    if (!this.waits(control)) this.fire(control, control.dataset.do, valuesAround(control));
  }

  // A button speaks of what Python has been told. What was stepped since is told first; the tap follows when the button
  // still says the same, else it would do what nobody has read; where it has only a preview of that, when the form does.
  waits(control) {
    const untold = this.untold(control);
    if (!untold.length && !this.waiting.length) return false;
    this.waiting.push({ control, said: sayingOf(control), meant: formIn(control) });
    for (const field of untold) if (!isBusy(field)) this.tell(field, 0);
    this.resume();
    return true;
  }

  // The fields of a control's form, and of the one that its form names by `data-with`, that Python has not heard of yet.
  untold(control) {
    const form = formOf(control);
    const isNear = (one) => one !== null && (one === form || one.id === form.dataset.with);
    const isUntold = (field) => (isBusy(field) || this.settling.has(field)) && isNear(formOf(field));
    return form ? [...this.root.querySelectorAll("[data-do-change]")].filter(isUntold) : [];
  }

  // The taps that waited, in their order.
  resume() {
    while (this.waiting.length && !this.untold(this.waiting[0].control).length) {
      const { control, said, meant } = this.waiting.shift();
      const isSame = sayingOf(control) === said && formIn(control) === meant;
      if (control.isConnected && !control.disabled && isSame) this.fire(control, control.dataset.do, valuesAround(control));
      else this.complain("changed");
    }
  }

  // What a tap on a control means now.
  meant(control) {
    return { entries: this.entries(), do: control.dataset.do, args: argumentsOf(control), values: valuesAround(control) };
  }

  // A dialog that is closed is not opened again by a reload.
  drawn() {
    const wasOpen = this.isOpen;
    this.isOpen = this.root.querySelector("dialog[open]") !== null;
    if (wasOpen && !this.isOpen) this.opener = null;
  }

  submit(event) {
    const form = event.target;
    if (form.dataset.do === undefined && form.method === "dialog") return;
    event.preventDefault();
    if (form.dataset.do === undefined || this.isDouble(event, form)) return;
    if (!this.waits(form)) this.fire(form, form.dataset.do, valuesAround(form));
  }

  change(event) {
    const control = event.target;
    this.typed(control);
    if (control.dataset.doChange === undefined) return;
    if (control.type === "file") this.upload(control);
    else this.tell(control, 0);
  }

  // Tells Python of a changed value once it has rested for a while, and not before the last telling is answered.
  tell(control, rest) {
    clearTimeout(this.settling.get(control));
    if (rest === 0 && !isBusy(control)) {
      this.settling.delete(control);
      if (control.isConnected) this.fire(control, control.dataset.doChange, valuesAround(control));
    } else {
      this.settling.set(control, setTimeout(() => this.tell(control, 0), rest || SETTLE));
    }
  }

  async upload(control) {
    const [file] = control.files;
    if (!file) return;
    if (file.size > FILE) return this.complain("large");
    const bytes = await file.arrayBuffer();
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return this.complain("encoding"); // in another encoding names would be taken in with holes
    }
    control.value = ""; // so that the same file can be chosen again
    const values = { ...valuesAround(control), [control.name || "file"]: text };
    this.fire(control, control.dataset.doChange, values, { file: file.name.slice(0, 200) });
  }

  hotkey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
    if (event.target.closest?.(TYPING)) return;
    const scope = this.root.querySelector("dialog[open]") ?? this.root;
    const control = [...scope.querySelectorAll("[data-hotkey]")].find(
      (one) => one.dataset.hotkey === event.key && !one.disabled && one.getClientRects().length > 0,
    );
    if (!control) return;
    event.preventDefault();
    if (control.matches(TYPING)) control.focus();
    else if (control.matches("[role=group]")) firstOf(control)?.focus();
    else control.click();
  }

  step(button) {
    const field = fieldOf(button);
    if (!field) return;
    const before = shownValue(field);
    const value = stepped(field, Number(button.dataset.step));
    if (value === numberIn(field)) return;
    if (field.nodeName === "OUTPUT") {
      field.textContent = field.dataset.signed !== undefined && value > 0 ? `+${value}` : String(value).replace("-", "−");
    } else {
      field.value = String(value);
    }
    this.typed(field, field.nodeName === "OUTPUT" ? before : undefined);
    if (field.dataset.doChange !== undefined) this.tell(field, SETTLE);
  }

  // A second tap of the same finger, or a key that repeats. A mouse counts its clicks; a program means each. When they
  // were made says the event: a page that was busy hears of them later.
  isDouble(event, control) {
    const gap = event.timeStamp - (this.tapped.get(control) ?? -Infinity);
    const counted = event.detail > 1;
    const finger = event.isTrusted && event.pointerType !== "mouse";
    if (counted || (finger && gap < DOUBLE)) return true;
    this.tapped.set(control, event.timeStamp);
    return false;
  }

  fire(control, action, values, more = {}) {
    if (isBusy(control)) return;
    const said = { do: action, args: { ...argumentsOf(control), ...more }, values };
    if (this.alive()) this.send(control, said);
    else if (this.cut()) this.wait(control, said, token()); // the page says that it was lost, or the next makes it again
    else this.sendSoon(control, said);
  }

  // A page that has just woken has asked whether its line is sound, and hears in a moment: so long a tap waits. It means
  // what the page showed when it was made.
  async sendSoon(control, said) {
    const rev = this.shown();
    control.setAttribute("aria-busy", "true");
    const sound = await this.soon();
    control.removeAttribute("aria-busy");
    if (sound) this.send(control, { rev, ...said });
    else this.fail();
  }

  // Nor is done what waits for what could not be sent.
  fail() {
    this.waiting.length = 0;
    this.refuse();
  }

  // From now on the control waits for an answer, from whatever page.
  wait(control, said, key) {
    control.setAttribute("aria-busy", "true");
    const tap = { drafts: this.draftsFor(control), place: draftPlace(), number: numberEvent() };
    this.busy.set(key, { control, said: { entries: this.entries(), ...said }, saying: sayingOf(control), ...tap });
  }

  // What was typed that is done with when this tap is answered and its field is gone: all of a form that it sends. What
  // only opens something ends nothing, nor what is picked inside a form that says what it is about: that may come back.
  draftsFor(control) {
    const form = formOf(control);
    const isSent = form && (control === form || control.hasAttribute("form") || control.dataset.do === form.dataset.do);
    if (isSent) return [form, this.root.querySelector(`[id="${form.dataset.with}"]`)].filter(Boolean).flatMap(draftsOf);
    if (control.dataset.again !== undefined || form?.dataset.about !== undefined) return [];
    return fieldsAround(control).map((field) => field.companionDraft);
  }

  send(control, said, key = token()) {
    this.wait(control, said, key);
    if (control.dataset.again !== undefined) this.opener = said;
    const sent = this.post({ key, ...said });
    if (sent) return;
    this.busy.delete(key);
    control.removeAttribute("aria-busy");
    this.fail();
  }
}

// A group's key leads to its first control, or the one that is marked for it: Tab and Enter do the rest.
function firstOf(group) {
  return group.querySelector("[data-first]:enabled") ?? group.querySelector("button:enabled");
}

function isBusy(control) {
  return control.getAttribute("aria-busy") === "true";
}

// The named inputs of the control's form, or the control itself where it stands alone.
function fieldsAround(control) {
  const form = formOf(control);
  const all = form ? [...(form.elements ?? form.querySelectorAll("[name]"))] : [control];
  return all.filter((field) => field.hasAttribute("name"));
}

// What the form of a button with a preview says.
function formIn(control) {
  return hasPreview(control) ? JSON.stringify(valuesAround(control)) : "";
}

function valuesAround(control) {
  const fields = fieldsAround(control);
  const values = {};
  const boxes = fields.filter((field) => field.type === "checkbox");
  for (const field of fields) {
    const { type, nodeName } = field;
    const name = field.getAttribute("name");
    if (field.disabled || nodeName === "BUTTON" || nodeName === "FIELDSET" || type === "file") continue;
    if (type === "checkbox") {
      const shared = boxes.filter((box) => box.name === name);
      values[name] = shared.length > 1 ? shared.filter((box) => box.checked).map((box) => box.value) : field.checked;
    } else if (type === "radio") {
      if (field.checked) values[name] = field.value;
    } else if (type === "select-multiple") {
      values[name] = [...field.selectedOptions].map((option) => option.value);
    } else {
      values[name] = nodeName === "OUTPUT" ? String(numberIn(field)) : field.value;
    }
  }
  return values;
}

// The field that a stepper's button changes: named by `data-for`, else the one beside it.
function fieldOf(button) {
  const name = button.dataset.for;
  return name ? button.getRootNode().getElementById(name) : button.parentElement.querySelector("input, output");
}

function numberIn(field) {
  return readNumber(field.nodeName === "OUTPUT" ? field.textContent : field.value) || 0;
}

// `data-opens="id"` opens a dialog here, `data-closes` closes the one around it; Python hears of neither.
function openOrClose(target) {
  const opener = target.closest("[data-opens]");
  if (opener) opener.getRootNode().getElementById(opener.dataset.opens)?.showModal();
  const closer = target.closest("[data-closes]");
  if (closer) closer.closest("dialog")?.close();
  return Boolean(opener || closer) && target.closest("[data-do]") === null;
}

// Leaving the page ends its kernel: links open beside it.
function keepPage(event, link) {
  if (link.hasAttribute("download") || link.target || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  window.open(link.href, "_blank", "noopener");
}

// `data-hold="id"` shows a hidden element while the control is pressed or, after a short tap, for some seconds; the
// element may stand in for another one, named by its `data-instead`. A second tap hides it again.
function listenToHolding(events) {
  let timer = null;
  let since = 0;
  let pressed = null; // what a finger or a key is on, or was on a moment ago: the click that comes of it is the same press
  let until = 0;
  const find = (id) => id && events.root.querySelector(`[id="${CSS.escape(id)}"]`);
  const turn = (element, shown) => {
    element.hidden = !shown;
    const other = find(element.dataset.instead);
    for (const one of [element, other]) if (one) one.dataset.liveHeld = "";
    if (other) other.hidden = shown;
  };
  const hide = () => {
    clearTimeout(timer);
    const held = events.held;
    events.held = null; // first of all: it may be gone from the page by now
    if (held) turn(held, false);
    for (const one of events.root.querySelectorAll("[data-live-held]")) delete one.dataset.liveHeld;
  };
  const show = (event) => {
    const control = event.target.closest?.("[data-hold]");
    if (!control) return;
    pressed = control;
    until = Infinity;
    const element = find(control.dataset.hold);
    const again = element === events.held;
    hide();
    if (!element || again) return;
    events.held = element;
    since = event.timeStamp;
    turn(element, true);
    timer = setTimeout(hide, SHOWN);
  };
  const release = (event) => {
    until = event.timeStamp + DOUBLE;
    if (event.timeStamp - since > DOUBLE) return hide();
    clearTimeout(timer);
    timer = setTimeout(hide, PEEK);
  };
  // A screen reader or a voice presses by a click alone.
  const click = (event) => {
    const control = event.target.closest("[data-hold]");
    if (!control || (control === pressed && event.timeStamp <= until)) return;
    show(event);
    release(event);
    pressed = null;
  };
  const cancel = () => {
    pressed = null;
    hide();
  };
  const isKey = ({ key, repeat }) => (key === " " || key === "Enter") && !repeat;
  listen(events, events.root, "pointerdown", show);
  listen(events, events.root, "keydown", (event) => isKey(event) && show(event));
  listen(events, events.root, "click", click);
  listen(events, events.root, "contextmenu", (event) => event.target.closest("[data-hold]") && event.preventDefault());
  for (const type of ["pointerup", "keyup"]) listen(events, window, type, release);
  for (const type of ["pointercancel", "blur", "visibilitychange"]) {
    listen(events, type === "visibilitychange" ? document : window, type, cancel);
  }
}
