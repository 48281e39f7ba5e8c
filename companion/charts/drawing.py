"""A figure of ours as an SVG picture: the same lines, signs, colours, numbers and places as plotly's, without plotly.

What is drawn is the plot; all else hangs over its edges by the figure's margins. Places are parts of it, so one picture
fits a box of any size that is ``position: relative``. Colours are design tokens: they follow the page.

No library is used. Those that are kept up (pygal, leather) draw charts of their own look, in pixels that do not follow
the page's width, and hold neither steps from entry to entry nor several panels over one axis; drawsvg and htpy write
elements, which is the small part of it; matplotlib takes longer to import than a page to open.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape, unescape
from typing import Any

from companion.charts import bars, marks, scales
from companion.charts.palette import FONT, var
from companion.charts.parts import Figure, Trace
from companion.charts.scales import Scale

WIDTH, HEIGHT = 358, 340  # pixels: what stands inside bars is fitted to a phone
UNITS = 1000  # of a path across the plot
DROP = 0.35  # from a text's middle to the line that it stands on, in parts of its size
LINE = 1.3  # from a line to the next, in parts of the text's size
EDGE = 2  # pixels between a note and its place


@dataclass(frozen=True)
class Plan:
    """What a figure is drawn on: its scales by name (``x``, ``y2``), and the names that its signs have on the page."""

    figure: Figure
    key: str
    width: float
    height: float
    scales: dict[str, Scale]
    bars: list[bars.Bar]

    @property
    def layout(self) -> dict[str, Any]:
        """The figure's layout."""
        layout: dict[str, Any] = self.figure["layout"]
        return layout

    def at(self, axis: str, value: Any) -> float:
        """Where a value stands in the plot: from its left, or from its top."""
        place = self.scales[axis].place(value)
        return 1 - place if axis.startswith("y") else place

    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of axes that something is drawn on."""
        return list(dict.fromkeys(axes(trace) for trace in self.figure["data"])) or [("x", "y")]

    def points(self, trace: Trace) -> list[tuple[float, float]]:
        """Where the values of a series stand, from the left and from the top; those that nobody knows are left out."""
        x, y = axes(trace)
        pairs = zip(trace["x"], trace["y"], strict=True)
        return [(self.at(x, across), self.at(y, up)) for across, up in pairs if up is not None]

    def axis(self, name: str) -> dict[str, Any]:
        """What the figure says of an axis."""
        said: dict[str, Any] = self.layout.get(f"{name[0]}axis{name[1:]}", {})
        return said


def svg(figure: Figure, key: str, *, width: float = WIDTH, height: float = HEIGHT) -> str:
    """The picture of a figure. ``key`` tells its signs from those of other pictures on the page.

    ``width`` and ``height`` are about what its box will be, in pixels: texts inside bars are left out that would not
    fit. The picture takes its box whatever they are.
    """
    plan = plan_of(figure, key, width, height)
    parts = [
        "<defs>",
        *_definitions(plan),
        "</defs>",
        *_shapes(plan),
        *_grid(plan),
        *_bars(plan),
        *(part for place, trace in enumerate(figure["data"]) for part in _trace(plan, place, trace)),
        *_axes(plan),
        *_notes(plan),
        *_titles(plan),
        *_legend(plan),
    ]
    return _picture(plan, parts)


def over(figure: Figure, *, height: float = HEIGHT) -> tuple[Figure, str]:
    """A figure without its annotations, and a picture of them alone: what lies over the plot is not to hide them."""
    bare: Figure = {**figure, "layout": {**figure["layout"], "annotations": ()}}
    plan = plan_of(figure, height=height)
    return bare, _picture(plan, _notes(plan))


def _picture(plan: Plan, parts: Iterable[str]) -> str:
    """The SVG that stands over the plot of its box."""
    margin, font = plan.layout["margin"], _font(plan)
    wide, high = margin["l"] + margin["r"], margin["t"] + margin["b"]
    style = (
        f"position:absolute;left:{margin['l']}px;top:{margin['t']}px;width:calc(100% - {wide}px);"
        f"height:calc(100% - {high}px);overflow:visible;white-space:pre;direction:ltr;pointer-events:none"
    )
    return (
        f'<svg class="drawing" style="{style}" aria-hidden="true" font-family="{escape(font["family"])}" '
        f'font-size="{font["size"]}" fill="{escape(font.get("color", "currentColor"))}">{"".join(parts)}</svg>'
    )


def _font(plan: Plan) -> dict[str, Any]:
    return {**FONT, **plan.layout.get("font", {})}


def drawable(figure: Figure) -> bool:
    """Whether all that a picture needs stands in the figure: those of ours say it, a reader's own may not."""
    layout = figure["layout"]
    said = [layout.get(f"{name[0]}axis{name[1:]}", {}) for trace in figure["data"] for name in axes(trace)]
    kinds = {trace.get("type") for trace in figure["data"]}
    return {"margin", "title"} <= set(layout) and kinds <= {"scatter", "bar"} and all("range" in axis for axis in said)


