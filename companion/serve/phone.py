"""What makes the page an app on a phone's home screen: its icon, drawn here, and its manifest."""

import struct
import zlib
from functools import cache
from math import hypot
from typing import Any

from companion.words import N_, direction, translator

SIZES = (180, 192, 512)  # the first is Apple's
GROUND, COIN = (15, 42, 32), (217, 164, 65)
BAR = {"dark": "#17302a", "light": "#ffffff"}  # the colour of the bar, in the style sheet `--surface`
FELT = "#10211c"
NAME = N_("The companion")


@cache
def icon(size: int) -> bytes:
    """The page's icon as a PNG, as wide and high: a coin with a plus, in a square that phones round themselves."""
    rows = b"".join(b"\0" + b"".join(_pixel(x, y, size) for x in range(size)) for y in range(size))
    head = struct.pack(">2I5B", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def _pixel(column: int, row: int, size: int) -> bytes:
    """The colour of one pixel; the picture is 32 units wide, and an edge blurs over one pixel."""
    unit = size / 32
    x, y = abs(column + 0.5 - size / 2) / unit, abs(row + 0.5 - size / 2) / unit
    ring = abs(hypot(x, y) - 9) - 1.5
    plus = min(max(x - 1.25, y - 5), max(x - 4, y - 1.25))
    share = min(max(0.5 - min(ring, plus) * unit, 0), 1)
    return bytes(round(ground + (coin - ground) * share) for ground, coin in zip(GROUND, COIN, strict=True))


def manifest(base: str, lang: str, token: str | None) -> dict[str, Any]:
    """The page as an app, which opens at ``base``; ``token``: what lets it in there."""
    icons = [{"src": f"{base}companion/icon-{size}.png", "sizes": f"{size}x{size}"} for size in SIZES[1:]]
    return {
        "name": translator(lang)(NAME),
        "short_name": "Companion",
        "id": base,
        "scope": base,
        "start_url": f"{base}?token={token}" if token else base,
        "display": "standalone",
        "lang": lang,
        "dir": direction(lang),
        "theme_color": BAR["dark"],
        "background_color": FELT,
        "icons": [each | {"type": "image/png", "purpose": kind} for each in icons for kind in ("any", "maskable")],
    }
