"""Seats: who a device is at the table, the PIN that keeps others off a seat, and what a seat may do.

A seat is a player's name, `companion.BANKER` or None (the big screen, which only watches). Names change
(`rename`, `join`), so what the store remembers of a seat goes by its id (`seat_id`), which never does.
"""

import hashlib
import hmac
import math
import secrets
import time
import unicodedata
from collections.abc import Mapping
from typing import Any

from companion import pointers
from companion.errors import RuleError
from companion.games.common import EVERYTHING, Secrets
from companion.housekeeping import picture
from companion.readable import COMMON_ACTIONS
from companion.shapes import said
from companion.store import Lost, Store
from companion.table import BANKER, Table
from companion.words import N_, Counted, isolated

BANKER_ID = "bank"
PIN_SHORTEST, PIN_LONGEST = 4, 40  # characters
FREE_GUESSES = 2  # wrong PINs before the pauses begin: anybody's thumb slips
LONGEST_PAUSE = 15 * 60.0  # seconds
CROWD, CROWD_PAUSE = 20, 5.0  # so many wrong PINs of other devices, and the pause in seconds that each guess costs then
PATIENCE = 60.0  # seconds in which a PIN that somebody else wants away can be kept
STEP = 5.0  # seconds between two beats of a page in sight at most: what is longer was no time in which it was heard

WITHOUT_PIN = N_(
    "Without it anybody can become the banker, ask to take a forgotten PIN away, and take out the save with all that "
    "players hide."
)

# What could bring to light what others hide, though it is no move of the game.
OPENING_ACTIONS = frozenset({"amend", "box", "correct", "leave"})


def seat_id(table: Table, seat: str) -> str:
    """The id of a player's or the banker's seat. Raises RuleError for a name that has no seat."""
    if seat == BANKER:
        return BANKER_ID
    if seat not in table.players:
        raise RuleError("not-seated", N_("{player} has no seat at this table."), player=seat)
    return str(table.players.index(seat))


def sitter(table: Table, identity: str) -> str | None:
    """Who sits on the seat with this id now; None where there is no such seat."""
    if identity == BANKER_ID:
        return BANKER
    return next((name for i, name in enumerate(table.players) if str(i) == identity), None)


# -- what a seat may do ------------------------------------------------------------------------------------


def may(table: Table, seat: str | None, action: str, fields: Mapping[str, Any]) -> bool:
    """Whether a seat may do this: see `check`."""
    try:
        check(table, seat, action, fields)
    except RuleError:
        return False
    return True


def check(table: Table, seat: str | None, action: str, fields: Mapping[str, Any]) -> None:
    """Raise RuleError where a seat may not do this, whatever the rules would say to it.

    The banker acts for everybody, a player for no other player, the big screen not at all. Where a game keeps
    secrets, not even the banker tries what only its owner can know to be possible.
    """
    if seat is None:
        raise RuleError("only-watching", N_("The big screen only watches: take a seat to act."))
    secrets_kept = table.game.secrets(table.state)
    if seat == BANKER and secrets_kept is None:
        return
    if seat != BANKER:
        seat_id(table, seat)
    if action in COMMON_ACTIONS:  # the record belongs to the table, and the history says who did it
        _check_secrets(table, seat, action, fields, secrets_kept)
        return
    asked = table.asked(action, **fields)
    if seat != BANKER and asked.for_banker:
        raise RuleError("banker-only", N_("{player} cannot do this: it is for the banker."), player=seat)
    actor, for_itself = asked.actor, seat in (asked.actor, *asked.partners)
    if actor is not None and not for_itself and seat != BANKER:
        raise RuleError(
            "not-your-seat", N_("{player} sits here and may not act for {other}."), player=seat, other=actor
        )
    if secrets_kept is None or action not in secrets_kept.own:
        return
    if actor is not None and not for_itself and asked.is_own:
        raise _own_seat_only(actor)
    met = asked.met(table.sight(seat))
    if met:
        raise _own_seat_only(", ".join(map(isolated, met)))


def _own_seat_only(other: str) -> RuleError:
    return RuleError("own-seat-only", N_("Only {other} can do this, on a device that sits there."), other=other)


def _check_secrets(
    table: Table, seat: str, action: str, fields: Mapping[str, Any], secrets_kept: Secrets | None
) -> None:
    """What a seat may not see it may not change either: the answer would tell what is there."""
    if action == "amend" and type(fields.get("entry")) is int:
        _check_change(table, seat, fields, secrets_kept)
    if action == "correct" and isinstance(fields.get("set"), Mapping):
        _check_values(table, table, seat, fields["set"], secrets_kept)
    if action in OPENING_ACTIONS and table.opens(action, seat, **fields):
        _check_opening(seat, action, fields)


