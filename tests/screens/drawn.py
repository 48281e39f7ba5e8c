"""A page as a browser would draw it, without a server or a kernel: for tests of the layout alone."""

from companion.widgets.script import FOLDER, looks
from tests.screens.reader import Reader

LOOK = "\n".join(path.read_text("utf-8") for path in (*looks(), FOLDER / "view.css"))


def drawn(reader: Reader, *, text: int = 100) -> str:
    """All of the reader's page as one document; ``text`` is the reader's font size in percent of the usual one."""
    regions = "".join(f'<div class="companion-region">{part}</div>' for part in reader.page.view.parts.values())
    return (
        f'<!DOCTYPE html><html lang="{reader.visit._.lang}" style="font-size: {text}%"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{LOOK}</style>'
        f'<body><div id="companion"><div class="companion">{regions}</div></div></body></html>'
    )
