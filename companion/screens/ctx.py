"""What a screen knows: the visit, the table as one seat sees it, the reader's words, and the way to act."""

from __future__ import annotations

import sys
from abc import ABC
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeVar

import htpy
from htpy import Node, _render_sync

from companion import seats, words
from companion.errors import RuleError
from companion.games import load_game
from companion.log import Entry
from companion.screens.place import BIG, Place
from companion.screens.visit import NO_TABLE, Visit, screens_in
from companion.shapes import number_in
from companion.table import BANKER, Table
from companion.widgets import Event

if sys.version_info < (3, 12):

    class HasHtml(ABC):  # noqa: B024 - nobody inherits from it
        """htpy's protocol of this name, in its place: Python 3.11 would look anew, at each node, what a protocol asks.

        That was a fifth of what it takes to draw a page. A class is asked once here.
        """

        @classmethod
        def __subclasshook__(cls, kind: type) -> bool:
            return hasattr(kind, "__html__")

    vars(_render_sync)["HasHtml"] = HasHtml

Figure = dict[str, Any]
Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Ctx:
    """Everything a screen is drawn from, and a handler acts on. Drawing changes nothing but what is `kept`.

    ``seat`` is who reads (a player's name, BANKER, or None for the public). ``alive`` is false in the first paint,
    which has no controls. To a game's handler ``table`` is the one that the page showed when it was tapped, so that
    the tap means what was read; ``now`` is the table as it has become by then.
    """

    visit: Visit
    shown: Table | None = None
    seat: str | None = None
    alive: bool = True

    @property
    def table(self) -> Table:
        """The table, for reading, with ``seat`` passed on. Raises RuleError ``no-table`` away from any table."""
        if self.shown is None:
            raise RuleError("no-table", NO_TABLE)
        return self.shown

    @property
    def now(self) -> Table:
        """The table as it is, where ``table`` is what a page showed before."""
        return self.visit.table or self.table

    @cached_property
    def snapshot(self) -> dict[str, Any]:
        """What ``seat`` may see of the table."""
        return self.table.snapshot(self.seat)

    @cached_property
    def public(self) -> dict[str, Any]:
        """What everybody may see of the table: it stands in the open, for somebody may look over the shoulder."""
        return self.table.snapshot()

    @property
    def place(self) -> Place:
        """Where the page is."""
        return self.visit.place

    @property
    def tab(self) -> str:
        """Which of its game's tabs the page is on; ``big`` is the big screen."""
        if self.place.seat == BIG:
            return "big"
        return self.place.screen or screens_of(self.table.header.game).TABS[0].id

    def kept(self, kind: type[Kind]) -> Kind:
        """What this page remembers of a kind (chosen shares, what is searched); the kind says what it is at first.

        A screen has a small class of its own for it. A reload, another table and another seat empty it.
        """
        found: Kind = self.visit.memory.setdefault(kind, kind())
        return found

    def find(self, kind: type[Kind]) -> Kind | None:
        """What this page remembers of a kind that does not say what it is at first; None where it is nothing."""
        return self.visit.memory.get(kind)

    def keep(self, thing: Kind) -> Kind:
        """Remember something in the place of what was remembered of its kind."""
        self.visit.memory[type(thing)] = thing
        return thing

    def forget(self, kind: type) -> None:
        """Remember nothing of a kind any more."""
        self.visit.memory.pop(kind, None)

    @property
    def _(self) -> words.Translator:
        """The reader's language."""
        return self.visit._

    @property
    def lang(self) -> str:
        """The name of the reader's language."""
        return self._.lang

    def money(self, amount: int) -> str:
        """An amount as the reader's language writes it."""
        return words.money(amount, self.lang)

    @property
    def active(self) -> list[str]:
        """The players who are to act now."""
        return [self.table.players[seat] for seat in self.table.game.active(self.table.state)]

    @property
    def may_act(self) -> bool:
        """Whether this page has controls at all."""
        return self.alive and self.visit.writable and self.seat is not None

    @property
    def acting(self) -> str | None:
        """The player for whom this page can act now: its own when it is to act, for the banker whoever is."""
        if not self.may_act:
            return None
        if self.seat == BANKER:
            return next(iter(self.active), None)
        return self.seat if self.seat in self.active else None

    def player_at(self, seat: str) -> str:
        """The player of the seat that a control names by its number, for a name may change; "" where it names none."""
        number, players = number_in(seat), self.table.players
        return players[number] if number is not None and number < len(players) else ""

    def colour(self, player: str) -> int:
        """The number of a player's colour and symbol: by seat, so a new name keeps them."""
        return self.table.players.index(player)

    def do(self, action: str, /, **fields: Any) -> Entry:
        """Record an action of the page's seat. Raises RuleError and StoreError."""
        return self.visit.do(action, **fields)

    def say(self, text: str) -> None:
        """A short sentence that is no refusal."""
        self.visit.say(text)

    def open(self, name: str, about: Any = None) -> None:
        """Open the dialog of this name; ``about`` is what it remembers."""
        self.visit.open(name, about)

    def close(self) -> None:
        """Close the dialog that is open."""
        self.visit.opened = None

    def about(self, kind: type[Kind]) -> Kind | None:
        """What the open dialog remembers; None where another one is open, or none."""
        opened = self.visit.opened
        return opened.about if opened is not None and isinstance(opened.about, kind) else None

    @property
    def opening(self) -> int:
        """A number that tells one opening of a dialog from the next."""
        return 0 if self.visit.opened is None else self.visit.opened.serial


