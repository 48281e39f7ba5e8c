"""The components that every screen is made of. Texts come translated; htpy escapes all of them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import htpy as h
import msgspec
from htpy import Element, Node, VoidElement
from markupsafe import Markup

from companion.charts.palette import PLAYERS, SHAPES
from companion.screens.ctx import Ctx
from companion.words import Translator

# Words that mean something to the page itself.
RESERVED = {
    "do",
    "key",
    "rev",
    "hotkey",
    "clock",
    "chart",
    "step",
    "for",
    "open",
    "opens",
    "closes",
    "hold",
    "again",
    "with",
    "focus",
    "wake",
    "form",
    "turn",
    "limits",
    "prompt",
}

KEPT = 64  # drawings of a part that is nearly always the same: with the tabs and the players a tenth of a page's

# What only opens something, and may be done again after a reload.
OPENERS = {"sheet.open", "deal.open", "make.game"}


def _data(args: Mapping[str, object]) -> dict[str, str]:
    """``args`` as attributes. Raises ValueError where the page would take one for an order of its own."""
    if RESERVED & args.keys():
        raise ValueError(RESERVED & args.keys())
    return {f"data-{name}": str(value) for name, value in args.items()}


# -- boxes -------------------------------------------------------------------------------------------------


def card(*children: Node, title: str = "", key: str = "", cls: str = "") -> Element:
    """A surface with an optional title; ``key`` keeps it the same card when others come and go."""
    return h.section(f".card.{cls}" if cls else ".card", id=key or None)[title and h.h2[title], children]


def row(*children: Node, cls: str = "") -> Element:
    """Things side by side; `grow` among them takes the room."""
    return h.div(f".row.{cls}" if cls else ".row")[children]


def grow(*children: Node) -> Element:
    """The part of a row that takes the room."""
    return h.div(".grow")[children]


def note(*children: Node, cls: str = "") -> Element:
    """Small, dim text."""
    return h.div(f".note.{cls}" if cls else ".note")[children]


def items(*children: Node) -> Element:
    """A list of `item`."""
    return h.ul(".list", role="list")[children]


def item(title: Node, *lines: Node, side: Node = None, cls: str = "", key: str = "") -> Element:
    """One entry of a list: what it is, lines of detail, and something at its right."""
    return h.li(f".item.{cls}" if cls else ".item", data_key=key or None)[
        h.div(".grow")[h.b[title], (note(line) for line in lines if line)], side
    ]


def banner(text: Node, kind: str = "warn") -> Element:
    """A sentence that must be seen; ``kind`` is warn, bad or good."""
    return h.div(f".banner.{kind}", role="status")[text]


def sheet(ctx: Ctx, title: str, *children: Node) -> Element:
    """What a `Dialog` draws; it is closed by ×, Esc or its own form.

    Each opening is told from the one before, so that it opens again after the reader has closed it.
    """
    return h.dialog(".sheet", data_open="", data_rev=str(ctx.opening), data_key="sheet", aria_label=title)[
        h.div(".sheet-head")[
            h.h2[title],
            h.button(
                ".btn.icon.plain", type="button", data_do="sheet.close", data_closes="", aria_label=ctx._("Close")
            )["×"],
        ],
        children,
    ]


# -- numbers and names -------------------------------------------------------------------------------------


def amount(text: str, label: str = "", *, small: bool = False, cls: str = "") -> Element:
    """Money, the largest thing on a screen, with what it is."""
    names = "".join(f".{name}" for name in ("amount", "small" if small else "", cls) if name)
    return h.div(names)[text, label and h.small[label]]


def peek(_: Translator, key: str, hidden: Node, shown: Node, label: str) -> Element:
    """Something that only this reader may know, while he looks: somebody may look over the shoulder.

    ``key`` names the very thing that is shown, so that nothing that takes its place later is shown in its stead.
    """
    return h.div(".peek")[
        h.span(".note", id=f"{key}-hidden", dir="auto")[hidden],
        h.span(".note", id=f"{key}-shown", hidden=True, data_instead=f"{key}-hidden", dir="auto")[shown],
        h.button(".btn", type="button", data_hold=f"{key}-shown", data_key=f"show-{key}", aria_label=label)[_("Show")],
    ]


def prompt(asked: str) -> Element:
    """Marks that what follows is what the reader is ``asked`` now ("" = nothing): a page scrolls there when it changes.

    See ``widgets/scroll.js``.
    """
    return h.span(".prompt", data_key="prompt", data_prompt=asked, aria_hidden="true")


def slots(*children: Node) -> Element:
    """Several `slot` side by side."""
    return h.div(".slots")[children]


def slot(text: str, label: str) -> Element:
    """An amount in a box of its own, named below."""
    return h.div(".slot")[h.div(".amount")[text], h.span(".label")[label]]


def chip(symbol: str, colour: str, text: Node) -> Element:
    """A coloured sign with a name; ``colour`` is a token (c1 to c8)."""
    return h.span(".chip")[h.i(f".{colour}", aria_hidden="true")[symbol], h.span[text]]


def company_chip(colour: str, name: str) -> Element:
    """A company: its colour, the symbol that goes with the colour, its name."""
    return chip(SHAPES.get(colour, "●"), colour, name)


def player_colour(seat: int) -> str:
    """The token of a seat's colour."""
    return PLAYERS[seat % len(PLAYERS)]


