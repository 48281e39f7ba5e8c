"""The form for a new table: players in seating order, the game's options, the box."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import htpy as h
import msgspec
from htpy import Node

from companion import boxes, seats, strangers
from companion.errors import RuleError
from companion.games import load_game
from companion.games.common import Game, Option
from companion.names import LONGEST_NAME
from companion.screens import join, parts
from companion.screens.ctx import Ctx, Screen
from companion.screens.place import Place
from companion.shapes import number_in
from companion.table import new_table
from companion.widgets.messages import Event
from companion.words import N_, Translator

ROWS = "rows"  # the form's own field: the numbers of its rows, in their order
KEPT = "kept:"  # the name of a remembered box begins with this in the form, a shipped box's id does not


@dataclass(frozen=True)
class Draft:
    """What has been filled in so far: by the row's own number who sits there, in seating order.

    ``serial`` grows when the form's inputs must take new values; ``fresh`` is the row that was added last.
    """

    game: str
    names: dict[int, str]
    title: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    box: str = "default"
    serial: int = 0
    fresh: int | None = None

    @property
    def players(self) -> list[str]:
        """The names in seating order, "" where none is typed yet."""
        return list(self.names.values())


def new_draft(game: Game) -> Draft:
    """An empty form with as many rows as the game needs."""
    return Draft(game.id, dict.fromkeys(range(game.seats[0]), ""))


def _draft(ctx: Ctx) -> Draft:
    """What is filled in on this page."""
    draft = ctx.find(Draft)
    assert draft is not None
    return draft


def screen(ctx: Ctx) -> Screen:
    """The form."""
    _, draft = ctx._, _draft(ctx)
    game = load_game(draft.game)
    form = h.form(
        "#new-table.cards.wide",
        data_do="new.make",
        data_rev=str(draft.serial),
        data_again="new.again",
        data_game=draft.game,
        autocomplete="off",
    )[
        h.input(type="hidden", name=ROWS, value=" ".join(map(str, draft.names))),
        _players(game, draft, _),
        parts.card(
            parts.field(_("Name of the table (optional)"), parts.text_input("title", draft.title, maxlength=80)),
            (
                _option(name, option, draft.options.get(name, option.default), _)
                for name, option in game.options.items()
                if asked(option) and not each_player(option)
            ),
            title=_("Options"),
            key="new-options",
        ),
        game.keeps_secrets and _banker(_),
        _box(ctx.visit.boxes(draft.game), draft, game, _),
    ]
    return Screen(form, parts.submit(_("Start {game}").format(game=game.called(_)), cls="grow", form="new-table"))


def _banker(_: Translator) -> Node:
    """Where players hide something: the PIN of the seat that acts for all of them. It is in no draft."""
    return parts.card(join.banker_pin(_), title=_("Banker"), key="new-banker")


def _players(game: Game, draft: Draft, _: Translator) -> Node:
    return parts.card(
        parts.note(_("Clockwise, as you sit; the first player first.")),
        h.ol(".seats")[(_seat(place, row, game, draft, _) for place, row in enumerate(draft.names))],
        len(draft.names) < game.seats[-1] and parts.button("+ " + _("Another player"), "new.add", wide=True),
        title=_("Players"),
        key="new-players",
    )


def _seat(place: int, row: int, game: Game, draft: Draft, _: Translator) -> Node:
    number, rows = place + 1, list(draft.names)
    return h.li(".row", data_key=f"seat-{row}")[
        parts.text_input(
            f"player-{row}",
            draft.names[row],
            maxlength=LONGEST_NAME,
            aria_label=_("Player {number}").format(number=number),
            placeholder=_("Player {number}").format(number=number),
            data_focus="" if row == draft.fresh else None,
        ),
        (
            parts.select_input(
                f"option-{key}-{row}",
                [("", _(option.label)), *((choice, _(text)) for choice, text in option.choices.items())],
                draft.options.get(key, {}).get(row, ""),
                aria_label=_("{option} of player {number}").format(option=_(option.label), number=number),
            )
            for key, option in game.options.items()
            if each_player(option)
        ),
        parts.button(
            "↑",
            "new.up",
            args={"row": row},
            icon=True,
            disabled=place == 0,
            label=_("Move player {number} up").format(number=number),
            key=f"up-{row}",
        ),
        parts.button(
            "↓",
            "new.up",
            args={"row": rows[min(number, len(rows) - 1)]},
            icon=True,
            disabled=number == len(rows),
            label=_("Move player {number} down").format(number=number),
            key=f"down-{row}",
        ),
        len(rows) > game.seats[0]
        and parts.button(
            "×",
            "new.remove",
            args={"row": row},
            icon=True,
            label=_("Remove player {number}").format(number=number),
            key=f"remove-{row}",
        ),
    ]


def _option(name: str, option: Option, value: Any, _: Translator) -> Node:
    label = _(option.label)
    if option.type is bool:
        return parts.checkbox(f"option-{name}", label, on=bool(value))
    if option.choices:
        choices = [(str(choice), _(text)) for choice, text in option.choices.items()]
        return parts.field(label, parts.select_input(f"option-{name}", choices, str(value)))
    return parts.field(label, parts.number_input(f"option-{name}", value))


def asked(option: Option) -> bool:
    """Whether the form asks for an option: a switch, a choice or a number. The seating says the rest."""
    return option.type is bool or bool(option.choices) or _fits(1, option)


def each_player(option: Option) -> bool:
    """Whether the form asks for an option beside each player's name."""
    return option.type == dict[str, str] and bool(option.choices)