def look(visit: Visit, then: Table | None = None) -> Ctx:
    """A visit as it is now; or at its table as it was ``then``, where the seat may have had another name."""
    table = then or visit.table
    seat = None if visit.seat is None or table is None else seats.sitter(table, visit.place.seat)
    return Ctx(visit, table, seat)


@dataclass(frozen=True)
class Screen:
    """A screen: what fills the page, and the controls under the thumb (one primary button at most).

    ``undo``: whether the undo button stands beside them.
    """

    body: Node
    foot: Node = None
    undo: bool = True


Draw = Callable[[Ctx], Screen]
Handler = Callable[[Ctx, Event], None]


@dataclass(frozen=True)
class Tab:
    """A tab of a table: ``id`` stands in the address, ``hotkey`` is a letter, ``icon`` one character.

    ``help`` says in a sentence or two what the screen does.
    """

    id: str
    label: str
    draw: Draw
    hotkey: str = ""
    icon: str = ""
    help: str = ""


def _nothing(_ctx: Ctx, _args: Mapping[str, str]) -> None:
    """What a dialog remembers that remembers nothing."""


@dataclass(frozen=True)
class Dialog:
    """What opens over a screen: a control that does ``sheet.open`` names it as its ``kind``.

    ``draw`` gives None where there is nothing to ask (any more). ``handlers`` are what its own controls do. ``begin``
    makes of the data of the control that opens it what it remembers while it is open (`Ctx.about`).
    """

    name: str
    draw: Callable[[Ctx], Node]
    handlers: Mapping[str, Handler] = field(default_factory=dict)
    begin: Callable[[Ctx, Mapping[str, str]], object] = _nothing


class GameScreens(Protocol):
    """The module ``screens`` of a game. The first tab is where a table opens, and its first paint.

    It may have ``DIALOGS``, a list of `Dialog`; ``thing_named(table, keys, thing, _)``, what a thing of the snapshot is
    called; ``ask(ctx, pointer)`` and ``answer(pointer, event)``, the control for a printed value; ``component(ctx,
    keys)``, how a component of the box is listed in its editor; and ``choices(ctx, state, keys)``: the values that the
    field of an action, (action, field, …), a value of the box, ("box", key, …), or what a pointer's keys lead to can
    have on the table ``state``, with what they are called, or the keys of a mapping; None where that is not known. It
    tells nothing that anybody hides.
    """

    TABS: list[Tab]
    ACTIONS: Mapping[str, Handler]

    def big(self, ctx: Ctx) -> Node:
        """The big screen: large, read-only, seen from the sofa."""

    def charts(self, ctx: Ctx) -> dict[str, Figure]:
        """The figures of the ``data-chart`` islands that are on screen now, by their ids (see ``ctx.tab``)."""


def screens_of(game: str) -> GameScreens:
    """The screens of a game; loaded when a table of it is opened. Raises RuleError ``no-screens``."""
    screens: GameScreens = screens_in(load_game(game))
    return screens


def dialogs_of(game: str) -> Sequence[Dialog]:
    """The dialogs of a game."""
    return getattr(screens_of(game), "DIALOGS", ())


def handlers_of(game: str) -> dict[str, Handler]:
    """What the controls of a game's screens and dialogs do."""
    return {**screens_of(game).ACTIONS, **handlers_in(dialogs_of(game))}


def handlers_in(dialogs: Iterable[Dialog]) -> dict[str, Handler]:
    """What the controls of dialogs do."""
    return {do: handler for dialog in dialogs for do, handler in dialog.handlers.items()}


def html(node: Node) -> str:
    """A node as HTML; all text in it is escaped."""
    return "".join(htpy.fragment[node].iter_chunks())
