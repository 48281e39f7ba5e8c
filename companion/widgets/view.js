// The page's half of the live view: shows the regions that Python rendered, sends back what people do.

import { listen, token } from "./dom.js";
import { morph, parse } from "./morph.js";
import { Notices } from "./notice.js";
import { Sound, Wake, applyTheme, download, hello, remember } from "./device.js";
import { Pulse } from "./pulse.js";
import { draftsOn, orphanDrafts } from "./drafts.js";
import { Events } from "./events.js";
import { Echo } from "./echo.js";
import { Clocks } from "./clock.js";
import { Fit } from "./fit.js";
import { Charts } from "./charts.js";
import { Back } from "./back.js";
import { Limits } from "./limits.js";
import { Scroll } from "./scroll.js";
import { Replay } from "./replay.js";
import { openAgain } from "./again.js";

class Page {
  constructor(model, el) {
    this.model = model;
    this.revision = model.get("revision");
    this.root = document.createElement("div");
    this.root.className = "companion";
    el.classList.add("companion-host"); // the style sheet of a page that is not ours holds on to it
    el.append(this.root);
    this.stops = [];
    this.notices = new Notices(el, () => model.get("texts"));
    this.sound = new Sound();
    this.wake = new Wake(this.root);
    this.fit = new Fit(this.root);
    this.charts = new Charts(this.root, (want) => this.send(want));
    this.clocks = new Clocks(this.root, {
      ring: () => this.ring(),
      expired: (id) => this.pulse.alive && this.report({ do: "clock-zero", args: { id } }),
    });
    this.pulse = new Pulse(kernelOf(model), model.get("beat"), {
      ping: (number, ages) => this.send({ ping: number, ages }),
      down: () => this.notices.block(),
      up: () => this.recover(),
    });
    this.events = new Events(this.root, {
      post: (event) => this.report(event),
      alive: () => this.pulse.alive,
      soon: () => this.pulse.soon(),
      cut: () => this.pulse.cut,
      shown: () => this.revision,
      entries: () => this.entries,
      refuse: () => this.refuse(),
      lose: () => this.lose(),
      complain: (name) => this.notices.say({ text: model.get("texts")[name], kind: "error" }),
    });
    this.echo = new Echo(this.root); // after the events: it says what a tap on a stepper has led to
    this.back = new Back(this.root, {
      visit: (url) => this.visit(url),
      held: () => this.notices.say({ text: model.get("texts").held, kind: "info" }),
    });
    this.limits = new Limits(this.root); // after the events, too
    this.scroll = new Scroll(this.root);
    const more = (have) => this.report({ do: "replay.more", args: { have: String(have) } });
    this.replay = new Replay(this.root, () => this.charts.figures, more);
    this.listen();
    this.begin();
  }

  listen() {
    const message = (content, buffers) => this.receive(content, buffers);
    const title = () => this.model.get("title") && (document.title = this.model.get("title"));
    this.model.on("msg:custom", message);
    this.model.on("change:title", title);
    const speak = () => {
      const { lang, dir } = this.model.get("texts");
      if (lang) Object.assign(document.documentElement, { lang, dir });
    };
    this.model.on("change:texts", speak);
    this.stops.push(
      () => this.model.off("msg:custom", message),
      () => this.model.off("change:title", title),
      () => this.model.off("change:texts", speak),
    );
    listen(this, document, "visibilitychange", () => this.wake.update());
    listen(this, window, "pointerdown", () => this.sound.unlock(), { capture: true });
    listen(this, window, "keydown", () => this.sound.unlock(), { capture: true });
    listen(this, window, "click", () => this.wake.update(), { capture: true });
    title();
    speak();
  }

  begin() {
    applyTheme();
    this.charts.figures = this.model.get("charts");
    const parts = this.model.get("parts");
    const now = Object.fromEntries(Object.keys(parts).map((name) => [name, 0]));
    this.draw(parts, Object.keys(parts), now); // the true ages come with the answer to the hello
    this.send({ hello: hello(), rev: this.revision });
  }

  stop() {
    const { pulse, events, echo, clocks, charts, fit, back, limits, scroll, replay } = this;
    for (const part of [pulse, events, echo, clocks, charts, fit, back, limits, scroll, replay]) part.stop();
    for (const stop of this.stops) stop();
    this.wake.release();
    this.sound.destroy();
    this.notices.destroy();
  }

  // Sends now or not at all; tells which. Jupyter's own queue would replay it after a broken line.
  send(message) {
    if (kernelOf(this.model).connectionStatus !== "connected") return false;
    try {
      return this.model.send(message) !== false;
    } catch {
      return false; // the kernel has ended; the pulse deals with that
    }
  }

  refuse() {
    this.notices.block(); // perhaps for the blink of an eye: the sentence stays
    this.lose();
  }

  lose() {
    this.notices.say({ text: this.model.get("texts").late, kind: "error" });
  }

  // Says with every event what was on the page then: a tap means what it showed.
  report(event) {
    return this.send({ event: { key: token(), rev: this.revision, ...event }, pong: this.pulse.pong });
  }

  // Asks Python for another place, by its address; promises whether that went out. Like a tap it waits for a line that is
  // sound in a moment, and is refused in words.
  async visit(url) {
    const event = { do: "visit", args: { url: url.slice(0, 2000) } };
    const sent = (this.pulse.alive || (await this.pulse.soon())) && this.report(event);
    if (!sent) this.refuse();
    return sent;
  }

