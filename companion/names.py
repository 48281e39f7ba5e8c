"""Players' names: any text that a person types, within the limits of the contract."""

import unicodedata
from collections.abc import Iterable

from companion.errors import RuleError
from companion.words import N_

LONGEST_NAME = 40
# Who else writes in a log: the banker, and the table itself. A leading space: no player's trimmed name is equal to it.
BANKER = " banker"
HOUSE = " table"


def clean_name(name: object, taken: Iterable[str] = ()) -> str:
    """The trimmed name. Raises RuleError ``bad-name`` or, when it is among ``taken``, ``name-taken``.

    >>> clean_name("  Zoë ")
    'Zoë'
    """
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= LONGEST_NAME or not _writable(name):
        raise RuleError("bad-name", N_("A name has 1 to {allowed} characters of text."), allowed=LONGEST_NAME)
    name = name.strip()
    if same_name(name) in map(same_name, taken):
        raise RuleError("name-taken", N_("There is a player called {name} already."), name=name)
    return name


def same_name(name: str) -> str:
    """What is equal for names that only differ in case or in how their accents are coded."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _writable(text: str) -> bool:
    """Whether the text can be written to a file: half a surrogate pair cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
