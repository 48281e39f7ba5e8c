"""The first page: go on with a table, start one, join one, take a save in or out."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion import strangers
from companion.demo import demo_table
from companion.errors import CompanionError, RuleError
from companion.games import GAMES, load_game
from companion.screens import binder, parts, pictures, saves
from companion.screens import join as join_page
from companion.screens.ctx import Ctx, Dialog, Screen
from companion.screens.new_table import Draft, new_draft
from companion.screens.place import Place
from companion.shapes import number_in
from companion.store import Lost, TableInfo, replaced
from companion.table import Table
from companion.widgets.messages import Event
from companion.words import Translator, day, hour

SHOWN = 5  # saved tables at first: what can be started stays in reach


@dataclass(slots=True)
class Listed:
    """Whether all saved tables are listed."""

    every: bool = False


def screen(ctx: Ctx) -> Screen:
    """The first page. On an open host it knows of no table."""
    store, _, alive = ctx.visit.store, ctx._, ctx.alive
    if strangers.is_open():
        refused = parts.banner(store.refusal.text(_), "bad") if store.refusal else None
        return Screen([refused, _games(_, alive=alive), alive and _ways_in(_)], alive and _join(_))
    infos, away = store.tables(), store.tables(archived=True)
    lost, every = store.lost(), ctx.kept(Listed).every
    return Screen(
        [
            parts.banner(store.refusal.text(_), "bad") if store.refusal else None,
            parts.banner(replaced().text(_), "bad") if lost else None,
            _lost(lost, _, alive=alive) if lost else None,
            binder.notice(_),
            _saved(infos, _, alive=alive, every=every) if infos else None,
            _games(_, alive=alive),
            alive and _ways_in(_),
            _put_away(away, _) if alive and away else None,
        ],
        alive and not binder.forgets() and _join(_),
    )


def unreadable(ctx: Ctx, refusal: CompanionError) -> Screen:
    """The first page where the folder of the tables cannot be read at all; what is known of it can be taken out."""
    _, lost = ctx._, [] if strangers.is_open() else ctx.visit.lost()
    return Screen([parts.banner(refusal.text(_), "bad"), _lost(lost, _, alive=ctx.alive) if lost else None])


def _saved(infos: Sequence[TableInfo], _: Translator, *, alive: bool, every: bool) -> Node:
    shown = infos if every else infos[:SHOWN]
    more = len(infos) - len(shown)
    return parts.card(
        parts.items(*(_saved_table(info, _, alive=alive, newest=info is infos[0]) for info in shown)),
        alive and more > 0 and parts.button(_("Show {count} more").format(count=more), "home.every", wide=True),
        title=_("Go on"),
        key="saved",
        cls="wide",
    )


def _title(info: TableInfo, _: Translator) -> str:
    """The table's name, else its game's: that of its box, where the box is the game."""
    if info.title or info.game not in GAMES:
        return info.title or info.game or "?"
    try:
        return load_game(info.game, info.box).called(_)
    except RuleError:  # a box that an older version took
        return load_game(info.game).called(_)


def _lost(lost: Sequence[Lost], _: Translator, *, alive: bool) -> Node:
    """Tables that the file no longer holds, each with its save."""
    return parts.card(
        parts.items(*(_lost_table(each.info, _, alive=alive) for each in lost)),
        title=_("No longer in the file"),
        key="lost",
        cls="wide",
    )


def _lost_table(info: TableInfo, _: Translator, *, alive: bool) -> Node:
    title = _title(info, _)
    take = parts.button(
        "⤓",
        "home.lost",
        args={"code": info.code},
        icon=True,
        label=_("Download the save of {title}").format(title=title),
    )
    return parts.item(
        h.bdi[title],
        _listed(info.players),
        binder.code(info.code),
        side=alive and take,
        cls="broken",
        key=f"lost-{info.code}",
    )


def _put_away(infos: Sequence[TableInfo], _: Translator) -> Node:
    """The tables that were put away, folded up; each can be brought back."""
    return h.details(".card.wide", id="put-away")[
        h.summary[_("Put away")],
        parts.items(*(_put_away_table(info, _) for info in infos)),
    ]


def _put_away_table(info: TableInfo, _: Translator) -> Node:
    title = _title(info, _)
    back = parts.button(
        _("Bring back"), "home.restore", args={"id": info.id}, label=_("Bring {title} back").format(title=title)
    )
    return parts.item(h.bdi[title], _listed(info.players), binder.code(info.code), side=back, key=f"away-{info.id}")


def _listed(names: Sequence[str]) -> Node:
    return [[place > 0 and ", ", h.bdi[name]] for place, name in enumerate(names)]


def _saved_table(info: TableInfo, _: Translator, *, alive: bool, newest: bool) -> Node:
    title = _title(info, _)
    beside = (
        alive
        and h.div(".beside")[
            parts.button(
                "⤓",
                "home.download",
                args={"id": info.id},
                icon=True,
                label=_("Download the save of {title}").format(title=title),
            ),
            parts.button(
                "✕", "home.archive", args={"id": info.id}, icon=True, label=_("Put {title} away").format(title=title)
            ),
        ]
    )
    if info.error:
        error = h.span(".down")[info.error.text(_)]
        return parts.item(
            h.bdi[title], error, binder.code(info.code), side=beside, cls="broken", key=f"table-{info.id}"
        )
    entries = _.ngettext("{count} entry", "{count} entries", info.entries).format(count=info.entries)
    when = f"{day(info.changed, _.lang, _.zone)}, {hour(info.changed, _.lang, _.zone)}"
    inside = [
        h.span(".grow")[
            h.b[h.bdi[title]],
            h.span(".note")[_listed(info.players)],
            h.span(".note")[f"{when} · {entries}"],
        ],
        binder.code(info.code) and h.span(".note.short-code")[info.code],
    ]
    names = ".item.newest" if newest else ".item"
    if not alive:
        return h.li(names)[inside]
    return h.li(".saved", data_key=f"table-{info.id}")[
        h.button(names + ".tap", type="button", data_do="home.open", data_code=info.code)[
            inside, h.span(".go", aria_hidden="true")["›"]
        ],
        beside,
    ]


def _join(_: Translator) -> Node:
    """Under the thumb: most who open this page come to somebody else's table."""
    return parts.primary(_("Join with a code"), "sheet.open", args={"kind": "code"}, hotkey="j")


