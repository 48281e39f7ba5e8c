"""The charts of Ponzi Scheme: who owes what when, what is known of everybody's cash, tiles, and the market."""

from collections.abc import Sequence
from typing import Any

from companion.charts import parts
from companion.charts.palette import PLAYERS, TOKENS, var
from companion.charts.parts import Figure, Trace
from companion.games.ponzi_scheme.advice import TURNS_AHEAD
from companion.table import Table
from companion.words import N_, Translator, money

PATTERNS = ("", "/", "x", ".")  # a stack of more than eight cards begins the colours again, hatched
AROUND, PANEL = 110, 122  # pixels round the panels, and for each of them
GAP = 0.3  # of a panel, for its title
SMALLEST = {"minsize": 9, "mode": "hide"}  # what would be too small to read is not written
BAR = 0.75  # of a turn: without it a card that is due once would be as wide as plotly finds room
ROOM, CLEAR, TALLEST, LOWEST = 1.3, 1.08, 2.5, 10  # how high a panel is: see _top
ROW_NAMES = (N_("row 1"), N_("row 2"), N_("row 3"))

Row = dict[str, Any]


# Interest


def interest(table: Table, seat: str | None, _: Translator) -> Figure:
    """The payments of the coming twelve turns, everyone side by side, against what is known of the cash."""
    return calendar(table, table.players, seat, _, crash=False)


def interest_if_crash(table: Table, seat: str | None, _: Translator) -> Figure:
    """The same, if the market crashes before the next turn."""
    return calendar(table, table.players, seat, _, crash=True)


def calendar(table: Table, players: Sequence[str], seat: str | None, _: Translator, *, crash: bool) -> Figure:
    """A panel a player with a stack of cards a turn."""
    title = _("Interest, if the market crashes now") if crash else _("Interest of the coming turns")
    panels = [(player, f"{parts.plain(player)} · {_holds(table, player, _)}", crash) for player in players]
    return _stacks(table, panels, seat, title, _)


def calendar_of(table: Table, player: str, seat: str | None, _: Translator) -> Figure:
    """One player's payments: without a crash, and with one before the next turn."""
    panels = [(player, _("No crash"), False), (player, _("The market crashes now"), True)]
    return _stacks(table, panels, seat, f"{parts.plain(player)} · {_holds(table, player, _)}", _)


def _holds(table: Table, player: str, _: Translator) -> str:
    shown = table.snapshot()["players"][table.players.index(player)]
    if shown["cash_min"] == shown["cash_max"]:
        return _("holds {amount}").format(amount=money(shown["cash_min"], _.lang))
    return _("holds {least} to {most}").format(
        least=money(shown["cash_min"], _.lang), most=money(shown["cash_max"], _.lang)
    )


def _stacks(table: Table, panels: list[tuple[str, str, bool]], seat: str | None, title: str, _: Translator) -> Figure:
    """A panel for each (player, title, whether the market crashes), the turns from now on below all of them."""
    rows = {
        crash: table.records("interest_if_crash" if crash else "interest", seat)
        for crash in {crash for _player, _title, crash in panels}
    }
    data: list[Trace] = []
    titles: list[str] = []
    shapes = []
    tops = []
    for place, (player, name, crash) in enumerate(panels):
        own = [row for row in rows[crash] if row["player"] == player and row["due_in"] is not None]
        data += _stack(own, place, _)
        titles.append(name)
        shown = table.snapshot()["players"][table.players.index(player)]
        shapes.append(_band(shown["cash_min"], shown["cash_max"], place))
        tops.append(_top(own, shown["cash_max"]))
    first = min((row["due_in"] for each in rows.values() for row in each if row["due_in"] is not None), default=1)
    turns = list(range(min(first, 1), TURNS_AHEAD + 1))
    bottom = parts.axis(
        _("turns from now"),
        tickvals=turns,
        ticktext=[str(turn) if turn else _("now") for turn in turns],
        range=[turns[0] - 0.6, TURNS_AHEAD + 0.6],
        tickangle=0,
    )
    return _panels(data, titles, tops, title, bottom, shapes=shapes, barmode="stack", uniformtext=SMALLEST)


def _totals(rows: list[Row]) -> dict[int, int]:
    totals: dict[int, int] = {}
    for row in rows:
        totals[row["due_in"]] = totals.get(row["due_in"], 0) + row["amount"]
    return totals


def _top(rows: list[Row], most: int) -> float:
    """How high a panel goes: room for the sums on top, and for the band, unless it would make the bars tiny."""
    highest = max(_totals(rows).values(), default=0)
    return max(highest * ROOM, min(most * CLEAR, highest * TALLEST or most), LOWEST)


