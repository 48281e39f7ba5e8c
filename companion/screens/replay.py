"""The replay: a slider plays the evening entry by entry, board and charts moving.

The page asks for the frames a few at a time (``replay.more``) and plays them by itself: ``widgets/replay.js``.
"""

from __future__ import annotations

import htpy as h
from htpy import Node
from markupsafe import Markup

from companion.charts import drawing
from companion.charts.parts import Figure
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.screens.frames import Frames
from companion.table import Table
from companion.widgets import Event
from companion.words import Translator

SECONDS = 0.3  # for frames at each asking: meanwhile the page's taps wait
HIGH, HIGHEST = 240, 400  # pixels of a chart: of one that says nothing else, and at most


class Replay:
    """An evening that is played: as it was when the replay was opened."""

    def __init__(self, table: Table, _: Translator) -> None:
        self.frames = Frames(table, _)
        self.sent: dict[str, Figure] = {}
        self.lang = _.lang
        self._ = _
        self._id = f"replay-{table.revision}-{_.lang}"
        self._pictures = [_picture(f"replay-{kind}", figure) for kind, figure in self.frames.figures.items()]

    def body(self) -> Node:
        """What stands on the page: the controls, room for the frame, and the charts under their veils."""
        _, entries = self._, self.frames.entries
        about = {"data-replay": self._id, "data-frames": str(len(entries)), "data-last": str(entries[-1])}
        return h.div(".replay.wide", about, data_key="replay")[
            parts.card(
                h.div(".replay-track")[
                    h.span(".replay-ends", aria_hidden="true"),
                    h.input(
                        type="range",
                        min="0",
                        max=str(len(entries) - 1),
                        value="0",
                        step="1",
                        aria_label=_("Entry"),
                        data_key="replay-slider",
                    ),
                ],
                h.div(".row.replay-tools")[
                    _control("back", "«", _("To the end of the turn before")),
                    h.button(".btn.primary.grow", type="button", data_replay_do="play", data_key="replay-play")[
                        h.span(".replay-play")["▶ ", _("Play")], h.span(".replay-pause")["❚❚ ", _("Pause")]
                    ],
                    _control("on", "»", _("To the end of the turn")),
                    _control("faster", "1×", _("Speed")),
                ],
                h.div(".note.replay-count", role="status"),
                cls="replay-controls",
            ),
            h.div(".replay-frame"),
            h.div(".replay-charts")[self._pictures],
        ]

    def more(self, have: str) -> None:
        """Work out the next frames for a page that has so many; one that has missed some gets them with the figures."""
        if have == str(len(self.frames.done)):
            found = self.frames.more(SECONDS)
            if found:
                self.sent[f"{self._id}-{have}"] = {"frames": [list(frame) for frame in found]}


def _control(do: str, sign: str, label: str) -> Node:
    return h.button(".btn", type="button", data_replay_do=do, data_key=f"replay-{do}", aria_label=label, title=label)[
        sign
    ]


def _picture(key: str, figure: Figure) -> Node:
    """A chart of the whole evening, and the veil over what is still to come; its panels' titles stay in sight."""
    layout = figure["layout"]
    margin, high = layout["margin"], min(layout.get("height", HIGH), HIGHEST)
    place = "".join(f"{side}:{margin[side[0]]}px;" for side in ("left", "top", "right", "bottom"))
    bare, notes = drawing.over(figure, height=high)
    return parts.card(
        h.div(".replay-chart", style=f"height:{high}px", role="img", aria_label=layout["title"]["text"])[
            Markup(drawing.svg(bare, key, height=high)),  # noqa: S704 - the picture has escaped its texts
            h.div(".replay-veil", style=place)[h.i],
            Markup(notes),  # noqa: S704
        ]
    )


def screen(ctx: Ctx) -> Screen:
    """The replay of the table as everybody may see it; the first paint waits for the page to be alive."""
    if not ctx.alive:
        return Screen(parts.card(parts.note(ctx._("The replay is being prepared.")), cls="wide"), undo=False)
    replay = ctx.find(Replay)
    if replay is None or replay.lang != ctx.lang:
        replay = ctx.keep(Replay(ctx.table, ctx._))
    return Screen(replay.body(), undo=False)


def figures(ctx: Ctx) -> dict[str, Figure]:
    """The frames that are worked out: they travel as figures do."""
    replay = ctx.find(Replay)
    return replay.sent if replay else {}


def way(_: Translator) -> Node:
    """The button to here."""
    return parts.button(_("Replay"), "replay.open")


def open_it(ctx: Ctx, _event: Event) -> None:
    """Play the evening as it is now."""
    ctx.forget(Replay)
    ctx.visit.to(screen="replay")


def more(ctx: Ctx, event: Event) -> None:
    """The page asks for what comes next."""
    replay = ctx.find(Replay)
    if replay is not None:
        replay.more(event.args.get("have", ""))


HANDLERS = {"replay.open": open_it, "replay.more": more}
