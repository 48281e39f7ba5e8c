"""The history: what was recorded, by whom and when, in words; undo, redo, and the ways to put it right."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.history import HistoryLine, author
from companion.log import Entry
from companion.names import HOUSE
from companion.screens import parts, replay
from companion.screens.ctx import Ctx, Screen
from companion.shapes import number_in
from companion.widgets.messages import Event
from companion.words import N_, Translator, day, hour, labelled

PAGE = 60  # entries at first, and more at each asking
AMENDABLE = N_("Change this entry")


@dataclass(slots=True)
class Listed:
    """The words that the listed entries have, and how many are listed."""

    search: str = ""
    most: int = PAGE


def screen(ctx: Ctx) -> Screen:
    """The history, newest first."""
    _, table, listed = ctx._, ctx.table, ctx.kept(Listed)
    wanted, last = listed.search, listed.most
    lines = table.history(ctx.seat, last=None if wanted else last)
    if wanted:
        lines = [line for line in lines if _fits(line, wanted, _)][-last:]
    more = bool(lines) and (len(lines) == last if wanted else lines[0].n > 1)
    said = {line.n: line.public.text(_) for line in lines}
    undone = {entry.fields["entry"]: entry.by for entry in table.log if entry.action == "undo" and entry.fields}
    body = [
        ctx.may_act and _tools(ctx),
        parts.card(
            _search(ctx) if ctx.alive else None,
            parts.items(*(_line(ctx, line, said, undone) for line in reversed(lines))),
            not lines and parts.note(_("Nothing is recorded yet.") if not wanted else _("Nothing fits.")),
            ctx.alive and more and parts.button(_("Show more"), "history.more", wide=True),
            title=_.ngettext("{count} entry", "{count} entries", table.revision).format(count=table.revision),
            key="history",
            cls="wide",
        ),
    ]
    return Screen(body, _redo_button(ctx) if ctx.may_act else None)


def _fits(line: HistoryLine, wanted: str, _: Translator) -> bool:
    texts = [line.by, line.line.text(_), *(each.text(_) for each in line.derived), str(line.n)]
    return wanted.casefold() in " ".join(texts).casefold()


def _tools(ctx: Ctx) -> Node:
    _ = ctx._
    sheets = [
        ("note", _("Note"), "n"),
        ("correct", _("Correct a value"), "k"),
        ("people", _("Who sits here"), "w"),
    ]
    return h.div(".ways.wide")[
        (parts.button(text, "sheet.open", args={"kind": kind}, hotkey=hotkey) for kind, text, hotkey in sheets),
        parts.button(_("Try it"), "try.begin", label=_("Try something on a private copy of the table")),
        parts.button(_("The evening"), "go", args={"to": "evening"}, hotkey="v"),
        replay.way(_),
    ]


def _search(ctx: Ctx) -> Node:
    _ = ctx._
    return parts.text_input(
        "search",
        ctx.kept(Listed).search,
        type_="search",
        data_do_change="history.search",
        aria_label=_("Search the history"),
        placeholder=_("Search: name, company, number"),
        data_hotkey="/",
    )


def _line(ctx: Ctx, line: HistoryLine, said: dict[int, str], undone: dict[int, str]) -> Node:
    _ = ctx._
    text, known = line.public.text(_), line.line.text(_)
    who = author(line.by, _)
    target = ctx.table.log[line.n - 1].fields.get("entry") if line.action in ("undo", "redo", "amend") else None
    marks = [
        line.flagged and h.span(".flag")["⚑ ", _("correction") if line.action == "correct" else _("change")],
        line.amended and h.span(".flag")["✎ ", _("changed later")],
        not line.counts
        and h.span(".flag")[
            "↶ ",
            _("undone by {name}").format(name=author(undone[line.n], _)) if line.n in undone else _("undone"),
        ],
    ]
    inside = [
        h.span(".n")[str(line.n)],
        h.span(".grow")[
            h.s[text] if not line.counts else h.b(dir="auto")[text],
            target in said and h.span(".note", dir="auto")["“", said[target], "”"],
            (h.span(".note", dir="auto")["→ ", each.text(_)] for each in line.derived),
            any(marks) and h.span(".note")[marks],
        ],
        h.span(".note.when")[h.bdi[who], h.br, _when(line.at, _)],
    ]
    names = ".item" + (".flagged" if line.flagged else "") + ("" if line.counts else ".undone")
    secret = text != known and parts.peek(_, f"entry-{line.n}", "••••", known, _("Show the entry: tap, or hold"))
    if not ctx.may_act or not line.counts or line.by == HOUSE or line.action in ("undo", "redo", "amend", "clock"):
        return h.li(data_key=f"entry-{line.n}")[h.div(names)[inside], secret]
    return h.li(data_key=f"entry-{line.n}")[
        h.button(
            names + ".tap",
            type="button",
            data_do="sheet.open",
            data_again="",
            data_kind="amend",
            data_entry=str(line.n),
            title=_(AMENDABLE),
        )[inside],
        secret,
    ]


def _when(at: str, _: Translator) -> Node:
    return h.time(datetime=at, title=day(at, _.lang, _.zone))[hour(at, _.lang, _.zone)]


# -- undo and redo -----------------------------------------------------------------------------------------


def undo_button(ctx: Ctx) -> Node:
    """Undo, saying what it will undo, as everybody may know it."""
    return _back_button("undo", ctx.table.last_done(), ctx, sign="↶", hotkey="u")


def _redo_button(ctx: Ctx) -> Node:
    return _back_button("redo", ctx.table.last_undone(), ctx, sign="↷", hotkey="r")


def _back_button(do: str, entry: Entry | None, ctx: Ctx, *, sign: str, hotkey: str) -> Node:
    _, what = ctx._, _what(ctx, entry)
    text = _("Undo") if do == "undo" else _("Redo")
    label = labelled(text, what, _) if what else text
    return h.button(
        ".btn.back",
        type="button",
        data_do=do,
        data_entry=str(entry.n) if entry else "",
        data_hotkey=hotkey,
        data_key=do,
        disabled=entry is None,
        aria_label=label,
        title=label,
    )[h.span(aria_hidden="true")[sign], h.span[h.b[text], what and h.small(dir="auto")[what]]]


def _what(ctx: Ctx, entry: Entry | None) -> str:
    if entry is None:
        return ""
    lines = ctx.table.history(ctx.seat, last=ctx.table.revision - entry.n + 1)
    return lines[0].public.text(ctx._)


# -- handlers ----------------------------------------------------------------------------------------------


def undo(ctx: Ctx, event: Event) -> None:
    """Take back the entry that the button named. Raises RuleError where something came in between."""
    ctx.do(event.do, **_entry(event))


def show_more(ctx: Ctx, _event: Event) -> None:
    """Show older entries too."""
    ctx.kept(Listed).most += PAGE * 4


def search(ctx: Ctx, event: Event) -> None:
    """Show only entries with these words."""
    ctx.kept(Listed).search = event.text("search")[:80]


def _entry(event: Event) -> dict[str, int]:
    entry = number_in(event.args.get("entry"))
    return {} if entry is None else {"entry": entry}


HANDLERS = {"undo": undo, "redo": undo, "history.more": show_more, "history.search": search}
