// The truth about the line: pings Python and back while the page is in sight, says when that stops working,
// and mends it. Kernels behave alike under JupyterLab's KernelConnection, in Voila, and in our own host.

import { listen } from "./dom.js";

const PROBE = 2500; // milliseconds that the server has to say whether the kernel is there
const STEPS = [250, 250, 500, 500]; // between two attempts to mend the line; later ones are AGAIN apart
const AGAIN = 1000;
const TICK = 250; // between two looks at the line
const BLIP = 800; // a line that mends within this shows no banner
const SWALLOWED = 1500; // a kernel idle for this long with our ping unanswered has forgotten the page
const PATIENCE = 30000; // a kernel that is there and busy gets this long
const ENDED = ["restarting", "autorestarting", "dead"];
const GONE = [401, 403, 404, 410];
const AWAY = 500; // a gateway's 502 or a hub's 503: not there, but maybe soon

export class Pulse {
  // `beat` has Python's seconds; `on` the reactions: `down`, `up`, `ping(number, ages)`.
  constructor(kernel, beat, on) {
    this.kernel = kernel;
    this.on = on;
    this.every = beat.every * 1000;
    this.limit = beat.limit * 1000;
    this.fresh = beat.fresh * 1000;
    this.number = 0; // of the newest ping
    this.pong = 0; // and of the newest answer
    this.sent = null; // when the newest ping was sent
    this.waiting = false; // whether it is unanswered
    this.answered = mark(); // when the newest answered ping was sent; the state that came just now counts as one
    this.broken = null; // since when something is wrong
    this.down = false;
    this.stale = false; // whether the page may have missed messages
    this.ended = false; // whether the kernel said so
    this.idle = null; // since when the kernel is idle, as it says
    this.attempts = 0;
    this.next = 0; // when to try again
    this.mending = false;
    this.socket = null; // the one that JupyterLab was seen to be opening
    this.begun = null; // and when it was seen first
    this.checked = Date.now();
    this.excused = 0; // milliseconds since then in which the page's own thread was too busy to hear anything
    this.asking = []; // who waits to hear whether the line is sound
    this.stops = [];
    this.start();
  }

  start() {
    const status = (_kernel, now) => this.connection(now);
    this.kernel.connectionStatusChanged.connect(status);
    this.stops.push(() => this.kernel.connectionStatusChanged.disconnect(status));
    this.stops.push(overhear(this.kernel, (state) => this.overheard(state)));
    listen(this, window, "online", () => this.hurry());
    listen(this, document, "visibilitychange", () => this.wake());
    const timer = setInterval(() => this.check(), TICK);
    this.stops.push(() => clearInterval(timer));
    this.ping();
  }

  stop() {
    for (const stop of this.stops.splice(0)) stop();
  }

  get connected() {
    return this.kernel.connectionStatus === "connected";
  }

  // Whether a tap made now would be recorded. A page that was busy itself (a chart's script, say) has heard nothing
  // meanwhile, which says nothing about the line.
  get alive() {
    const unheard = since(this.answered) - this.excused - Math.min(this.late(), this.limit);
    return this.connected && !this.down && visible() && !this.ended && unheard < this.fresh;
  }

  // Whether the line has just broken and the page has not said so: it may mend, or a new page come.
  get cut() {
    return !this.connected && !this.down && visible();
  }

  // Whether a tap made now will be recorded in a moment: a page that has just woken has asked, and hears about now.
  soon() {
    if (!this.connected || this.down || !visible() || this.ended || !this.waiting) return Promise.resolve(false);
    return Promise.race([new Promise((heard) => this.asking.push(heard)), sleep(BLIP).then(() => false)]);
  }

  // By how much the next look at the line is late.
  late() {
    return Math.max(0, Date.now() - this.checked - TICK);
  }

  ping(ages = false) {
    if (!this.connected || !visible()) return;
    this.sent = mark();
    this.waiting = true;
    this.on.ping(++this.number, ages);
  }

  heard(number) {
    if (number !== this.number || !this.waiting) return;
    this.pong = number;
    this.waiting = false;
    this.answered = this.sent;
    this.excused = 0;
    this.broken = null;
    this.attempts = 0;
    const wasDown = this.down;
    this.down = false;
    if (wasDown || this.stale) {
      this.stale = false;
      this.on.up();
    }
    for (const heard of this.asking.splice(0)) heard(true);
  }

  connection(status) {
    if (status === "connected") {
      this.idle = null;
      this.ping(true);
    } else {
      this.distrust();
      this.check();
    }
  }

  // Nothing is believed until the next pong.
  distrust() {
    this.answered = null;
    this.stale = true;
    this.broken ??= Date.now();
  }

  overheard(state) {
    this.idle = state === "idle" ? Date.now() : null;
    if (!ENDED.includes(state)) return;
    this.ended = true;
    this.distrust();
    this.fall();
  }