def player_chip(ctx: Ctx, name: str) -> Markup:
    """A player: a colour and letter by seat, the name, and whether it is the reader."""
    return _player_chip(ctx.colour(name), name, ctx._("(you)") if name == ctx.seat else "")


@lru_cache(KEPT)
def _player_chip(seat: int, name: str, you: str) -> Markup:
    return h.span(".chip.player")[
        h.i(f".{player_colour(seat)}", aria_hidden="true")[str(seat + 1)], h.bdi[name], you and h.small[you]
    ].__html__()


def pill(text: Node, *, turn: bool = False) -> Element:
    """A word or two in a rounded box; ``turn`` makes it the brightest thing in the bar."""
    return h.span(".pill.turn" if turn else ".pill")[text]


def money_check(ctx: Ctx) -> Element:
    """The proof that no money came from nowhere: the sum of all slots is zero after every entry."""
    fine = sum(ctx.table.slots().values()) == 0
    _ = ctx._
    if fine:
        return h.div(".check", role="status")["✓ ", _("all money accounted for")]
    return h.div(".check.bad", role="alert")["✗ ", _("money is missing: look at the history")]


# -- controls ----------------------------------------------------------------------------------------------


def button(
    text: Node,
    do: str,
    *,
    args: Mapping[str, object] | None = None,
    primary: bool = False,
    wide: bool = False,
    icon: bool = False,
    disabled: bool = False,
    hotkey: str = "",
    label: str = "",
    cls: str = "",
    pressed: bool | None = None,
    key: str = "",
    form: str = "",
) -> Element:
    """A button that sends ``do`` with ``args``, and the inputs around it or of the ``form`` with that id.

    ``label`` is what a screen reader says where the text is a sign.
    """
    flags = {"primary": primary, "wide": wide, "icon": icon}
    names = ["btn", *(name for name, on in flags.items() if on), *cls.split()]
    return h.button(
        "".join(f".{name}" for name in names),
        _data(args or {}),
        type="button",
        data_do=do,
        data_again="" if do in OPENERS else None,
        data_hotkey=hotkey or None,
        data_key=key or None,
        form=form or None,
        disabled=disabled,
        aria_label=label or None,
        title=label or None,
        aria_pressed=None if pressed is None else str(pressed).lower(),
        aria_keyshortcuts=hotkey or None,
    )[text]


def primary(text: Node, do: str, **more: Any) -> Element:
    """The one button that the thumb is for."""
    return button(text, do, primary=True, cls="grow", **more)


