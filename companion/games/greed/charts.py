"""The charts of Greed, Incorporated: prices with trends, income and boots, all money by slot, status points."""

from collections.abc import Iterable
from typing import Any

from companion.charts import parts
from companion.charts.palette import PLAYERS, SYMBOLS, TOKENS, var
from companion.charts.parts import Figure
from companion.games.greed.box import GOODS
from companion.games.greed.names import good_name, symbol_name, trend_space
from companion.games.greed.state import company_name
from companion.table import Table
from companion.words import N_, Translator, labelled, money, signed, worded

# A good's colour, its sign in text, and the same sign as plotly calls it: more goods than colours, so signs differ.
SIGNS = {
    "land": ("c3", "■", "square"),
    "sand": ("c4", "▼", "triangle-down"),
    "coal": ("c8", "✚", "cross"),
    "steel": ("c2", "▲", "triangle-up"),
    "houses": ("c6", "◆", "diamond"),
    "cotton": ("c7", "★", "star"),
    "clothes": ("c5", "⬟", "pentagon"),
    "railroads": ("c1", "●", "circle"),
    "microchips": ("c3", "▶", "triangle-right"),
    "loans": ("c4", "◀", "triangle-left"),
    "blah-blah": ("c7", "⬢", "hexagon"),
}

CAUSES = {
    "start": N_("start"),
    "market": N_("market"),
    "announce": N_("announcements"),
    "company": N_("new company"),
    "status": N_("status symbol"),
    "correct": N_("correction"),
    "box": N_("box"),
}

SLOTS = {
    "cash": N_("Private cash"),
    "free_cash": N_("Free cash"),
    "new_income": N_("New income"),
    "last_income": N_("Last year’s income"),
}

PHASES = {
    "setup": N_("deal"),
    "announce": N_("announce"),
    "invest": N_("invest"),
    "trade": N_("trade"),
    "sales": N_("sales"),
    "books": N_("books"),
    "blame": N_("blame"),
    "status": N_("status"),
    "found": N_("found"),
}

MOST_TICKS = 9  # years named below a phone's chart

SPREAD = 0.13  # how far labels beside a panel stand apart, in parts of its height

MOST_LABELS = 7  # beside a panel

BESIDE = 16  # letters of a label beside a panel; a phone has no room for more

GAP = 0.05  # between two panels, in parts of the figure

PANEL = 190  # pixels


def company_token(number: int) -> str:
    """The series colour of a company; what tells two of one colour apart is the number on it."""
    return TOKENS[number % len(TOKENS)]


def _year_axis(traces: Iterable[parts.Trace], table: Table, _: Translator) -> dict[str, Any]:
    """The years until now, and what came after this year's market."""
    last = max([1, table.state.year, *(trace["x"][-1] for trace in traces if trace["x"])])
    return parts.axis(_("year"), range=[-0.15, last + 0.15], dtick=1 if last <= MOST_TICKS else 2, tickangle=0)


def prices(table: Table, seat: str | None, _: Translator) -> Figure:
    """The price of every good after each market, and where its trend stands now."""
    rows = table.records("prices", seat)
    traces, labels = [], []
    for good in GOODS:
        token, sign, symbol = SIGNS[good]
        name = worded(good_name(table.state, good), _)
        points: list[tuple[Any, float | None, str]] = []
        market = 0  # the year of the last one
        for row in (row for row in rows if row["good"] == good):
            if row["cause"] == "market":
                market = row["year"]
            elif row["cause"] != "start" and (not points or points[-1][1] == row["price"]):
                continue  # only a trend has moved, or the companies are still being dealt
            points.append((_price_at(row, market) if points else 0, row["price"], _price_hover(name, row, _)))
        now = _year_now(table)
        if points and not now <= points[-1][0] <= now + 0.5:
            points.append((now, points[-1][1], points[-1][2]))
        traces.append(parts.steps(name, token, points, symbol=symbol))
        labels.append(parts.label(f"{sign} {name} {trend_space(table.state.trends[good])}"))
    return {
        "data": traces,
        "layout": parts.layout(
            _("Prices, and each good’s trend"),
            right=16 + 7 * max(map(len, labels)),
            annotations=parts.end_labels(traces, labels, parts.reach(traces)),
            xaxis=_year_axis(traces, table, _),
            yaxis=parts.axis(range=parts.reach(traces)),
        ),
    }


