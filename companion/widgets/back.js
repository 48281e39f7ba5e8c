// The way back and forward: the phone's gesture and the browser's buttons. Only the address changes, for leaving the page
// would end its kernel. Back closes the dialog that is open, else it goes to where the reader was before; before the
// first place there is a sill, on which Back leaves the page unless something typed would be lost.

import { isHalfFilled } from "./drafts.js";
import { listen } from "./dom.js";

const SILL = "companion-sill";
const HERE = "companion-here";
const DIALOG = "companion-dialog";

// What was tapped away is no step of its own.
const unheard = (url) => url.replace(/[?&]heard=[0-9]*/, "");

export class Back {
  // `visit(url)` asks Python for another place and promises whether that went out; `held()` says that something typed
  // stays.
  constructor(root, { visit, held }) {
    Object.assign(this, { root, visit, held });
    this.skip = 0; // steps that we took ourselves and have not heard of yet
    this.later = null; // where to go after them
    this.answer = true; // the next address answers a visit or the first hello: it is no step of its own
    this.stops = [];
    this.url = location.href; // where the page is, or has asked to be
    this.here = this.url; // and what it shows as long as it waits
    this.ours = document.querySelector('meta[name="companion-base"]') !== null; // else the address is somebody else's
    if (!this.ours) return;
    if (!history.state?.companion) {
      history.replaceState({ companion: SILL }, "");
      history.pushState({ companion: HERE }, "");
    }
    listen(this, window, "popstate", ({ state }) => this.moved(state?.companion));
    listen(this, root, "close", () => this.drawn(), { capture: true });
  }

  stop() {
    for (const stop of this.stops.splice(0)) stop();
  }

  // Where Python says that the page is now.
  go(address) {
    if (this.skip) {
      this.later = address;
      return;
    }
    let url;
    try {
      url = new URL(address, location.href).href;
    } catch {
      return console.warn("companion: not an address of this page:", address);
    }
    const same = this.answer || unheard(url) === unheard(this.url) || !this.ours;
    this.answer = false;
    if (url === location.href) return;
    this.url = this.here = url;
    // What led on from a dialog takes the place of the dialog's step.
    if (same || this.mark() === DIALOG) history.replaceState({ companion: this.ours ? HERE : undefined }, "", url);
    else history.pushState({ companion: HERE }, "", url);
  }

  // After every drawing: an open dialog has a step of its own, a closed one has none.
  drawn() {
    if (!this.ours || this.skip) return;
    const marked = this.mark() === DIALOG;
    if (this.dialog() && !marked) history.pushState({ companion: DIALOG }, "", this.url);
    else if (!this.dialog() && marked) this.undo();
  }

  undo() {
    this.skip += 1;
    history.back();
  }

  moved(mark) {
    if (this.skip) {
      this.skip -= 1;
      if (this.later !== null && !this.skip) this.go(this.later);
      this.later = null;
      this.drawn();
      return;
    }
    const dialog = this.dialog();
    if (dialog && mark !== DIALOG) dialog.close();
    if (mark === SILL) this.leave();
    else if (mark === DIALOG && !dialog) this.undo(); // forward to a dialog that is closed
    else if (location.href !== this.url) this.change(); // several steps at once may lead on from a dialog
  }

  async change() {
    const asked = (this.url = location.href);
    this.answer = true;
    if (await this.visit(asked)) {
      this.here = asked;
    } else if (this.url === asked) {
      this.answer = false;
      this.url = this.here; // the line is down: stay
      history.pushState({ companion: HERE }, "", this.here);
    }
  }

  leave() {
    if (!isHalfFilled(this.root)) return history.back();
    history.pushState({ companion: HERE }, "", this.url);
    this.held();
  }

  mark() {
    return history.state?.companion;
  }

  dialog() {
    return this.root.querySelector("dialog[open]");
  }
}
