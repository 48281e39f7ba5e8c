"""Behind the ? of every page: what the screen does, and the game's own words.

A game says what its tabs do (`Tab.help`) and explains its words in its folder (``glossary.py``); the rest is here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games import GAMES, load_game, part
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog, screens_of
from companion.words import N_, Translator

SCREENS = {  # of every game, and away from any
    "home": N_("Go on with a table, start one, or join one with the code that its devices show."),
    "new": N_("Type who plays, clockwise as you sit. Options and box may stay as they are."),
    "make": N_("Say what your game counts: money, goods, buttons. Begin with an example, and change it."),
    "join": N_("Tap your name. Each sits at a device of their own, or the banker acts for all from one."),
    "clock": N_("A clock for the table, which rings, and one for each player, which runs while it is their turn."),
    "history": N_("All that was recorded, the newest first. Tap an entry to change it. Nothing is ever lost."),
    "box": N_("What is printed on your copy of the game. Where it differs, change it: the table uses your numbers."),
    "settings": N_("How this device speaks, looks and calls you; a PIN for your seat; how others get in."),
    "evening": N_("How it went: scores, charts, what each move has brought, and a report to take along."),
    "group": N_("All evenings of your group: who won how often, and the records. Tap a name, a game or an evening."),
    "replay": N_("The evening, entry by entry: play it, or drag the slider. Arrow keys go on, the space bar plays."),
    "compare": N_("What you have tried, beside what really happened."),
    "big": N_("Everything that all may see, large, for a screen that all look at. Nothing is booked here."),
}
WORDS = {  # the companion's own
    N_("Banker"): N_("Acts for everybody, from one device, and puts things right."),
    N_("Box"): N_("The numbers printed on your copy of the game."),
    N_("Big screen"): N_("Only watches: for a television or a tablet that all can see."),
}


@dataclass(frozen=True)
class Asked:
    """The screen on which ? was tapped, and the game that it belongs to ("": none)."""

    screen: str
    game: str


def button(screen: str, game: str, _: Translator) -> Node:
    """The ? in the bar."""
    args = {"kind": DIALOG.name, "screen": screen, "game": game}
    return parts.button("?", "sheet.open", args=args, icon=True, label=_("What is this?"), cls="plain", hotkey="?")


def sheet(ctx: Ctx) -> Node:
    """What is told."""
    _, asked = ctx._, ctx.about(Asked)
    if asked is None:
        return None
    said, words = text(asked), glossary(asked.game)
    return parts.sheet(
        ctx,
        _("What is this?"),
        said and h.p[_(said)],
        h.dl(".words")[([h.dt[_(word)], h.dd[_(told)]] for word, told in {**words, **WORDS}.items())],
    )


def text(asked: Asked) -> str:
    """What the screen does, to be translated; "" where nobody has said it."""
    tabs = screens_of(asked.game).TABS if asked.game else []
    return next((tab.help for tab in tabs if tab.id == asked.screen and tab.help), SCREENS.get(asked.screen, ""))


def glossary(game: str) -> Mapping[str, str]:
    """A game's own words with what they mean, to be translated."""
    found = part(load_game(game), "glossary") if game else None
    return found.GLOSSARY if found else {}


def _begin(_ctx: Ctx, args: Mapping[str, str]) -> Asked:
    game = args.get("game", "")
    return Asked(args.get("screen", ""), game if game in GAMES else "")


DIALOG = Dialog("help", sheet, begin=_begin)