def pictures(figures: Mapping[str, Figure]) -> dict[str, str]:
    """The pictures of a page's figures, by name."""
    return {name: svg(figure, name) for name, figure in figures.items() if drawable(figure)}


def axes(trace: Trace) -> tuple[str, str]:
    """The names of the axes of a series."""
    return trace.get("xaxis", "x"), trace.get("yaxis", "y")


def plan_of(figure: Figure, key: str = "", width: float = WIDTH, height: float = HEIGHT) -> Plan:
    """What a figure is drawn on."""
    layout = figure["layout"]
    found: dict[str, list[Any]] = {}
    for trace in figure["data"]:
        for name, values in zip(axes(trace), (trace.get("x", []), trace.get("y", [])), strict=True):
            found.setdefault(name, []).extend(values)
    for name in ("x", "y"):
        found.setdefault(name, [])
    known = {name: scales.scale(layout.get(f"{name[0]}axis{name[1:]}", {}), values) for name, values in found.items()}
    margin = layout["margin"]
    inner = width - margin["l"] - margin["r"], layout.get("height", height) - margin["t"] - margin["b"]
    return Plan(figure, key, *inner, known, list(bars.bars(figure, known)))


# Behind


def _definitions(plan: Plan) -> Iterator[str]:
    """The sign of each series, and its bars' hatching, once."""
    for place, trace in enumerate(plan.figure["data"]):
        marker = trace.get("marker", {})
        if "markers" in trace.get("mode", ""):
            shape = marks.symbol(marker.get("symbol", "circle"), marker.get("size", 6))
            yield f'<path id="{_id(plan, place)}" d="{shape}"/>'
        hatched = marker.get("pattern", {}).get("shape")
        if hatched:
            yield (
                f'<pattern id="{_id(plan, place)}" width="{marks.TILE}" height="{marks.TILE}" '
                f'patternUnits="userSpaceOnUse" fill="{escape(marker["color"])}" color="{escape(marker["color"])}">'
                f"{marks.hatching(hatched)}</pattern>"
            )


def _id(plan: Plan, place: int) -> str:
    return escape(f"{plan.key}-{place}")


def _shapes(plan: Plan) -> Iterator[str]:
    """Lines across the plot, and bands."""
    for shape in plan.layout.get("shapes", ()):
        x = [_where(plan, shape.get("xref", "x"), shape[end]) for end in ("x0", "x1")]
        y = [_where(plan, shape.get("yref", "y"), shape[end]) for end in ("y0", "y1")]
        look = _stroke(shape["line"])
        if shape["type"] == "line":
            yield _line(x[0], y[0], x[1], y[1], look)
        else:
            fill = f'fill="{escape(shape["fillcolor"])}" opacity="{shape.get("opacity", 1)}" {look}'
            yield _box(min(x), min(y), abs(x[1] - x[0]), abs(y[1] - y[0]), fill)


def _where(plan: Plan, ref: str, value: Any) -> float:
    """A place that is named by an axis (``y2``), by the plot (``paper``), or by an axis' part of it (``x domain``)."""
    name, _space, kind = ref.partition(" ")
    if name == "paper":
        return float(value)
    if kind:
        over = plan.scales[name]
        place = over.start + value * (over.end - over.start)
        return 1 - place if name.startswith("y") else place
    return plan.at(name, value)


