"""The book as one file to keep and to share, and as tables: what everybody may know, needing no companion."""

import htpy as h
from htpy import Node

from companion.charts.parts import Figure
from companion.evening.export import zipped
from companion.evening.report import chart, contents, whole
from companion.group import figures
from companion.group.people import Group
from companion.group.said import counted, title
from companion.group.tables import rows
from companion.words import Translator, day, money


def report(group: Group, _: Translator) -> str:
    """The file's text: who won, every game's figures, every evening."""
    games = {f"game-{place}": kind for place, kind in enumerate(group.kinds())}
    drawn = {
        f"{game}-{place}": figure
        for game, kind in games.items()
        for place, figure in enumerate(_figures(group, kind, _).values())
    }
    called = _("The group’s book")
    names = {game: title(group.evenings(kind)[0][1], _) for game, kind in games.items()}
    chapters = [("won", _("Who won")), *names.items(), ("evenings", _("Evenings"))]
    body: list[Node] = [
        h.h1[called],
        h.p(".dim")[counted(len(group.evenings()), _)],
        contents(chapters, _),
        h.section("#won")[h.h2[_("Who won")], _people(group, _)],
        [
            h.section(id=game)[
                h.h2[h.bdi[name]],
                [chart(each, figure) for each, figure in drawn.items() if each.startswith(f"{game}-")],
            ]
            for game, name in names.items()
        ],
        h.section("#evenings")[h.h2[_("Evenings")], _evenings(group, _)],
    ]
    return whole(called, body, drawn, _)


def archive(group: Group, _: Translator) -> bytes:
    """A zip file with every table of the book as CSV, and the report."""
    return zipped({name: found for name, found in rows(group).items() if found}, report(group, _))


def _figures(group: Group, kind: str, _: Translator) -> dict[str, Figure]:
    """The price of every good, what the winners owned, who was ahead: as far as there is something to draw."""
    goods = dict.fromkeys(tuple(good.ids) for _told, each in group.evenings(kind) for good in each.goods)
    found = {f"price-{' '.join(ids)}": figures.prices(group, kind, ids, _) for ids in goods}
    found["wealth"] = figures.wealth(group, kind, "", _)
    ahead = figures.ahead(group, kind, _)
    return {name: figure for name, figure in found.items() if figure["data"]} | ({"ahead": ahead} if ahead else {})


def _people(group: Group, _: Translator) -> Node:
    found = [(name, group.tally(name)) for name in group.people]
    heads = (_("Player"), _("Evenings"), _("Won"), _("by chance"))
    return _table(heads, [(name, str(t.evenings), str(t.won), money(round(t.chance, 1), _.lang)) for name, t in found])


def _evenings(group: Group, _: Translator) -> Node:
    heads = (_("When"), _("Game"), _("Players"), _("Won"))
    return _table(
        heads,
        [
            (
                day(told.when, _.lang, _.zone),
                title(each, _),
                ", ".join(seat.name for seat in each.seats),
                ", ".join(each.winners) or ("" if each.finished else _("not finished")),
            )
            for told, each in group.evenings()
        ],
    )


def _table(heads: tuple[str, ...], cells: list[tuple[str, ...]]) -> Node:
    return h.table(".score")[
        h.thead[h.tr[(h.th(scope="col")[head] for head in heads)]],
        h.tbody[(h.tr[(h.td(dir="auto")[cell] for cell in row)] for row in cells)],
    ]
