"""The charts of Plutocracy, over the time track: prices, voyages, the council, money; the events are marked."""

from typing import Any

from companion.charts import parts
from companion.charts.palette import PLAYERS, TOKENS, var
from companion.charts.parts import Figure
from companion.table import Table
from companion.words import N_, Translator, labelled

# Colours as on the map; a body or resource of another box takes one by its place.
BODIES = {
    "earth": "c8",
    "mars": "c6",
    "jupiter": "c1",
    "saturn": "c4",
    "uranus": "c3",
    "neptune": "c2",
    "asteroid": "c7",
}
RESOURCES = {"oxygen": "c2", "carbon": "c8", "uranium": "c4", "plants": "c3", "water": "c5"}
EVENTS = {"rotate": "↻", "prices": "⇅", "elect": "☑", "the-end": "⚑"}
SIDES = {"demand": "c1", "supply": "c2"}
CAUSES = {
    "setup": N_("start"),
    "sell": N_("sale"),
    "buy": N_("purchase"),
    "prices": N_("price change"),
    "elect": N_("election"),
    "join_society": N_("society"),
    "buy_seats": N_("seats"),
    "overtime": N_("out of time"),
    "correct": N_("correction"),
}
PANEL = 124  # pixels a planet
RIGHT = 24  # pixels: half of the last number below stands there
BESIDE = 14  # letters of a player's name beside the voyages
TITLE = 0.24  # of a planet's room, above its prices


def body_token(box: dict[str, Any], body: str) -> str:
    """The colour of a body."""
    return BODIES.get(body) or TOKENS[list(box["bodies"]).index(body) % len(TOKENS)]


def resource_token(box: dict[str, Any], resource: str) -> str:
    """The colour of a resource."""
    return RESOURCES.get(resource) or TOKENS[list(box["resources"]).index(resource) % len(TOKENS)]


def prices(table: Table, seat: str | None, _: Translator) -> Figure:
    """Both prices of every planet, one planet below the other."""
    state, rows = table.state, table.records("prices", seat)
    planets = list(state.planets)
    traces, notes, axes = [], [], {}
    height = 1 / len(planets)
    for place, name in enumerate(planets):
        number = "" if place == 0 else str(place + 1)
        top = 1 - place * height
        axes[f"yaxis{number}"] = parts.axis(
            domain=[top - height * 0.94, top - height * TITLE],
            range=[min(state.box["prices"]) - 0.5, max(state.box["prices"]) + 0.5],
            tickvals=state.box["prices"][::2],
            anchor="x",
        )
        for side in SIDES:
            own = [row for row in rows if (row["planet"], row["side"]) == (name, side)]
            traces.append(_price_line(table, own, side, _) | {"yaxis": f"y{number}"})
        notes.append(_planet_note(table, name, top, _))
    title = labelled(_("Prices"), _("● the planet buys · ▲ sells"), _)
    return {
        "data": traces,
        "layout": _over_time(table, title, _, annotations=notes, right=RIGHT, height=PANEL * len(planets), **axes),
    }


def _price_line(table: Table, rows: list[dict[str, Any]], side: str, _: Translator) -> parts.Trace:
    points: list[tuple[Any, float | None, str]] = []
    for row in rows:
        said = parts.says(_(table.state.box["resources"][row["resource"]]), row["price"], _)
        hover = f"{said}<br>{row['time']} · {_(CAUSES.get(row['cause'], row['cause']))}"
        points.append((row["time"], row["price"], hover))
    if points:
        points.append((max(_now(table), points[-1][0]), points[-1][1], points[-1][2]))
    return parts.steps(f"{rows[0]['planet']} {side}" if rows else side, SIDES[side], points)


def _planet_note(table: Table, name: str, top: float, _: Translator) -> dict[str, Any]:
    box, planet = table.state.box, table.state.planets[name]

    def side(symbol: str, resource: str | None, price: int | None) -> str:
        return f"{symbol} {_(box['resources'][resource])} {price}" if resource and price else ""

    said = (
        _(box["bodies"][name]["name"]),
        side("●", planet.demand, planet.demand_price),
        side("▲", planet.supply, planet.supply_price),
    )
    where: dict[str, Any] = {"x": 0, "xref": "paper", "xanchor": "left", "y": top, "yref": "paper", "yanchor": "top"}
    return _note(parts.plain("  ".join(said)), bgcolor=var("surface"), **where)