def _fits(value: Any, option: Option) -> bool:
    try:
        msgspec.convert(value, option.type)
    except msgspec.ValidationError:
        return False
    return True


def _box_name(game: Game, name: str, box: dict[str, Any], _: Translator) -> str:
    return load_game(game.id, box).called(_) if game.for_box else _(str(box.get("name", name)))


def _box(remembered: Iterable[str], draft: Draft, game: Game, _: Translator) -> Node:
    shipped = [(name, _box_name(game, name, box, _)) for name, box in boxes.shipped(game.package).items()]
    shipped.sort(key=lambda box: box[0] != "default")
    kept = [(KEPT + name, _("{name} (remembered)").format(name=name)) for name in remembered]
    return parts.card(
        parts.field(
            _("The printed values of your copy"),
            parts.select_input("box", [*shipped, *kept], draft.box),
        ),
        h.label(".btn.file")[
            _("Another box (TOML file)"),
            h.input(type="file", name="file", accept=".toml,.txt", data_do_change="new.box"),
        ],
        title=_("Box"),
        key="new-box",
    )


# -- handlers ----------------------------------------------------------------------------------------------


def filled(ctx: Ctx, event: Event) -> Draft:
    """The draft with what the form's inputs say now."""
    return _filled(_draft(ctx), event)


def _filled(draft: Draft, event: Event) -> Draft:
    game = load_game(draft.game)
    return replace(
        draft,
        names={row: event.text(f"player-{row}") for row in draft.names},
        title=event.text("title"),
        options={
            name: _by_row(draft, event, f"option-{name}")
            if each_player(option)
            else _chosen(option, event, f"option-{name}")
            for name, option in game.options.items()
            if asked(option)
        },
        box=event.text("box") or draft.box,
        fresh=None,
    )


def _chosen(option: Option, event: Event, name: str) -> Any:
    if option.type is bool:
        return event.ticked(name)
    text = event.text(name)
    if option.choices:
        return next((choice for choice in option.choices if str(choice) == text), text)
    if not text and option.default is None:
        return None
    number = number_in(text)
    return text if number is None else number


def _by_row(draft: Draft, event: Event, name: str) -> dict[int, str]:
    """What is chosen beside the players' names, by row."""
    return {row: choice for row in draft.names if (choice := event.text(f"{name}-{row}"))}


