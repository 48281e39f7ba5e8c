"""What a device says at its first table: three hints, one after another, each until it is tapped away for good."""

import htpy as h
from htpy import Node

from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.widgets.messages import Event
from companion.words import N_

HINTS = (
    N_("Up here you see who acts next; it is bright when it is you."),
    N_("What you book is on all devices at once. ↶ takes the last step back."),
    N_("? says what a screen does and explains the game's words."),
)


def strip(ctx: Ctx) -> Node:
    """The next hint that nobody has read on this device, below the bar."""
    read, _ = ctx.visit.hints, ctx._
    if read >= len(HINTS) or not ctx.may_act or ctx.place.screen:
        return None
    said = _("Next") if read < len(HINTS) - 1 else _("OK")
    return h.div(".call", role="note", data_key="hint")[
        h.p(".grow")[_(HINTS[read])], parts.button(said, "hint.read", args={"hint": read + 1}, key="hint-read")
    ]


def keep(ctx: Ctx, event: Event) -> None:
    """It is read: this device does not say it again."""
    hint = event.args.get("hint", "")
    ctx.visit.hints = int(hint) if hint in map(str, range(1, len(HINTS) + 1)) else ctx.visit.hints
    ctx.visit.view.remember("companion_hints", str(ctx.visit.hints))


HANDLERS = {"hint.read": keep}
