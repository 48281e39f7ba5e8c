"""What the pages of the book are drawn from, and the pieces that they share."""

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

import htpy as h
from htpy import Node

from companion.games import load_game
from companion.games.common import key_word
from companion.group import Evening, Group, Told
from companion.group.said import title
from companion.names import LONGEST_NAME, same_name
from companion.screens import parts
from companion.words import Translator, day, money

EVENINGS = 20  # listed at first, and more at each asking


@dataclass(frozen=True)
class Spot:
    """Where in the book the reader is: at a ``person``, at a ``kind`` of game, or at its beginning."""

    person: str = ""
    kind: str = ""

    def url(self) -> str:
        """The address of this spot, relative to the page."""
        return "?" + urlencode({name: value for name, value in vars(self).items() if value})


def read_spot(url: str) -> Spot:
    """The spot in an address or a query string.

    >>> read_spot("http://here/history?person=Zo%C3%AB"), read_spot("kind=greed&x=1").url()
    (Spot(person='Zoë', kind=''), '?kind=greed')
    """
    given = {name: values[-1] for name, values in parse_qs(urlsplit(url).query if "?" in url else url).items()}
    return Spot(given.get("person", "")[:LONGEST_NAME], given.get("kind", "")[:200])


@dataclass
class Seen:
    """The book as a reader sees it. ``alive`` is false in the first paint, which has no controls.

    ``waiting`` tells how many evenings are still to be worked out, ``away`` how many tables are put away; ``given`` is
    what was chosen in the controls.
    """

    group: Group
    _: Translator
    spot: Spot = field(default_factory=Spot)
    away: int = 0
    alive: bool = True
    listed: int = EVENINGS
    given: dict[str, str] = field(default_factory=dict)

    @property
    def waiting(self) -> int:
        """How many evenings are still to be worked out."""
        return sum(told.evening is None and told.error is None for told in self.group.told)


def kind_called(seen: Seen, kind: str) -> str:
    """What a kind of game is called."""
    return title(seen.group.evenings(kind)[0][1], seen._)


def action(game: str, name: str, _: Translator) -> str:
    """What a move is called."""
    found = load_game(game)
    return _(key_word(name, found.keys, found.key_words))


def entry(seen: Seen, do: str, args: dict[str, str], title: Node, *lines: Node, side: Node = None, key: str) -> Node:
    """An entry of a list that leads on; in the first paint one to read."""
    inside = [h.span(".grow")[h.b[title], (h.span(".note")[line] for line in lines if line)], side]
    if not seen.alive:
        return h.li(".item")[inside]
    data = {f"data-{name}": value for name, value in args.items()}
    return h.li(data_key=key)[
        h.button(".item.tap", data, type="button", data_do=do)[inside, h.span(".go", aria_hidden="true")["›"]]
    ]


def evenings(seen: Seen, found: list[tuple[Told, Evening]]) -> Node:
    """Evenings, the newest first: who played, who won (marked by a star and said), and the way to each."""
    _, shown = seen._, found[: seen.listed]
    more = len(found) - len(shown)
    return [
        parts.items(*(_evening(seen, *each) for each in shown)),
        not found and parts.note(_("No evening yet.")),
        seen.alive and more > 0 and parts.button(_("Show {count} more").format(count=more), "group.more", wide=True),
    ]


def _evening(seen: Seen, told: Told, evening: Evening) -> Node:
    _, name = seen._, title(evening, seen._)
    players = [
        [place > 0 and ", ", h.bdi[seat.name], seat.place == 1 and [" ★", h.span(".visually-hidden")[_("won")]]]
        for place, seat in enumerate(sorted(evening.seats, key=lambda seat: seat.place or len(evening.seats) + 1))
    ]
    return entry(
        seen,
        "group.open",
        {"code": told.mark.code},
        [h.bdi[told.mark.title], " · ", h.bdi[name]] if told.mark.title else h.bdi[name],
        players,
        not evening.finished and _("not finished"),
        side=h.span(".note.when")[day(told.when, _.lang, _.zone)],
        key=f"evening-{told.mark.id}",
    )


def person_entry(seen: Seen, person: str, *lines: Node) -> Node:
    """A person, and the way to their page."""
    return entry(seen, "group.person", {"person": person}, h.bdi[person], *lines, key=f"person-{same_name(person)}")


def tallied(seen: Seen, person: str, kind: str = "") -> str:
    """How somebody has fared, in a line."""
    _, found = seen._, seen.group.tally(person, kind)
    if not found.evenings:
        return _("no evening to its end yet")
    return _("{won} of {count} won · {chance} by chance").format(
        won=found.won, count=found.evenings, chance=money(round(found.chance, 1), _.lang)
    )
