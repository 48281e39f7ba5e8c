"""Who sits at a page, for as long as it may: the others are told, and a PIN that was set elsewhere is asked for."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from companion import notices, seats
from companion.errors import CompanionError, RuleError

if TYPE_CHECKING:
    from companion.screens.page import Page

BEAT_SECONDS = 10.0  # how often a page that is in sight says that it sits there

log = logging.getLogger("companion")


def arrive(page: Page, seat: str) -> None:
    """The page's device sits on a seat now. Who becomes the banker is told to all.

    Where no other device sits at the table there is nobody to tell it to.
    """
    assert page.live is not None
    pins, device = page.store.pins, page.hello.device
    try:
        alone = not pins.sitting(page.live.table_id) - {device}
        new = pins.see(page.live.table_id, seat, device, time.time())
        page.heard = time.monotonic()
        if new and seat == seats.BANKER_ID and not alone:
            page.live.tell(notices.BANKER_SITS)
    except CompanionError as trouble:  # where nothing can be recorded, the banker cannot do anything either
        log.warning("It could not be recorded who sits there: %s", trouble)


def leave(page: Page) -> None:
    """The page's device leaves its seat."""
    assert page.live is not None
    try:
        page.store.pins.leave(page.live.table_id, page.place.seat, page.hello.device)
    except CompanionError as trouble:
        log.warning("It could not be recorded who has left: %s", trouble)


def turned_out(page: Page) -> bool:
    """Whether the page had to leave its seat, since a PIN was set on another device: it is asked for it."""
    if page.live is None or page.seat is None:
        return False
    seat = page.place.seat
    try:
        seats.enter(page.store, page.live.table_id, seat, page.hello.device)
    except RuleError as refusal:
        page.to(seat="", screen="")
        page.open_sheet("pin", seat=seat)
        page.view.say(refusal.text(page._))
        return True
    except CompanionError:
        pass  # whether there is one cannot be read; nor can anything else
    return False


def beat(page: Page) -> None:
    """The page was heard: it is still there. What has become of the table's PINs since shows on it."""
    if page.live is None:
        return
    try:
        if page.seat is not None and time.monotonic() - page.heard > BEAT_SECONDS:
            arrive(page, page.place.seat)
        settle(page)
        asked = set(page.store.pins.asked(page.live.table_id))
    except CompanionError as trouble:
        log.debug("The seats cannot be looked at: %s", trouble)
        return
    if turned_out(page) or asked != page.asked:
        page.asked = asked
        page.draw()


def settle(page: Page) -> None:
    """Take away the PINs that nobody has defended, and tell it."""
    assert page.live is not None
    for identity in seats.settle(page.store, page.live.table_id):
        gone(page, identity)


def gone(page: Page, identity: str) -> None:
    """Tell all that a seat has no PIN any more."""
    assert page.live is not None
    if identity == seats.BANKER_ID:
        page.live.tell(notices.BANKER_PIN_GONE)
    else:
        page.live.tell(notices.PIN_GONE, player=seats.seat_of(page.live.table, identity) or "?")
