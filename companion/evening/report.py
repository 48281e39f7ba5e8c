"""The evening as one file to keep and to share: scores, summary, charts, history; it needs no companion.

It loads nothing from anywhere: its charts are pictures, and a small script of ours says what one points at in them.
"""

import json
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path

import htpy as h
from htpy import Node
from markupsafe import Markup

from companion import charts
from companion.charts import drawing, pointing
from companion.charts.palette import DARK, LIGHT
from companion.charts.parts import Figure
from companion.evening.end import Standing, standings
from companion.evening.summary import Lines, summary
from companion.history import author
from companion.table import Table
from companion.words import Translator, day, direction, hour, money

HERE = Path(__file__).parent


def report(table: Table, _: Translator, seat: str | None = None) -> str:
    """The file's text. It tells what ``seat`` may know (None: what everybody may)."""
    figures = {kind: charts.draw(table, kind, seat, _) for kind in charts.kinds(table)}
    title = f"{table.game.called(_)} · {day(table.log[0].at, _.lang, _.zone)}" if table.log else table.game.called(_)
    ended, told = standings(table), summary(table, _, seat)
    chapters = [
        *([("scores", _("Final scores"))] if ended else []),
        *([("evening", _("The evening"))] if told else []),
        *((kind, named(figure)) for kind, figure in figures.items()),
        ("moves", _("Every move")),
    ]
    body: list[Node] = [
        h.h1[table.game.called(_)],
        h.p(".dim")[table.summary().text(_)],
        contents(chapters, _),
        h.div("#scores")[scores(ended, _)] if ended else None,
        told and _summary(told, _),
        [chart(kind, figure) for kind, figure in figures.items()],
        _history(table, _, seat),
    ]
    return whole(title, body, figures, _)


def contents(chapters: Sequence[tuple[str, str]], _: Translator) -> Node:
    """A link for each chapter: its id on the page, and what it is called."""
    return h.nav(aria_label=_("Contents"))[h.ul[(h.li[h.a(href=f"#{to}")[said]] for to, said in chapters)]]


def named(figure: Figure) -> str:
    """What a figure is called."""
    return unescape(figure["layout"]["title"]["text"])


def chart(name: str, figure: Figure) -> Node:
    """A figure as a picture that can be pointed at; ``name`` is its id on the page."""
    height = figure["layout"].get("height")
    return h.figure(
        ".chart",
        id=name,
        data_chart=name,
        tabindex="0",
        aria_label=named(figure),
        style=height and f"--high: {height}px",
    )[Markup(drawing.svg(figure, name))]  # noqa: S704 - all text in it is escaped


def whole(title: str, body: Node, figures: Mapping[str, Figure], _: Translator) -> str:
    """A file that needs no other one: what stands in ``body``, where each figure has its `chart`."""
    spots = {name: pointing.spots(figure, _) for name, figure in figures.items()}
    page = h.html(lang=_.lang, dir=direction(_.lang))[
        h.head[
            h.meta(charset="utf-8"),
            h.title[title],
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.meta(name="color-scheme", content="light dark"),
            h.style[Markup(_style())],  # noqa: S704 - our own file
        ],
        h.body[
            h.main[body],
            _data("spots", json.dumps(spots, ensure_ascii=False, separators=(",", ":"))),
            h.script[Markup((HERE / "report.js").read_text("utf-8"))],  # noqa: S704 - our own file
        ],
    ]
    return str(page)


def scores(ended: list[Standing], _: Translator) -> Node:
    """The final scores, worked out line by line; nothing before the end."""
    return [_score(each, _) for each in ended] and h.section(".scores")[
        h.h2[_("Final scores")], (_score(each, _) for each in ended)
    ]


def _score(ended: Standing, _: Translator) -> Node:
    place = "–" if ended.place is None else f"{ended.place}."
    remark = ended.remark.text(_) if ended.remark else ""
    return h.table(".score.first" if ended.place == 1 else ".score")[
        h.caption[h.span(".place")[place], " ", h.bdi[ended.player]],
        h.tbody[
            (
                h.tr[h.th(scope="row")[line.text(_)], h.td["?" if amount is None else money(amount, _.lang)]]
                for line, amount in ended.lines
            )
        ],
        h.tfoot[
            ended.total is not None and h.tr(".total")[h.th(scope="row")[_("total")], h.td[money(ended.total, _.lang)]],
            remark and h.tr[h.td(".dim", colspan="2")[remark]],
        ],
    ]


def _summary(lines: Lines, _: Translator) -> Node:
    return h.section("#evening")[h.h2[_("The evening")], h.dl[([h.dt[label], h.dd[said]] for label, said in lines)]]


def _history(table: Table, _: Translator, seat: str | None) -> Node:
    lines = [line for line in table.history(seat) if line.counts and line.action not in ("undo", "redo", "clock")]
    return h.details[
        h.summary[_("Every move")],
        h.ol("#moves")[  # inside: a link to it opens it
            (
                h.li(value=str(line.n))[
                    h.span(dir="auto")[line.line.text(_)],
                    h.span(".dim")[" · ", author(line.by, _), " ", hour(line.at, _.lang, _.zone)],
                    (h.div(".dim", dir="auto")["→ ", each.text(_)] for each in line.derived),
                ]
                for line in lines
            )
        ],
    ]


def _data(name: str, text: str) -> Node:
    """JSON in the page; no name in it can end the element."""
    return h.script(type="application/json", id=name)[Markup(text.replace("<", "\\u003c"))]  # noqa: S704 - escaped


def _style() -> str:
    """The colours by the reader's theme, then the rules."""
    light, dark = (" ".join(f"{name}: {value};" for name, value in colours.items()) for colours in (LIGHT, DARK))
    evening = f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"  # paper is light
    return f":root {{ {light} }}\n{evening}\n" + (HERE / "report.css").read_text("utf-8")
