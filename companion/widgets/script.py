"""The page's half of the view, as the one module that anywidget takes.

Each concern is an ES module of its own beside this file. They import each other by relative paths only,
and no two of them use the same top-level name, so that joining them is dropping the imports and exports.
"""

import os
import re
from functools import cache
from pathlib import Path

from companion.games import GAMES, folder

MODULES = (
    "dom.js",
    "drafts.js",
    "morph.js",
    "notice.js",
    "device.js",
    "pulse.js",
    "unanswered.js",
    "events.js",
    "echo.js",
    "clock.js",
    "fit.js",
    "charts.js",
    "back.js",
    "limits.js",
    "scroll.js",
    "replay.js",
    "again.js",
    "view.js",
)
FOLDER = Path(__file__).parent
_IMPORT = re.compile(r'^import [^;]*? from "\./[\w.]+";\n', re.MULTILINE)
SERVED = "COMPANION_SERVED"  # what our server tells its kernels
_ROOT = re.compile(r":root(:not\(\[data-theme[^)]*\)|\[data-theme[^]]*\])?")
_PAGE = re.compile(r"^(?:html|body) \{", re.MULTILINE)
# What is fixed to the screen on a page of ours is fixed to the widget here.
HOSTED = "& { contain: layout; border-radius: var(--r2); overflow: clip; } .companion { min-height: 480px; }"
_EXPORT = re.compile(r"^export (?!default )", re.MULTILINE)


@cache
def script() -> str:
    """All modules as one ES module text; ``view.js`` comes last and has the default export."""
    texts = ((FOLDER / name).read_text("utf-8") for name in MODULES)
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in texts)


def is_served() -> bool:
    """Whether what is shown stands in a page of our own server."""
    return bool(os.environ.get(SERVED))


@cache
def style() -> str:
    """The rules for what the view itself adds to a page: its notices and its blocked state.

    Where no page of ours is around it (JupyterLab, Voila's own page) the look of everything in it, too.
    """
    own = (FOLDER / "view.css").read_text("utf-8")
    return own if is_served() else f"{own}\n{_look()}"


def looks() -> list[Path]:
    """The files of which a page's style sheet is made, in their order: what all have, each game's own, and paper."""
    static = FOLDER.parent / "serve" / "static"
    own = (folder(game) / "look.css" for game in GAMES)
    return [static / "companion.css", *(path for path in own if path.exists()), static / "paper.css"]


def _look() -> str:
    """The page's style sheet for one element of a page that is not ours."""
    look = "\n".join(path.read_text("utf-8") for path in looks())
    look = _ROOT.sub(lambda root: f"{root[0]} &" if root[1] else "&", look)
    return f".companion-host {{\n{_PAGE.sub('& {', look)}\n{HOSTED}\n}}\n"
