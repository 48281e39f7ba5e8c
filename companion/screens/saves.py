"""Handing out a table's save: never to a device that it would show what others hide."""

from collections.abc import Mapping
from dataclasses import dataclass

from htpy import Node

from companion import seal, seats, strangers
from companion import table as tables
from companion.errors import CompanionError, RuleError
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog
from companion.shapes import number_in
from companion.store import Lost, TableInfo
from companion.table import BANKER, Table
from companion.widgets.messages import Event
from companion.words import N_

UNSEAL = "unseal"  # the dialog for a sealed save

HIDDEN = N_(
    "This save holds what players hide, so the banker takes it out: sit down as the banker and look in the settings."
)

OUT_OF_REACH = N_(
    "This save holds what players hide, and nobody’s PIN can be read now: "
    "only a page on which the banker sits takes it out."
)

UNREADABLE = N_(
    "This save cannot be read, and its banker has a PIN: take it out on the host's own machine, "
    "with “companion export {table}”."
)


def hand_out(ctx: Ctx, event: Event) -> None:
    """Give the page a save as it lies in the store, damaged lines and all; one with secrets only to the banker.

    The banker hears of the secrets first, and may seal them. Raises RuleError ``hidden-save``, and on an open host
    CompanionError ``open-host`` for a table that the page is not at.
    """
    table_id = number_in(event.args.get("id")) or 0
    if ctx.visit.live is None or ctx.visit.live.table_id != table_id:
        strangers.check_listed()
    else:
        ctx.visit.live.compare()  # in another file the table with this number may be another's
    save = ctx.visit.store.save(table_id)
    table = _readable(save)
    if table is None:
        _check_unreadable(ctx, table_id)
    elif table.has_secrets():
        _check_banker(ctx, table_id)
        ctx.open(DIALOG.name, Secret(table_id))
        return
    _give(ctx, ctx.visit.store.table(table_id), save, ".jsonl")


def hand_out_lost(ctx: Ctx, event: Event) -> None:
    """Give the page a save that only a file had which is no longer there. Raises CompanionError.

    What is hidden in it goes to who could be the banker there: nobody can sit down at that table any more.
    """
    lost = _lost(ctx, event.args.get("code", ""))
    if lost is None:
        return
    table = _readable(lost.save)
    if table.has_secrets() if table is not None else not _opens(ctx, lost):
        ctx.open(DIALOG.name, Secret(lost.info.id, lost.info.code))
    else:
        _give(ctx, lost.info, lost.save, ".jsonl")


def hand_out_own(ctx: Ctx, _event: Event) -> None:
    """Give the page the save of its table as the page knows it: the store may no longer hold it.

    One with secrets goes to the banker's page, or as in `hand_out_lost`. Raises RuleError ``hidden-save``.
    """
    if ctx.visit.live is None:
        return
    if ctx.visit.live.table.has_secrets() and ctx.seat != BANKER:
        lost = _lost(ctx, ctx.place.table)
        if lost is None:
            raise RuleError("hidden-save", OUT_OF_REACH)
        ctx.open(DIALOG.name, Secret(lost.info.id, lost.info.code))
        return
    save = "".join(line + "\n" for line in ctx.visit.live.table.lines()).encode()
    info = TableInfo(ctx.visit.live.table_id, ctx.place.table, ctx.visit.live.table.header.game)
    _give(ctx, info, save, ".jsonl")


@dataclass(frozen=True)
class Secret:
    """The table whose save holds what players hide; with its code where only a file had it which is no longer there."""

    table_id: int
    code: str = ""