def _completed(draft: Draft, chosen: dict[int, str], choices: Iterable[str]) -> dict[str, str]:
    """A choice for every player, as soon as there is one: who has none gets the first that is left, in seat order."""
    left = iter([choice for choice in choices if choice not in chosen.values()])
    rows = [row for row, name in draft.names.items() if name]
    if not any(row in chosen for row in rows):
        return {}
    return {draft.names[row]: chosen.get(row) or next(left, "") for row in rows}


def add(ctx: Ctx, event: Event) -> None:
    """One more row for a player."""
    draft = filled(ctx, event)
    if len(draft.names) < load_game(draft.game).seats[-1]:
        row = max(draft.names) + 1
        draft = replace(draft, names={**draft.names, row: ""}, fresh=row)
    ctx.keep(draft)


def up(ctx: Ctx, event: Event) -> None:
    """Swap a player with the one above."""
    draft, row = filled(ctx, event), _row(event)
    rows = list(draft.names)
    if row in rows[1:]:
        place = rows.index(row)
        rows[place - 1 : place + 1] = row, rows[place - 1]
    ctx.keep(replace(draft, names={each: draft.names[each] for each in rows}))


def remove(ctx: Ctx, event: Event) -> None:
    """Take a player's row away."""
    draft, row = filled(ctx, event), _row(event)
    if len(draft.names) > load_game(draft.game).seats[0]:
        draft = replace(draft, names={each: name for each, name in draft.names.items() if each != row})
    ctx.keep(draft)


def _row(event: Event) -> int:
    row = number_in(event.args.get("row"))
    return -1 if row is None else row


def again(ctx: Ctx, event: Event) -> None:
    """The form as it was before the page was loaded anew."""
    game = load_game(event.args.get("game", ""))
    rows = [row for each in event.text(ROWS).split() if (row := number_in(each)) is not None]
    empty = new_draft(game)
    if len(set(rows)) == len(rows) and len(rows) in game.seats:
        empty = replace(empty, names=dict.fromkeys(rows, ""))
    ctx.keep(_filled(empty, event))


def take_box(ctx: Ctx, event: Event) -> None:
    """Remember an uploaded box, and choose it. Raises RuleError ``bad-box``."""
    draft = filled(ctx, event)
    text = event.text("file")
    box = boxes.import_box(text)
    least = load_game(draft.game, box).seats[0]
    new_table(draft.game, [str(number) for number in range(least)], box=box)  # refuses a box of another game
    name = str(box.get("name") or event.args.get("file", "").removesuffix(".toml"))
    name = ctx.visit.keep_box(draft.game, name, text)
    ctx.keep(replace(draft, box=KEPT + name, serial=draft.serial + 1))


def make(ctx: Ctx, event: Event) -> None:
    """Start the table and go to it. Raises RuleError for names, numbers, options or a box that do not fit."""
    draft = ctx.keep(filled(ctx, event))
    game, players = load_game(draft.game), [name for name in draft.players if name]
    if len(players) < game.seats[0]:
        raise RuleError("name-missing", N_("Type every player's name."))
    # Only by its name: what a page sends is never taken as a path.
    box: Any = boxes.shipped(game.package).get(draft.box)
    if draft.box.startswith(KEPT):
        box = boxes.import_box(ctx.visit.box(draft.game, draft.box.removeprefix(KEPT)))
    options = {
        name: _completed(draft, value, game.options[name].choices) if each_player(game.options[name]) else value
        for name, value in draft.options.items()
    }
    table, pin = new_table(draft.game, players, options, box), event.text("pin")
    if pin:
        seats.check_pin(pin)
    strangers.check_room()
    table_id = ctx.visit.store.create(table.header.line(), draft.title)
    if pin:
        seats.set_pin(ctx.visit.store, table_id, seats.BANKER_ID, pin, ctx.visit.hello.device)
    ctx.forget(Draft)
    ctx.visit.go(Place(table=ctx.visit.store.table(table_id).code, awake=ctx.place.awake))


HANDLERS = {
    "new.add": add,
    "new.up": up,
    "new.remove": remove,
    "new.again": again,
    "new.box": take_box,
    "new.make": make,
}
