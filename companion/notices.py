"""What the table itself tells in its history: notes by HOUSE, which undo passes over.

The log keeps the English sentence; a reader gets it in the own language (`found` says which sentence it is).
"""

import re
from functools import cache

from companion.words import N_

BANKER_SITS = N_("A device has taken the banker’s seat")
PIN_ASKED = N_("The banker asks to take {player}’s PIN away")
PIN_KEPT = N_("{player} keeps the PIN")
PIN_GONE = N_("{player}’s seat has no PIN any more")
BANKER_PIN_GONE = N_("The banker’s seat has no PIN any more")
ALL = (BANKER_SITS, PIN_ASKED, PIN_KEPT, PIN_GONE, BANKER_PIN_GONE)


def found(text: str) -> tuple[str, dict[str, str]] | None:
    """The sentence, and what fills it, of a recorded notice; None for any other text.

    >>> found("Zoë keeps the PIN")
    ('{player} keeps the PIN', {'player': 'Zoë'})
    """
    for template in ALL:
        match = _pattern(template).fullmatch(text)
        if match is not None:
            return template, match.groupdict()
    return None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.escape(template).replace(r"\{player\}", "(?P<player>.+)"), re.DOTALL)
