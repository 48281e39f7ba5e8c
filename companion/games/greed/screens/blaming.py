"""Phase 8: the directors of a booted company name whom to fire; what each choice pays is told before it is made."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import htpy as h
from htpy import Node

from companion.games.greed import advice, scapegoats
from companion.games.greed.screens.seats import companies_here, number_in, waiting_here
from companion.games.greed.screens.signs import TITLES, asset_line, company_chip, goods_text
from companion.games.greed.state import DIRECTORS, Scapegoats, active_companies, company_name, free_cash
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog, Screen
from companion.widgets.messages import Event

LIQUIDATE = "greed-liquidate"


def blaming(ctx: Ctx) -> Screen:
    """The company in question, who has named whom, and the choice."""
    state = ctx.table.state
    if state.blame is None:
        return Screen([])
    number = state.blame.company
    body = [_discard(ctx, number)] if state.blame.named is None else [_naming(ctx, state.blame)]
    return Screen([*body, _queue(ctx, number)])


def _naming(ctx: Ctx, blame: Scapegoats) -> Node:
    _, state = ctx._, ctx.table.state
    number, named = blame.company, blame.named or {}
    company = state.companies[number]
    turn = scapegoats.next_director(company, named)
    assert turn is not None, "settled"
    seat = company.positions[DIRECTORS.index(turn)]
    mine = seat in waiting_here(ctx)
    choices = [_choice(ctx, blame, turn, target, mine=mine) for target in scapegoats.directors(company)]
    return parts.card(
        parts.row(
            parts.grow(company_chip(ctx, number), parts.note("⊗ ", _("boot"))),
            parts.amount(ctx.money(state.ledger[free_cash(number)]), _("free cash"), small=True),
        ),
        [_named(ctx, number, director, target) for director, target in named.items()],
        h.p[
            _("{director} {name} names who is to blame:").format(director=TITLES[turn], name=state.names[seat])
            if not mine or ctx.seat != state.names[seat]
            else _("You, the {director}, name who is to blame:").format(director=TITLES[turn])
        ],
        h.div(".blames", role="group", aria_label=_("Blame"))[choices],
        parts.note(_("All who are named are fired together, each paid from the free cash as it is now.")),
        title=_("Blame"),
        key="blame",
    )


def _choice(ctx: Ctx, blame: Scapegoats, director: str, target: str, *, mine: bool) -> Node:
    """One position: whom it hits, what it pays, and who would lead the company then."""
    _, state = ctx._, ctx.table.state
    number, named = blame.company, blame.named or {}
    pay = scapegoats.severance(state, number, target)
    seat = state.companies[number].positions[DIRECTORS.index(target)]
    leader = advice.ceo_after(state, number, {*named.values(), target})
    if leader is None:
        then = _("then nobody is left: the company is liquidated")
    else:
        then = _("then {name} is CEO").format(name=state.names[leader])
    already = target in named.values()
    inside = [
        h.span(".grow")[
            h.b[TITLES[target]],
            " ",
            parts.player_chip(ctx, state.names[seat]),
            h.small[_("named already")] if already else None,
            h.small[then],
        ],
        h.span(".pay")[ctx.money(pay), h.small[_("for {name}").format(name=state.names[seat])]],
    ]
    if not mine:
        return h.div(".item.blame", data_key=f"blame-{target}")[inside]
    args = {"company": number, "director": director, "target": target}
    if leader is None:  # that cannot be meant by a slip of the thumb
        return parts.button(
            inside, "sheet.open", args={"kind": LIQUIDATE, **args}, cls="wide blame", key=f"blame-{target}"
        )
    return parts.button(inside, "blame", args=args, cls="wide blame", key=f"blame-{target}")


@dataclass(frozen=True)
class Last:
    """Who names whom, so that nobody is left on the board of a company."""

    company: str
    director: str
    target: str


def _begin(_ctx: Ctx, args: Mapping[str, str]) -> Last:
    return Last(args.get("company", ""), args.get("director", ""), args.get("target", ""))


def sheet(ctx: Ctx) -> Node:
    """Asks once more before a company is liquidated."""
    asked, blame = ctx.about(Last), ctx.table.state.blame
    if asked is None or blame is None or asked.company != str(blame.company):
        return None
    _, state = ctx._, ctx.table.state
    goods = goods_text(ctx, state.companies[blame.company].goods)
    return parts.sheet(
        ctx,
        _("Liquidate {company}?").format(company=company_name(state, blame.company)),
        h.p[company_chip(ctx, blame.company)],
        parts.note(
            _("Then nobody is left on its board: its money and goods go to the bank, its assets to the discard pile.")
        ),
        goods and parts.note(goods),
        h.div(data_form="")[
            parts.button(
                _("Name the {target}: it is liquidated").format(target=TITLES.get(asked.target, "")),
                "blame",
                args=asdict(asked),
                primary=True,
                wide=True,
                key="liquidate",
            )
        ],
    )


def _named(ctx: Ctx, number: int, director: str, target: str) -> Node:
    state = ctx.table.state
    board = state.companies[number].positions
    told = ctx._("{director} {name} named the {target}").format(
        director=TITLES[director], name=state.names[board[DIRECTORS.index(director)]], target=TITLES[target]
    )
    return parts.note("✓ ", told)


def _discard(ctx: Ctx, number: int) -> Node:
    """The CEO, new or old, gives up one asset."""
    _, state = ctx._, ctx.table.state
    company = state.companies[number]
    here = number in companies_here(ctx)
    rows = [
        h.div(".asset", data_key=f"discard-{asset}")[
            h.div(".grow")[asset_line(ctx, asset)],
            here
            and parts.button(
                _("Discard"), "discard", args={"company": number, "asset": asset}, key=f"discard-button-{asset}"
            ),
        ]
        for asset in company.assets
    ]
    ceo = state.names[company.positions[0]]
    return parts.card(
        company_chip(ctx, number),
        h.p[_("{name} is CEO now and gives up one asset:").format(name=ceo)],
        rows,
        title=_("Discard an asset"),
        key="discarding",
    )


def _queue(ctx: Ctx, number: int) -> Node:
    """Which other companies have a boot."""
    state = ctx.table.state
    others = [each for each in active_companies(state) if state.companies[each].boot and each != number]
    if not others:
        return None
    return parts.card(
        h.div(".chips")[[company_chip(ctx, each) for each in others]],
        title=ctx._("Then it is the turn of"),
        key="queue",
    )


# What is tapped


def blame(ctx: Ctx, event: Event) -> None:
    """A director names a position."""
    args = event.args
    ctx.do(
        "blame", company=number_in(event, "company"), director=args.get("director", ""), target=args.get("target", "")
    )
    ctx.close()


def discard(ctx: Ctx, event: Event) -> None:
    """An asset goes to the discard pile."""
    ctx.do("discard_asset", company=number_in(event, "company"), asset=number_in(event, "asset"))


DIALOG = Dialog(LIQUIDATE, sheet, begin=_begin)
ACTIONS = {"blame": blame, "discard": discard}
