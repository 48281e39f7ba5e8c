"""A player's own page in the book."""

import htpy as h
from htpy import Node

from companion.evening.summary import span
from companion.group.people import Part
from companion.group.said import counted, title
from companion.screens import parts
from companion.screens.group.seen import Seen, action, entry, evenings, kind_called, person_entry, tallied
from companion.words import day, isolated, labelled, money


def body(seen: Seen) -> list[Node]:
    """The cards of the page."""
    _, person, group = seen._, seen.spot.person, seen.group
    found = group.parts(person)
    kinds = dict.fromkeys(part.evening.kind for part in found)
    together = group.companions(person)
    return [
        parts.card(_facts(seen), title=_("In all"), key="facts", cls="wide"),
        parts.card(parts.items(*(_kind(seen, kind) for kind in kinds)), title=_("Games"), key="kinds", cls="wide"),
        together
        and parts.card(
            parts.items(*(_other(seen, name, *counts) for name, counts in together.items())),
            title=_("With whom"),
            key="together",
            cls="wide",
        ),
        parts.card(
            evenings(seen, [(part.told, part.evening) for part in found]),
            title=_("Evenings"),
            key="evenings",
            cls="wide",
        ),
    ]


def _facts(seen: Seen) -> Node:
    _, person, group = seen._, seen.spot.person, seen.group
    found = group.finished(person)
    seconds = sum(part.seat.seconds for part in found)
    lines = [(_("Evenings"), tallied(seen, person))]
    if seconds:
        mean = span(seconds / len(found), _)
        lines.append((_("Time used"), _("{time} · {mean} an evening").format(time=span(seconds, _), mean=mean)))
    extremes = group.best_and_worst(person)
    labels = (_("Best evening"), _("Worst evening"))
    lines += [(label, _told(seen, part)) for label, part in zip(labels, extremes or (), strict=False)]
    names = [each.name for each in group.joined if group.person(each.name) == group.person(person)]
    if names:
        lines.append((_("Also called"), ", ".join(map(isolated, names))))
    return h.dl(".facts")[([h.dt[label], h.dd[said]] for label, said in lines)]


def _told(seen: Seen, part: Part) -> str:
    """An evening in a line, as it went for somebody."""
    _ = seen._
    place = _place(seen, part)
    total = "" if part.seat.total is None else f" ({money(part.seat.total, _.lang)})"
    return f"{title(part.evening, _)} · {day(part.told.when, _.lang, _.zone)} · {place}{total}"


def _place(seen: Seen, part: Part) -> str:
    _ = seen._
    if part.seat.place is None:
        return _("out of the game")
    return _("place {place} of {count}").format(place=part.seat.place, count=len(part.evening.seats))


def _kind(seen: Seen, kind: str) -> Node:
    """How somebody fares in a game: places, time, and what they do more often than the others."""
    _, person, group = seen._, seen.spot.person, seen.group
    found = [part for part in group.finished(person) if part.evening.kind == kind]
    places = [part.seat.place for part in found if part.seat.place]
    counts = [f"{place}.\N{NO-BREAK SPACE}× {places.count(place)}" for place in sorted(set(places))]
    seconds = sum(part.seat.seconds for part in found)
    game = group.evenings(kind)[0][1].game
    favourites = ", ".join(
        _("{move} ({own} an evening, the others {others})").format(
            move=action(game, each.action, _),
            own=money(round(each.own, 1), _.lang),
            others=money(round(each.others, 1), _.lang),
        )
        for each in group.favourites(person, kind)
    )
    return entry(
        seen,
        "group.kind",
        {"kind": kind},
        h.bdi[kind_called(seen, kind)],
        tallied(seen, person, kind),
        counts and labelled(_("Places"), ", ".join(counts), _),
        seconds > 0 and _("{mean} an evening").format(mean=span(seconds / len(found), _)),
        favourites and labelled(_("Favourite moves"), favourites, _),
        key=f"kind-{kind}",
    )


def _other(seen: Seen, name: str, count: int, own: int, other: int) -> Node:
    _ = seen._
    said = counted(count, _)
    won = _("{own} won by {person}, {other} by {name}").format(
        own=own, person=isolated(seen.spot.person), other=other, name=isolated(name)
    )
    return person_entry(seen, name, f"{said} · {won}")