def voyages(table: Table, seat: str | None, _: Translator) -> Figure:
    """Who flew where and when: one line a player, one bar a voyage, named by its goal."""
    rows, box = table.records("voyages", seat), table.state.box
    labels = [parts.label(f"{place + 1} {player}", BESIDE) for place, player in enumerate(table.players)]
    traces = []
    for place, player in enumerate(table.players):
        own = [row for row in rows if row["player"] == player]
        goals = [row["to"][0] for row in own]
        traces.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": parts.plain(player),
                "y": [parts.plain(labels[place])] * len(own),
                "base": [row["leave"] for row in own],
                "x": [row["arrive"] - row["leave"] for row in own],
                "text": [parts.plain(_(box["bodies"][goal]["name"])[:1]) for goal in goals],
                "textposition": "inside",
                "insidetextanchor": "middle",
                "textangle": 0,
                "textfont": {"color": "#10151a", "size": 13},
                "hovertext": [_voyage(row, box, _) for row in own],
                "hovertemplate": "%{hovertext}<extra></extra>",
                "marker": {
                    "color": [var(body_token(box, goal)) for goal in goals],
                    "line": {"color": var("surface"), "width": 2},
                },
            }
        )
    layout = _over_time(
        table,
        _("Voyages"),
        _,
        right=RIGHT,
        barmode="overlay",
        bargap=0.3,
        yaxis=parts.axis(
            type="category",
            categoryorder="array",
            categoryarray=[parts.plain(each) for each in labels][::-1],
            range=[-0.5, len(labels) - 0.5],
            dtick=1,
            showgrid=False,
        ),
    )
    return {"data": traces, "layout": layout}


def _voyage(row: dict[str, Any], box: dict[str, Any], _: Translator) -> str:
    start, goal = (f"{_(box['bodies'][row[end][0]]['name'])} {row[end][1]}" for end in ("from", "to"))
    hexes = _.ngettext("{count} hex", "{count} hexes", row["hexes"]).format(count=row["hexes"])
    told = f"{start} → {goal}, {row['leave']} → {row['arrive']}, {hexes}"
    return parts.plain(labelled(row["player"], told, _))


def council(table: Table, seat: str | None, _: Translator) -> Figure:
    """Every player's councilors; the elections stand out."""
    return _of_players(table, table.records("council", seat), "councilors", _("Council"), _)


def cash(table: Table, seat: str | None, _: Translator) -> Figure:
    """Every player's money."""
    return _of_players(table, table.records("cash", seat), "cash", _("Money"), _)


def _of_players(table: Table, rows: list[dict[str, Any]], key: str, title: str, _: Translator) -> Figure:
    traces, labels = [], []
    for place, player in enumerate(table.players):
        points: list[tuple[Any, float | None, str]] = [
            (row["time"], row[key], f"{parts.says(player, row[key], _)}<br>{_(CAUSES.get(row['cause'], row['cause']))}")
            for row in rows
            if row["player"] == player
        ]
        points.append((max(_now(table), points[-1][0]), points[-1][1], parts.says(player, points[-1][1], _)))
        traces.append(parts.steps(player, PLAYERS[place % len(PLAYERS)], points))
        labels.append(parts.label(f"{place + 1} {player}"))
    right = 24 + 7 * max(map(len, labels))
    drawn_on = parts.reach(traces)
    notes = parts.end_labels(traces, labels, drawn_on)
    layout = _over_time(table, title, _, right=right, annotations=notes, yaxis=parts.axis(range=drawn_on))
    return {"data": traces, "layout": layout}


def _over_time(table: Table, title: str, _: Translator, *, right: int, **more: Any) -> Figure:
    """The time track below, its events as lines with their signs above."""
    end = _timetable(table)["end"]
    lines, signs = [], []
    for row, (name, dash) in enumerate(EVENT_DASHES.items()):
        for space in _spaces(table, name):
            line = {"color": var("dim"), "width": 1, "dash": dash}
            where = {"x0": space, "x1": space, "y0": 0, "y1": 1, "yref": "paper"}
            lines.append({"type": "line", "layer": "below", "line": line, **where})
            shift = {"yanchor": "bottom", "xanchor": "center", "yshift": 12 * row}
            signs.append(_note(EVENTS[name], x=space, y=1, yref="paper", size=12, **shift))
    drawn = parts.layout(
        title,
        right=right,
        shapes=lines,
        annotations=[*signs, *more.pop("annotations", [])],
        xaxis=parts.axis(_("time"), range=[0, end], dtick=10, anchor="free", position=0),
        **more,
    )
    return drawn | {"margin": {**drawn["margin"], "t": 76}}


EVENT_DASHES = {"rotate": "1px,5px", "prices": "5px,4px", "elect": "solid"}


def _spaces(table: Table, name: str) -> range:
    printed = _timetable(table)[name]
    return range(printed["first"], _timetable(table)["end"] + 1, printed["step"])


def _timetable(table: Table) -> dict[str, Any]:
    printed: dict[str, Any] = table.state.box["timetable"][str(len(table.players))]
    return printed


def _now(table: Table) -> int:
    """The space of the player to act; the end of the game when it is over."""
    state = table.state
    if state.phase == "end":
        end: int = _timetable(table)["end"]
        return end
    return next((marker.space for marker in state.track if marker.token == state.active), 0)


def _note(text: str, *, size: int = 13, **where: Any) -> dict[str, Any]:
    return {"text": text, "showarrow": False, "font": {"size": size, "color": var("ink")}, **where}


FIGURES = {"prices": prices, "voyages": voyages, "council": council, "cash": cash}
ALONG = dict.fromkeys(FIGURES, _now)