def _check_values(
    table: Table, then: Table, seat: str, values: Mapping[str, Any], secrets_kept: Secrets | None
) -> None:
    """Whether a seat sees the values that it puts right, as the table stood ``then``.

    And whether they can be, where those that it does not see would make a refusal.
    """
    seen, whole = then.snapshot(seat), picture(then.game, then.state, EVERYTHING)
    unseen = then.game.unseen(then.state, then.sight(seat))
    for pointer in values:
        if any(_meets(pointer, untold) for untold in unseen) or not _shown(seen, whole, pointer):
            raise RuleError(
                "hidden-value",
                N_("At “{pointer}” there is no value that can be seen from this seat."),
                pointer=said(pointer, 200),
            )
    if secrets_kept is None:
        return
    if secrets_kept.singly and len(values) > 1 and not _own(table, seat, values):
        raise RuleError("one-value", N_("Where players hide their cash, one value at a time is put right."))
    if any(_meets(pointer, fixed) for pointer in values for fixed in secrets_kept.fixed):
        raise RuleError("hidden-value", N_("What is offered or bid in secret is not put right: undo it."))
    if any(_meets(pointer, bound) for pointer in values for bound in secrets_kept.bound):
        raise RuleError(
            "money-offered",
            N_("Money is offered or bid out of this, so it is not counted again before the offer or auction is over."),
        )


def _meets(pointer: str, fixed: str) -> bool:
    """Whether what is set at a pointer is at another one, in it, or a whole that contains it."""
    return f"{pointer}/".startswith(f"{fixed}/") or f"{fixed}/".startswith(f"{pointer}/")


def _check_opening(seat: str, action: str, fields: Mapping[str, Any]) -> None:
    """The game goes on without a player who leaves; nothing else than a move of the game opens what lies hidden."""
    if action != "leave":
        raise RuleError("would-open", N_("That would bring to light what other players hide; undo back to it."))
    if seat not in (BANKER, fields["player"]):
        raise RuleError(
            "would-open",
            N_("That would bring to light what other players hide, so {player} or the banker has to say it."),
            player=fields["player"],
        )


def _check_change(table: Table, seat: str, fields: Mapping[str, Any], secrets_kept: Secrets | None) -> None:
    """Whether a change of an entry can meet nothing that the seat does not know, nor lay it open to others."""
    n = fields["entry"]
    if not table.is_open(n, seat):
        raise RuleError(
            "hidden-entry",
            N_("Entry {entry} holds a secret of another player and cannot be changed from this seat."),
            entry=n,
        )
    entry = next((entry for entry in table.effective if entry.n == n), None)
    if secrets_kept is None or entry is None:
        return
    if table.all_open(seat, n):
        tells = bool(fields.get("force")) and not table.all_open(
            None, n
        )  # which of the hidden ones became a correction
    else:
        harmless = secrets_kept.amendable | {"note", "rename"}
        tells = entry.action not in harmless or _clashes(table, fields)  # the first clash is known to all, no other
    if tells:
        raise RuleError(
            "hidden-entries",
            N_("Whether entry {entry} can be changed would tell a secret of another player; undo back to it."),
            entry=n,
        )
    changed = fields.get("fields")
    values = changed.get("set") if entry.action == "correct" and isinstance(changed, Mapping) else None
    if isinstance(values, Mapping):
        _check_values(table, table.counted(n - 1), seat, values, secrets_kept)


def _clashes(table: Table, fields: Mapping[str, Any]) -> bool:
    try:
        table.fork().do("amend", **{**fields, "force": False})
    except RuleError as refusal:
        return bool(refusal.clashes)
    return False


def _shown(seen: dict[str, Any], whole: dict[str, Any], pointer: str) -> bool:
    """Whether there is something at a pointer, and all of it is seen."""
    try:
        return bool(pointers.get(seen, pointer) == pointers.get(whole, pointer))
    except RuleError:
        return False


def _own(table: Table, seat: str, values: Mapping[str, Any]) -> bool:
    """Whether all values are the seat's own (as when a player counts the cash again)."""
    if seat == BANKER:
        return False
    mine = f"/players/{seat_id(table, seat)}/"
    return all(str(pointer).startswith(mine) for pointer in values)


# -- PINs --------------------------------------------------------------------------------------------------


def enter(
    store: Store | Lost,
    table_id: int,
    identity: str,
    device: str,
    pin: str | None = None,
    *,
    now: float | None = None,
) -> None:
    """Let a device take a seat; a device that gave the seat's PIN is remembered. ``now``: seconds since 1970.

    Of a table that is lost it may then read what who sits there could.

    Raises RuleError: ``pin-needed`` (none given), ``pin-wrong``, ``pin-wait`` (too soon after wrong ones, and
    nothing was looked at).
    """
    if store.pins.open_to(table_id, identity, device):
        return
    if pin is None:
        raise RuleError("pin-needed", N_("This seat has a PIN: type it to sit here."))
    now = time.time() if now is None else now
    kept = store.pins.charge(table_id, identity, device, now, pause)
    if kept is None:
        return
    if kept.locked_until > now:
        raise RuleError(
            "pin-wait",
            N_("Too many wrong PINs: try again in {time}."),
            time=Counted("{count} second", "{count} seconds", math.ceil(kept.locked_until - now)),
        )
    if not hmac.compare_digest(kept.pin_hash, _hash(pin, kept.salt)):
        raise RuleError("pin-wrong", N_("That is not the PIN of this seat."))
    store.pins.grant(table_id, identity, device)


