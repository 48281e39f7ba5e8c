// What lies over the page: short sentences, and the banner that blocks it while the line is down.

const STAY = 4000; // milliseconds that an information stands; an error stands until it is read

export class Notices {
  constructor(host, texts) {
    this.texts = texts;
    this.banner = layer(host, "companion-lost", "alert");
    this.banner.hidden = true;
    this.list = layer(host, "companion-notices", "status"); // after the banner, by which it makes room for its words
    this.timers = new Set();
    // Nothing outside an open dialog can be tapped, nor lies above it in a browser without popovers: the layers go into it.
    this.moves = new MutationObserver(() => {
      const home = host.querySelector("dialog[open]") ?? host;
      for (const one of [this.banner, this.list]) if (one.parentElement !== home) home.append(one), raise(one);
    });
    this.moves.observe(host, { subtree: true, childList: true, attributeFilter: ["open"] });
  }

  say({ text, kind }) {
    const note = document.createElement("div");
    note.className = `companion-notice ${kind === "info" ? "info" : "error"}`;
    if (kind !== "info") note.setAttribute("role", "alert");
    const words = document.createElement("span");
    words.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "×";
    close.setAttribute("aria-label", this.texts().close ?? "×");
    const drop = () => {
      this.timers.delete(timer);
      note.remove();
    };
    const timer = kind === "info" ? setTimeout(drop, STAY) : null;
    this.timers.add(timer);
    close.addEventListener("click", () => (clearTimeout(timer), drop()));
    note.append(words, close);
    for (const older of [...this.list.children]) if (older.className === note.className) older.remove();
    this.list.append(note);
    raise(this.list);
  }

  block() {
    if (!this.banner.hidden) return;
    const words = document.createElement("p");
    words.textContent = this.texts().lost ?? "";
    this.banner.replaceChildren(words);
    this.banner.hidden = false;
    raise(this.banner);
  }

  unblock() {
    if (this.banner.hidden) return;
    this.banner.hidePopover?.();
    this.banner.hidden = true;
  }

  flash() {
    const flash = document.createElement("div");
    flash.className = "companion-flash";
    this.list.parentElement.append(flash);
    setTimeout(() => flash.remove(), 1200);
  }

  destroy() {
    this.moves.disconnect();
    for (const timer of this.timers) clearTimeout(timer);
  }
}

function layer(host, name, role) {
  const element = document.createElement("div");
  element.className = name;
  element.setAttribute("role", role);
  element.dataset.key = name; // `morph` takes it for nothing else
  if (element.showPopover) element.setAttribute("popover", "manual");
  host.append(element);
  return element;
}

// To the top of the top layer, where there is something to show.
function raise(element) {
  if (!element.showPopover || element.hidden || !element.firstChild) return;
  if (element.matches(":popover-open")) element.hidePopover();
  element.showPopover();
}