def _ways_in(_: Translator) -> Node:
    own = os.environ.get("COMPANION_PAGE")  # the host's own page, by the notebook's title
    alone = not strangers.is_open()
    return h.div(".ways.wide")[
        alone and parts.button(_("Demo table"), "home.demo", hotkey="d"),
        parts.button(_("Your own game"), "make.form", hotkey="o"),
        alone and h.a(".btn", href="history", target="_blank")[_("The group’s book")],
        own and h.a(".btn", href="page/", target="_blank")[h.bdi[own]],
        h.label(".btn.file")[
            _("Load a save"),
            h.input(type="file", name="file", accept=".jsonl,.json,.txt", data_do_change="home.upload"),
        ],
    ]


def _games(_: Translator, *, alive: bool) -> Node:
    return h.section(".wide")[
        h.h2(".over")[_("Start a table")],
        h.div(".games")[(_game(game, place, _, alive=alive) for place, game in enumerate(GAMES, 1))],
    ]


def _game(game: str, place: int, _: Translator, *, alive: bool) -> Node:
    found = load_game(game)
    facts = _("{least}–{most} players · {minutes}\N{NO-BREAK SPACE}min").format(
        least=found.seats[0], most=found.seats[-1], minutes=found.minutes
    )
    shown = pictures.picture(game) if alive else h.div(".picture")  # its room: a first paint is short
    inside = [shown, h.span[h.b[found.called(_)], h.span(".note")[facts]]]
    if not alive:
        return h.div(".game")[inside]
    return h.div(".start")[
        h.button(".game", type="button", data_do="home.game", data_game=game, data_hotkey=str(place))[inside],
        parts.button(
            _("Look round"),
            "home.demo",
            args={"game": game},
            label=_("Look round in a game of {game}").format(game=found.called(_)),
        ),
    ]


