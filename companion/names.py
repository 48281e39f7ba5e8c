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
    if not isinstance(name, str) or not _writable(name) or len(name.strip()) > LONGEST_NAME or not same_name(name):
        raise RuleError("bad-name", N_("A name has 1 to {allowed} characters of text."), allowed=LONGEST_NAME)
    name = name.strip()
    if same_name(name) in map(same_name, taken):
        raise RuleError("name-taken", N_("There is a player called {name} already."), name=name)
    return name


def same_name(name: str) -> str:
    """What is equal for names that differ in case, in how accents are coded, or in signs that nobody sees.

    >>> same_name("An\u00adna\u200b") == same_name("anna")
    True
    """
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", "".join(sign for sign in folded if not _unseen(sign)).strip())


# What takes no room or is blank, and is neither a space nor in Unicode's categories of controls and formats.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0")


def _unseen(sign: str) -> bool:
    if sign.isascii() and sign.isprintable():
        return False
    control = unicodedata.category(sign) in ("Cc", "Cf") and not sign.isspace()
    return control or sign in UNSEEN or "\u180b" <= sign <= "\u180f" or _is_variation(sign)


def _is_variation(sign: str) -> bool:
    """Whether a sign only chooses between two shapes of the one before it."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0000" <= sign <= "\U000e0fff"


def _writable(text: str) -> bool:
    """Whether the text can be written to a file: half a surrogate pair cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
