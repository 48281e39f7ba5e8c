// Figures can be pointed at: with a mouse, with a finger, or with the arrow keys once a figure has the focus.
(() => {
  const spots = JSON.parse(document.getElementById("spots").textContent);
  const element = (name, role) => Object.assign(document.createElement("div"), { className: name, role, hidden: true });

  function listen(figure, series) {
    if (!series.length) return;
    const plot = figure.querySelector(".drawing");
    const [ring, told] = [element("spot", null), element("told", "status")];
    figure.append(ring, told);
    let at = null; // [series, spot] of what is shown

    const place = ([x, y]) => {
      const [inner, outer] = [plot.getBoundingClientRect(), figure.getBoundingClientRect()];
      const border = figure.clientLeft;
      return [inner.left - outer.left - border + x * inner.width, inner.top - outer.top - border + y * inner.height];
    };
    const show = (next) => {
      at = next;
      ring.hidden = told.hidden = !at;
      if (!at) return;
      const spot = series[at[0]][at[1]];
      const [left, top] = place(spot);
      Object.assign(ring.style, { left: `${left}px`, top: `${top}px` });
      told.textContent = spot[2];
      const [wide, high] = [told.offsetWidth, told.offsetHeight];
      told.style.left = `${Math.max(4, Math.min(left - wide / 2, figure.clientWidth - wide - 4))}px`;
      told.style.top = `${top - high > 16 ? top - high - 12 : top + 12}px`;
    };
    const nearest = (x, y, among = series.map((_each, number) => number)) => {
      let [best, far] = [null, Infinity];
      for (const number of among) {
        series[number].forEach((spot, index) => {
          const [left, top] = place(spot);
          const away = Math.hypot(left - x, top - y);
          if (away <= far) [best, far] = [[number, index], away]; // the last is on top
        });
      }
      return best;
    };
    const pointed = (event) => {
      const outer = figure.getBoundingClientRect();
      show(nearest(event.clientX - outer.left, event.clientY - outer.top));
    };
    const step = (to) => {
      if (!at) return [0, series[0].length - 1];
      const [number, index] = at;
      if (to.x) return [number, Math.max(0, Math.min(series[number].length - 1, index + to.x))];
      const next = (number + to.y + series.length) % series.length;
      return nearest(...place(series[number][index]), [next]);
    };
    const keys = { ArrowLeft: { x: -1 }, ArrowRight: { x: 1 }, ArrowUp: { y: -1 }, ArrowDown: { y: 1 } };
    figure.addEventListener("keydown", (event) => {
      if (event.key === "Escape") show(null);
      if (!keys[event.key]) return;
      event.preventDefault(); // the page stays where it is
      show(step(keys[event.key]));
    });
    figure.addEventListener("pointermove", pointed);
    figure.addEventListener("pointerdown", pointed);
    figure.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && show(null));
    figure.addEventListener("blur", () => show(null));
    addEventListener("resize", () => show(null));
  }

  for (const figure of document.querySelectorAll("[data-chart]")) listen(figure, spots[figure.dataset.chart]);
})();
