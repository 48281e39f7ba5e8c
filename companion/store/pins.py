"""Where seats' PINs and the devices that gave them are kept. What they mean is in `companion.seats`."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from companion.store import schema

Transaction = Callable[[], AbstractContextManager[Connection]]


class Pin(NamedTuple):
    """A seat's PIN, hashed; ``failed`` wrong ones in a row; locked until then (seconds since 1970)."""

    pin_hash: str
    salt: str
    failed: int
    locked_until: float


class PinBook:
    """The seats that have a PIN, and the devices that need not give it again."""

    def __init__(self, reading: Transaction, writing: Transaction) -> None:
        self._reading = reading
        self._writing = writing

    def seats(self, table_id: int) -> set[str]:
        """The seats of a table that have a PIN."""
        with self._reading() as connection:
            return set(connection.scalars(select(schema.seats.c.seat).where(schema.seats.c.table_id == table_id)))

    def put(self, table_id: int, seat: str, pin_hash: str, salt: str) -> None:
        """Give a seat a new PIN: devices that gave the old one are asked again."""
        with self._writing() as connection:
            _forget(connection, table_id, seat)
            connection.execute(
                insert(schema.seats).values(
                    table_id=table_id, seat=seat, pin_hash=pin_hash, salt=salt, failed=0, locked_until=0.0
                )
            )

    def clear(self, table_id: int, seat: str) -> None:
        """Take a seat's PIN away."""
        with self._writing() as connection:
            _forget(connection, table_id, seat)

    def charge(self, table_id: int, seat: str, now: float, wait: Callable[[int], float]) -> Pin | None:
        """Count an attempt before anybody knows whether it is right, and return the PIN as it was before.

        ``wait(failed)`` is the pause in seconds after so many wrong ones. Counting first means that neither a
        killed kernel nor ten at once get a free guess. Nothing is counted while the seat is locked at
        ``now``; None where the seat has no PIN.
        """
        with self._writing() as connection:
            row = connection.execute(
                select(
                    schema.seats.c.pin_hash,
                    schema.seats.c.salt,
                    schema.seats.c.failed,
                    schema.seats.c.locked_until,
                ).where(*_here(table_id, seat))
            ).one_or_none()
            if row is None:
                return None
            pin = Pin(*row)
            if pin.locked_until <= now:
                connection.execute(
                    update(schema.seats)
                    .where(*_here(table_id, seat))
                    .values(failed=pin.failed + 1, locked_until=now + wait(pin.failed + 1))
                )
            return pin

    def grant(self, table_id: int, seat: str, device: str) -> None:
        """The device gave the right PIN: remember it, and forget the wrong ones before."""
        row = {"table_id": table_id, "seat": seat, "device": device}
        devices = schema.devices.c
        with self._writing() as connection:
            connection.execute(update(schema.seats).where(*_here(table_id, seat)).values(failed=0, locked_until=0.0))
            known = select(devices.seat).where(
                devices.table_id == table_id, devices.seat == seat, devices.device == device
            )
            if connection.scalar(known) is None:
                connection.execute(insert(schema.devices).values(row))

    def granted(self, table_id: int, device: str) -> set[str]:
        """The seats whose PIN this device has given."""
        devices = schema.devices.c
        with self._reading() as connection:
            return set(
                connection.scalars(select(devices.seat).where(devices.table_id == table_id, devices.device == device))
            )


def _here(table_id: int, seat: str) -> tuple[ColumnElement[bool], ...]:
    return schema.seats.c.table_id == table_id, schema.seats.c.seat == seat


def _forget(connection: Connection, table_id: int, seat: str) -> None:
    devices = schema.devices.c
    connection.execute(delete(schema.seats).where(*_here(table_id, seat)))
    connection.execute(delete(schema.devices).where(devices.table_id == table_id, devices.seat == seat))