def _grid(plan: Plan) -> Iterator[str]:
    """The quiet lines at the numbers, and at zero."""
    for x, y in plan.pairs():
        across, up = plan.scales[x], plan.scales[y]
        for name, over in ((x, across), (y, up)):
            axis = plan.axis(name)
            places = [at for at, _text in scales.ticks(axis, over)] if axis.get("showgrid", True) else []
            if not over.categories and over.holds(0):
                places.append(over.place(0))
            look = f'stroke="{escape(axis.get("gridcolor", var("line")))}"'
            for at in dict.fromkeys(places):
                if name == x:
                    yield _line(at, 1 - up.start, at, 1 - up.end, look)
                else:
                    yield _line(across.start, 1 - at, across.end, 1 - at, look)


# Series


def _bars(plan: Plan) -> Iterator[str]:
    for bar in plan.bars:
        trace = plan.figure["data"][bar.series]
        hatched = trace["marker"].get("pattern", {}).get("shape")
        fill = f"url(#{_id(plan, bar.series)})" if hatched else escape(bar.colour)
        edge = trace["marker"].get("line")
        yield _box(
            bar.left,
            1 - bar.top,
            bar.right - bar.left,
            bar.top - bar.low,
            f'fill="{fill}" data-series="{bar.series}" {_stroke(edge)}',
        )
    size = bars.size_inside(plan.bars, plan.width, plan.height)
    for bar in plan.bars:
        if bar.text and bar.position == "outside":
            yield _text((bar.left + bar.right) / 2, 1 - bar.top, bar.text, anchor="middle", dy=-6)
        elif bar.text and bar.fits(plan.width, plan.height):
            middle = (bar.left + bar.right) / 2, 1 - (bar.top + bar.low) / 2
            yield _text(*middle, bar.text, anchor="middle", dy=size * DROP, size=size, colour=bar.text_colour)


def _trace(plan: Plan, place: int, trace: Trace) -> Iterator[str]:
    """A series of lines, signs or texts."""
    if trace["type"] != "scatter":
        return
    mode = trace.get("mode", "lines")
    faded = f' opacity="{trace["opacity"]}"' if "opacity" in trace else ""
    yield f'<g data-series="{place}"{faded}>'
    if "lines" in mode:
        lines = (
            f'<path d="{_path(plan, trace)}" fill="none" vector-effect="non-scaling-stroke" {_stroke(trace["line"])}/>'
        )
        yield _stretched(_filling(plan, place, trace) + lines)
    if "markers" in mode:
        yield f"<g {_sign_look(trace['marker'])}>"
        for x, y in plan.points(trace):
            yield f'<use href="#{_id(plan, place)}" x="{_part(x)}" y="{_part(y)}"/>'
        yield "</g>"
    if mode == "text":
        for (x, y), text in zip(plan.points(trace), trace["text"], strict=True):
            yield _text(x, y, text, anchor="middle", dy=-3)
    yield "</g>"


def _path(plan: Plan, trace: Trace) -> str:
    """A line through its points: it goes on level and then up or down, where it is steps. Gaps stay open."""
    x, y = axes(trace)
    stepping = trace.get("line", {}).get("shape") == "hv"
    pieces, pen = [], False
    for across, up in zip(trace["x"], trace["y"], strict=True):
        if up is None:
            pen = False
            continue
        to = _unit(plan.at(x, across)), _unit(plan.at(y, up))
        drawn = "H{}V{}" if stepping else "L{} {}"
        pieces.append((drawn if pen else "M{} {}").format(*to))
        pen = True
    return "".join(pieces)


def _filling(plan: Plan, place: int, trace: Trace) -> str:
    """The band between a series and the one before it."""
    if trace.get("fill") != "tonexty":
        return ""
    back = plan.points(plan.figure["data"][place - 1])[::-1]
    turned = "".join(f"{'V' if number else 'L'}{_corner(x, y, number)}" for number, (x, y) in enumerate(back))
    return f'<path d="{_path(plan, trace)}{turned}Z" fill="{escape(trace["fillcolor"])}"/>'


