"""Who sits where, as all devices know it: who comes and goes is recorded and told."""

import logging
import time

from companion import notices, seats
from companion.errors import CompanionError
from companion.live import LiveTable
from companion.log import Entry
from companion.names import HOUSE
from companion.store import Store

BEAT_SECONDS = 20.0  # how often a page that is in sight says that it sits there

log = logging.getLogger("companion")


def arrive(store: Store, live: LiveTable, seat: str, device: str, *, back: bool) -> None:
    """A device sits down on a seat. Who becomes the banker is told to all. Raises CompanionError.

    Where no other device sits at the table there is nobody to tell it to. One that comes ``back``, by a page that is
    loaded anew, to where it sat last, as a phone that wakes does, is told of only where no banker ever was.
    """
    others = store.pins.sitting(live.table_id) - {device} if seat == seats.BANKER_ID else set()
    new = store.pins.sit(live.table_id, seat, device, time.time(), _lately(), back=back)
    if others and (new or not any(map(_tells_of_banker, live.table.log))):
        live.tell(notices.BANKER_SITS)


def _tells_of_banker(entry: Entry) -> bool:
    return entry.by == HOUSE and entry.fields.get("text") == notices.BANKER_SITS


def leave(store: Store, live: LiveTable, seat: str, device: str) -> None:
    """A device leaves its seat."""
    try:
        live.compare()
        store.pins.leave(live.table_id, seat, device, _lately())
    except CompanionError as trouble:
        log.warning("It could not be recorded who has left: %s", trouble)


def _lately() -> tuple[float, float]:
    """When a page that is in sight has been heard at least once, even if one beat was lost.

    A host's other servers may have clocks that are a little ahead.
    """
    now = time.time()
    return now - 2 * BEAT_SECONDS, now + BEAT_SECONDS


def settle(store: Store, live: LiveTable, patience: seats.Patience) -> None:
    """Take away the PINs that nobody has defended, as a page sees it, and tell it."""
    for identity in patience.settle(store, live.table_id):
        gone(live, identity)


def gone(live: LiveTable, identity: str) -> None:
    """Tell all that a seat has no PIN any more."""
    if identity == seats.BANKER_ID:
        live.tell(notices.BANKER_PIN_GONE)
    else:
        live.tell(notices.PIN_GONE, player=seats.sitter(live.table, identity) or "?")
