"""The form of a game of one's own: filled in without reading TOML, the file beside it; both follow each other."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import htpy as h
from htpy import Node

from companion import boxes, pointers
from companion.errors import RuleError
from companion.games import load_game
from companion.games.own.box import read_box
from companion.screens import box_cards, box_form, box_text, new_table, parts
from companion.screens.box_cards import FILE, FORM, TAKEN, TITLES, Draft
from companion.screens.ctx import Ctx, Dialog, Screen
from companion.widgets.messages import Event
from companion.words import C_, N_, Translator, worded

GAME = "own"
SHEET = "make"  # the same form, in the middle of a game


@dataclass(slots=True)
class Shelf:
    """Which file was begun with, and the link that carries what came of it ("": it is not asked for)."""

    begun: str = "default"
    link: str = ""


def _draft(ctx: Ctx) -> Draft:
    """What is written on this page."""
    draft = ctx.find(Draft)
    assert draft is not None
    return draft


def draft_of(text: str) -> Draft:
    """A file taken as it is, without the byte order mark of some editors. Raises RuleError ``bad-box``."""
    text = text.removeprefix("\ufeff")
    boxes.import_box(text)
    return Draft(text, text)


@cache
def examples() -> Mapping[str, str]:
    """The shipped files as they were written, by id."""
    folder = files(load_game(GAME).package)
    return {
        name: (folder / ("box.toml" if name == "default" else f"{name}.toml")).read_text("utf-8")
        for name in sorted(boxes.shipped(load_game(GAME).package), key=lambda name: name != "default")
    }


@cache
def _titles() -> Mapping[str, str]:
    """What the shipped files are called, by id."""
    return {name: read_box(boxes.import_box(text)).name for name, text in examples().items()}


# -- what is drawn -----------------------------------------------------------------------------------------


def screen(ctx: Ctx) -> Screen:
    """The page of the form."""
    draft = _draft(ctx)
    return Screen(
        [
            _begin(ctx),
            *box_cards.cards(ctx._, draft),
            _file(ctx, draft, "make.again", {"begun": ctx.kept(Shelf).begun}),
            _share(ctx),
        ],
        [
            parts.button(ctx._("Keep"), "make.keep", form=FILE),
            parts.primary(ctx._("Start a table with it"), "make.start", form=FILE),
        ],
    )


def sheet(ctx: Ctx) -> Node:
    """The form in the middle of a game: what is changed is recorded, and can be undone."""
    draft = ctx.find(Draft)
    if draft is None:
        return None
    return parts.sheet(
        ctx,
        ctx._("Change the game"),
        *box_cards.cards(ctx._, draft),
        _file(ctx, draft, "make.changed", {"was": boxes.export_box(dict(draft.was or {}))}),
        parts.button(ctx._("Record the change"), "make.record", primary=True, wide=True, form=FILE),
    )


def _begin(ctx: Ctx) -> Node:
    """Which file to begin with."""
    _ = ctx._
    kept = [(f"kept:{name}", _("{name} (remembered)").format(name=name)) for name in ctx.visit.boxes(GAME)]
    shipped = [(name, worded(title, _)) for name, title in _titles().items()]
    chosen = ctx.kept(Shelf).begun
    return parts.card(
        parts.field(
            _("Begin with"),
            parts.select_input(
                "from", [*shipped, *kept], chosen, data_do_change="make.begin", data_rev=f"begun-{_draft(ctx).taken}"
            ),
        ),
        key="make-begin",
    )


def _file(ctx: Ctx, draft: Draft, again: str, kept: Mapping[str, str]) -> Node:
    """The file as text, and what is wrong in it, each at its line; a reload tells ``again`` of it and of ``kept``."""
    _, wrong = ctx._, box_text.troubles(draft.text)
    lines = draft.text.splitlines()
    return parts.card(
        h.form(f"#{FILE}", data_do="make.text", data_with=FORM, data_again=again, autocomplete="off")[
            h.textarea(
                ".input.make-file",
                name="toml",
                rows="18",
                spellcheck="false",
                dir="ltr",
                aria_label=_("The file"),
                data_do_change="make.text",
                data_soon="",
                data_rev=f"file-{draft.file}",
            )[draft.text],
            (h.input(type="hidden", name=name, value=value) for name, value in kept.items()),
        ],
        h.div(role="status", data_key="make-wrong")[
            [_trouble(_, each, lines) for each in wrong]
            if wrong
            else parts.note("✓ ", _("This file can be played."), cls="up")
        ],
        title=_("The file"),
        key="make-file",
    )


def _trouble(_: Translator, trouble: box_text.Trouble, lines: list[str]) -> Node:
    at = trouble.line
    shown = lines[at - 1].strip() if at is not None and at <= len(lines) else ""
    return h.div(".banner.bad")[
        at is not None and [h.b[_("line {line}").format(line=at)], " "],
        shown and h.code(dir="ltr")[shown[:80]],
        h.div[trouble.text(_)],
    ]


def _share(ctx: Ctx) -> Node:
    """The file to take along, and a link that carries it."""
    _ = ctx._
    link = ctx.kept(Shelf).link
    return parts.card(
        h.div(".ways")[
            parts.button(_("Share as a file"), "make.file", form=FILE),
            parts.button(_("Share as a link"), "make.link", form=FILE),
            h.label(".btn.file")[
                _("Open a file"),
                h.input(type="file", name="file", accept=".toml,.txt", data_do_change="make.open"),
            ],
        ],
        link
        and parts.field(
            _("The link: the whole file is in it; on the way no server reads it"),
            h.input(".input", type="text", value=link, readonly=True, dir="ltr", data_key="make-link"),
        ),
        title=_("Share"),
        key="make-share",
    )


# -- a link that was opened --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Brought:
    """The file that a link has brought."""

    text: str


def link_sheet(ctx: Ctx) -> Node:
    """What a link brings: it is looked at before it is kept."""
    asked = ctx.about(Brought)
    if asked is None:
        return None
    _, text = ctx._, asked.text
    wrong = box_text.troubles(text)
    told: Node = [_trouble(_, each, text.splitlines()) for each in wrong]
    if not wrong:
        book, raw = read_box(boxes.import_box(text)), boxes.import_box(text)
        facts = [
            (_("Players"), f"{book.players[0]}–{book.players[1]}"),
            (_(C_("of an own game", "Goods")), ", ".join(worded(good.name, _) for good in book.goods.values()) or "–"),
            (_("Buttons"), ", ".join(worded(book.word(name), _) for name in book.buttons) or "–"),
            (_("Falls due"), ", ".join(worded(due.name, _) for due in book.dues) or "–"),
            *([(_("Made by"), str(raw["by"]))] if raw.get("by") else []),
        ]
        told = [
            h.h3[h.bdi[worded(book.name, _)]],
            h.dl(".facts")[([h.dt[label], h.dd[h.bdi[said]]] for label, said in facts)],
        ]
    return parts.sheet(
        ctx,
        _("A game somebody shares with you"),
        told,
        not wrong and parts.button(_("Keep it"), "make.taken", primary=True, wide=True),
        parts.button(_("Look at the file"), "make.look", wide=True),
    )


def arrive(ctx: Ctx, packed: str) -> None:
    """A page was opened by a link that carries a box."""
    try:
        text = box_text.from_link(packed)
    except RuleError as refusal:
        ctx.visit.view.say(refusal.text(ctx._))
        return
    ctx.open(LINK.name, Brought(text))


# -- handlers ----------------------------------------------------------------------------------------------


def open_form(ctx: Ctx, _event: Event) -> None:
    """Go to the form."""
    if ctx.find(Draft) is None:
        ctx.keep(draft_of(box_form.in_words_of(examples()["default"], ctx._)))
    ctx.visit.to(screen="make")


def open_in_game(ctx: Ctx, _event: Event) -> None:
    """The form with the file of this table."""
    if ctx.visit.live is None:
        return
    ctx.keep(replace(draft_of(boxes.export_box(ctx.table.state.box)), was=ctx.table.state.box))
    ctx.open(SHEET)


def again(ctx: Ctx, event: Event) -> None:
    """The page of the form as it was before it was loaded anew."""
    open_form(ctx, event)
    ctx.kept(Shelf).begun = event.text("begun")
    ctx.keep(_brought_back(event, _draft(ctx)))


def changed(ctx: Ctx, event: Event) -> None:
    """The same in the middle of a game, whose file may have been changed meanwhile. Raises RuleError ``bad-box``."""
    open_in_game(ctx, event)
    draft = ctx.find(Draft)
    if draft is not None:
        ctx.keep(replace(_brought_back(event, draft), was=boxes.import_box(event.text("was"))))


def _brought_back(event: Event, instead: Draft) -> Draft:
    """The file that was on the page; what cannot be read of it stands beside the form of another one."""
    text = event.values.get("toml")
    if not isinstance(text, str):
        return instead
    try:
        return draft_of(text)
    except RuleError:
        return replace(instead, text=text)


def begin(ctx: Ctx, event: Event) -> None:
    """Begin with another file. Raises RuleError ``unknown-box``."""
    chosen = event.text("from")
    shipped = examples().get(chosen)
    text = box_form.in_words_of(shipped, ctx._) if shipped else ctx.visit.box(GAME, chosen.removeprefix("kept:"))
    ctx.kept(Shelf).begun = chosen
    _take(ctx, text)


def _take(ctx: Ctx, text: str) -> None:
    """Show another text in both."""
    old = ctx.find(Draft) or Draft("", "")
    ctx.keep(replace(draft_of(text), form=old.form + 1, file=old.file + 1, taken=old.taken + 1, was=old.was))
    ctx.kept(Shelf).link = ""


def fill(ctx: Ctx, event: Event) -> None:
    """What was filled in goes into the text. Raises RuleError ``bad-number``."""
    draft = _draft(ctx)
    text = box_form.filled(draft.good, _said(draft, event))
    if text != draft.good:
        _check_readable(draft)
        ctx.keep(replace(draft, text=text, good=text, file=draft.file + 1))


def _check_readable(draft: Draft) -> None:
    """What cannot be read in the text would be lost if the form were written into it."""
    if not draft.is_readable:
        raise RuleError("bad-box", N_("First put right what cannot be read in the file."))


def _said(draft: Draft, event: Event) -> dict[str, str]:
    """What the form says, each button and due by its place now: nothing of rows that are gone, nor of another file."""
    said = {name: value.strip() for name, value in event.values.items() if isinstance(value, str)}
    if said.get(TAKEN, str(draft.taken)) != str(draft.taken):
        return {}
    places = {f"{kind}-{sign}": f"{kind}-{at}" for kind in TITLES for at, sign in enumerate(draft.called(kind))}
    found = {}
    for name, value in said.items():
        kind, _, rest = name.partition("-")
        sign, _, key = rest.partition("-")
        if kind not in TITLES:
            found[name] = value
        elif f"{kind}-{sign}" in places:
            found[f"{places[f'{kind}-{sign}']}-{key}"] = value
    return found


def write(ctx: Ctx, event: Event) -> None:
    """What was typed into the text goes into the form, as soon as it can be read."""
    ctx.keep(_written(_draft(ctx), event))


def _written(draft: Draft, event: Event) -> Draft:
    text = event.values.get("toml")
    if not isinstance(text, str) or text == draft.text:
        return draft
    try:
        read = draft_of(text)
    except RuleError:
        return replace(draft, text=text)
    new = replace(draft, text=read.text, good=read.good, form=draft.form + 1, rows={})
    return replace(new, rows={kind: _still_called(draft, new, kind) for kind in TITLES})


def _still_called(old: Draft, new: Draft, kind: str) -> tuple[str, ...]:
    """The signs of the rows after the text was changed: new ones where some have come or gone, nobody knows which."""
    signs, now = old.called(kind), new.called(kind)
    return signs if len(signs) == len(now) else tuple(f"{new.form}.{at}" for at in now)


def add(ctx: Ctx, event: Event) -> None:
    """One more good, button or due, as its line says. Raises RuleError ``bad-number``."""
    fill(ctx, event)
    draft, what = _draft(ctx), event.args.get("what", "")
    _check_readable(draft)
    said = _said(draft, event)
    name = said.get(f"add-{what}-name", "")
    if not name:
        ctx.visit.view.say(ctx._("Say what it is called."))
        return
    if what == "good":
        text = box_form.with_good(draft.good, name, said.get("add-good-price", ""))
    else:
        row = {key: said.get(f"add-{what}-{key}", "") for key in ("pay", "from", "to")}
        text = box_form.with_payment(draft.good, "due" if what == "due" else "button", {**row, "name": name})
    added = {**draft.added, what: draft.added.get(what, 0) + 1}
    rows = draft.all_called()
    if what in rows:
        rows[what] += (f"{draft.form + 1}.{len(rows[what])}",)
    ctx.keep(replace(draft, text=text, good=text, form=draft.form + 1, file=draft.file + 1, added=added, rows=rows))


def drop(ctx: Ctx, event: Event) -> None:
    """Take a good, a button or a due out."""
    draft, what, which = _draft(ctx), event.args.get("what", ""), event.args.get("which", "")
    rows = draft.all_called()
    if what in rows:
        if which not in rows[what]:  # it is out already
            return
        at = rows[what].index(which)
        rows[what] = rows[what][:at] + rows[what][at + 1 :]
        which = str(at)
    _check_readable(draft)
    text = box_form.without(draft.good, what, which)
    ctx.keep(replace(draft, text=text, good=text, form=draft.form + 1, file=draft.file + 1, rows=rows))


def _playable(ctx: Ctx, event: Event) -> str:
    """The text, where it can be played. Raises RuleError ``bad-box``."""
    write(ctx, event)
    text = _draft(ctx).text
    read_box(boxes.import_box(text))
    return text


def keep(ctx: Ctx, event: Event) -> None:
    """Remember the file under the game's name. Raises RuleError ``bad-box``."""
    name = _keep(ctx, _playable(ctx, event))
    draft = _draft(ctx)
    ctx.keep(replace(draft, form=draft.form + 1, file=draft.file + 1))  # nothing of it is still to be sent
    ctx.say(ctx._("“{name}” is remembered: it stands among the boxes of a new table.").format(name=name))


