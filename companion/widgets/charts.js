// Charts are islands in the HTML, drawn by plotly.js, which is fetched once, after the controls are alive.
// Until it is there they show a picture: that of the first paint, then those that Python draws.
// Colours may be written as design tokens, "var(--ink)": they are read when drawing, so a chart follows the theme.

import { applyTheme } from "./device.js";
import { listen } from "./dom.js";
import { parse } from "./morph.js";

const AXIS = /^[xy]axis\d*$/;
const PHONE = "(max-width: 640px), (pointer: coarse)";

export class Charts {
  // `want` asks Python for pictures, and for the script where no server has it.
  constructor(root, want) {
    this.root = root;
    this.want = want;
    this.figures = {};
    this.pictures = firstPictures(); // by name: { picture, figure } of what it shows
    this.drawn = new Map(); // island -> { plot, figure, width } of what it shows
    this.asked = new WeakSet(); // the figures that Python was asked to picture
    this.library = null; // the promise of Plotly
    this.arrived = null; // takes the script that Python sends
    this.stops = [];
    this.sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => this.fit(target)));
    const redraw = () => this.redraw();
    listen(this, matchMedia("(prefers-color-scheme: dark)"), "change", redraw);
    // Paper is light. The theme's observer draws the charts anew before the page is printed, and after.
    listen(this, window, "beforeprint", () => (document.documentElement.dataset.theme = "light"));
    listen(this, window, "afterprint", applyTheme);
    this.theme = new MutationObserver(redraw);
    this.theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  stop() {
    for (const stop of this.stops.splice(0)) stop();
    this.sizes.disconnect();
    this.theme.disconnect();
    for (const island of [...this.drawn.keys()]) this.remove(island);
  }

  // Draws what has changed and lets go of what is no longer on the page.
  update() {
    for (const island of [...this.drawn.keys()]) if (!island.isConnected) this.remove(island);
    const islands = [...this.root.querySelectorAll("[data-chart]")];
    if (!islands.length) return;
    for (const island of islands) this.place(island);
    if (!window.Plotly) this.picture(islands);
    this.load();
    for (const island of islands) this.draw(island);
  }

  place(island) {
    const height = this.figures[island.dataset.chart]?.layout?.height;
    if (height) {
      island.dataset.liveHigh = ""; // `morph` leaves its style to us
      island.style.setProperty("--high", `${height}px`);
    }
    if (this.drawn.has(island)) return;
    const plot = document.createElement("div");
    plot.style.height = "100%";
    if (island.getAttribute("aria-label")) island.setAttribute("role", "img");
    island.replaceChildren(plot);
    this.drawn.set(island, { plot, figure: null, width: 0 });
    this.sizes.observe(island);
  }

  // What stands in for plotly's figures. A picture of the first paint is taken for the first figure that comes.
  picture(islands) {
    const bare = islands.filter((island) => {
      const figure = this.figures[island.dataset.chart];
      const held = this.pictures.get(island.dataset.chart);
      if (held) held.figure ??= figure;
      const is = held && held.figure === figure;
      if (is && held.picture.parentNode !== island) island.prepend(held.picture);
      return figure && !is;
    });
    const figures = bare.map((island) => this.figures[island.dataset.chart]);
    if (figures.some((figure) => !this.asked.has(figure))) this.want({ want: "pictures" });
    for (const figure of figures) this.asked.add(figure);
  }

  // Python's pictures are of the figures that it sent last.
  draft(pictures) {
    if (window.Plotly) return;
    for (const [name, html] of Object.entries(pictures)) {
      this.pictures.get(name)?.picture.remove();
      this.pictures.set(name, { picture: parse(html).firstElementChild, figure: this.figures[name] });
    }
    this.update();
  }

  // One drawing at a time: plotly takes its time, and what came meanwhile is drawn after.
  async draw(island) {
    const state = this.drawn.get(island);
    if (!window.Plotly || !state || state.drawing) return;
    state.drawing = true;
    const figure = () => this.drawn.has(island) && this.figures[island.dataset.chart];
    try {
      while (figure() && island.clientWidth && state.figure !== figure()) {
        Object.assign(state, { figure: figure(), width: island.clientWidth });
        await this.plot(state, dress(state.figure, island));
        for (const picture of island.querySelectorAll(":scope > .drawing")) picture.remove();
      }
    } finally {
      state.drawing = false;
      if (!this.drawn.has(island)) window.Plotly.purge(state.plot);
    }
  }

  plot(state, { data, layout }) {
    const axes = Object.keys(layout).filter((name) => AXIS.test(name)).join();
    if (state.axes !== undefined && state.axes !== axes) window.Plotly.purge(state.plot);
    state.axes = axes;
    return window.Plotly.react(state.plot, data, layout, {
      displayModeBar: matchMedia(PHONE).matches ? false : "hover",
      displaylogo: false,
      responsive: false,
    });
  }

  fit(island) {
    const state = this.drawn.get(island);
    if (!state || !island.clientWidth) return;
    if (state.figure === null) this.draw(island);
    else if (Math.abs(state.width - island.clientWidth) > 1 && window.Plotly) {
      state.width = island.clientWidth;
      window.Plotly.Plots.resize(state.plot);
    }
  }

  redraw() {
    for (const [island, state] of this.drawn) {
      state.figure = null;
      this.draw(island);
    }
  }

  remove(island) {
    const { plot, drawing } = this.drawn.get(island);
    this.drawn.delete(island);
    this.sizes.unobserve(island);
    if (!drawing) window.Plotly?.purge(plot);
  }

  load() {
    this.library ??= this.fetch().then(
      () => this.update(),
      (problem) => {
        console.warn("companion: no chart script", problem);
        this.library = null; // the next change tries again
      },
    );
  }

  async fetch() {
    await idle();
    if (window.Plotly) return;
    const url = document.querySelector('meta[name="companion-plotly"]')?.content;
    await (url ? run(url) : this.ask());
  }

  async ask() {
    const zipped = "DecompressionStream" in window; // older browsers take the script as it is
    const sent = await new Promise((arrived) => {
      this.arrived = arrived;
      this.want({ want: "plotly", zipped });
    });
    const plain = zipped && new Blob([sent]).stream().pipeThrough(new DecompressionStream("gzip"));
    const script = plain ? await new Response(plain).arrayBuffer() : sent;
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    await run(url).finally(() => URL.revokeObjectURL(url));
  }
}

