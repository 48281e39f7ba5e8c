// Clocks tick here, not in Python: each is a moment on this device's steady clock, which nobody can set, worked out
// from the seconds that Python gave and from how old they were on arrival. That clock may stand still while the device
// sleeps: when it wakes, the pulse asks Python for the ages anew. One timer serves all; it fires when a digit changes.

import { listen } from "./dom.js";

const LATE = 60000; // milliseconds; a clock that ran out longer ago, while the phone slept, rings no more

export class Clocks {
  // `ring()` sounds, `expired(id)` tells Python and returns whether that went out.
  constructor(root, { ring, expired }) {
    Object.assign(this, { root, ring, expired });
    this.born = new Map(); // region -> when Python rendered it, on this device's clock
    this.going = new Set(); // the ids of clocks that were seen with time left: only these can run out here
    this.unsaid = new Set(); // the ids of those that ran out, where Python does not know yet
    this.timer = null;
    this.stops = [];
    listen(this, document, "visibilitychange", () => this.tick());
  }

  stop() {
    clearTimeout(this.timer);
    for (const stop of this.stops.splice(0)) stop();
  }

  // How many seconds ago each of these regions was rendered.
  aged(ages) {
    for (const [region, age] of Object.entries(ages)) this.born.set(region, performance.now() - age * 1000);
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    let next = Infinity;
    for (const span of this.root.querySelectorAll("[data-clock]")) next = Math.min(next, this.draw(span));
    for (const id of this.unsaid) if (this.expired(id)) this.unsaid.delete(id);
    if (this.unsaid.size) next = Math.min(next, 1000);
    if (next < Infinity && document.visibilityState === "visible") this.timer = setTimeout(() => this.tick(), next);
  }

  // Writes the clock's time and returns the milliseconds until it changes.
  draw(span) {
    const clock = read(span);
    if (!clock) return Infinity;
    const region = span.closest("[data-region]")?.dataset.region;
    const passed = clock.running ? performance.now() - (this.born.get(region) ?? performance.now()) : 0;
    const left = clock.seconds * 1000 + (clock.down ? -passed : passed);
    const shown = clock.down ? Math.ceil(left / 1000) : Math.floor(left / 1000);
    const text = format(shown);
    if (span.textContent !== text) span.textContent = text;
    const state = !clock.running ? "stopped" : clock.down && left <= 0 ? "over" : clock.down && left <= 10000 ? "low" : "running";
    if (span.dataset.liveState !== state) span.dataset.liveState = state;
    if (!clock.running) return Infinity;
    if (clock.down && clock.alarm) this.watch(String(clock.id), left);
    return (clock.down ? left - (shown - 1) * 1000 : (shown + 1) * 1000 - left) + 2;
  }

  watch(id, left) {
    if (left > 0) this.going.add(id);
    else if (this.going.delete(id)) {
      this.unsaid.add(id);
      if (left > -LATE) this.ring();
    }
  }
}

function read(span) {
  try {
    return JSON.parse(span.dataset.clock);
  } catch {
    return null;
  }
}

// 75 -> "1:15", 3675 -> "1:01:15", -5 -> "−0:05"
function format(seconds) {
  const all = Math.abs(seconds);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number) => String(number).padStart(2, "0");
  const text = hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  return seconds < 0 ? `−${text}` : text;
}