def sheet(ctx: Ctx) -> Node:
    """The dialog that says what is in the save, and offers to seal it; for a lost one it asks for the PIN first."""
    _, asked = ctx._, ctx.about(Secret)
    if asked is None:
        return None
    args = {"id": asked.table_id, "code": asked.code}
    if asked.code:
        lost = _found(ctx, asked.code)
        if lost is None:
            return None
        if not _opens(ctx, lost):
            return _pin_sheet(ctx, args)
    return parts.sheet(
        ctx,
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


def _pin_sheet(ctx: Ctx, args: Mapping[str, object]) -> Node:
    _ = ctx._
    return parts.sheet(
        ctx,
        _("Download the save"),
        parts.form(
            "save.pin",
            parts.field(
                _("PIN"),
                parts.text_input("pin", type_="password", maxlength=seats.PIN_LONGEST, required=True, autofocus=True),
                _("The banker’s PIN of this table: its save holds what every player hides."),
            ),
            parts.submit(_("Download the save")),
            args=args,
        ),
    )


def give_pin(ctx: Ctx, event: Event) -> None:
    """Take the banker's PIN of a lost table: its save may then be taken out. Raises RuleError."""
    lost = _lost(ctx, event.args.get("code", ""))
    if lost is not None:
        seats.enter(lost, lost.info.id, seats.BANKER_ID, ctx.visit.hello.device, event.text("pin"))


def hand_out_sealed(ctx: Ctx, event: Event) -> None:
    """Give the banker the save, sealed. Raises RuleError."""
    info, save = _for_banker(ctx, event)
    _give(ctx, info, seal.seal(save, event.text("passphrase")), ".sealed.json")
    ctx.close()


def hand_out_open(ctx: Ctx, event: Event) -> None:
    """Give the banker the save with all its secrets. Raises RuleError."""
    info, save = _for_banker(ctx, event)
    _give(ctx, info, save, ".jsonl")
    ctx.close()


def _for_banker(ctx: Ctx, event: Event) -> tuple[TableInfo, bytes]:
    """The save that the dialog is about. Raises RuleError for who is not the banker."""
    lost = _lost(ctx, event.args["code"]) if event.args.get("code") else None
    if lost is not None:
        seats.enter(lost, lost.info.id, seats.BANKER_ID, ctx.visit.hello.device)
        return lost.info, lost.save
    table_id = number_in(event.args.get("id")) or 0
    _check_banker(ctx, table_id)
    return ctx.visit.store.table(table_id), ctx.visit.store.save(table_id)


def _lost(ctx: Ctx, code: str) -> Lost | None:
    """The lost table with this code. Raises CompanionError ``open-host`` for one that the page is not at."""
    if ctx.visit.live is None or ctx.place.table != code:
        strangers.check_listed()
    return _found(ctx, code)


def _found(ctx: Ctx, code: str) -> Lost | None:
    return next((lost for lost in ctx.visit.lost() if lost.info.code == code), None)


def _opens(ctx: Ctx, lost: Lost) -> bool:
    """Whether the page's device could be the banker of a lost table as it is: there is no PIN, or it has given it."""
    return lost.pins.open_to(lost.info.id, seats.BANKER_ID, ctx.visit.hello.device)


def _check_banker(ctx: Ctx, table_id: int) -> None:
    if ctx.visit.live is None or ctx.visit.live.table_id != table_id or ctx.seat != BANKER:
        raise RuleError("hidden-save", HIDDEN)
    ctx.visit.live.compare()


def _check_unreadable(ctx: Ctx, table_id: int) -> None:
    """Nobody can say what a save hides that cannot be read, nor sit down at its table: its banker's PIN decides."""
    try:
        seats.enter(ctx.visit.store, table_id, seats.BANKER_ID, ctx.visit.hello.device)
    except RuleError:
        raise RuleError("hidden-save", UNREADABLE, table=ctx.visit.store.table(table_id).code) from None


def _give(ctx: Ctx, info: TableInfo, save: bytes, suffix: str) -> None:
    name = f"companion-{info.game or 'table'}-{info.code or info.id}{suffix}"
    try:
        ctx.visit.view.download(name, "application/jsonl", save.decode())
    except UnicodeDecodeError:  # somebody's bytes lie in the store: as they are
        ctx.visit.view.download(name, "application/jsonl", save)


def read_in(ctx: Ctx, text: str) -> Table | None:
    """The table of an uploaded save; for a sealed one the passphrase is asked first. Raises LogError."""
    save = text.lstrip("\ufeff").encode()
    if seal.is_sealed(save):
        ctx.open(UNSEAL, Sealed(text))
        return None
    return tables.read(save.split(b"\n"))


@dataclass(frozen=True)
class Sealed:
    """The text of a sealed save."""

    text: str


def unseal_sheet(ctx: Ctx) -> Node:
    """The dialog that asks for the passphrase of an uploaded save."""
    _ = ctx._
    return parts.sheet(
        ctx,
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


def unsealed(ctx: Ctx, event: Event) -> Table:
    """The table of the sealed save that was uploaded. Raises RuleError ``wrong-passphrase``, LogError."""
    sealed = ctx.about(Sealed) or Sealed("")
    return tables.read(seal.unseal(sealed.text.encode(), event.text("passphrase")).split(b"\n"))


def _readable(save: bytes) -> Table | None:
    try:
        return tables.read(save.split(b"\n"))
    except CompanionError:
        return None


DIALOG = Dialog("save", sheet, {"save.pin": give_pin, "save.sealed": hand_out_sealed, "save.open": hand_out_open})
HANDLERS = {"save.own": hand_out_own}