  receive({ messages = [], plotly, pictures }, buffers) {
    if (pictures) this.charts.draft(pictures);
    if (plotly) this.charts.arrived?.(buffers[0]);
    for (const { ack } of messages) if (ack) this.events.answered(ack); // the redraws beside it answer it
    const isAnswer = messages.some(({ ack }) => ack);
    const before = draftsOn(this.root);
    const { entries } = this;
    for (const message of messages) {
      if (message.patch) this.patch(message.patch);
      if (message.full) this.replace(message.full);
      if (message.say) this.notices.say(message.say);
      if (message.go) this.back.go(message.go);
      if (message.cookie) this.remember(message.cookie);
      if (message.download) download(message.download);
      if (message.ack) this.events.acknowledge(message.ack);
      if (message.pong) this.pong(message);
      if (message.recorded) this.events.again(message.recorded);
    }
    // Where the reader has only turned to something else, what he typed is still to be sent.
    const isBooked = this.entries > entries;
    if (before.size && (!isAnswer || isBooked)) orphanDrafts(this.root, before, isAnswer);
  }

  // A sign that was just chosen is given at once: so one hears and feels it.
  remember(setting) {
    remember(setting);
    if (setting.name === "companion_turn") this.sound.turn();
    if (setting.name === "companion_ring") this.sound.ring();
  }

  pong({ pong, rev, ages }) {
    this.pulse.heard(pong);
    this.notices[this.pulse.down ? "block" : "unblock"]();
    if (ages && rev === this.revision) this.clocks.aged(ages);
    if (rev !== this.revision) this.resync();
  }

  // After a broken line: what was missed, and what became of the taps that had no answer.
  recover() {
    this.resync(this.events.release());
  }

  resync(keys = []) {
    this.send({ resync: this.revision, keys });
  }

  patch({ rev, parts = {}, order, charts = {}, gone = [], entries }) {
    if (rev <= this.revision) return;
    if (rev !== this.revision + 1) return this.resync(); // one was lost on the way
    this.revision = rev;
    this.entries = entries;
    const figures = { ...this.charts.figures, ...charts };
    for (const name of gone) delete figures[name];
    this.charts.figures = figures;
    this.draw(parts, order, Object.fromEntries(Object.keys(parts).map((name) => [name, 0])));
  }

  replace({ rev, parts = {}, order, charts, ages, entries }) {
    this.revision = rev;
    this.entries = entries;
    if (charts) this.charts.figures = charts;
    this.draw(parts, order, ages);
    if (!this.greeted) {
      this.greeted = true;
      const again = openAgain();
      if (again) this.report(again);
      const keys = this.events.unanswered.map(({ key }) => key);
      if (keys.length) this.send({ recorded: keys });
    }
  }

  draw(parts, order, ages) {
    const held = holdInSight(this.root);
    if (order) this.arrange(order);
    for (const [name, html] of Object.entries(parts)) morph(this.region(name), parse(html));
    held();
    if (this.root.childElementCount) document.getElementById("first-paint")?.remove(); // not for an empty page
    this.clocks.aged(ages);
    this.fit.update();
    this.charts.update();
    this.wake.update();
    this.announceTurn();
    openDialogs(this.root);
    focusFresh(this.root);
    this.events.drawn();
    this.events.revive();
    this.events.repeat();
    this.echo.update();
    this.limits.update();
    this.back.drawn();
    this.scroll.drawn();
    this.replay.update();
  }

  region(name) {
    return this.root.querySelector(`:scope > [data-region="${CSS.escape(name)}"]`);
  }

  arrange(order) {
    for (const region of [...this.root.children]) if (!order.includes(region.dataset.region)) region.remove();
    order.forEach((name, place) => {
      let region = this.region(name);
      if (!region) {
        region = document.createElement("div");
        region.className = "companion-region";
        region.dataset.region = name;
      }
      if (this.root.children[place] !== region) this.root.insertBefore(region, this.root.children[place] ?? null);
    });
  }

  // `data-turn` stands while it is the reader's turn; a page that opens in it has been looked at already.
  announceTurn() {
    const mine = Boolean(this.root.querySelector("[data-turn]"));
    if (this.greeted && mine && !this.mine) this.sound.turn();
    this.mine = mine;
  }

  ring() {
    this.sound.ring();
    this.notices.flash();
  }
}

function kernelOf(model) {
  return model.widget_manager?.kernel ?? window.jupyterapp.widgetManager.kernel;
}

// `data-open` on a dialog is Python's wish; the reader may close it, and a new `data-rev` asks again.
function openDialogs(root) {
  for (const dialog of root.querySelectorAll("dialog")) {
    const wish = dialog.dataset.open === undefined ? null : (dialog.dataset.rev ?? "");
    if (wish === null && dialog.companionWish != null) dialog.close();
    else if (wish !== null && dialog.companionWish !== wish && !dialog.open) dialog.showModal();
    dialog.companionWish = wish;
  }
}

// What a scrolled page shows stays where it is, whatever comes in above it. Gives the function to call after the change.
function holdInSight(root) {
  const top = root.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const all = window.scrollY > 0 ? [...root.querySelectorAll(".page [data-key], .page [id]")] : [];
  const seen = all.map((one) => [one, one.getBoundingClientRect().top]).filter(([, at]) => at >= top && at < innerHeight);
  return () => {
    const [kept, before] = seen.find(([one]) => one.isConnected && one.getClientRects().length) ?? [];
    if (kept) window.scrollBy(0, kept.getBoundingClientRect().top - before);
  };
}

// `data-focus` is where a person goes on, once for each element; who types somewhere else by now is left there.
function focusFresh(root) {
  for (const one of root.querySelectorAll("[data-focus]")) {
    if (!one.companionFocused && !document.activeElement?.matches("input, textarea, select")) one.focus();
    one.companionFocused = true;
  }
}

function render({ model, el }) {
  const page = new Page(model, el);
  return () => page.stop();
}

export default { render };
