"""Binder: a machine lent to one person for a while, which stops after some idle minutes and forgets its disk."""

import os
from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.screens import parts, saves
from companion.screens.ctx import Ctx
from companion.table import BANKER
from companion.widgets.messages import Event
from companion.words import N_, Translator

SIGNS = ("BINDER_LAUNCH_HOST", "BINDER_REPO_URL", "BINDER_REQUEST")  # Binder sets them in every machine
# Every visitor of a Binder link is lent another machine, and whoever has the address of this one has a shell on it.
ALONE = N_(
    "On Binder the companion serves this device alone: nobody can join from another. Hand it round, or start the "
    "companion on a machine in the room."
)
PHASE = ("year", "round", "phase", "finished")  # the keys of snapshots that say how far a game has come


@dataclass(frozen=True)
class Saved:
    """How far the game had come when the save was offered last."""

    phase: list[object]


def forgets() -> bool:
    """Whether this machine keeps nothing."""
    return any(os.environ.get(sign) for sign in SIGNS)


def notice(_: Translator) -> Node:
    """What one has to know on the first page; nothing on a machine of one's own."""
    return forgets() and parts.banner(
        [
            h.p[
                _(
                    "This companion runs on Binder: some ten minutes after the last page is closed it stops, and it "
                    "forgets everything. Download the save when a phase ends; “Load a save” goes on from it."
                )
            ],
            h.p[_(ALONE)],
        ]
    )


def code(table: str) -> str:
    """A table's join code as it is shown; nothing where it would let nobody in."""
    return "" if forgets() else table


def offer(ctx: Ctx) -> Node:
    """The save, at the end of every phase, to who may have it."""
    if not forgets() or ctx.visit.live is None or ctx.visit.trial is not None or not ctx.may_act:
        return None
    now = _phase(ctx)
    saved = ctx.find(Saved) or ctx.keep(Saved(now))
    if now == saved.phase or (ctx.seat != BANKER and ctx.table.has_secrets()):
        return None
    _ = ctx._
    return h.div(".banner.warn", role="status")[
        h.div[_("Binder forgets this table when it stops.")],
        h.div(".ways")[
            parts.button(_("Download the save"), "binder.save", args={"id": ctx.visit.live.table_id}),
            parts.button(_("Later"), "binder.later"),
        ],
    ]


def _phase(ctx: Ctx) -> list[object]:
    return [ctx.snapshot.get(key) for key in PHASE]


def save(ctx: Ctx, event: Event) -> None:
    """Hand over the save. Raises RuleError ``hidden-save``."""
    saves.hand_out(ctx, event)
    later(ctx, event)


def later(ctx: Ctx, _event: Event) -> None:
    """Not before the next phase ends."""
    ctx.keep(Saved(_phase(ctx)))


HANDLERS = {"binder.save": save, "binder.later": later}