def _price_at(row: dict[str, Any], market: int) -> float:
    """Where a price stands: the market of a year at that year, what else moves it half a year before or after."""
    if row["cause"] == "market":
        return float(row["year"])
    return row["year"] + (0.5 if row["year"] == market else -0.5)


def _year_now(table: Table) -> float:
    return float(table.state.year)


def _price_hover(name: str, row: dict[str, Any], _: Translator) -> str:
    told = _("year {year}, {cause}").format(year=row["year"], cause=_(CAUSES.get(row["cause"], row["cause"])))
    return f"{parts.says(name, row['price'], _)} ({trend_space(row['trend'])})<br>{told}"


def income(table: Table, seat: str | None, _: Translator) -> Figure:
    """Each company's income, year by year; where it was no more than last year's the boot is marked."""
    rows = table.records("income", seat)
    traces, labels, booted = [], [], []
    for number in sorted({row["company"] for row in rows}):
        name, token = company_name(table.state, number), company_token(number)
        own = [row for row in rows if row["company"] == number]
        points: list[tuple[Any, float | None, str]] = [
            (row["year"], row["new_income"], _income_hover(name, row, _)) for row in own
        ]
        trace = parts.steps(name, token, points, symbol=_company_symbol(number))
        drawn = zip(trace["x"], trace["y"], trace["text"], own, strict=True)
        booted += [(x, y, text) for x, y, text, row in drawn if row["boot"]]
        trace["line"]["shape"] = "linear"
        traces.append(trace)
        labels.append(parts.label(f"{number} {name}"))
    marks = {
        "type": "scatter",
        "mode": "markers",
        "name": _("boot"),
        "x": [x for x, _y, _text in booted],
        "y": [y for _x, y, _text in booted],
        "text": [text for _x, _y, text in booted],
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {"symbol": "circle-x-open", "size": 17, "color": var("bad"), "line": {"width": 2}},
        "cliponaxis": False,
    }
    return {
        "data": [*traces, *([marks] if booted else [])],
        "layout": parts.layout(
            _("Income by company (⊗ = boot)"),
            right=16 + 7 * max(map(len, labels), default=6),
            annotations=parts.end_labels(traces, labels, parts.reach(traces)),
            xaxis=_year_axis(traces, table, _),
            yaxis=parts.axis(range=parts.reach(traces)),
        ),
    }


def _income_hover(name: str, row: dict[str, Any], _: Translator) -> str:
    told = _("year {year}: {new} against {last}").format(
        year=row["year"], new=money(row["new_income"], _.lang), last=money(row["last_income"], _.lang)
    )
    return f"{parts.plain(name)}<br>{told}" + (f"<br>⊗ {_('boot')}" if row["boot"] else "")


def _company_symbol(number: int) -> str:
    token = company_token(number)
    return SYMBOLS[token] if number < len(TOKENS) else f"{SYMBOLS[token]}-open"


def cash(table: Table, seat: str | None, _: Translator) -> Figure:
    """Every money slot after every phase: a panel for each kind of slot, a line for each owner."""
    rows, times = _by_phase(table.records("cash", seat))
    traces: list[parts.Trace] = []
    notes: list[dict[str, Any]] = []
    layout: dict[str, Any] = {}
    longest = 0
    height = (1 - GAP * (len(SLOTS) - 1)) / len(SLOTS)
    for index, (slot, title) in enumerate(SLOTS.items()):
        axis = "" if index == 0 else str(index + 1)
        top = 1 - index * (height + GAP)
        owners = dict.fromkeys(row["owner"] for row in rows if row["slot"] == slot)
        own = [_slot_line(table, slot, owner, rows, _) for owner in owners]
        drawn_on = parts.reach(own)
        layout[f"yaxis{axis}"] = parts.axis(
            domain=[max(0, top - height), top], range=drawn_on, **parts.ticks(drawn_on, most=parts.PANEL_TICKS)
        )
        labels = [_owner_sign(table, owner) for owner in owners]
        longest = max(longest, *map(len, labels)) if labels else longest
        for trace in own:
            trace |= {"yaxis": f"y{axis}"}
        notes += (
            [{**note, "yref": f"y{axis}"} for note in parts.end_labels(own, labels, drawn_on, spread=SPREAD)]
            if len(own) <= MOST_LABELS
            else []
        )
        notes.append(_panel_title(_(title), top))
        traces += own
    years = [year for year, _phase in times]
    first = [place for place, year in enumerate(years) if year and years[place - 1 : place] != [year]]
    layout["xaxis"] = parts.axis(
        _("year"),
        tickvals=first,
        ticktext=[str(times[place][0]) for place in first],
        range=[0, max(1, len(times) - 1)],
        anchor=f"y{len(SLOTS)}",
        tickangle=0,
    )
    return {
        "data": traces,
        "layout": parts.layout(
            _("Money by owner and slot, by phase"),
            right=16 + 7 * longest,
            height=PANEL * len(SLOTS),
            annotations=notes,
            shapes=parts.borders(first[1:]),
            **layout,
        ),
    }