def _stack(rows: list[Row], place: int, _: Translator) -> list[Trace]:
    """The cards of one player, and the sum on top of each turn."""
    traces: list[Trace] = []
    for index, value in enumerate(sorted({row["fund"] for row in rows})):
        own = [row for row in rows if row["fund"] == value]
        hover = _("card {fund}: {amount}")
        traces.append(
            {
                "type": "bar",
                "name": str(value),
                "x": [row["due_in"] for row in own],
                "y": [row["amount"] for row in own],
                "width": BAR,
                "text": [str(value)] * len(own),
                "hovertext": [hover.format(fund=value, amount=money(row["amount"], _.lang)) for row in own],
                "hoverinfo": "text",
                "textposition": "inside",
                "insidetextanchor": "middle",
                "textangle": 0,
                "insidetextfont": {"color": "#10151a", "size": 11},
                "marker": {
                    "color": var(TOKENS[index % len(TOKENS)]),
                    "line": {"color": var("surface"), "width": 1},
                    "pattern": {"shape": PATTERNS[index // len(TOKENS) % len(PATTERNS)]},
                },
                **_axes(place),
            }
        )
    totals = _totals(rows)
    traces.append(
        {
            "type": "scatter",
            "mode": "text",
            "name": _("together"),
            "x": list(totals),
            "y": list(totals.values()),
            "text": [f"<b>{money(total, _.lang)}</b>" for total in totals.values()],
            "textposition": "top center",
            "hoverinfo": "skip",
            "cliponaxis": False,
            **_axes(place),
        }
    )
    return traces


def _band(least: int, most: int, place: int) -> dict[str, Any]:
    """What a player holds: from the least to the most."""
    return {
        "type": "rect",
        "xref": "x domain",
        "yref": _axis("y", place),
        "x0": 0,
        "x1": 1,
        "y0": least,
        "y1": most,
        "fillcolor": var("good"),
        "opacity": 0.22,
        "line": {"color": var("good"), "width": 1.5},
        "layer": "below",
    }


# Cash and tiles, as the game went


def cash_bounds(table: Table, seat: str | None, _: Translator) -> Figure:
    """A panel a player: between what and what his cash lay; the true line only where ``seat`` may see it."""
    rows = table.records("cash_bounds", seat)
    now = parts.last_entry(table)
    data: list[Trace] = []
    titles = []
    for place, player in enumerate(table.players):
        own = [row for row in rows if row["player"] == player]
        token = PLAYERS[place % len(PLAYERS)]
        data += _bounds(own, parts.plain(player), now, token, place, _)
        titles.append(f"{parts.plain(player)} · {_holds(table, player, _)}")
    title = _("Cash, as far as it is known")
    return _panels(data, titles, _tops(data, len(titles)), title, _rounds(table, _), **_over_entries(table))


def _bounds(rows: list[Row], name: str, now: int, token: str, place: int, _: Translator) -> list[Trace]:
    def line(key: str, **more: Any) -> Trace:
        points = [(0, 0), *((row["n"], row[key]) for row in rows)]
        points.append((now, points[-1][1]))
        return {
            "type": "scatter",
            "mode": "lines",
            "name": name,
            "x": [x for x, _y in points],
            "y": [y for _x, y in points],
            "line": {"shape": "hv", "color": var(token), "width": 1.5},
            "hovertemplate": more.pop("said") + " %{y:,}<extra></extra>",
            **more,
            **_axes(place),
        }

    traces = [line("cash_min", said=_("at least")), line("cash_max", said=_("at most"), fill="tonexty")]
    traces[1]["fillcolor"] = var("line")
    if rows and rows[-1]["cash"] is not None:
        traces.append(line("cash", said=_("in truth")))
        traces[-1]["line"] = {"shape": "hv", "color": var("ink"), "width": 2.5, "dash": "dot"}
    return traces


def tiles(table: Table, seat: str | None, _: Translator) -> Figure:
    """A panel a player: how many tiles of each industry he had."""
    rows = table.records("tiles", seat)
    now = parts.last_entry(table)
    data: list[Trace] = []
    for place, player in enumerate(table.players):
        for index, (industry, printed) in enumerate(table.state.box["industries"].items()):
            own = [row for row in rows if (row["player"], row["industry"]) == (player, industry)]
            name, token = _(printed["name"]), industry_token(printed["colour"], index)
            points: list[tuple[Any, float | None, str]] = [(0, 0, name)]
            points += [(row["n"], row["tiles"], f"{parts.plain(name)} {row['tiles']}") for row in own]
            points.append((now, points[-1][1], points[-1][2]))
            data.append({**parts.steps(name, token, points), "showlegend": place == 0, **_axes(place)})
    titles = [parts.plain(player) for player in table.players]
    legend = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 1, "xanchor": "right"}
    more = {**_over_entries(table), "showlegend": True, "legend": legend}
    return _panels(data, titles, _tops(data, len(titles)), _("Tiles"), _rounds(table, _), **more)


def industry_token(colour: str, index: int) -> str:
    """The series colour of an industry: that of its tile where the box names one of ours, else by its place."""
    return colour if colour in TOKENS else TOKENS[index % len(TOKENS)]


def _rounds(table: Table, _: Translator) -> dict[str, Any]:
    return parts.entries_axis(table, _("round"), {n: str(round_) for n, round_ in _starts(table).items()})


def _starts(table: Table) -> dict[int, int]:
    """The entry with which each round began."""
    starts: dict[int, int] = {0: 1}
    for row in table.records("cash_bounds") + table.records("market"):
        if row["round"] not in starts.values():
            starts[row["n"]] = row["round"]
    return dict(sorted(starts.items()))


def _over_entries(table: Table) -> dict[str, Any]:
    return {"shapes": parts.borders([n for n in _starts(table) if n]), "meta": parts.ENTRIES}


# The market


def market(table: Table, seat: str | None, _: Translator) -> Figure:
    """The cards of the market now: what each costs a turn."""
    rows = table.records("market", seat)
    rows = [row for row in rows if row["n"] == rows[-1]["n"] and row["fund"] in table.state.market]
    data: list[Trace] = []
    hover = _("card {fund}: {interest} every {period} turns")
    for number, name in enumerate(ROW_NAMES, 1):
        own = [row for row in rows if row["row"] == number]
        rates = [round(row["interest"] / row["period"], 1) for row in own]
        data.append(
            {
                "type": "bar",
                "name": _(name),
                "x": [_market_label(row) for row in own],
                "y": rates,
                "text": [money(rate, _.lang) for rate in rates],
                "textposition": "outside",
                "cliponaxis": False,
                "hovertext": [hover.format(**row) for row in own],
                "hoverinfo": "text",
                "marker": {"color": var(TOKENS[number - 1]), "pattern": {"shape": PATTERNS[number - 1]}},
            }
        )
    layout = parts.layout(
        _("What the cards cost a turn"),
        right=16,
        showlegend=True,
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 1, "xanchor": "right"},
        xaxis=parts.axis(
            _("card"),
            type="category",
            categoryorder="array",
            categoryarray=[_market_label(row) for row in rows],
            range=[-0.5, len(rows) - 0.5],
            dtick=1,
            tickangle=0,
        ),
        yaxis=parts.axis(range=[0, parts.reach(data)[1] * CLEAR]),
    )
    layout["margin"] |= {"t": 48}  # the legend stands above
    return {"data": data, "layout": layout}


