"""The page's half of the view, as the one module that anywidget takes.

Each concern is an ES module of its own beside this file. They import each other by relative paths only,
and no two of them use the same top-level name, so that joining them is dropping the imports and exports.
"""

import re
from functools import cache
from pathlib import Path

MODULES = (
    "dom.js",
    "morph.js",
    "notice.js",
    "device.js",
    "pulse.js",
    "events.js",
    "clock.js",
    "charts.js",
    "view.js",
)
FOLDER = Path(__file__).parent
_IMPORT = re.compile(r'^import [^;]*? from "\./[\w.]+";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default )", re.MULTILINE)


@cache
def script() -> str:
    """All modules as one ES module text; ``view.js`` comes last and has the default export."""
    texts = ((FOLDER / name).read_text("utf-8") for name in MODULES)
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in texts)


@cache
def style() -> str:
    """The rules for what the view itself adds to a page: its notices and its blocked state."""
    return (FOLDER / "view.css").read_text("utf-8")
