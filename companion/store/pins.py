"""Where seats' PINs and the devices that sit there are kept. What they mean is in `companion.seats`."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    StaticPool,
    Table,
    create_engine,
    delete,
    func,
    insert,
    select,
    update,
)

from companion.store import schema

Transaction = Callable[[], AbstractContextManager[Connection]]
AtTable = Callable[[int], AbstractContextManager[Connection]]
Tell = Callable[[Connection, int], None]
Heard = Callable[[int], object]
Wait = Callable[[int, int], float]
Lately = tuple[float, float]  # since when and until when; what was seen after that, by a clock set back since, is past


class Pin(NamedTuple):
    """A seat's PIN, hashed; until when a device's attempts are not looked at (seconds since 1970)."""

    pin_hash: str
    salt: str
    locked_until: float


class PinBook:
    """The seats that have a PIN, the devices that need not give it again, and those that sit there.

    Every page looks again and again whether its seat is still open to it and nobody wants a PIN away: what was found so
    is believed until something else is heard of the table. Times are seconds since 1970.
    """

    def __init__(self, reading: Transaction, writing: AtTable, tell: Tell, heard: Heard) -> None:
        self._reading = reading
        self._writing = writing
        self._tell = tell
        self._heard = heard
        self._calm: dict[tuple[object, ...], object] = {}  # what was found so: what had been heard of its table then

    def seats(self, table_id: int) -> set[str]:
        """The seats of a table that have a PIN."""
        with self._reading() as connection:
            return set(connection.scalars(select(schema.seats.c.seat).where(schema.seats.c.table_id == table_id)))

    def open_to(self, table_id: int, seat: str, device: str) -> bool:
        """Whether a device may sit there as it is: there is no PIN, or the device has given it."""
        heard = self._heard(table_id)
        if self._is_calm(heard, table_id, seat, device):
            return True
        with self._reading() as connection:
            is_open = not _holds(connection, schema.seats, table_id, seat) or _holds(
                connection, schema.devices, table_id, seat, device
            )
        if is_open:
            self._believe(heard, table_id, seat, device)
        return is_open

    def put(self, table_id: int, seat: str, pin_hash: str, salt: str) -> None:
        """Give a seat a new PIN: devices that gave the old one are asked again."""
        with self._changing(table_id) as connection:
            _forget(connection, table_id, seat)
            connection.execute(
                insert(schema.seats).values(table_id=table_id, seat=seat, pin_hash=pin_hash, salt=salt, failed=0)
            )

    def clear(self, table_id: int, seat: str) -> None:
        """Take a seat's PIN away."""
        with self._changing(table_id) as connection:
            _forget(connection, table_id, seat)

    # -- giving it -----------------------------------------------------------------------------------------

    def charge(self, table_id: int, seat: str, device: str, now: float, wait: Wait) -> Pin | None:
        """Count a device's attempt before anybody knows whether it is right, and return the PIN as it was before.

        ``wait(failed, others)`` is the device's pause in seconds after so many wrong ones of its own and of others.
        Counting first means that neither a killed kernel nor ten at once get a free guess. Nothing is counted while
        the device has to wait at ``now``; None where the seat has no PIN. A pause that would still be longer than it
        was at its beginning begins anew: the clock was set back since.
        """
        with self._writing(table_id) as connection:
            row = connection.execute(
                select(schema.seats.c.pin_hash, schema.seats.c.salt, schema.seats.c.failed).where(
                    *_at(schema.seats, table_id, seat)
                )
            ).one_or_none()
            if row is None:
                return None
            attempts = schema.attempts
            own = connection.execute(
                select(attempts.c.failed, attempts.c.locked_until).where(*_at(attempts, table_id, seat, device))
            ).one_or_none()
            failed, locked_until = own or (0, 0.0)
            latest = now + wait(failed, row.failed - failed)
            if locked_until > latest:
                locked_until = latest
                _put(connection, attempts, table_id, seat, device, failed=failed, locked_until=latest)
            if locked_until <= now:
                until = now + wait(failed + 1, row.failed - failed)
                _put(connection, attempts, table_id, seat, device, failed=failed + 1, locked_until=until)
                connection.execute(
                    update(schema.seats).where(*_at(schema.seats, table_id, seat)).values(failed=row.failed + 1)
                )
            return Pin(row.pin_hash, row.salt, locked_until)

    def grant(self, table_id: int, seat: str, device: str) -> None:
        """The device gave the right PIN: remember it, and forget its wrong ones before."""
        attempts = schema.attempts
        with self._changing(table_id) as connection:
            here = _at(attempts, table_id, seat, device)
            failed = connection.scalar(select(attempts.c.failed).where(*here)) or 0
            connection.execute(delete(attempts).where(*here))
            connection.execute(
                update(schema.seats)
                .where(*_at(schema.seats, table_id, seat))
                .values(failed=schema.seats.c.failed - failed)
            )
            _put(connection, schema.devices, table_id, seat, device)

    # -- sitting there -------------------------------------------------------------------------------------

    def sit(self, table_id: int, seat: str, device: str, now: float, lately: Lately, *, back: bool) -> bool:
        """A device sits down on a seat; returns whether it did not sit there before.

        It sat there if it was seen there ``lately``, or if it comes ``back`` to where it sat last, as a page that is
        loaded anew. Who sits down anew has left the seats where it was not seen lately.
        """
        presence = schema.presence
        with self._writing(table_id) as connection:
            seen = connection.scalar(select(presence.c.seen).where(*_at(presence, table_id, seat, device)))
            since, until = lately
            new = seen is None or not (back or since <= seen <= until)
            if new:
                _forget_past(connection, table_id, device, lately)
            _put(connection, presence, table_id, seat, device, seen=now)
            return new

    def see(self, table_id: int, seat: str, device: str, now: float) -> None:
        """A device still sits there."""
        here = _at(schema.presence, table_id, seat, device)
        with self._writing(table_id) as connection:
            if connection.execute(update(schema.presence).where(*here).values(seen=now)).rowcount == 0:
                _put(connection, schema.presence, table_id, seat, device, seen=now)

    def sitting(self, table_id: int) -> set[str]:
        """The devices that sit anywhere at a table."""
        presence = schema.presence.c
        with self._reading() as connection:
            return set(connection.scalars(select(presence.device).where(presence.table_id == table_id)))

    def heard(self, lately: Lately) -> int:
        """How many devices that sit at any table were heard ``lately``."""
        presence = schema.presence.c
        with self._reading() as connection:
            count = select(func.count(presence.device.distinct())).where(presence.seen.between(*lately))
            return connection.scalar(count) or 0

    def taken(self, table_id: int) -> set[str]:
        """The seats of a table that any device sits on."""
        presence = schema.presence.c
        with self._reading() as connection:
            return set(connection.scalars(select(presence.seat).where(presence.table_id == table_id)))

    def leave(self, table_id: int, seat: str, device: str, lately: Lately) -> None:
        """A device sits there no longer, nor on the seats where it was not seen ``lately``."""
        with self._writing(table_id) as connection:
            connection.execute(delete(schema.presence).where(*_at(schema.presence, table_id, seat, device)))
            _forget_past(connection, table_id, device, lately)

    # -- taking it away ------------------------------------------------------------------------------------

    def ask(self, table_id: int, seat: str, now: float) -> bool:
        """Somebody else wants a seat's PIN away; returns whether that is new."""
        with self._changing(table_id) as connection:
            if _holds(connection, schema.removals, table_id, seat):
                return False
            connection.execute(insert(schema.removals).values(table_id=table_id, seat=seat, asked=now))
            return True

    def asked(self, table_id: int) -> dict[str, tuple[float, ...]]:
        """The seats whose PIN somebody wants away: when it was asked, and when each device that gave it was last seen.

        They are what they are by the clock of that moment, which may have been set since.
        """
        heard = self._heard(table_id)
        if self._is_calm(heard, table_id):
            return {}
        removals, presence, devices = schema.removals.c, schema.presence.c, schema.devices.c
        here = (presence.table_id == removals.table_id) & (presence.seat == removals.seat)
        gave = (devices.table_id == removals.table_id) & (devices.seat == removals.seat)
        with self._reading() as connection:
            rows = connection.execute(
                select(removals.seat, removals.asked, presence.seen)
                .outerjoin(schema.devices, gave)
                .outerjoin(schema.presence, here & (devices.device == presence.device))
                .where(removals.table_id == table_id)
                .order_by(presence.device)
            ).all()
        asked: dict[str, tuple[float, ...]] = {row.seat: (row.asked,) for row in rows}
        for row in rows:
            if row.seen is not None:
                asked[row.seat] += (row.seen,)
        if not asked:
            self._believe(heard, table_id)
        return asked

    def drop(self, table_id: int, seat: str) -> bool:
        """The PIN stays; returns whether anybody had wanted it away."""
        with self._changing(table_id) as connection:
            return _drop(connection, table_id, seat)

    def take(self, table_id: int, seat: str) -> bool:
        """Take a PIN away that somebody wants away; returns whether this call did it."""
        with self._changing(table_id) as connection:
            wanted = _drop(connection, table_id, seat)
            if wanted:
                _forget(connection, table_id, seat)
            return wanted

    @contextmanager
    def _changing(self, table_id: int) -> Iterator[Connection]:
        """A transaction after which everybody looks again."""
        with self._writing(table_id) as connection:
            yield connection
            self._tell(connection, table_id)
        self._calm.clear()

    def _believe(self, heard: object, *what: object) -> None:
        if heard is not None:  # else it is never looked up, and would only be kept
            self._calm[what] = heard

    def _is_calm(self, heard: object, *what: object) -> bool:
        return heard is not None and self._calm.get(what) == heard