def _market_label(row: Row) -> str:
    return f"{row['fund']}{' ↘' if row['bear'] else ''}"


# Panels above each other


def _tops(data: list[Trace], count: int) -> list[float]:
    """How high each panel goes, by what is drawn in it."""
    return [parts.reach([trace for trace in data if trace["yaxis"] == _axis("y", place)])[1] for place in range(count)]


def _panels(
    data: list[Trace], titles: list[str], tops: list[float], title: str, bottom: dict[str, Any], **more: Any
) -> Figure:
    """A figure of panels with one x axis below the last; ``tops`` says how high each goes."""
    layout = parts.layout(title, right=16, height=AROUND + PANEL * len(titles), **more)
    layout["margin"] |= {"t": 72 if "legend" in more else 40}
    notes = []
    count = len(titles)
    for place, name in enumerate(titles):
        top = 1 - place / count
        low = 1 - (place + 1) / count
        high = top - GAP / count
        drawn_on = [0, tops[place]]
        numbers = parts.ticks(drawn_on, most=parts.PANEL_TICKS)
        layout[_axis("yaxis", place)] = parts.axis(domain=[low, high], range=drawn_on, **numbers)
        notes.append(
            {
                "xref": "paper",
                "yref": "paper",
                "x": 0,
                "y": high,
                "xanchor": "left",
                "yanchor": "bottom",
                "text": name,
                "font": {"size": 13, "color": var("ink")},
                "bgcolor": var("surface"),
                "showarrow": False,
            }
        )
    layout["xaxis"] = {**bottom, "anchor": _axis("y", count - 1)}
    layout["annotations"] = notes
    return {"data": data, "layout": layout}


def _axes(place: int) -> dict[str, str]:
    return {"xaxis": "x", "yaxis": _axis("y", place)}


def _axis(name: str, place: int) -> str:
    return name if place == 0 else f"{name}{place + 1}"


FIGURES = {
    "interest": interest,
    "interest_if_crash": interest_if_crash,
    "cash_bounds": cash_bounds,
    "tiles": tiles,
    "market": market,
}
ALONG = dict.fromkeys(("cash_bounds", "tiles"), parts.last_entry)
