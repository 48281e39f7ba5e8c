// Where the reader is on the page. A mark `data-prompt` says what the reader is asked now, in what follows it: when that
// changes it is scrolled to, unless it is in sight or something is being typed. A reload comes back to where the page was.

import { listen } from "./dom.js";

const ROOM = 8; // pixels above a prompt that was scrolled to

export class Scroll {
  constructor(root) {
    this.root = root;
    this.stops = [];
    this.asked = null; // the prompt that was drawn last; null: none yet
    this.back = readPlace();
    listen(this, window, "pagehide", () => keepPlace());
    for (const moved of ["wheel", "touchmove", "keydown", "pointerdown"])
      listen(this, window, moved, () => (this.back = 0), { capture: true, passive: true });
  }

  stop() {
    for (const stop of this.stops.splice(0)) stop();
  }

  drawn() {
    if (this.back) window.scrollTo(0, this.back); // the page may still be too short for it
    if (window.scrollY >= this.back - ROOM) this.back = 0;
    const mark = this.root.querySelector("[data-prompt]");
    if (!mark) return; // the page is not drawn yet, or shows another tab
    const asks = mark.dataset.prompt;
    const prompt = mark.nextElementSibling;
    const isNew = this.asked !== null && prompt && asks && asks !== this.asked;
    this.asked = asks;
    if (isNew && !isTyping() && !this.root.querySelector("dialog[open]") && !isInSight(prompt)) {
      prompt.style.scrollMarginTop = `${barHeight(this.root) + ROOM}px`;
      prompt.scrollIntoView({ block: "start" });
    }
  }
}

function isInSight(element) {
  const { top, height } = element.getBoundingClientRect();
  return top >= 0 && top + Math.min(height, window.innerHeight / 3) <= window.innerHeight;
}

function isTyping() {
  const on = document.activeElement;
  return on?.matches?.("input:not([type=checkbox]):not([type=radio]), textarea, select") ?? false;
}

function barHeight(root) {
  return root.querySelector(".bar")?.getBoundingClientRect().height ?? 0;
}

function scrollPlace() {
  return `companion-scroll ${location.search}`;
}

function readPlace() {
  try {
    return Number(sessionStorage.getItem(scrollPlace())) || 0;
  } catch {
    return 0; // a browser that keeps nothing
  }
}

function keepPlace() {
  try {
    sessionStorage.setItem(scrollPlace(), String(Math.round(window.scrollY)));
  } catch {
    // then a reload begins at the top
  }
}