def _keep(ctx: Ctx, text: str) -> str:
    return ctx.visit.keep_box(GAME, str(boxes.import_box(text)["name"]), text)


def start(ctx: Ctx, event: Event) -> None:
    """Remember the file, and go to the form of a new table. Raises RuleError ``bad-box``."""
    _to_table(ctx, _playable(ctx, event))


def _to_table(ctx: Ctx, text: str) -> None:
    name, players = _keep(ctx, text), read_box(boxes.import_box(text)).players[0]
    draft = new_table.new_draft(load_game(GAME))
    ctx.keep(replace(draft, box=new_table.KEPT + name, names=dict.fromkeys(range(max(2, players)), "")))
    ctx.visit.to(screen="new")


def hand_out(ctx: Ctx, event: Event) -> None:
    """Give the page the file."""
    write(ctx, event)
    draft = _draft(ctx)
    ctx.visit.view.download(f"{draft.box.get('name', 'game')}.toml"[:80], "application/toml", draft.text)


def show_link(ctx: Ctx, event: Event) -> None:
    """Show a link that carries the file. Raises RuleError ``bad-box``, ``box-too-long``."""
    packed = box_text.to_link(_playable(ctx, event))
    ctx.kept(Shelf).link = f"{ctx.visit.hello.url.partition('?')[0].partition('#')[0]}#{packed}"


