"""Handing out a table's save: never to a device that it would show what others hide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from htpy import Node

from companion import seal
from companion import table as tables
from companion.errors import CompanionError, RuleError
from companion.screens import parts
from companion.table import BANKER, Table
from companion.words import N_

if TYPE_CHECKING:
    from companion.screens.page import Page
    from companion.widgets.messages import Event

HIDDEN = N_(
    "This save holds what players hide, so the banker takes it out: sit down as the banker and look in the settings."
)


def hand_out(page: Page, event: Event) -> None:
    """Give the page a save as it lies in the store, damaged lines and all; one with secrets only to the banker.

    The banker hears of the secrets first, and may seal them. Raises RuleError ``hidden-save``.
    """
    table_id = int(event.args.get("id", ""))
    save = page.store.save(table_id)
    if not _hides(save):
        _give(page, table_id, save, ".jsonl")
        return
    _check_banker(page, table_id)
    page.open_sheet("save", id=table_id)


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
    _give(page, table_id, seal.seal(page.store.save(table_id), event.text("passphrase")), ".sealed.json")
    page.close_sheet()


def hand_out_open(page: Page, event: Event) -> None:
    """Give the banker the save with all its secrets. Raises RuleError."""
    table_id = int(event.args.get("id", ""))
    _check_banker(page, table_id)
    _give(page, table_id, page.store.save(table_id), ".jsonl")
    page.close_sheet()


def _check_banker(page: Page, table_id: int) -> None:
    if page.live is None or page.live.table_id != table_id or page.seat != BANKER:
        raise RuleError("hidden-save", HIDDEN)


def _give(page: Page, table_id: int, save: bytes, suffix: str) -> None:
    info = page.store.table(table_id)
    name = f"companion-{info.game or 'table'}-{info.code or info.id}{suffix}"
    page.view.download(name, "application/jsonl", save.decode("utf-8", "replace"))


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


def _hides(save: bytes) -> bool:
    try:
        return tables.read(save.split(b"\n")).has_secrets()
    except CompanionError:
        return True


HANDLERS = {"save.sealed": hand_out_sealed, "save.open": hand_out_open}
