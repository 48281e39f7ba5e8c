"""Settings: of this device, of the seat, and of the table's box."""

import htpy as h
from htpy import Node

from companion import strangers
from companion.screens import join, parts
from companion.screens.ctx import Ctx, Screen
from companion.screens.place import Place
from companion.table import BANKER
from companion.widgets.messages import Event
from companion.words import LANGUAGES, N_, Translator

NO_WAKE = N_(
    "This browser keeps the screen on only for pages from https or from the same machine. "
    "Set the device itself to stay on."
)
VIDEO = N_(
    "At this address a silent video keeps the screen on, as far as the browser lets it. If it still goes dark, set the "
    "device itself to stay on."
)
THEMES = {"auto": N_("like the device"), "dark": N_("dark"), "light": N_("light")}

SIGNS = {"off": N_("no sign"), "sound": N_("a sound"), "shake": N_("a shake"), "both": N_("a sound and a shake")}


def device_screen(ctx: Ctx) -> Screen:
    """The settings away from any table."""
    return Screen(_device(ctx))


def table_screen(ctx: Ctx) -> Screen:
    """The settings at a table."""
    return Screen(
        [
            _device(ctx, awake=True),
            _seat(ctx),
            join.invitation(ctx.place.table, ctx._, address=True),
            _box(ctx),
            _record(ctx),
        ],
        undo=False,
    )


def _device(ctx: Ctx, *, awake: bool = False) -> Node:
    _, visit = ctx._, ctx.visit
    languages = [("auto", _("like the device")), *LANGUAGES.items()]
    return parts.card(
        parts.field(_("Language"), parts.select_input("lang", languages, visit.lang, data_do_change="settings.lang")),
        parts.field(
            _("Colours"),
            parts.select_input(
                "theme",
                [(name, _(text)) for name, text in THEMES.items()],
                visit.theme,
                data_do_change="settings.theme",
            ),
        ),
        _sign(_("When it is my turn"), "turn", visit.turn, _),
        _sign(_("When a clock has run out"), "ring", visit.ring, _),
        parts.note(_("A page may sound after a tap on it; not every device can shake.")),
        awake
        and h.div(".wake")[
            parts.checkbox("awake", _("Keep the screen on"), on=ctx.place.awake, data_do_change="settings.awake")
        ],
        awake and [h.p(".note.no-wake")[_(NO_WAKE)], h.p(".note.video-wake")[_(VIDEO)]],
        title=_("This device"),
        key="device",
    )


def _sign(label: str, name: str, value: str, _: Translator) -> Node:
    choices = [(sign, _(text)) for sign, text in SIGNS.items()]
    return parts.field(label, parts.select_input(name, choices, value, data_do_change=f"settings.{name}"))


def _seat(ctx: Ctx) -> Node:
    _ = ctx._
    has_pin = join.locked(ctx)
    mine = ctx.place.seat in has_pin
    players = [(str(place), name) for place, name in enumerate(ctx.table.players)]
    others = [each for each in players if each[0] in has_pin] if ctx.seat == BANKER else []
    return parts.card(
        parts.form(
            "pin.set",
            parts.field(
                _("A new PIN for this seat") if mine else _("A PIN for this seat"),
                join.pin_input(autocomplete="new-password", data_rev=str(mine)),
            ),
            parts.submit(_("Set the PIN"), is_primary=False),
            cls="inline",
        ),
        parts.note(_("Other devices have to type it to sit here.")),
        mine and parts.button(_("Take the PIN away"), "pin.clear", args={"seat": ctx.place.seat}),
        (
            parts.button(_("Take {name}’s PIN away").format(name=name), "pin.clear", args={"seat": identity})
            for identity, name in others
        ),
        parts.button(_("Leave this seat on this device"), "leave", wide=True),
        title=_("Your seat: {name}").format(name=_("Banker") if ctx.seat == BANKER else ctx.seat),
        key="seat",
    )


def _box(ctx: Ctx) -> Node:
    _ = ctx._
    return parts.card(
        parts.button(_("Printed values"), "go", args={"to": "box"}, wide=True),
        title=_("Box: {name}").format(name=_(ctx.table.state.box.get("name", ""))),
        key="box",
    )


def _record(ctx: Ctx) -> Node:
    _ = ctx._
    assert ctx.visit.live is not None
    secret = ctx.table.has_secrets()
    return parts.card(
        secret and parts.note(_("The save holds what every player hides: only the banker takes it out.")),
        (ctx.seat == BANKER or not secret)
        and parts.button(_("Download the save"), "home.download", args={"id": ctx.visit.live.table_id}, wide=True),
        _elsewhere(ctx),
        title=_("The record"),
        key="record",
    )


def _elsewhere(ctx: Ctx) -> Node:
    """The way to the first page; where that knows of no table, the one to this table's history too."""
    if not strangers.is_open():
        return parts.button(ctx._("All tables"), "home", wide=True)
    link = f"history{Place(ctx.place.table).url()}"
    return [
        h.a(".btn.wide", href=link, target="_blank")[ctx._("Market history")],
        parts.button(ctx._("To the first page"), "home", wide=True),
    ]


# -- handlers ----------------------------------------------------------------------------------------------


def choose_language(ctx: Ctx, event: Event) -> None:
    """Speak another language on this device, from now on."""
    lang = event.text("lang")
    ctx.visit.lang = lang if lang in LANGUAGES else "auto"
    ctx.visit.view.remember("companion_lang", ctx.visit.lang)
    ctx.visit.speak()


def choose_theme(ctx: Ctx, event: Event) -> None:
    """Dark, light, or like the device."""
    theme = event.text("theme")
    ctx.visit.theme = theme if theme in THEMES else "auto"
    ctx.visit.view.remember("companion_theme", ctx.visit.theme)


def choose_turn(ctx: Ctx, event: Event) -> None:
    """Sound, shake, both or neither when it becomes this device's turn."""
    ctx.visit.turn = _chosen(event.text("turn"))
    ctx.visit.view.remember("companion_turn", ctx.visit.turn)


def choose_ring(ctx: Ctx, event: Event) -> None:
    """The same when a clock has run out."""
    ctx.visit.ring = _chosen(event.text("ring"))
    ctx.visit.view.remember("companion_ring", ctx.visit.ring)


def _chosen(sign: str) -> str:
    return sign if sign in SIGNS else "off"


def keep_awake(ctx: Ctx, event: Event) -> None:
    """Keep this device's screen on while a table is open, or let it go dark."""
    ctx.visit.to(awake=event.ticked("awake"))


HANDLERS = {
    "settings.lang": choose_language,
    "settings.theme": choose_theme,
    "settings.turn": choose_turn,
    "settings.ring": choose_ring,
    "settings.awake": keep_awake,
}