def stepper(
    label: str,
    name: str,
    value: int,
    do: str,
    *,
    fewer: str,
    more: str,
    least: int = 0,
    most: int | None = None,
    signed: bool = False,
    default: int | None = None,
    rev: object = "",
    args: Mapping[str, object] | None = None,
    hotkey: str = "",
) -> Element:
    """− value +: counts on the page at once, and sends ``do`` (with ``values[name]``) when the thumb rests.

    ``fewer`` and ``more`` are the spoken labels. What the reader has stepped to stays until ``rev`` changes;
    ``default`` is what a page shows on which nothing was stepped, where that is not ``value``.
    ``hotkey`` leads to the +.
    """
    shown = f"{value:+d}" if signed and value > 0 else str(value)
    bounds = {"min": least} | ({} if most is None else {"max": most}) | ({"signed": ""} if signed else {})
    return h.div(
        ".stepper", role="group", aria_label=label, data_hotkey=hotkey or None, aria_keyshortcuts=hotkey or None
    )[
        h.button(".btn", type="button", data_step="-1", aria_label=fewer)["−"],
        h.output(
            _data({**bounds, **(args or {})}),
            name=name,
            data_do_change=do or None,
            data_rev=str(rev),
            data_default=None if default is None else str(default),
            aria_live="polite",
        )[shown.replace("-", "−")],
        h.button(".btn", type="button", data_step="1", aria_label=more, data_first="")["+"],
    ]


def limits(*every: tuple[Mapping[str, int], int], one_way: bool = False) -> dict[str, Any]:
    """The attributes of a form whose steppers and boxes together must not go too far; see ``widgets/limits.js``.

    Each limit is the weights of its fields (below 0: of what is stepped down) and the most that they add up to;
    ``one_way``: none is stepped up while another one is stepped down.
    """
    told = [{"of": dict(weights), "most": most} for weights, most in every]
    return {"data-limits": msgspec.json.encode(told).decode()} | ({"data-one-way": ""} if one_way else {})


@lru_cache(KEPT)
def tabs(entries: tuple[tuple[str, str, str, str], ...], on: str, do: str, label: str) -> Markup:
    """The tab bar: entries are (id, label, icon, hotkey)."""
    return h.nav(".tabs", aria_label=label)[
        (
            h.button(
                ".on" if name == on else "",
                type="button",
                data_do=do,
                data_to=name,
                data_key=f"tab-{name}",
                data_hotkey=hotkey or None,
                aria_current="page" if name == on else None,
                aria_keyshortcuts=hotkey or None,
            )[h.span(".icon", aria_hidden="true")[icon], h.span[text]]
            for name, text, icon, hotkey in entries
        )
    ].__html__()


def field(text: str, control: Node, hint: str = "") -> Element:
    """A control under its name."""
    return h.label(".field")[h.span[text], control, hint and h.small[hint]]


def text_input(name: str, value: str = "", *, type_: str = "text", **more: Any) -> VoidElement:
    """A line of text, shown and sent as typed; of the type ``password`` it is shown to nobody."""
    more = {"autocomplete": "off", "dir": "auto", "maxlength": 200, **more}
    return h.input(".input", name=name, value=value, type=type_, **more)


def number_input(name: str, value: object = None, **more: Any) -> VoidElement:
    """A number typed on the digit keyboard; None: empty. It takes more digits than a table counts: they are refused."""
    shown = "" if value is None else str(value)
    more = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 100, **more}
    return h.input(".input.number", type="text", name=name, value=shown, **more)


def select_input(name: str, options: Iterable[tuple[str, str]], value: str = "", **more: Any) -> Element:
    """One of several; options are (value, label)."""
    return h.select(".input", name=name, **more)[
        (h.option(value=each, selected=each == value)[label] for each, label in options)
    ]


def checkbox(name: str, text: Node, *, on: bool = False, **more: Any) -> Element:
    """A box to tick; the whole line is the target."""
    return h.label(".tick")[h.input(type="checkbox", name=name, checked=on, **more), h.span[text]]


def form(do: str, *children: Node, args: Mapping[str, object] | None = None, cls: str = "", id_: str = "") -> Element:
    """A form that sends ``do`` with all its named inputs, by its button or the Enter key.

    ``id_`` names it for a button that stands elsewhere.
    """
    names = f".form.{cls}" if cls else ".form"
    return h.form(names, _data(args or {}), id=id_ or None, data_do=do, autocomplete="off")[children]


def submit(text: Node, *, is_primary: bool = True, cls: str = "", **more: Any) -> Element:
    """The button of a `form`."""
    names = ["btn", *(["primary"] if is_primary else []), *cls.split()]
    return h.button("".join(f".{name}" for name in names), type="submit", **more)[text]