// The pictures of the page's first paint; its islands go as the page comes alive.
function firstPictures() {
  const found = [...document.querySelectorAll("#first-paint [data-chart] > .drawing")];
  return new Map(found.map((picture) => [picture.parentNode.dataset.chart, { picture, figure: null }]));
}

// When the controls have been painted and nothing is left to do: the script holds the page up for a while.
function idle() {
  const wait = window.requestIdleCallback ?? ((done) => setTimeout(done, 50));
  return new Promise((done) => painted(() => painted(() => wait(done, { timeout: 2000 }))));
}

// A page out of sight paints no frames.
function painted(done) {
  if (document.hidden) setTimeout(done);
  else requestAnimationFrame(() => setTimeout(done));
}

function run(url) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    script.onload = done;
    script.onerror = () => failed(new Error(url));
    document.head.append(script);
  });
}

// A copy of the figure in the page's own colours and type. Plotly writes into what it is given.
function dress(figure, island) {
  const style = getComputedStyle(island);
  const token = (name, other) => style.getPropertyValue(name).trim() || other;
  const resolve = (value) => {
    if (typeof value === "string") return value.replace(/var\((--[\w-]+)\)/g, (_all, name) => token(name, style.color));
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  };
  const { data = [], layout = {} } = resolve(figure);
  const line = token("--line", "#8886");
  const axes = Object.keys(layout).filter((name) => AXIS.test(name));
  for (const name of new Set([...axes, "xaxis", "yaxis"])) {
    layout[name] = { gridcolor: line, linecolor: line, zerolinecolor: line, automargin: true, ...layout[name] };
  }
  const ink = token("--ink", style.color);
  const dressed = {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    margin: { l: 40, r: 12, t: 24, b: 36 },
    uirevision: "kept",
    ...layout,
    autosize: true,
    font: { family: style.fontFamily, color: ink, ...layout.font },
    hoverlabel: { bgcolor: token("--raised", "#333"), bordercolor: line, font: { color: ink }, ...layout.hoverlabel },
  };
  delete dressed.width;
  delete dressed.height;
  return { data, layout: dressed };
}
