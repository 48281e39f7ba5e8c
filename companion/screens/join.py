"""Joining a table: who are you, and how do the others get in."""

import os
from dataclasses import dataclass
from typing import Any

import htpy as h
from htpy import Node
from markupsafe import Markup

from companion import notices, seats
from companion.errors import CompanionError, RuleError
from companion.live import LiveTable
from companion.screens import binder, parts, seated
from companion.screens.ctx import Ctx, Dialog, Screen
from companion.screens.place import BIG, Place
from companion.table import BANKER
from companion.widgets.messages import Event
from companion.words import N_, Translator


def screen(ctx: Ctx) -> Screen:
    """The seats of the table, and its code."""
    _, table, alive = ctx._, ctx.table, ctx.alive
    has_pin = locked(ctx) if alive else set()
    away = table.snapshot()["away"]
    players = [
        _seat(str(place), h.bdi[name], _("has left") if name in away else "", has_pin, _, alive=alive)
        for place, name in enumerate(table.players)
    ]
    what = _("acts for everybody")
    if alive and table.game.keeps_secrets and seats.BANKER_ID not in has_pin:
        what = _("acts for everybody; anybody can, as this seat has no PIN")
    others = [
        _seat(seats.BANKER_ID, _("Banker"), what, has_pin, _, alive=alive),
        _seat(BIG, _("Big screen"), _("watches: board, chart and clock"), has_pin, _, alive=alive),
    ]
    return Screen(
        [
            parts.card(h.div(".list")[players], title=_("A player"), key="players"),
            parts.card(h.div(".list")[others], title=_("Or"), key="others"),
            invitation(ctx.place.table, _, address=alive),
        ]
    )


def _seat(identity: str, who: Node, what: str, locked: set[str], _: Translator, *, alive: bool) -> Node:
    number = int(identity) + 1 if identity.isdecimal() else 0
    key = str(number) if number else {seats.BANKER_ID: "b", BIG: "s"}[identity]
    inside = [
        h.span(".chip.player")[
            h.i("." + (parts.player_colour(number - 1) if number else "plain"), aria_hidden="true")[key.upper()]
        ],
        h.span(".grow")[h.b[who], what and h.span(".note")[what]],
        identity in locked and h.span(".note")["🔒 ", _("PIN")],
    ]
    if not alive:
        return h.div(".item")[inside]
    return h.button(
        ".item.tap", type="button", data_do="join.sit", data_seat=identity, data_hotkey=key, data_key=f"sit-{identity}"
    )[inside]


def invitation(code: str, _: Translator, *, address: bool) -> Node:
    """How others get in: the code and, where the launcher opened the table to the room, the addresses to scan."""
    if binder.forgets():
        return parts.card(parts.note(_(binder.ALONE)), title=_("For the others"), key="invitation")
    urls = os.environ.get("COMPANION_URL", "").split() if address else []
    links = [f"{url}{'&' if '?' in url else '?'}{Place(table=code).url()[1:]}" for url in urls]
    return parts.card(
        h.div(".invite")[
            h.div[h.div(".code", aria_label=" ".join(code))[code], parts.note(_("Join with this code"))],
            links and _scan(links[0], _),
        ],
        links and parts.note(_("The phones have to be in the same Wi-Fi as the host’s machine."), cls="wifi"),
        links and _typed(urls[0], _),
        links[1:]
        and h.details(data_key="addresses")[
            h.summary[_("If that address does not answer")], [h.div(".invite")[_scan(link, _)] for link in links[1:]]
        ],
        title=_("For the others"),
        key="invitation",
    )


def _scan(link: str, _: Translator) -> Node:
    return h.div[_qr(link, _), h.div(".note.address")[link]]


def _typed(url: str, _: Translator) -> Node:
    """For a device that can scan nothing: a short address, and a short code in the place of the long key."""
    short = os.environ.get("COMPANION_SHORT_CODE", "")
    text = _("Without a camera: open {address} and type {code}")
    return short and parts.note(text.format(address=url.partition("?")[0], code=short))


def _qr(link: str, _: Translator) -> Node:
    import segno  # only where there is a code to draw

    drawing = segno.make(link, error="m").svg_inline(scale=4, border=3, dark="#10151a", light="#ffffff", omitsize=True)
    return h.div(".qr", role="img", aria_label=_("QR code of the address"))[Markup(drawing)]  # noqa: S704 - segno drew it


