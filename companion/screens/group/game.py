"""One game's page in the book: its evenings laid over each other, who was ahead when, records, luck against play."""

from collections.abc import Iterator

import htpy as h
from htpy import Node

from companion.charts.parts import Figure
from companion.evening.summary import signed, span
from companion.games import load_game
from companion.group import figures
from companion.group.records import IN_SECONDS, Record, doings, leads, records
from companion.screens import parts
from companion.screens.group.seen import Seen, evenings, person_entry, tallied
from companion.words import Translator, day, isolated, labelled, money

LEADS = 12  # evenings


def body(seen: Seen) -> tuple[list[Node], dict[str, Figure]]:
    """The cards of the page, and their figures."""
    _, kind, group = seen._, seen.spot.kind, seen.group
    drawn = dict(_figures(seen)) if seen.alive else {}
    people = [name for name in group.people if group.tally(name, kind).evenings]
    cards = [
        bool(people)
        and parts.card(
            parts.items(*(person_entry(seen, name, tallied(seen, name, kind)) for name in people)),
            title=_("Who won"),
            key="people",
            cls="wide",
        ),
        parts.card(_records(seen), title=_("Records"), key="records", cls="wide"),
        seen.alive and _controls(seen),
        [
            parts.card(h.div(".chart.tall", data_chart=name, aria_label=_label(figure)), key=f"card-{name}", cls="wide")
            for name, figure in drawn.items()
        ],
        parts.card(_leads(seen), title=_("Who was ahead when"), key="leads", cls="wide"),
        parts.card(_doings(seen), title=_("Luck and play"), key="luck", cls="wide"),
        parts.card(evenings(seen, group.evenings(kind)), title=_("Evenings"), key="evenings", cls="wide"),
    ]
    return cards, drawn


def _label(figure: Figure) -> str:
    label: str = figure["layout"]["title"]["text"]
    return label


def goods(seen: Seen) -> dict[str, str]:
    """The goods of a game by their ids, with what they are called."""
    found: dict[str, str] = {}
    for _told, evening in seen.group.evenings(seen.spot.kind):
        for good in evening.goods:
            found.setdefault(" ".join(good.ids), " · ".join(map(seen._, good.name.split(" · "))))
    return found


def _figures(seen: Seen) -> Iterator[tuple[str, Figure]]:
    _, kind, group = seen._, seen.spot.kind, seen.group
    known = goods(seen)
    if known:
        chosen = seen.given.get("good", "")
        yield "prices", figures.prices(group, kind, (chosen if chosen in known else next(iter(known))).split(" "), _)
    owned = figures.wealth(group, kind, seen.given.get("whose", ""), _)
    if owned["data"]:
        yield "wealth", owned
    ahead = figures.ahead(group, kind, _)
    if ahead:
        yield "ahead", ahead


def _controls(seen: Seen) -> Node:
    """Which good, and whose money."""
    _, known = seen._, goods(seen)
    whose = [("", _("whoever won")), *((name, name) for name in seen.group.people)]
    return h.div(".sources.wide", data_form="")[
        known
        and parts.field(
            _("Price of"),
            parts.select_input("good", known.items(), seen.given.get("good", ""), data_do_change="group.set"),
        ),
        parts.field(
            _("What they owned"),
            parts.select_input("whose", whose, seen.given.get("whose", ""), data_do_change="group.set"),
        ),
    ]


def _records(seen: Seen) -> Node:
    found = records(seen.group, seen.spot.kind)
    if not found:
        return parts.note(seen._("No evening yet."))
    return h.dl(".facts")[([h.dt[seen._(each.label)], h.dd[_record(seen, each)]] for each in found)]


def _record(seen: Seen, record: Record) -> str:
    _ = seen._
    amount = span(record.amount, _) if record.label in IN_SECONDS else money(record.amount, _.lang)
    said = [isolated(_(record.whose)) if record.label.endswith("price") else isolated(record.whose), amount]
    when = day(record.told.when, _.lang, _.zone)
    entry = [_("entry {n}").format(n=record.n)] if record.n else []
    return " · ".join([" ".join(filter(None, said)), when, *entry])


def _leads(seen: Seen) -> Node:
    """The evenings in words: who was ahead from which lap to which, and who won."""
    _ = seen._
    found = [(told, evening, leads(evening)) for told, evening in seen.group.evenings(seen.spot.kind)]
    known = [each for each in found if each[2]]
    if not known:
        return parts.note(_("What each player owned is secret in this game, so nobody knows who was ahead."))
    word = _(load_game(known[0][1].game).lap_word)
    return [
        parts.note(_("By {laps}: from–to").format(laps=word)),
        parts.items(
            *(
                parts.item(
                    day(told.when, _.lang, _.zone),
                    ", ".join(f"{_span(lead.first, lead.last)} {_all(lead.players)}" for lead in ahead),
                    evening.winners and f"★ {labelled(_('Won'), _all(evening.winners), _)}",
                )
                for told, evening, ahead in known[:LEADS]
            )
        ),
    ]


def _signed(amount: float, _: Translator) -> str:
    """A mean with its sign; nothing has none."""
    return signed(round(amount), _) if round(amount) else "0"


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _all(names: tuple[str, ...] | list[str]) -> str:
    return " + ".join(map(isolated, names))


def _doings(seen: Seen) -> Node:
    """What own moves brought and what all else did; where the records do not tell it, that is said."""
    _, kind = seen._, seen.spot.kind
    if not load_game(seen.group.evenings(kind)[0][1].game).counts_goods:
        return parts.note(
            _("The records of this game tell money, not what it has bought: luck and play cannot be told apart.")
        )
    found = doings(seen.group, kind)
    if not found:
        return parts.note(_("No evening here was played to its end with everything open: nothing can be told yet."))
    rows = [(each.person, str(each.evenings), _signed(each.own, _), _signed(each.given, _)) for each in found]
    heads = (_("Player"), _("Evenings"), _("by own moves"), _("by all else"))
    return [
        h.div(".scroll", tabindex="0")[
            h.table(".rows")[
                h.thead[h.tr[(h.th(scope="col")[head] for head in heads)]],
                h.tbody[(h.tr[(h.td(dir="auto")[cell] for cell in row)] for row in rows)],
            ]
        ],
        parts.note(
            _("An evening’s mean. All else is others’ moves, payouts and draws: no log says how much was luck.")
        ),
    ]
