"""Files that the page loads: named by their content, compressed once, kept by the browser for good."""

from __future__ import annotations

import gzip
import hashlib
import importlib.metadata
import importlib.util
import mimetypes
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.files import has_room, write_whole

STATIC = Path(__file__).parent / "static"
VIEW = "view.js"
LOOK = "companion.css"  # with what each game adds to it
SERVED = (".css", ".js", ".svg", ".png", ".webmanifest", ".mp3", ".woff2")
LONGEST_NAME = 100  # characters; no file of ours comes near it
FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """One file as it goes out: plain, and gzipped."""

    name: str
    digest: str
    kind: str
    plain: bytes
    gzipped: bytes


class Assets:
    """The package's own static files. A file that changes on disk gets a new address at the next page."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[list[tuple[int, int]], Asset]] = {}

    def find(self, name: str) -> Asset | None:
        """The file of this name, or None where there is none."""
        if name == VIEW:
            return view_script()
        path = STATIC / name
        if path.parent != STATIC or path.suffix not in SERVED or len(name) > LONGEST_NAME or not path.is_file():
            return None
        paths = look_files() if name == LOOK else [path]
        stamp = [(status.st_mtime_ns, status.st_size) for status in (each.stat() for each in paths)]
        known = self._known.get(name)
        if known is None or known[0] != stamp:
            known = self._known[name] = (stamp, pack(name, b"\n".join(each.read_bytes() for each in paths)))
        return known[1]

    def url(self, name: str) -> str:
        """The address of a file, with its digest in it. Raises FileNotFoundError."""
        asset = self.find(name)
        if asset is None:
            raise FileNotFoundError(name)
        return f"companion/static/{asset.digest}/{name}"


def look_files() -> list[Path]:
    """The files that the page's style sheet is made of."""
    from companion.widgets.script import looks

    return looks()


@cache
def view_script() -> Asset:
    """The page's half of the view, the same text that Python sends with the widget."""
    from companion.widgets.script import script

    return pack(VIEW, script().encode())


def pack(name: str, plain: bytes) -> Asset:
    """A file made ready to go out."""
    digest = hashlib.sha256(plain).hexdigest()[:16]
    return Asset(name, digest, kind_of(name), plain, gzip.compress(plain, 9, mtime=0))


def kind_of(name: str) -> str:
    """The media type of a file name, with the character set where it is text."""
    kind = {".js": "text/javascript", ".css": "text/css", ".webmanifest": "application/manifest+json"}.get(
        Path(name).suffix
    )
    kind = kind or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


class Plotly:
    """The chart script that the installed plotly package brings, compressed once and kept in the data folder."""

    def __init__(self, cache: Path):
        self.version = importlib.metadata.version("plotly")
        self.name = f"plotly-{self.version}.min.js"
        self.url = f"companion/{self.name}"
        self._cache = cache / f"{self.name}.gz"
        self._gzipped: bytes | None = None

    def plain(self) -> bytes:
        """The script as the package has it. Importing plotly is not needed, and is not done: it is slow."""
        spec = importlib.util.find_spec("plotly")
        if spec is None or spec.origin is None:
            raise FileNotFoundError(self.name)
        return (Path(spec.origin).parent / "package_data" / "plotly.min.js").read_bytes()

    def gzipped(self) -> bytes:
        """The script at gzip's best (about half a second, the first time ever)."""
        if self._gzipped is None:
            self._gzipped = self._kept() or self._compress()
        return self._gzipped

    def _kept(self) -> bytes | None:
        try:
            kept = self._cache.read_bytes()
            length = int.from_bytes(kept[-4:], "little")  # gzip's last word: the length before compression
            return kept if length == len(self.plain()) else None
        except OSError:
            return None

    def _compress(self) -> bytes:
        gzipped = gzip.compress(self.plain(), 9, mtime=0)
        with suppress(OSError):  # a full or read-only disk: compressed again at the next start
            for left in self._cache.parent.glob("*.part"):  # of a server that was killed as it wrote
                left.unlink()
            if has_room(self._cache.parent):
                self._cache.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._cache, [gzipped])
        return gzipped
