"""A table as it shows itself in a console and in a notebook: what everybody at it may see, and nothing more."""

from html import escape
from typing import Any

from companion.readable import Readable
from companion.words import isolated

LAST = 5  # entries on a card
MONEY = ("cash", "money")


def line(table: Readable) -> str:
    """A table in one line."""
    parts = [table.game.title, table.summary().text(), ", ".join(map(isolated, table.players))]
    if to_act := _to_act(table):
        parts.append(f"to act: {to_act}")
    return f"<{' · '.join([*parts, f'{table.revision} entries'])}>"


def card(table: Readable) -> str:
    """A table as HTML: the game, where it stands, the money, whose turn it is, and the last entries."""
    public = table.snapshot()
    rows = [
        f"<tr><td style='text-align:left'>{_html(player['name'])}</td><td>{_html(_money(player))}</td></tr>"
        for player in public["players"]
    ]
    entries = [
        f"<li value='{told.n}'{'' if told.counts else _UNDONE}>{_html(told.public.text())}</li>"
        for told in reversed(table.history(last=LAST))
    ]
    to_act = _to_act(table)
    return (
        "<div style='border:1px solid;border-radius:8px;padding:8px 12px;display:inline-block'>"
        f"<b>{_html(table.game.title)}</b><br>{_html(table.summary().text())}"
        f"{to_act and f'<br>to act: {escape(to_act)}'}"
        f"<table><tr><th style='text-align:left'>player</th><th>money</th></tr>{''.join(rows)}</table>"
        f"<ol reversed style='margin:0'>{''.join(entries)}</ol></div>"
    )


_UNDONE = " style='text-decoration:line-through'"


def _to_act(table: Readable) -> str:
    return ", ".join(isolated(table.players[seat]) for seat in table.game.active(table.state))


def _money(player: dict[str, Any]) -> str:
    """What everybody knows of a player's money; what is known of it, where that is less than all."""
    known = next((player[key] for key in MONEY if player.get(key) is not None), None)
    if known is not None:
        return str(known)
    if player.get("cash_max") is not None:
        return f"{player['cash_min']}–{player['cash_max']}"
    return "••••"


def _html(text: str) -> str:
    return escape(isolated(text))