@dataclass(frozen=True)
class Locked:
    """The seat whose PIN is asked for."""

    seat: str


def ask_pin(ctx: Ctx, seat: str) -> None:
    """Ask for a seat's PIN."""
    ctx.open(DIALOG.name, Locked(seat))


def sheet(ctx: Ctx) -> Node:
    """The dialog that asks for a seat's PIN."""
    _, asked = ctx._, ctx.about(Locked)
    if asked is None:
        return None
    return parts.sheet(
        ctx,
        _("This seat has a PIN"),
        parts.form(
            "join.pin",
            parts.field(
                _("PIN"),
                pin_input(autocomplete="off", required=True, autofocus=True),
                _("This device will be remembered. The banker can take a forgotten PIN away."),
            ),
            parts.submit(_("Sit down")),
            args={"seat": asked.seat},
        ),
    )


def pin_input(**more: Any) -> Node:
    """A field for a PIN. It may have letters, so it is typed on the keyboard that has them."""
    return parts.text_input("pin", type_="password", maxlength=seats.PIN_LONGEST, **more)


def banker_pin(_: Translator) -> Node:
    """The field for the banker's PIN, where a table is made; it says what it means that there is none."""
    return parts.field(
        _("A PIN for the banker’s seat (optional)"),
        pin_input(autocomplete="new-password", data_rev="pin"),
        _(seats.WITHOUT_PIN),
    )


@dataclass(frozen=True)
class TakenIn:
    """The page has taken its table in from a save, and is asked for the banker's PIN, once."""


def ask_banker_pin(ctx: Ctx) -> None:
    """Ask for the banker's PIN of the table that was just taken in, where its game keeps secrets."""
    live = ctx.visit.live
    if live is not None and live.table.game.keeps_secrets:
        ctx.open(BANKER_DIALOG.name, TakenIn())


def banker_sheet(ctx: Ctx) -> Node:
    """The dialog that asks for it."""
    if ctx.about(TakenIn) is None:
        return None
    _ = ctx._
    return parts.sheet(ctx, _("Banker"), parts.form("bank.pin", banker_pin(_), parts.submit(_("Set the PIN"))))


def removals(ctx: Ctx) -> Node:
    """What everybody should know: whose PIN the banker wants away, and the answer of whom it concerns."""
    _, live = ctx._, ctx.visit.live
    if live is None:
        return None
    try:
        asked = ctx.visit.store.pins.asked(live.table_id)
    except CompanionError:
        return None
    return [
        h.div(".banner.warn.wide", role="status", data_key=f"removal-{identity}")[
            h.div[
                _("The banker asks to take your PIN away. If nobody is here to answer, it goes in a minute.")
                if identity == ctx.place.seat and ctx.seat is not None
                else _("The banker asks to take {player}’s PIN away: {player} can say no within a minute.").format(
                    player=seats.sitter(live.table, identity)
                )
            ],
            identity == ctx.place.seat
            and ctx.seat is not None
            and parts.row(
                parts.button(_("Keep it"), "pin.keep", cls="yes"),
                parts.button(_("Take it away"), "pin.clear", args={"seat": identity}),
                cls="wrap",
            ),
        ]
        for identity in asked
    ]


def pin_hint(ctx: Ctx) -> Node:
    """Where players hide something: that nothing keeps the others off this seat."""
    kept = ctx.table.game.secrets(ctx.table.state)
    if kept is None or not kept.own or not ctx.may_act or ctx.visit.live is None:
        return None
    if ctx.place.seat in locked(ctx) or ctx.place.screen not in ("", "table"):
        return None
    _ = ctx._
    return h.div(".banner.warn.wide", role="status", id="pin-hint")[
        h.span(".grow")[
            _("This seat has no PIN: anybody can sit here and see what only you may see.")
            if ctx.seat != BANKER
            else _("The banker’s seat has no PIN: anybody can sit here and take out the save with all secrets.")
        ],
        parts.button(_("Set a PIN"), "go", args={"to": "settings"}),
    ]


# -- handlers ----------------------------------------------------------------------------------------------


