// The big screen is seen from afar and nobody scrolls it: its content is drawn as large as its room allows.

import { listen } from "./dom.js";

const SMALLEST = 0.5;
const LARGEST = 1.6;
const HALVINGS = 6; // halvings of the range: to a sixtieth

export class Fit {
  constructor(root) {
    this.root = root;
    this.stops = [];
    listen(this, window, "resize", () => this.update());
  }

  stop() {
    for (const stop of this.stops.splice(0)) stop();
  }

  // After every drawing; `--fit` stands on the root element, which no drawing touches.
  update() {
    const room = this.root.querySelector(".big-body");
    if (!room) return;
    let [low, high] = [SMALLEST, LARGEST];
    for (let step = 0; step < HALVINGS; step += 1) {
      const middle = (low + high) / 2;
      if (this.fits(room, middle)) low = middle;
      else high = middle;
    }
    this.fits(room, low);
  }

  fits(room, scale) {
    document.documentElement.style.setProperty("--fit", scale.toFixed(3));
    return room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth;
  }
}