  // A page comes back into sight, or a machine wakes: what it knew is old.
  wake() {
    if (!visible()) return;
    this.answered = null;
    this.checked = Date.now();
    if (this.broken !== null) this.broken = this.checked;
    this.ping(true);
    this.hurry();
  }

  hurry() {
    this.attempts = 0;
    this.next = 0;
    this.check();
  }

  check() {
    if (!visible()) return;
    const now = Date.now();
    const slept = now - this.checked > this.limit;
    if (!slept) this.excused += this.late();
    this.checked = now;
    if (slept) return this.wake();
    if (this.waiting && since(this.sent) > this.limit) this.distrust();
    if (!this.waiting && since(this.sent) >= this.every) this.ping();
    if (this.broken !== null && now - this.broken > (this.connected ? 0 : BLIP)) this.fall();
    if (this.broken !== null && now >= this.next) this.mend();
  }

  fall() {
    if (!this.down) this.on.down();
    this.down = true;
  }

  async mend() {
    if (this.mending) return;
    this.mending = true;
    try {
      const state = await this.probe();
      if (this.broken === null) return;
      if (state === "gone" || (state === "there" && this.forgotten())) {
        this.fall(); // what is still on the page is no longer true
        reload();
      } else if (state === "there") await this.reconnect();
    } finally {
      this.mending = false;
      this.next = Date.now() + (STEPS[this.attempts++] ?? AGAIN);
    }
  }

  // Whether the kernel is there but can no longer know this page, or has been busy beyond patience.
  forgotten() {
    if (this.ended) return true;
    const swallowed = this.waiting && this.idle > this.sent.wall && Date.now() - this.idle > SWALLOWED;
    return this.connected && (swallowed || Date.now() - this.broken > PATIENCE);
  }

  async reconnect() {
    if (this.connected && since(this.sent) < this.limit) return; // a new line: the kernel's turn
    if (this.connecting()) return;
    this.distrust();
    try {
      await Promise.race([this.kernel.reconnect(), sleep(PROBE)]);
    } catch {
      // the next attempt follows
    }
  }

  // Whether JupyterLab is making a new line by itself. With two at once its server may close the one that is in use.
  connecting() {
    const socket = this.kernel._ws; // nothing public tells
    if (socket?.readyState !== WebSocket.CONNECTING) return false;
    if (socket !== this.socket) [this.socket, this.begun] = [socket, mark()];
    return since(this.begun) < PROBE;
  }

  // "there", "gone" or "away": what the server says of the kernel, or that there is no server.
  async probe() {
    const late = new AbortController(); // older browsers have no `AbortSignal.timeout`
    const timer = setTimeout(() => late.abort(), PROBE);
    try {
      const { url, headers } = address(this.kernel);
      const answer = await fetch(url, { cache: "no-store", headers, signal: late.signal });
      if (GONE.includes(answer.status) || answer.redirected) return "gone";
      return answer.status < AWAY ? "there" : "away";
    } catch {
      return "away";
    } finally {
      clearTimeout(timer);
    }
  }
}

// Where the server tells whether a kernel is there: `companion serve` has a place of its own, Jupyter its API.
function address(kernel) {
  const own = document.querySelector('meta[name="companion-base"]')?.content;
  const settings = kernel.serverSettings ?? {};
  const url = own ? `${own}companion/alive/${kernel.id}` : `${settings.baseUrl ?? "/"}api/kernels/${kernel.id}`;
  return { url, headers: settings.token ? { Authorization: `token ${settings.token}` } : {} };
}

// Listens to what the kernel says about itself: "busy", "idle", "restarting", "dead".
function overhear(kernel, tell) {
  const message = ({ header, content }) => header.msg_type === "status" && tell(content.execution_state);
  if (kernel.onMessage) {
    kernel.onMessage(message);
    return () => {};
  }
  const iopub = (_kernel, text) => message(text);
  const status = (_kernel, state) => ENDED.includes(state) && tell(state);
  kernel.iopubMessage?.connect(iopub);
  kernel.statusChanged?.connect(status);
  return () => {
    kernel.iopubMessage?.disconnect(iopub);
    kernel.statusChanged?.disconnect(status);
  };
}

// The same page again, with a new kernel. A page that keeps failing does not hammer its server.
function reload() {
  const now = Date.now();
  let last = 0;
  try {
    last = Number(sessionStorage.getItem("companion_reloaded"));
    if (now - last < 5000) return;
    sessionStorage.setItem("companion_reloaded", String(now));
  } catch {
    // a browser that keeps nothing: reload all the same
  }
  location.reload();
}

function visible() {
  return document.visibilityState === "visible";
}

function sleep(time) {
  return new Promise((done) => setTimeout(done, time));
}

// A moment by both clocks: one of them may stand still while the machine sleeps, the other may be set.
function mark() {
  return { steady: performance.now(), wall: Date.now() };
}

// Milliseconds since a moment; what never was is for ever ago.
function since(moment) {
  if (!moment) return Infinity;
  return Math.max(performance.now() - moment.steady, Date.now() - moment.wall);
}
