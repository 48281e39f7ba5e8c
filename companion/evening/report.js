// Draws the report's charts in the reader's own colours.
(async () => {
  const json = (id) => JSON.parse(document.getElementById(id).textContent);
  const figures = json("figures");
  const zipped = Uint8Array.from(atob(json("plotly")), (sign) => sign.charCodeAt(0));
  const plain = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(plain).text();
  document.head.append(script);
  const draw = () => {
    const style = getComputedStyle(document.documentElement);
    const dress = (value) => {
      if (typeof value === "string") return value.replace(/var\((--[\w-]+)\)/g, (_all, name) => style.getPropertyValue(name).trim());
      if (Array.isArray(value)) return value.map(dress);
      if (value === null || typeof value !== "object") return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, dress(inner)]));
    };
    for (const island of document.querySelectorAll("[data-chart]")) {
      const { data, layout } = dress(figures[island.dataset.chart]);
      if (layout.height) island.style.height = `${layout.height}px`; // panels above each other
      const clear = { paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", autosize: true };
      Plotly.react(island, data, { ...layout, ...clear }, { responsive: true, displaylogo: false });
    }
  };
  const paper = (is) => () => {
    document.documentElement.toggleAttribute("data-paper", is);
    draw();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  addEventListener("beforeprint", paper(true)); // paper is light
  addEventListener("afterprint", paper(false));
  draw();
})();