def _by_phase(rows: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[tuple[int, str]]]:
    """The rows with their places, and the year and phase of each place; one that is put back to is another place."""
    placed: list[dict[str, Any]] = []
    times: list[tuple[int, str]] = []
    for row in rows:
        if times[-1:] != [(row["year"], row["phase"])]:
            times.append((row["year"], row["phase"]))
        placed.append({**row, "place": len(times) - 1})
    return placed, times


def _panel_title(text: str, top: float) -> dict[str, Any]:
    return {
        "text": text,
        "x": 0,
        "xref": "paper",
        "xanchor": "left",
        "y": top,
        "yref": "paper",
        "yanchor": "top",
        "font": {"size": 12, "color": var("dim")},
        "showarrow": False,
    }


def _slot_line(table: Table, slot: str, owner: str | int, rows: list[dict[str, Any]], _: Translator) -> parts.Trace:
    name = owner if isinstance(owner, str) else company_name(table.state, owner)
    points: list[tuple[Any, float | None, str]] = []
    own = [row for row in rows if row["owner"] == owner and row["slot"] == slot]
    for place, row in enumerate(own):
        if points and row["amount"] == points[-1][1] and place != len(own) - 1:
            continue  # nothing has changed
        when = f"{row['year']} · {_(PHASES.get(row['phase'], row['phase']))}"
        points.append((row["place"], row["amount"], f"{parts.says(name, row['amount'], _)}<br>{when}"))
    token = _player_token(table, owner) if isinstance(owner, str) else company_token(owner)
    trace = parts.steps(name, token, points, symbol="" if isinstance(owner, str) else _company_symbol(owner))
    trace["marker"]["size"] = 4
    return trace


def _player_token(table: Table, name: str) -> str:
    return PLAYERS[table.players.index(name) % len(PLAYERS)]


def _owner_sign(table: Table, owner: str | int) -> str:
    sign = owner if isinstance(owner, int) else table.players.index(owner) + 1
    name = company_name(table.state, owner) if isinstance(owner, int) else owner
    return parts.label(f"{sign} {name}", BESIDE)


def status(table: Table, seat: str | None, _: Translator) -> Figure:
    """Status points as they were bought or put right; a card whose points nobody knows yet counts nothing."""
    rows = table.records("status", seat)
    traces, labels = [], []
    for index, player in enumerate(table.players):
        total, points = 0, list[tuple[Any, float | None, str]]()
        points.append((0, 0, f"{parts.plain(player)} 0"))
        for row in (row for row in rows if row["player"] == player):
            total += row["points"] or 0
            worth = "?" if row["points"] is None else signed(row["points"])
            told = labelled(_symbol(row, _), worth, _)
            points.append((row["year"], total, f"{parts.plain(player)} {total}<br>{told}"))
        points.append((max(1, table.state.year), total, f"{parts.plain(player)} {total}"))
        token = PLAYERS[index % len(PLAYERS)]
        traces.append(parts.steps(player, token, points))
        labels.append(parts.label(f"{index + 1} {player}"))
    return {
        "data": traces,
        "layout": parts.layout(
            _("Status points"),
            right=16 + 7 * max(map(len, labels)),
            annotations=parts.end_labels(traces, labels, parts.reach(traces)),
            xaxis=_year_axis(traces, table, _),
            yaxis=parts.axis(range=parts.reach(traces)),
        ),
    }


def _symbol(row: dict[str, Any], _: Translator) -> str:
    if row["price"] is None:
        return symbol_name(row["colour"], row["card"]).text(_)
    bought = _("gold {card} for {price}") if row["colour"] == "gold" else _("silver {card} for {price}")
    return bought.format(card=row["card"], price=row["price"])


def good_sign(good: str) -> tuple[str, str]:
    """The colour token and the sign of a good."""
    token, sign, _symbol = SIGNS[good]
    return token, sign


FIGURES = {"prices": prices, "income": income, "cash": cash, "status": status}
ALONG = dict.fromkeys(("prices", "income", "status"), _year_now)  # that of the money goes along the phases
