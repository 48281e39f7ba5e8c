"""What a screen knows: the table as one seat sees it, the reader's words, and the way to act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import htpy
from htpy import Node

from companion import words
from companion.errors import RuleError
from companion.games import load_game, part
from companion.table import BANKER, Table
from companion.words import N_

if TYPE_CHECKING:
    from companion.widgets.messages import Event

Figure = dict[str, Any]
Do = Callable[..., Any]


@dataclass(frozen=True)
class Ctx:
    """Everything a screen is drawn from; drawing changes nothing but ``ui``.

    ``snapshot`` is what ``seat`` may see (a player's name, BANKER, or None for the public). ``ui`` is this page's
    own small memory (chosen shares, an open sheet): handlers write it, screens read it, a reload empties it.
    ``alive`` is false in the first paint, which has no controls. ``table`` is for reading, with ``seat`` passed on. To
    a handler it is the table that the page showed when it was tapped, so that the tap means what was read; ``now`` is
    the table as it has become by then.
    """

    table: Table
    seat: str | None
    snapshot: dict[str, Any]
    _: words.Translator
    alive: bool = False
    writable: bool = True
    ui: dict[str, Any] = field(default_factory=dict)
    do: Do = field(default=lambda *_args, **_fields: None, repr=False)
    say: Callable[[str], None] = field(default=lambda _text: None, repr=False)
    latest: Table | None = None

    @property
    def now(self) -> Table:
        """The table as it is, where ``table`` is what a page showed before."""
        return self.latest or self.table

    @property
    def lang(self) -> str:
        """The reader's language."""
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
        return self.alive and self.writable and self.seat is not None

    @property
    def acting(self) -> str | None:
        """The player for whom this page can act now: its own when it is to act, for the banker whoever is."""
        if not self.may_act:
            return None
        if self.seat == BANKER:
            return next(iter(self.active), None)
        return self.seat if self.seat in self.active else None

    def colour(self, player: str) -> int:
        """The number of a player's colour and symbol: by seat, so a new name keeps them."""
        return self.table.players.index(player)


@dataclass(frozen=True)
class Screen:
    """A screen of a table: what fills the page, and the controls under the thumb (one primary button at most).

    ``undo``: whether the undo button stands beside them.
    """

    body: Node
    foot: Node = None
    undo: bool = True


@dataclass(frozen=True)
class Tab:
    """A tab of a table: ``id`` stands in the address, ``hotkey`` is a letter, ``icon`` one character."""

    id: str
    label: str
    draw: Callable[[Ctx], Screen]
    hotkey: str = ""
    icon: str = ""


Handler = Callable[[Ctx, "Event"], None]


class GameScreens(Protocol):
    """The module ``screens`` of a game. The first tab is where a table opens, and its first paint.

    It may have ``thing_named(table, keys, thing, _)``, what a thing of the snapshot is called; ``ask(ctx, pointer)``
    and ``answer(pointer, event)``, the control for a printed value; ``component(ctx, keys)``, how a component of
    the box is listed in its editor; and ``choices(ctx, state, keys)``: the values that the field of an action,
    (action, field, …), a value of the box, ("box", key, …), or what a pointer's keys lead to can have on the table
    ``state``, with what they are called, or the keys of a mapping; None where that is not known. It tells nothing that
    anybody hides.
    """

    TABS: list[Tab]
    ACTIONS: Mapping[str, Handler]

    def big(self, ctx: Ctx) -> Node:
        """The big screen: large, read-only, seen from the sofa."""

    def charts(self, ctx: Ctx) -> dict[str, Figure]:
        """The figures of the ``data-chart`` islands that are on screen now, by their ids (see ``ctx.ui["tab"]``)."""


def screens_of(game: str) -> GameScreens:
    """The screens of a game; loaded when a table of it is opened. Raises RuleError ``no-screens``."""
    found = load_game(game)
    screens: GameScreens | None = part(found, "screens")
    if screens is None:
        raise RuleError("no-screens", N_("{game} has no screens yet."), game=found.title)
    return screens


def html(node: Node) -> str:
    """A node as HTML; all text in it is escaped."""
    return "".join(htpy.fragment[node].iter_chunks())