def check_pin(pin: str) -> None:
    """Raise RuleError ``pin-length`` for what can be no PIN."""
    if not PIN_SHORTEST <= len(_plain(pin)) <= PIN_LONGEST:
        raise RuleError(
            "pin-length",
            N_("A PIN has {least} to {most} digits or letters."),
            least=PIN_SHORTEST,
            most=PIN_LONGEST,
        )


def set_pin(store: Store, table_id: int, identity: str, pin: str, device: str) -> None:
    """Give a seat a PIN, from a device that sits there; other devices have to give it from now on.

    Raises RuleError: ``pin-length``, ``pin-needed`` where the seat has a PIN that this device never gave.
    """
    check_pin(pin)
    enter(store, table_id, identity, device)
    salt = secrets.token_hex(16)
    store.pins.put(table_id, identity, _hash(pin, salt), salt)
    store.pins.grant(table_id, identity, device)


def clear_pin(
    store: Store, table_id: int, identity: str, by: str | None, device: str, *, now: float | None = None
) -> bool:
    """Take a seat's PIN away; returns whether it is gone at once, as where a device says so that gave it.

    The banker, for somebody who forgot it, only asks: see `Patience`. Raises RuleError ``pin-needed`` for anybody
    else, ``pin-asked`` where it was asked before.
    """
    if by == BANKER and not store.pins.open_to(table_id, identity, device):
        if not store.pins.ask(table_id, identity, time.time() if now is None else now):
            raise RuleError("pin-asked", N_("That was asked already: the others have been told."))
        return False
    enter(store, table_id, identity, device)
    store.pins.clear(table_id, identity)
    return True


def keep_pin(store: Store, table_id: int, identity: str, device: str) -> bool:
    """Say no to taking a seat's PIN away, from a device that gave it; returns whether anybody had asked.

    Raises RuleError ``pin-needed``.
    """
    enter(store, table_id, identity, device)
    return store.pins.drop(table_id, identity)


class Patience:
    """How long a page has seen that nobody is there who could keep a PIN that somebody else wants away.

    Only the time counts in which it was in sight itself, beat by beat: no clock that is set, and no sleep of the host,
    makes it a minute before who sits there could be heard.
    """

    def __init__(self) -> None:
        self._beat = -math.inf
        self._alone: dict[str, tuple[object, float]] = {}  # by seat: what is known of it, and for how many seconds

    def settle(self, store: Store, table_id: int, *, now: float | None = None) -> list[str]:
        """Take away the PINs that nobody has defended; returns the seats where this call did. To be called every beat.

        While a device sits there that gave the PIN, only that device says yes (`clear_pin`) or no (`keep_pin`). A
        minute after the last one has gone, or after it was asked where there was none, the PIN goes.
        """
        now = time.monotonic() if now is None else now
        passed, self._beat = min(now - self._beat, STEP), now
        before, self._alone = self._alone, {}
        for seat, known in store.pins.asked(table_id).items():
            was, seconds = before.get(seat, (None, 0.0))
            self._alone[seat] = known, seconds + passed if was == known else 0.0
        due = [seat for seat, (_known, seconds) in self._alone.items() if seconds >= PATIENCE]
        return [seat for seat in due if store.pins.take(table_id, seat)]


def pause(failed: int, others: int = 0) -> float:
    """How long a seat looks at no PIN of a device after so many wrong ones of its own in a row, in seconds.

    Nobody has to wait for what other devices did; but where they were wrong so often that somebody seems to try
    them all, with a new name for every guess, a device has one guess at a time.

    >>> [pause(n) for n in (1, 2, 3, 4, 5, 50)]
    [0.0, 0.0, 2.0, 4.0, 8.0, 900.0]
    >>> [pause(n, others=20) for n in (1, 4, 5)]
    [5.0, 5.0, 8.0]
    """
    wait = 0.0 if failed <= FREE_GUESSES else min(2.0 ** min(failed - FREE_GUESSES, 10), LONGEST_PAUSE)
    return max(wait, CROWD_PAUSE) if others >= CROWD else wait


def _hash(pin: str, salt: str) -> str:
    return hashlib.scrypt(_plain(pin).encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1, dklen=32).hex()


def _plain(pin: str) -> str:
    """What was meant, from whatever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", pin).strip()
