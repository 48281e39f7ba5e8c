"""Where a page is: what its address says, so that a reload or a new kernel comes back to the same place."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

from companion.store.core import CODE_LENGTH, CODE_SIGNS, OPEN_CODE_LENGTH

BIG = "screen"  # the seat that only watches
_SEAT = re.compile(rf"bank|{BIG}|\d{{1,2}}")
_SCREEN = re.compile(r"[a-z]{1,20}")
_ENTRY = re.compile(r"[0-9]{1,7}")
_CODE = re.compile(rf"[{CODE_SIGNS}]{{{CODE_LENGTH},{OPEN_CODE_LENGTH}}}")


@dataclass(frozen=True)
class Place:
    """``table`` is a join code ("" = home), ``seat`` a seat's id or `BIG` ("" = not chosen yet).

    ``screen`` is a tab ("" = the first); ``awake`` whether the device's screen is kept on;
    ``heard`` is the last entry whose call was tapped away.
    """

    table: str = ""
    seat: str = ""
    screen: str = ""
    awake: bool = True
    heard: int = 0

    def url(self) -> str:
        """The address of this place, relative to the page."""
        said = {
            "table": self.table,
            "seat": self.seat,
            "screen": self.screen,
            "awake": "" if self.awake else "no",
            "heard": str(self.heard or ""),
        }
        return "?" + urlencode({name: value for name, value in said.items() if value})


def read_place(url: str) -> Place:
    """The place in an address or a query string; what no link of ours has is left out.

    >>> read_place("http://here/?table=abc2d&seat=0&screen=market")
    Place(table='ABC2D', seat='0', screen='market', awake=True, heard=0)
    >>> read_place("table=../etc&seat=root")
    Place(table='', seat='', screen='', awake=True, heard=0)
    """
    query = urlsplit(url).query if "?" in url else url
    given = {name: values[-1] for name, values in parse_qs(query[:400]).items()}

    def fitting(name: str, form: re.Pattern[str]) -> str:
        value = given.get(name, "")
        return value if form.fullmatch(value) else ""

    table = given.get("table", "").upper()
    if not _CODE.fullmatch(table):
        return Place(screen=fitting("screen", _SCREEN))
    heard = int(fitting("heard", _ENTRY) or 0)
    return Place(table, fitting("seat", _SEAT), fitting("screen", _SCREEN), given.get("awake") != "no", heard)