def taken_over(connection: Connection) -> PinBook:
    """The PINs that a database has, in memory: into a file that is gone nothing is written, and guesses count yet.

    Raises StoreError as ``connection`` does.
    """
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    parts = [schema.seats, schema.devices, schema.attempts]
    with engine.begin() as memory:
        schema.metadata.create_all(memory, tables=[schema.tables, *parts])
        for part in parts:
            rows = [
                {name: _written(value) for name, value in row.items()}
                for row in connection.execute(select(part)).mappings()
            ]
            if rows:  # bytes that are no text may make two devices one, and open no seat
                memory.execute(insert(part).prefix_with("OR IGNORE"), rows)
    return PinBook(engine.begin, lambda _table_id: engine.begin(), lambda *_told: None, lambda _table_id: None)


def _written(value: object) -> object:
    return value if isinstance(value, int | float) else schema.raw(value).decode("utf-8", "replace")


def _at(table: Table, table_id: int, seat: str, device: str | None = None) -> list[ColumnElement[bool]]:
    """The rows of a seat, or that of a device there."""
    where = [table.c.table_id == table_id, table.c.seat == seat]
    return where if device is None else [*where, table.c.device == device]


def _holds(connection: Connection, table: Table, table_id: int, seat: str, device: str | None = None) -> bool:
    return connection.scalar(select(table.c.seat).where(*_at(table, table_id, seat, device))) is not None


def _put(connection: Connection, table: Table, table_id: int, seat: str, device: str, **values: Any) -> None:
    """The row of a device at a seat, in the place of an earlier one."""
    connection.execute(delete(table).where(*_at(table, table_id, seat, device)))
    connection.execute(insert(table).values(table_id=table_id, seat=seat, device=device, **values))


def _forget_past(connection: Connection, table_id: int, device: str, lately: Lately) -> None:
    """The seats of a table on which no page of a device has sat ``lately``: they were closed, and nobody said so."""
    here = schema.presence.c
    past = (here.table_id == table_id, here.device == device, ~here.seen.between(*lately))
    connection.execute(delete(schema.presence).where(*past))


def _drop(connection: Connection, table_id: int, seat: str) -> bool:
    return connection.execute(delete(schema.removals).where(*_at(schema.removals, table_id, seat))).rowcount > 0


def _forget(connection: Connection, table_id: int, seat: str) -> None:
    """A seat's PIN and all that was about it; who sits there is seen again, if it may."""
    for table in (schema.seats, schema.devices, schema.attempts, schema.removals):
        connection.execute(delete(table).where(*_at(table, table_id, seat)))
