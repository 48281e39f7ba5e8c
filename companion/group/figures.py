"""The figures of one game's evenings laid over each other."""

from collections.abc import Sequence
from typing import Any

from companion.charts import parts
from companion.charts.palette import TOKENS, var
from companion.charts.parts import Figure, Trace
from companion.games import load_game
from companion.group.facts import Evening
from companion.group.people import Group
from companion.group.records import ahead_and_won
from companion.group.shelf import Told
from companion.names import same_name
from companion.words import Translator, day, isolated, separators

Points = list[tuple[int, float]]  # lap, value
TICKS = 10  # on the axis of the laps, at most
NEWEST = len(TOKENS)  # have a colour, a dash, a symbol and a label each; older evenings are thin lines behind them


def prices(group: Group, kind: str, good: Sequence[str], _: Translator) -> Figure:
    """The price of a good (its ids) in every evening, by lap."""
    name, series = "", []
    for told, evening in group.evenings(kind):
        for each in evening.goods:
            if list(each.ids) == list(good):
                name = each.name
                series.append((told, evening, "", [*each.prices, (max(evening.laps, default=0), each.prices[-1][1])]))
    return _laid_over(_("Price of {good}").format(good=_(name)), series, _)


def wealth(group: Group, kind: str, person: str, _: Translator) -> Figure:
    """What a person owned in every evening, by lap; who won, where nobody is named ("")."""
    series = []
    for told, evening in group.evenings(kind):
        for seat in evening.seats:
            wanted = same_name(group.person(seat.name)) == same_name(person) if person else seat.place == 1
            points: Points = [
                (lap, owned) for lap, owned in zip(evening.laps, seat.wealth, strict=True) if owned is not None
            ]
            if wanted and points:
                series.append((told, evening, seat.name, points))
    title = _("What {name} owned").format(name=isolated(person)) if person else _("What the winners owned")
    return _laid_over(title, series, _)


def ahead(group: Group, kind: str, _: Translator) -> Figure | None:
    """In how many of a hundred evenings who was ahead at a lap has won; None where no evening tells."""
    evenings = [evening for _told, evening in group.evenings(kind)]
    found = ahead_and_won(evenings)
    if not found:
        return None
    shares = [round(100 * won / known) for known, won in found.values()]
    texts = [_("{won} of {count}").format(won=won, count=known) for known, won in found.values()]
    trace = parts.steps(
        _("won"), "c1", [(lap, share, text) for lap, share, text in zip(found, shares, texts, strict=True)]
    )
    word = _(load_game(evenings[0].game).lap_word)
    layout = parts.layout(
        _("Ahead then, winner at the end (%)"),
        right=16,
        separators=separators(_.lang),
        xaxis=_laps(word, max(found)),
        yaxis=parts.axis(range=[0, 105], ticksuffix=" %"),
    )
    return {"data": [trace], "layout": layout}


def _laid_over(title: str, series: Sequence[tuple[Told, Evening, str, Points]], _: Translator) -> Figure:
    """One line an evening, the newest first: told apart by colour, dash and symbol, and named by their day."""
    drawn = [_line(place, *each, _) for place, each in enumerate(series)]
    labels = [day(told.when, _.lang, _.zone) for told, _evening, _name, _points in series]
    newest, axis = drawn[:NEWEST], parts.reach(drawn)
    word = _(load_game(series[0][1].game).lap_word) if series else ""
    layout = parts.layout(
        title,
        right=24 + 7 * max(map(len, labels[:NEWEST]), default=0),
        separators=separators(_.lang),
        annotations=parts.end_labels(newest, labels[:NEWEST], axis),
        xaxis=_laps(word, max((lap for *_each, points in series for lap, _y in points), default=1)),
        yaxis=parts.axis(range=axis),
    )
    return {"data": drawn[::-1], "layout": layout}  # the newest on top


def _line(place: int, told: Told, _evening: Evening, name: str, points: Points, _: Translator) -> Trace:
    when = day(told.when, _.lang, _.zone)
    said = f"{when} · {name}" if name else when
    trace: dict[str, Any] = parts.steps(
        said, TOKENS[place % NEWEST], [(lap, value, parts.says(said, value, _)) for lap, value in points]
    )
    if place >= NEWEST:
        trace |= {"mode": "lines", "opacity": 0.45, "line": {"shape": "hv", "color": var("dim"), "width": 1}}
    return trace


def _laps(word: str, last: int) -> dict[str, Any]:
    """The axis of the laps, in whole numbers."""
    return parts.axis(word, range=[0, max(1, last)], dtick=-(-max(1, last) // TICKS))
