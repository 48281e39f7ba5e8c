"""What a reader may ask of any figure: fewer series, a slider below, and another table's series beside."""

from collections.abc import Callable, Collection
from html import unescape
from typing import Any

from companion.charts import parts
from companion.charts.parts import Figure, Trace
from companion.errors import RuleError
from companion.shapes import said
from companion.words import ISOLATES, N_, isolated

SUBTITLE, LINE = 12, 18  # pixels: the size of what stands below a title, and its room


def _names(value: Any) -> bool:
    return value is None or (isinstance(value, Collection) and all(isinstance(name, str) for name in value))


# The options of every figure, and what each may be.
OPTIONS: dict[str, Callable[[Any], bool]] = {
    "dark": lambda value: isinstance(value, bool),
    "lang": lambda value: isinstance(value, str),
    "only": _names,
    "slider": lambda value: isinstance(value, bool),
}


def checked(chosen: dict[str, Any]) -> dict[str, Any]:
    """The options as they are. Raises RuleError ``unknown-option`` or ``bad-option``."""
    for name, value in chosen.items():
        if name not in OPTIONS:
            raise RuleError(
                "unknown-option",
                N_("A figure has no option “{name}”; there are {known}."),
                name=said(name),
                known=", ".join(OPTIONS),
            )
        if not OPTIONS[name](value):
            raise RuleError(
                "bad-option", N_("The option “{name}” of a figure cannot be {asked}."), name=name, asked=said(value)
            )
    return chosen


def only(figure: Figure, names: Collection[str], players: Collection[str]) -> Figure:
    """The figure with the series of these names alone, as typed. One name may stand alone.

    A player without a series yet is no mistake; any other name is: RuleError ``unknown-series``.
    """
    names = [names] if isinstance(names, str) else list(names)
    known = dict.fromkeys(_name(trace) for trace in figure["data"])
    for name in names:
        if name.strip(ISOLATES) not in known and name not in players:
            raise RuleError(
                "unknown-series",
                N_("There is no series “{name}” in this figure; there are {known}."),
                name=said(name),
                known=", ".join(isolated(one) for one in known if one),
            )
    wanted = {name.strip(ISOLATES) for name in names}
    kept = [trace for trace in figure["data"] if _name(trace) in wanted]
    return {"data": kept, "layout": {**figure["layout"], "annotations": _labels(figure, kept)}}


def _name(trace: Trace) -> str:
    """The name of a series as typed."""
    return unescape(trace.get("name", "")).strip(ISOLATES)


def slider(figure: Figure) -> Figure:
    """The figure with a small copy of itself below, to choose a stretch of it."""
    # Plotly draws no slider below an axis that stands free (it fails on "rangemode"): it stands below the lowest panel.
    axis = {key: value for key, value in figure["layout"].get("xaxis", {}).items() if key not in ("anchor", "position")}
    panels = {key: value for key, value in figure["layout"].items() if key.startswith("yaxis") and "domain" in value}
    if panels:
        axis["anchor"] = min(panels, key=lambda key: panels[key]["domain"][0]).replace("axis", "")
    below = {"visible": True, "thickness": 0.12, "bgcolor": "rgba(0,0,0,0)", "bordercolor": axis.get("linecolor")}
    return {**figure, "layout": {**figure["layout"], "xaxis": {**axis, "fixedrange": False, "rangeslider": below}}}


def beside(figure: Figure, other: Figure, name: str) -> Figure:
    """The figure, and over it the series of ``other`` that differ, thin and dotted; ``name`` says what they are."""
    same = [_course(trace) for trace in figure["data"]]
    added = []
    for trace in other["data"]:
        if trace.get("type") == "scatter" and _course(trace) not in same:
            line = {**trace.get("line", {}), "dash": "dot", "width": 1.5}
            marker = {**trace.get("marker", {}), "size": 11, "symbol": "circle-open"}
            said = parts.plain(f"{unescape(trace.get('name', ''))} · {name}")
            texts = [f"{parts.plain(name)} · {text}" for text in trace.get("text", [])]
            added.append({**trace, "name": said, "line": line, "marker": marker, "text": texts})
    both = {"data": [*figure["data"], *added], "layout": _wider(figure["layout"], other["layout"])}
    return entitled(both, f"○ {name}")


def entitled(figure: Figure, more: str) -> Figure:
    """The figure with a few more words on a line of their own below its title: a phone has no room beside it."""
    layout = figure["layout"]
    title = {**layout["title"], "subtitle": {"text": parts.plain(more), "font": {"size": SUBTITLE}}}
    high = {"height": layout["height"] + LINE} if "height" in layout else {}
    margin = {**layout["margin"], "t": layout["margin"]["t"] + LINE}
    return {**figure, "layout": {**layout, **high, "title": title, "margin": margin}}


def titled(figure: Figure) -> str:
    """What a figure is called, with what stands below its title."""
    title = figure["layout"].get("title", {})
    said = (title.get("text"), title.get("subtitle", {}).get("text"))
    return " · ".join(text for text in said if text)


def _course(trace: Trace) -> tuple[Any, list[tuple[Any, Any]]]:
    """A series' name and its changes; how far it has been drawn on since the last one does not count."""
    points = list(zip(trace.get("x", []), trace.get("y", []), strict=False))
    changes = [point for place, point in enumerate(points) if place == 0 or point[1] != points[place - 1][1]]
    return trace.get("name"), changes


def _wider(layout: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The layout, its axes long enough for both."""
    wider = {}
    for name in (name for name in layout if name.startswith(("xaxis", "yaxis"))):
        ends = [each[name]["range"] for each in (layout, other) if "range" in each.get(name, {})]
        if len(ends) > 1:
            both = [min(end[0] for end in ends), max(end[1] for end in ends)]
            numbers = parts.ticks(both) if "tickformat" in layout[name] else {}
            wider[name] = {**layout[name], "range": both, **numbers}
    return {**layout, **wider}


def _labels(figure: Figure, kept: list[Trace]) -> list[dict[str, Any]]:
    """The annotations, where the labels at the series' ends are those of the series that are left."""
    notes = figure["layout"].get("annotations", [])
    others = [note for note in notes if not _is_end_label(note)]
    plain = [trace for trace in kept if "yaxis" not in trace and trace.get("line")]
    if len(others) == len(notes):
        return list(notes)
    axis = figure["layout"]["yaxis"].get("range") or parts.reach(plain)
    return [*others, *parts.end_labels(plain, [unescape(trace["name"]) for trace in plain], axis)]


def _is_end_label(note: dict[str, Any]) -> bool:
    return note.get("x") == 1 and note.get("xref") == "paper" and note.get("xanchor") == "left"
