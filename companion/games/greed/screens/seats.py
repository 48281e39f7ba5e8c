"""For whom a page acts: a player for their own companies, the banker for everybody's."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import htpy as h
from htpy import Node

from companion import shapes
from companion.games.greed.screens.signs import company_chip
from companion.games.greed.state import active_companies
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.table import BANKER
from companion.widgets.messages import Event


@dataclass(slots=True)
class Meant:
    """The seat and the companies that this page means, by what it means them for."""

    numbers: dict[str, int] = field(default_factory=dict)


def own_seat(ctx: Ctx) -> int | None:
    """The reader's seat; None for the banker and the public."""
    return ctx.table.players.index(ctx.seat) if ctx.seat in ctx.table.players else None


def own_companies(ctx: Ctx) -> list[int]:
    """The companies that the reader leads, in company order; for the banker and the public none."""
    state, seat = ctx.table.state, own_seat(ctx)
    return [number for number in active_companies(state) if state.companies[number].positions[0] == seat]


def companies_here(ctx: Ctx) -> list[int]:
    """The companies that this page may act for."""
    if not ctx.may_act:
        return []
    return active_companies(ctx.table.state) if ctx.seat == BANKER else own_companies(ctx)


def waiting_here(ctx: Ctx) -> list[int]:
    """The seats that are to act and for which this page may."""
    if not ctx.may_act:
        return []
    active = ctx.table.game.active(ctx.table.state)
    return [seat for seat in active if ctx.seat in (BANKER, ctx.table.players[seat])]


def is_banker(ctx: Ctx) -> bool:
    """Whether the reader records for the whole table."""
    return ctx.seat == BANKER


def leads(ctx: Ctx, number: int) -> bool:
    """Whether this page may act for a company."""
    return number in companies_here(ctx)


def chosen(ctx: Ctx, name: str, among: Sequence[int]) -> int | None:
    """What was chosen last on this page, while it can be; else the first of ``among``."""
    picked = ctx.kept(Meant).numbers.get(name)
    return picked if picked in among else next(iter(among), None)


def pick_player(ctx: Ctx, seats: Sequence[int], chosen: int | None) -> Node:
    """Whom the banker records for, where several are to act."""
    if len(seats) < 2:  # noqa: PLR2004
        return None
    buttons = (
        parts.button(
            parts.player_chip(ctx, ctx.table.players[seat]),
            "seat.pick",
            args={"seat": seat},
            pressed=seat == chosen,
            key=f"for-{seat}",
        )
        for seat in seats
    )
    return h.div(".choices", role="group", aria_label=ctx._("Record for"))[buttons]


def pick_company(
    ctx: Ctx, name: str, companies: Sequence[int], chosen: int | None, label: str, *, always: bool = False
) -> Node:
    """One of several companies; the page remembers it as ``name``."""
    if not always and len(companies) < 2:  # noqa: PLR2004
        return None
    buttons = (
        parts.button(
            company_chip(ctx, number),
            "company.pick",
            args={"as": name, "company": number},
            pressed=number == chosen,
            key=f"{name}-{number}",
        )
        for number in companies
    )
    return h.div(".choices", role="group", aria_label=label)[buttons]


def pick_seat(ctx: Ctx, event: Event) -> None:
    """The banker records for another player now."""
    seat = event.args.get("seat", "")
    number = shapes.number_in(seat)
    if number is not None:
        ctx.kept(Meant).numbers["for"] = number


def choose_company(ctx: Ctx, event: Event) -> None:
    """Another company is meant now."""
    number, name = event.args.get("company", ""), event.args.get("as", "")
    if number.isdecimal() and name in ("bidder", "deal-own", "deal-other", f"found-{ctx.table.state.year}"):
        ctx.kept(Meant).numbers[name] = int(number)


def number_in(event: Event, name: str) -> int:
    """A number among a control's data; −1 where there is none."""
    text = event.args.get(name, "")
    number = shapes.number_in(text)
    return -1 if number is None else number


ACTIONS = {"seat.pick": pick_seat, "company.pick": choose_company}