def take_file(ctx: Ctx, event: Event) -> None:
    """Open a file. Raises RuleError ``bad-box``."""
    _take(ctx, str(event.values.get("file", "")))


def _brought(ctx: Ctx) -> str:
    asked = ctx.about(Brought)
    return "" if asked is None else asked.text


def look(ctx: Ctx, _event: Event) -> None:
    """Look at what a link brought, as a file."""
    text = _brought(ctx)
    ctx.close()
    ctx.keep(Draft(text, examples()["default"]))
    if not box_text.troubles(text):
        ctx.keep(draft_of(text))
    ctx.visit.to(screen="make")


def take_link(ctx: Ctx, _event: Event) -> None:
    """Keep what a link brought, and go to the form of a new table."""
    text = _brought(ctx)
    ctx.close()
    read_box(boxes.import_box(text))
    _to_table(ctx, text)


def record(ctx: Ctx, event: Event) -> None:
    """Change the file of this table: recorded, and undone like everything.

    What somebody else has changed meanwhile stays. Raises RuleError ``bad-box``, ``nothing-changed``, and ``overtaken``
    where that is changed here too.
    """
    if ctx.visit.live is None:
        return
    ctx.visit.live.refresh()  # what came while this tap was on its way would be replaced with the whole
    new, now = boxes.import_box(_playable(ctx, event)), _file_of(ctx.table.state.box)
    was = _file_of(_draft(ctx).was or ctx.table.state.box)
    changed = box_text.changes(was, new)
    if not changed:
        raise RuleError("nothing-changed", N_("Nothing was changed."))
    if any(_meet(one, other) for one in changed for other in box_text.changes(was, now)):
        raise RuleError("overtaken", N_("It has been changed meanwhile. Look at it again, then put it right."))
    ctx.do("box", set={pointers.join(*path): value for path, value in changed.items()})
    ctx.close()


def _meet(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two changes are of the same thing, or one of a part of the other; two at the end of a list stand both."""
    both = min(len(one), len(other))
    return one[:both] == other[:both] and not (one == other and one[-1] == "-")


def _file_of(box: Mapping[str, Any]) -> dict[str, Any]:
    """A table's box as its file has it."""
    return boxes.import_box(boxes.export_box(dict(box)))


DIALOG = Dialog(SHEET, sheet, {"make.record": record})
LINK = Dialog("box-link", link_sheet, {"make.look": look, "make.taken": take_link})
HANDLERS = {
    "make.form": open_form,
    "make.again": again,
    "make.game": open_in_game,
    "make.changed": changed,
    "make.begin": begin,
    "make.set": fill,
    "make.text": write,
    "make.add": add,
    "make.drop": drop,
    "make.keep": keep,
    "make.start": start,
    "make.file": hand_out,
    "make.link": show_link,
    "make.open": take_file,
}