def sit(ctx: Ctx, event: Event) -> None:
    """Take a seat, or be asked for its PIN."""
    seat = event.args.get("seat", "")
    if ctx.visit.live is None:
        return
    if seat != BIG:
        try:
            _enter(ctx, seat, None)
        except RuleError as refusal:
            if refusal.code != "pin-needed":
                raise
            ask_pin(ctx, seat)
            return
    ctx.visit.to(seat=seat, screen="")


def give_pin(ctx: Ctx, event: Event) -> None:
    """Take a seat with its PIN. Raises RuleError ``pin-wrong``, ``pin-wait``."""
    seat = event.args.get("seat", "")
    _enter(ctx, seat, event.text("pin"))
    ctx.visit.to(seat=seat, screen="")


def _enter(ctx: Ctx, seat: str, pin: str | None) -> None:
    assert ctx.visit.live is not None
    if seats.sitter(ctx.visit.live.table, seat) is None:
        raise RuleError("not-seated", N_("{player} has no seat at this table."), player=seat[:40])
    ctx.visit.live.compare()  # the PINs of another file are not this table's
    seats.enter(ctx.visit.store, ctx.visit.live.table_id, seat, ctx.visit.hello.device, pin)


def leave(ctx: Ctx, _event: Event) -> None:
    """Leave the seat on this device: others may be chosen. The table hears nothing of it."""
    ctx.visit.to(seat="", screen="")


def set_pin(ctx: Ctx, event: Event) -> None:
    """Give the own seat a PIN."""
    if ctx.visit.live is None or ctx.seat is None:
        return
    _set_pin(ctx, ctx.visit.live, ctx.place.seat, event.text("pin"))
    ctx.close()


def _set_pin(ctx: Ctx, live: LiveTable, identity: str, pin: str) -> None:
    live.compare()
    seats.set_pin(ctx.visit.store, live.table_id, identity, pin, ctx.visit.hello.device)
    ctx.say(ctx._("The PIN is set. Other devices are asked for it from now on."))


def set_banker_pin(ctx: Ctx, event: Event) -> None:
    """Give the banker's seat of a table that was just taken in a PIN, or none. Raises RuleError ``pin-length``."""
    live, pin = ctx.visit.live, event.text("pin")
    if live is None or ctx.about(TakenIn) is None:
        return
    if pin:
        _set_pin(ctx, live, seats.BANKER_ID, pin)
    ctx.close()


def clear_pin(ctx: Ctx, event: Event) -> None:
    """Take a seat's PIN away: the own one, or, for the banker who asks for it, another's."""
    if ctx.visit.live is None or ctx.seat is None:
        return
    ctx.visit.live.compare()
    _ = ctx._
    seat = event.args.get("seat", "") if ctx.seat == BANKER else ctx.place.seat
    player = seats.sitter(ctx.visit.live.table, seat)
    if player is None or seat not in locked(ctx):
        return
    if seats.clear_pin(ctx.visit.store, ctx.visit.live.table_id, seat, ctx.seat, ctx.visit.hello.device):
        seated.gone(ctx.visit.live, seat)
        ctx.say(_("The PIN is gone: anybody may sit there."))
    else:
        ctx.visit.live.tell(notices.PIN_ASKED, player=player)
        ctx.say(
            _("{player} and all others were told. If no device of that seat says no, the PIN goes in a minute.").format(
                player=player
            )
        )


def keep_pin(ctx: Ctx, _event: Event) -> None:
    """Say no to taking the own PIN away."""
    if ctx.visit.live is None or ctx.seat is None:
        return
    ctx.visit.live.compare()
    if seats.keep_pin(ctx.visit.store, ctx.visit.live.table_id, ctx.place.seat, ctx.visit.hello.device):
        ctx.visit.live.tell(notices.PIN_KEPT, player=ctx.seat)


def locked(ctx: Ctx) -> set[str]:
    """The seats of the page's table that have a PIN; none where that cannot be read."""
    try:
        return ctx.visit.store.pins.seats(ctx.visit.live.table_id) if ctx.visit.live else set()
    except CompanionError:
        return set()


DIALOG = Dialog("pin", sheet, {"join.pin": give_pin})
BANKER_DIALOG = Dialog("bank-pin", banker_sheet, {"bank.pin": set_banker_pin})
HANDLERS = {
    "join.sit": sit,
    "leave": leave,
    "pin.set": set_pin,
    "pin.clear": clear_pin,
    "pin.keep": keep_pin,
}
