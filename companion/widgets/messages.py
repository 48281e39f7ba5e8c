"""What the page may say to Python. The page is not trusted: all of it is checked for shape and size here."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.shapes import LONGEST, MOST_VALUES

MOST_FIELDS = 2 * MOST_VALUES  # an entry sets so many values, and a list in a form has an empty place beside each
LARGEST_EVENT = 8_000_000  # characters of all names and values together

Word = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9._:-]*$", max_length=64)]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]+$", min_length=8, max_length=64)]
Name = Annotated[str, Meta(max_length=200)]
Revision = Annotated[int, Meta(ge=0)]
Short = Annotated[str, Meta(max_length=2_000)]
Text = Annotated[str, Meta(max_length=6_000_000)]  # an uploaded save; the page itself stops at 5 MB
Zone = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_+/-]*$", max_length=64)]
Sign = Annotated[str, Meta(pattern=r"^(off|sound|shake|both)$")]
Choices = Annotated[list[Short], Meta(max_length=LONGEST)]


class Event(msgspec.Struct, frozen=True):
    """Something that a person did.

    ``do`` names the action, ``key`` is fresh for every tap, ``args`` are the control's ``data-*``
    attributes by their names without ``data-``, ``values`` the named inputs of its form: text, a list of
    the ticked values where several boxes share a name, or a bool for a single box. An uploaded file is
    the text in it; its name is in ``args["file"]``. ``rev`` is the view's revision that was on the page then;
    ``entries`` is how many the table had, of a tap on a page before this one.
    """

    do: Word
    key: Token
    args: Annotated[dict[Name, Short], Meta(max_length=40)] = msgspec.field(default_factory=dict)
    # A field may be named by the pointer of what is printed there.
    values: Annotated[dict[Text, bool | Text | Choices], Meta(max_length=MOST_FIELDS)] = msgspec.field(
        default_factory=dict
    )
    rev: Revision | None = None
    entries: Revision | None = None

    def text(self, name: str) -> str:
        """A named input as trimmed text; empty where there is none."""
        value = self.values.get(name, "")
        return value.strip() if isinstance(value, str) else ""

    def ticked(self, name: str) -> bool:
        """Whether a single box is ticked."""
        return self.values.get(name) is True

    def chosen(self, name: str) -> list[str]:
        """The ticked values of boxes that share a name."""
        value = self.values.get(name, [])
        return list(value) if isinstance(value, list) else []


class Hello(msgspec.Struct, frozen=True):
    """What a page says of itself when it comes alive.

    ``device`` stays the same in one browser; ``lang`` and ``theme`` are the settings that the device
    remembers ("" and "auto" where nobody chose), ``turn`` and ``ring`` how it tells that it is the reader's turn and
    that a clock has run out, ``hints`` how many of the hints were read there; ``zone`` is its time zone
    ("Europe/Rome", "" where it does not tell); ``languages`` are the browser's, best first; ``secure`` tells whether
    the browser allows what it keeps for https and localhost (the wake lock); ``box`` is
    what a link carries after its #.
    """

    device: Token = "unknown-device"
    zone: Zone = ""
    lang: Annotated[str, Meta(pattern=r"^[a-z]{0,8}$")] = ""
    theme: Annotated[str, Meta(pattern=r"^(auto|dark|light)$")] = "auto"
    turn: Sign = "off"
    ring: Sign = "both"
    hints: Annotated[int, Meta(ge=0, le=9)] = 9  # a page that does not say is no first visit
    url: Short = ""
    box: Annotated[str, Meta(pattern=r"^(box=[A-Za-z0-9_-]*)?$", max_length=4096)] = ""
    languages: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=20)] = msgspec.field(
        default_factory=list
    )
    secure: bool = False


def read_event(data: Any) -> Event:
    """The event in a message. Raises msgspec.ValidationError on anything else, and on one beyond `LARGEST_EVENT`."""
    event = msgspec.convert(data, Event)
    if sum(len(name) + _length(value) for name, value in event.values.items()) > LARGEST_EVENT:
        raise msgspec.ValidationError(f"Expected an event of length <= {LARGEST_EVENT}")
    return event


def _length(value: bool | str | list[str]) -> int:
    return 0 if isinstance(value, bool) else len(value) if isinstance(value, str) else sum(map(len, value))


def read_hello(data: Any) -> Hello:
    """The hello in a message; a page that says nonsense is a page of which nothing is known."""
    try:
        return msgspec.convert(data, Hello)
    except msgspec.ValidationError:
        return Hello()


def key_of(data: Any) -> str | None:
    """The key of an event that may be malformed otherwise, so that its control can be freed."""
    try:
        return msgspec.convert(data["key"], Token)
    except (TypeError, KeyError, msgspec.ValidationError):
        return None
