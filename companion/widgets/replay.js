// The replay of an evening: Python tells what changes from entry to entry, a few entries at a time; here they are put
// together, played and shown, without asking for each. A chart is one picture of the whole evening: a veil that slides
// away shows as much of it as was played.

import { listen } from "./dom.js";
import { parse } from "./morph.js";

const RATE = 1.5; // entries a second, at first
const SPEEDS = [1, 2, 4, 8];
const ASK_AGAIN = 3000; // milliseconds until frames are asked for once more
const CUT = "<"; // between the pieces that a frame's text is told in

export class Replay {
  // `figures()` are the figures of the page, among which the frames come; `ask(have)` asks for those after so many.
  constructor(root, figures, ask) {
    Object.assign(this, { root, figures, ask });
    this.stops = [];
    this.begin(null);
    listen(this, root, "click", (event) => this.click(event));
    listen(this, root, "input", ({ target }) => target === this.slider && this.drag(target));
    listen(this, document, "keydown", (event) => this.key(event));
  }

  stop() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    for (const stop of this.stops.splice(0)) stop();
  }

  begin(id) {
    this.playing = false;
    Object.assign(this, { id, frames: [], cuts: [], at: 0, goal: null, shown: -1, speed: SPEEDS[0], asked: -1 });
  }

  // After every drawing: takes the frames that have come, and shows again what a drawing knows nothing of.
  update() {
    const box = this.root.querySelector("[data-replay]");
    if ((box?.dataset.replay ?? null) !== this.id) this.begin(box?.dataset.replay ?? null);
    this.box = box;
    this.slider = box?.querySelector("input[type=range]");
    if (!box) return clearTimeout(this.timer);
    this.count = Number(box.dataset.frames);
    this.take();
    this.request();
    this.shown = -1;
    this.show();
    if (this.goal !== null) this.soon(); // what was asked for may have come
  }

  take() {
    const all = this.figures();
    const before = this.frames.length;
    for (let next; (next = all[`${this.id}-${this.frames.length}`]); ) for (const told of next.frames) this.add(told);
    if (this.frames.length !== before || !this.box.querySelector(".replay-ends").childElementCount) this.mark();
  }

  add([n, ends, places, cuts]) {
    for (const [from, gone, fresh] of cuts.reverse()) this.cuts.splice(from, gone, ...fresh);
    this.frames.push({ n, ends, places, html: this.cuts.join(CUT) });
  }

  // Where turns have ended, along the slider.
  mark() {
    const marks = this.frames.flatMap(({ ends }, place) => {
      if (!ends) return [];
      const mark = document.createElement("i");
      mark.style.left = `${(100 * place) / Math.max(1, this.count - 1)}%`;
      return [mark];
    });
    this.box.querySelector(".replay-ends").replaceChildren(...marks);
  }

  request() {
    clearTimeout(this.timer);
    if (this.frames.length >= this.count) return;
    if (this.asked !== this.frames.length) {
      this.asked = this.frames.length;
      this.ask(this.asked);
    }
    this.timer = setTimeout(() => {
      this.asked = -1; // the line was broken
      this.request();
    }, ASK_AGAIN);
  }

  // -- what people do

  click({ target }) {
    const button = target.closest("[data-replay-do]");
    if (button) this[button.dataset.replayDo]();
  }

  key(event) {
    if (!this.box || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target !== this.slider && target.closest?.("input, textarea, select, dialog, summary")) return;
    const place = Math.floor(this.at);
    const to = { ArrowLeft: place - 1, ArrowDown: place - 1, ArrowRight: place + 1, ArrowUp: place + 1 }[event.key];
    if (event.key === " ") {
      if (target.closest?.("button, a")) return; // that is its own key
      this.play();
    } else if (to !== undefined) this.jump(to);
    else if (event.key === "Home") this.jump(0);
    else if (event.key === "End") this.jump(this.count - 1);
    else if (event.key === "PageUp") this.back();
    else if (event.key === "PageDown") this.on();
    else return;
    event.preventDefault();
  }

  drag(slider) {
    this.pause();
    this.goal = Number(slider.value);
    this.soon();
  }

  jump(place) {
    this.pause();
    this.goal = Math.max(0, Math.min(this.count - 1, place));
    this.soon();
  }

  back() {
    const place = Math.floor(this.at);
    const before = this.frames.flatMap(({ ends }, at) => (ends && at < place ? [at] : []));
    this.jump(before.length ? before[before.length - 1] : 0);
  }

  on() {
    const place = this.frames.findIndex(({ ends }, at) => ends && at > this.at);
    this.jump(place < 0 ? this.count - 1 : place);
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.paint();
  }

  play() {
    if (this.playing) return this.pause();
    if (this.at >= this.count - 1) this.at = 0;
    this.playing = true;
    this.goal = null;
    this.before = null;
    this.paint();
    this.soon();
  }

  pause() {
    this.playing = false;
    this.paint();
  }

  // -- what is shown

  soon() {
    this.frame ||= requestAnimationFrame((now) => this.tick(now));
  }

  // At most once for each picture of the display, however many taps and drags came in between.
  tick(now) {
    this.frame = 0;
    if (!this.box) return;
    const last = this.frames.length - 1;
    if (this.goal !== null) {
      this.at = Math.min(this.goal, last);
      if (this.goal <= last) this.goal = null;
    } else if (this.playing) {
      const passed = this.before === null ? 0 : Math.min(250, now - this.before) / 1000;
      this.at = Math.min(last, this.at + passed * RATE * this.speed);
      this.before = now;
      if (this.at >= this.count - 1) this.pause();
      else this.soon();
    }
    this.show();
  }

  show() {
    const place = Math.floor(this.at);
    const here = this.frames[place];
    if (!here) return;
    if (place !== this.shown) {
      this.shown = place;
      renew(this.box.querySelector(".replay-frame"), parse(here.html));
      write(this.box.querySelector(".replay-count"), `${here.n} / ${this.box.dataset.last}`);
    }
    if (Number(this.slider.value) !== (this.goal ?? place)) this.slider.value = this.goal ?? place;
    this.unveil(here, this.frames[place + 1] ?? here, calm() ? 0 : this.at - place);
    this.paint();
  }

  // What the buttons say; a drawing knows nothing of it.
  paint() {
    if (!this.box) return;
    const { dataset } = this.box;
    if ((dataset.livePlaying !== undefined) !== this.playing) this.box.toggleAttribute("data-live-playing", this.playing);
    write(this.box.querySelector("[data-replay-do=faster]"), `${this.speed}×`);
  }

  unveil({ places }, { places: next }, part) {
    this.box.querySelectorAll(".replay-veil > i").forEach((veil, number) => {
      const at = places[number] + (next[number] - places[number]) * part;
      veil.style.transform = `translateX(${(100 * at).toFixed(2)}%)`;
    });
  }
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Makes the children of `old` those of `fresh`: what is equal stays, so that only what has changed is laid out again.
function renew(old, fresh) {
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  if (before.length !== after.length) return old.replaceChildren(...after);
  before.forEach((node, place) => {
    const next = after[place];
    if (node.isEqualNode(next)) return;
    if (node.nodeType === 1 && node.cloneNode().isEqualNode(next.cloneNode())) renew(node, next);
    else node.replaceWith(next);
  });
}

function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