def _corner(x: float, y: float, number: int) -> str:
    """A step backwards: up or down first, then level."""
    return f"{_unit(y)}H{_unit(x)}" if number else f"{_unit(x)} {_unit(y)}"


def _stretched(inside: str) -> str:
    return (
        f'<svg viewBox="0 0 {UNITS} {UNITS}" preserveAspectRatio="none" width="100%" height="100%" '
        f'style="overflow:visible">{inside}</svg>'
    )


def _sign_look(marker: dict[str, Any]) -> str:
    colour, edge = escape(marker["color"]), marker.get("line", {}).get("width", 0)
    if marker.get("symbol", "").endswith("-open"):
        return f'fill="none" stroke="{colour}" stroke-width="{edge or 1}"'
    return f'fill="{colour}"'


# Around


def _axes(plan: Plan) -> Iterator[str]:
    """The axes' own lines, and their numbers."""
    separators = plan.layout.get("separators", scales.SEPARATORS)
    lowest = min(plan.scales[y].start for _x, y in plan.pairs())
    for x in dict.fromkeys(x for x, _y in plan.pairs()):
        axis, over = plan.axis(x), plan.scales[x]
        below = 1 - (axis["position"] if axis.get("anchor") == "free" else lowest)
        yield _line(over.start, below, over.end, below, f'stroke="{escape(axis.get("linecolor", var("line")))}"')
        for at, text in scales.ticks(axis, over, separators):
            yield _text(at, below, text, anchor="middle", dy=15.4)
    for x, y in plan.pairs():
        axis, over, left = plan.axis(y), plan.scales[y], plan.scales[x].start
        look = f'stroke="{escape(axis.get("linecolor", var("line")))}"'
        yield _line(left, 1 - over.start, left, 1 - over.end, look)
        for at, text in scales.ticks(axis, over, separators):
            yield _text(left, 1 - at, text, anchor="end", dx=-3.4, dy=12 * DROP)


def _notes(plan: Plan) -> Iterator[str]:
    """The annotations: labels at the series' ends, titles of panels, signs of events."""
    for note in plan.layout.get("annotations", ()):
        size = note.get("font", {}).get("size", 12)
        xref, yref = note.get("xref", "x"), note.get("yref", "y")
        x = note["x"] if xref == "paper" else _where(plan, xref, note["x"])
        y = 1 - note["y"] if yref == "paper" else _where(plan, yref, note["y"])
        left = note.get("xanchor") == "left"
        drop = {"top": EDGE + size * 0.93, "bottom": -EDGE - size * 0.24}.get(note.get("yanchor", ""), size * DROP)
        behind = note.get("bgcolor")
        lines = note["text"].split("<br>")
        for place, line in enumerate(lines):
            yield _text(
                x,
                y,
                line,
                anchor="start" if left else "middle",
                dx=note.get("xshift", 0) + (EDGE if left else 0),
                dy=drop - note.get("yshift", 0) + (place - (len(lines) - 1) / 2) * size * LINE,
                size=size,
                colour=note["font"]["color"],
                behind=behind,
            )


def _titles(plan: Plan) -> Iterator[str]:
    """The figure's title above, the title of its lowest axis below."""
    margin, title = plan.layout["margin"], plan.layout.get("title", {})
    if title.get("text"):
        down = (1 - title["y"]) * (margin["t"] + margin["b"]) - margin["t"] + title["font"]["size"] * 0.7
        look = {"size": title["font"]["size"], "colour": title["font"]["color"]}
        yield _text(0, 1 - title["y"], title["text"], dx=-margin["l"], dy=down, **look)
        if below := title.get("subtitle"):
            look["size"] = below["font"]["size"]
            down += title["font"]["size"] * LINE
            yield _text(0, 1 - title["y"], below["text"], dx=-margin["l"], dy=down, **look)
    for x in dict.fromkeys(x for x, _y in plan.pairs()):
        named = plan.axis(x).get("title", {})
        if named.get("text"):
            over = plan.scales[x]
            look = {"size": named["font"]["size"], "colour": named["font"]["color"]}
            yield _text((over.start + over.end) / 2, 1, named["text"], anchor="middle", dy=margin["b"] - 3, **look)


