"""Handing out a table's save: never to a device that it would show what others hide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from htpy import Node

from companion import seal, seats
from companion import table as tables
from companion.errors import CompanionError, RuleError
from companion.screens import parts
from companion.store import TableInfo
from companion.table import BANKER, Table
from companion.words import N_

if TYPE_CHECKING:
    from companion.screens.page import Page
    from companion.widgets.messages import Event

HIDDEN = N_(
    "This save holds what players hide, so the banker takes it out: sit down as the banker and look in the settings."
)

UNREADABLE = N_(
    "This save cannot be read, and its banker has a PIN: take it out on the host's own machine, "
    "with “companion export {table}”."
)


def hand_out(page: Page, event: Event) -> None:
    """Give the page a save as it lies in the store, damaged lines and all; one with secrets only to the banker.

    The banker hears of the secrets first, and may seal them. Raises RuleError ``hidden-save``.
    """
    table_id = int(event.args.get("id", ""))
    save = page.store.save(table_id)
    table = _readable(save)
    if table is None:
        _check_unreadable(page, table_id)
    elif table.has_secrets():
        _check_banker(page, table_id)
        page.open_sheet("save", id=table_id)
        return
    _give(page, page.store.table(table_id), save, ".jsonl")


def hand_out_lost(page: Page, event: Event) -> None:
    """Give the page a save that only a file had which is no longer there. Raises RuleError ``hidden-save``."""
    for lost in page.store.lost():
        if lost.info.code == event.args.get("code"):
            table = _readable(lost.save)
            if table is not None and table.has_secrets():
                raise RuleError("hidden-save", HIDDEN)
            _give(page, lost.info, lost.save, ".jsonl")
            return


def hand_out_own(page: Page, _event: Event) -> None:
    """Give the page the save of its table as the page knows it: the store may no longer hold it. Raises RuleError."""
    if page.live is None:
        return
    if page.live.table.has_secrets() and page.seat != BANKER:
        raise RuleError("hidden-save", HIDDEN)
    save = "".join(line + "\n" for line in page.live.table.lines()).encode()
    info = TableInfo(page.live.table_id, page.place.table, page.live.table.header.game)
    _give(page, info, save, ".jsonl")


def sheet(page: Page) -> Node:
    """The dialog that says what is in the save, and offers to seal it."""
    asked = page.ui.get("sheet", {})
    if asked.get("kind") != "save":
        return None
    _ = page._
    args = {"id": asked["id"]}
    return parts.sheet(
        page,
        _("Download the save"),
        parts.banner(_("It holds what every player hides, what was taken back too, readable by anybody.")),
        seal.available()
        and parts.form(
            "save.sealed",
            parts.field(
                _("Passphrase"),
                parts.text_input("passphrase", type_="password", autocomplete="new-password", required=True),
                _("{least} characters at least. Without it nobody opens the save, not even you.").format(
                    least=seal.SHORTEST
                ),
            ),
            parts.submit(_("Download it sealed")),
            args=args,
        ),
        parts.button(_("Download it open"), "save.open", args=args, wide=True),
    )


def hand_out_sealed(page: Page, event: Event) -> None:
    """Give the banker the save, sealed. Raises RuleError."""
    table_id = int(event.args.get("id", ""))
    _check_banker(page, table_id)
    sealed = seal.seal(page.store.save(table_id), event.text("passphrase"))
    _give(page, page.store.table(table_id), sealed, ".sealed.json")
    page.close_sheet()


def hand_out_open(page: Page, event: Event) -> None:
    """Give the banker the save with all its secrets. Raises RuleError."""
    table_id = int(event.args.get("id", ""))
    _check_banker(page, table_id)
    _give(page, page.store.table(table_id), page.store.save(table_id), ".jsonl")
    page.close_sheet()


def _check_banker(page: Page, table_id: int) -> None:
    if page.live is None or page.live.table_id != table_id or page.seat != BANKER:
        raise RuleError("hidden-save", HIDDEN)


def _check_unreadable(page: Page, table_id: int) -> None:
    """Nobody can say what a save hides that cannot be read, nor sit down at its table: its banker's PIN decides."""
    try:
        seats.enter(page.store, table_id, seats.BANKER_ID, page.hello.device)
    except RuleError:
        raise RuleError("hidden-save", UNREADABLE, table=page.store.table(table_id).code) from None


def _give(page: Page, info: TableInfo, save: bytes, suffix: str) -> None:
    name = f"companion-{info.game or 'table'}-{info.code or info.id}{suffix}"
    try:
        page.view.download(name, "application/jsonl", save.decode())
    except UnicodeDecodeError:  # somebody's bytes lie in the store: as they are
        page.view.download(name, "application/jsonl", save)


def take_in(page: Page, text: str) -> Table | None:
    """The table of an uploaded save; for a sealed one the passphrase is asked first. Raises LogError."""
    save = text.lstrip("\ufeff").encode()
    if seal.is_sealed(save):
        page.open_sheet("unseal", sealed=text)
        return None
    return tables.read(save.split(b"\n"))


def unseal_sheet(page: Page) -> Node:
    """The dialog that asks for the passphrase of an uploaded save."""
    if page.ui.get("sheet", {}).get("kind") != "unseal":
        return None
    _ = page._
    return parts.sheet(
        page,
        _("This save is sealed"),
        parts.form(
            "home.unseal",
            parts.field(
                _("Passphrase"),
                parts.text_input("passphrase", type_="password", autocomplete="off", required=True, autofocus=True),
            ),
            parts.submit(_("Open it")),
        ),
    )


def unsealed(page: Page, event: Event) -> Table:
    """The table of the sealed save that was uploaded. Raises RuleError ``wrong-passphrase``, LogError."""
    sealed = page.ui.get("sheet", {}).get("sealed", "")
    return tables.read(seal.unseal(sealed.encode(), event.text("passphrase")).split(b"\n"))


def _readable(save: bytes) -> Table | None:
    try:
        return tables.read(save.split(b"\n"))
    except CompanionError:
        return None


HANDLERS = {"save.sealed": hand_out_sealed, "save.open": hand_out_open, "save.own": hand_out_own}
