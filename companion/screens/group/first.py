"""The book's first page: who won how often, the games, all evenings, whose names are joined, what can be taken away."""

import htpy as h
from htpy import Node

from companion.group.said import counted
from companion.screens import parts
from companion.screens.group.seen import (
    Seen,
    entry,
    evenings,
    kind_called,
    person_entry,
    tallied,
)
from companion.words import day, isolated


def body(seen: Seen) -> list[Node]:
    """The cards of the page."""
    _, group = seen._, seen.group
    people = group.people
    return [
        parts.card(
            parts.items(*(_person(seen, each) for each in people)), title=_("Who won"), key="people", cls="wide"
        ),
        parts.card(
            parts.items(*(_kind(seen, each) for each in group.kinds())), title=_("Games"), key="kinds", cls="wide"
        ),
        parts.card(evenings(seen, group.evenings()), title=_("Evenings"), key="evenings", cls="wide"),
        _unreadable(seen),
        seen.alive and parts.card(_names(seen, people), title=_("One person, two names"), key="names"),
        seen.alive and parts.card(_away(seen), title=_("To take away"), key="away"),
    ]


def _person(seen: Seen, person: str) -> Node:
    _, together = seen._, seen.group.companions(person)
    most = next(iter(together), None)
    return person_entry(
        seen,
        person,
        tallied(seen, person),
        most and _("most often with {name} ({count})").format(name=isolated(most), count=together[most][0]),
    )


def _kind(seen: Seen, kind: str) -> Node:
    _, found = seen._, seen.group.evenings(kind)
    best = max(seen.group.people, key=lambda name: seen.group.tally(name, kind).won)
    won = seen.group.tally(best, kind).won
    count = counted(len(found), _)
    return entry(
        seen,
        "group.kind",
        {"kind": kind},
        h.bdi[kind_called(seen, kind)],
        f"{count} · {day(found[0][0].when, _.lang, _.zone)}",
        won > 0 and _("won most often: {name} ({count})").format(name=isolated(best), count=won),
        key=f"kind-{kind}",
    )


def _unreadable(seen: Seen) -> Node:
    """Tables that cannot be read, each with why, those that are still being read, and those that are put away."""
    _ = seen._
    broken = [told for told in seen.group.told if told.error]
    items = [
        parts.item(h.bdi[told.mark.title or told.mark.code], h.span(".down")[told.error.text(_)], cls="broken")
        for told in broken
        if told.error
    ]
    away = _.ngettext(
        "{count} table was put away and is not counted here. It is brought back on the first page.",
        "{count} tables were put away and are not counted here. They are brought back on the first page.",
        seen.away,
    ).format(count=seen.away)
    return (items or seen.away) and parts.card(
        parts.items(*items), seen.away > 0 and parts.note(away), title=_("Not in the book"), key="unread", cls="wide"
    )


def _names(seen: Seen, people: list[str]) -> Node:
    """What is joined, each with the way back, and the form to join two more."""
    _ = seen._
    listed = sorted(people, key=str.casefold)
    choices = [("", "–"), *((name, name) for name in listed)]
    joined = [
        parts.item(
            [h.bdi[each.name], " → ", h.bdi[each.person]],
            side=parts.button(
                _("Take apart"),
                "group.part",
                args={"name": each.name},
                label=_("Take {name} and {person} apart").format(name=each.name, person=each.person),
            ),
            key=f"joined-{each.name}",
        )
        for each in seen.group.joined
    ]
    return [
        parts.note(_("Say here that two names are one person. The tables and their logs stay as they were.")),
        parts.items(*joined),
        len(listed) > 1
        and parts.form(
            "group.join",
            parts.field(_("This name"), parts.select_input("name", choices)),
            parts.field(_("is"), parts.select_input("person", choices)),
            parts.submit(_("Join the names")),
        ),
    ]


def _away(seen: Seen) -> Node:
    _ = seen._
    return [
        h.div(".ways")[
            parts.button(_("Report (HTML)"), "group.report"),
            parts.button(_("Tables and report (ZIP)"), "group.archive"),
        ],
        parts.note(_("The tables are CSV files of all evenings; the report is one file that opens in any browser.")),
    ]