def _legend(plan: Plan) -> Iterator[str]:
    """What the series are called, above the plot: in rows of as many as there is room for."""
    if not plan.layout.get("showlegend"):
        return
    legend, size = plan.layout["legend"], _font(plan)["size"]
    named = [t for t in plan.figure["data"] if t.get("showlegend", True)]
    column = 45 + max(scales.width(unescape(trace["name"])) for trace in named)
    side = "end" if legend.get("xanchor") == "right" else "start"
    high = plan.layout["margin"]["t"]
    yield (
        f'<foreignObject x="0" y="{-high}" width="100%" height="{high}"><div style="position:absolute;inset:0 0 10px;'
        f"display:grid;grid-template-columns:repeat(auto-fill,{column:.0f}px);justify-content:{side};"
        f'align-content:end;line-height:19px;font-size:{size}px;color:{var("ink")};white-space:nowrap">'
    )
    for place, trace in enumerate(plan.figure["data"]):
        if trace.get("showlegend", True):
            yield f'<span><svg width="40" height="12" style="vertical-align:-1px">{_swatch(plan, place, trace)}</svg>'
            yield f"{_plain(trace['name'])}</span>"
    yield "</div></foreignObject>"


def _swatch(plan: Plan, place: int, trace: Trace) -> str:
    if trace["type"] == "bar":
        hatched = trace["marker"].get("pattern", {}).get("shape")
        fill = f"url(#{_id(plan, place)})" if hatched else escape(trace["marker"]["color"])
        return f'<rect x="14" width="12" height="12" fill="{fill}"/>'
    line = f'<path d="M5,6h30" fill="none" {_stroke(trace["line"])}/>'
    return f'{line}<use href="#{_id(plan, place)}" x="20" y="6" {_sign_look(trace["marker"])}/>'


# Elements


def _part(number: float) -> str:
    """A part of the plot, as SVG says it."""
    return f"{round(100 * number, 2):g}%"


def _unit(number: float) -> str:
    return f"{round(UNITS * number, 1):g}"


def _stroke(line: dict[str, Any] | None) -> str:
    """How a line looks; plotly names some dashes, and gives the others in pixels."""
    if not line:
        return ""
    width = line.get("width", 2)
    dash = {"solid": "", "dot": f"{max(3, width)},{max(3, width)}"}.get(line.get("dash", "solid"), line.get("dash", ""))
    dashed = f' stroke-dasharray="{escape(dash)}"' if dash else ""
    return f'stroke="{escape(line["color"])}" stroke-width="{width}"{dashed}'


def _line(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    return f'<line x1="{_part(x1)}" y1="{_part(y1)}" x2="{_part(x2)}" y2="{_part(y2)}" {look}/>'


def _box(x: float, y: float, width: float, height: float, look: str) -> str:
    return f'<rect x="{_part(x)}" y="{_part(y)}" width="{_part(width)}" height="{_part(height)}" {look}/>'


def _text(
    x: float,
    y: float,
    text: str,
    *,
    anchor: str = "start",
    dx: float = 0,
    dy: float = 0,
    size: float = 0,
    colour: str = "",
    behind: str | None = None,
) -> str:
    """A text at a part of the plot, moved by pixels; ``behind`` is a colour that keeps lines away from it."""
    look = f' text-anchor="{anchor}"' if anchor != "start" else ""
    look += f' dx="{round(dx, 2):g}"' if dx else ""
    look += f' font-size="{round(size, 1):g}"' if size else ""
    look += f' fill="{escape(colour)}"' if colour else ""
    look += f' stroke="{escape(behind)}" stroke-width="4" paint-order="stroke"' if behind else ""
    look += ' font-weight="bold"' if text.startswith("<b>") else ""
    return f'<text x="{_part(x)}" y="{_part(y)}" dy="{round(dy, 2):g}"{look}>{_plain(text)}</text>'


def _plain(text: str) -> str:
    """A text of a figure, in which names are escaped already, without the little HTML that plotly reads in it."""
    return escape(unescape(text.replace("<b>", "").replace("</b>", "")), quote=False)