def sheet(ctx: Ctx) -> Node:
    """The dialog that asks for a join code."""
    _ = ctx._
    return parts.sheet(
        ctx,
        _("Join with a code"),
        parts.form(
            "home.join",
            parts.field(
                _("Code"),
                parts.text_input(
                    "code",
                    maxlength=12,
                    required=True,
                    autofocus=True,
                    autocapitalize="characters",
                    class_="input code",
                ),
                _("Letters and digits, shown on the other devices."),
            ),
            parts.submit(_("Join")),
        ),
    )


# -- handlers ----------------------------------------------------------------------------------------------


def home(ctx: Ctx, _event: Event) -> None:
    """Back to the first page."""
    ctx.forget(Draft)
    ctx.visit.go(Place(awake=ctx.place.awake))


def show_every(ctx: Ctx, _event: Event) -> None:
    """List all saved tables."""
    ctx.kept(Listed).every = True


def choose_game(ctx: Ctx, event: Event) -> None:
    """Go to the form for a table of this game."""
    ctx.keep(new_draft(load_game(event.args.get("game", ""))))
    ctx.visit.to(screen="new")


def open_table(ctx: Ctx, event: Event) -> None:
    """Go to a saved table: who are you?"""
    ctx.visit.go(Place(table=event.args.get("code", ""), awake=ctx.place.awake))


def archive(ctx: Ctx, event: Event) -> None:
    """Put a table away. Nothing of it is lost, and the page says where it is now. Raises CompanionError."""
    strangers.check_listed()
    table_id = number_in(event.args.get("id")) or 0
    ctx.visit.store.archive(table_id)
    ctx.say(
        ctx._("{title} is put away: at the foot of this page you bring it back.").format(
            title=_title(ctx.visit.store.table(table_id), ctx._)
        )
    )


def restore(ctx: Ctx, event: Event) -> None:
    """Bring a table back that was put away. Raises CompanionError ``open-host``: there, its code does it."""
    strangers.check_listed()
    ctx.visit.store.restore(number_in(event.args.get("id")) or 0)


def join(ctx: Ctx, event: Event) -> None:
    """Go to the table with the typed code. Raises StoreError where there is none."""
    code = "".join(event.text("code").split()).upper()
    strangers.find(ctx.visit.store, code)
    ctx.visit.go(Place(table=code, awake=ctx.place.awake))


def upload(ctx: Ctx, event: Event) -> None:
    """Take a save in, after it has been played through. Raises LogError."""
    table = saves.read_in(ctx, event.text("file"))
    if table is not None:
        take_in(ctx, table)
        join_page.ask_banker_pin(ctx)


def unseal(ctx: Ctx, event: Event) -> None:
    """Take a sealed save in. Raises RuleError ``wrong-passphrase``, LogError."""
    take_in(ctx, saves.unsealed(ctx, event))
    join_page.ask_banker_pin(ctx)


def demo(ctx: Ctx, event: Event) -> None:
    """A table to look round in."""
    game = load_game(event.args.get("game", "good-brokers")).id
    take_in(ctx, demo_table(game), ctx._("Demo"))


def take_in(ctx: Ctx, table: Table, title: str = "") -> None:
    """Store a table and go to it. Raises CompanionError ``too-many-tables``."""
    strangers.check_room()
    store = ctx.visit.store
    taken = store.table(store.import_log(table.lines(), title=title))
    ctx.visit.go(Place(taken.code, awake=ctx.place.awake))


DIALOGS = [
    Dialog("code", sheet, {"home.join": join}),
    Dialog(saves.UNSEAL, saves.unseal_sheet, {"home.unseal": unseal}),
]
HANDLERS = {
    "home": home,
    "home.every": show_every,
    "home.game": choose_game,
    "home.open": open_table,
    "home.upload": upload,
    "home.demo": demo,
    "home.download": saves.hand_out,
    "home.lost": saves.hand_out_lost,
    "home.archive": archive,
    "home.restore": restore,
}
