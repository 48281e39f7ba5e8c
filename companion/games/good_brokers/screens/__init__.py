"""The screens of Good Brokers: trading, cards, the price board, and who has what."""

from dataclasses import dataclass, field
from typing import Any

import htpy as h
from htpy import Node

from companion import charts as drawings
from companion.games.common import PUBLIC, Sight
from companion.games.good_brokers import advice, turns
from companion.games.good_brokers.screens.board import company_chip, moved, named, played_cards, price_board
from companion.games.good_brokers.screens.fields import choices
from companion.games.good_brokers.secrets import hands_open
from companion.games.good_brokers.state import CLIENT_SPACES, State, price, supply, value_of
from companion.games.good_brokers.trade import MOST_SHARES
from companion.games.good_brokers.words import shares_text
from companion.screens import parts, story
from companion.screens.ctx import Ctx, Figure, Screen, Tab
from companion.screens.says import says
from companion.screens.typed import whole
from companion.table import Table
from companion.widgets.messages import Event
from companion.words import N_, Translator, isolated, signed

FORM = "trade"

__all__ = ["ACTIONS", "TABS", "big", "charts", "choices", "thing_named"]


@dataclass(slots=True)
class Chosen:
    """What is chosen on a page in a ``turn`` before it is done: shares stepped to, whether one is put aside, the rack.

    ``cleared`` grows when what was stepped to is done with.
    """

    turn: str = ""
    picks: dict[str, int] = field(default_factory=dict)
    cleared: int = 0
    placing: bool = False
    rack: str = "left"


def _chosen(ctx: Ctx) -> Chosen:
    """What is chosen in this turn: not what was for somebody else's, or in an earlier one."""
    kept, turn = ctx.kept(Chosen), _about(ctx)
    return kept if kept.turn == turn else Chosen(turn, cleared=kept.cleared)


def table(ctx: Ctx) -> Screen:
    """The first tab: what the reader has and can do now."""
    state = ctx.table.state
    acting = ctx.acting
    seat = None if acting is None else ctx.table.players.index(acting)
    body: list[Node] = [_result(ctx), _own(ctx), parts.prompt(_asked(ctx))]
    foot: Node = None
    if seat is not None and state.phase == "trade":
        body += [_trade(ctx, seat), _clients(ctx, seat)]
        foot = _trade_foot(ctx, seat)
    elif seat is not None:
        body.append(_cards(ctx, seat))
    body += [_players(ctx), *_board_cards(ctx)]
    return Screen(body, foot)


def _asked(ctx: Ctx) -> str:
    """What the reader is asked now: to trade, for the first card, for the second one. Nothing while others are."""
    state = ctx.table.state
    return f"{state.round} {state.turn} {state.phase} {state.rack_used}" if ctx.seat in ctx.active else ""


def market(ctx: Ctx) -> Screen:
    """The market: the charts, the board as printed, the cards of this round."""
    return Screen([_chart(ctx, "prices", tall=True), *_board_cards(ctx), _chart(ctx, "wealth")])


def big(ctx: Ctx) -> Node:
    """The big screen: everything that is public, large."""
    if ctx.snapshot["finished"]:
        return h.div(".cards")[_result(ctx), _chart(ctx, "prices", tall=True)]
    return [
        h.div(".big-columns")[
            parts.card(price_board(ctx, whole=True), title=ctx._("Prices")),
            h.div(".big-stack")[_chart(ctx, "prices", tall=True), _players(ctx, brief=True), _played(ctx)],
        ],
    ]


def charts(ctx: Ctx) -> dict[str, Figure]:
    """The figures on screen now."""
    shown = {"market": ("prices", "wealth"), "big": ("prices",)}.get(ctx.tab, ())
    return {kind: drawings.draw(ctx.table, kind, ctx.seat, ctx._) for kind in shown}


# What one has


def _sight(ctx: Ctx) -> Sight:
    """What the reader may see, for advice."""
    return Sight(seat=ctx.table.players.index(ctx.seat)) if ctx.seat in ctx.table.players else PUBLIC


def _own(ctx: Ctx) -> Node:
    """The reader's money and danger; for the banker that of the player who acts."""
    _ = ctx._
    name = ctx.seat if ctx.seat in ctx.table.players else ctx.acting
    if name is None:
        return None
    seat = ctx.table.players.index(name)
    mine = ctx.snapshot["players"][seat]
    worth = advice.worth(ctx.table.state, seat, _sight(ctx))
    return parts.card(
        name != ctx.seat and parts.row(parts.player_chip(ctx, name), cls="above"),
        parts.row(
            parts.grow(parts.amount(ctx.money(mine["cash"]), _("cash"))),
            h.div(".right")[
                worth is not None and parts.amount(ctx.money(worth), _("with shares"), small=True),
                _client_note(ctx, seat),
            ],
        ),
        key="own",
    )


def _client_note(ctx: Ctx, seat: int) -> Node:
    _, state = ctx._, ctx.table.state
    total = advice.client_total(state, seat, _sight(ctx))
    danger = state.phase != "end" and advice.in_danger(state, seat, _sight(ctx))
    told = _("clients {amount}").format(amount=ctx.money(total))
    return [parts.note(told), danger and parts.note(h.span(".down")["⚠ ", _("in danger")])]


def _result(ctx: Ctx) -> Node:
    """Who is out and who has won, at the end."""
    _, snapshot = ctx._, ctx.snapshot
    if not snapshot["finished"]:
        return None
    told = _("won") if snapshot["winners"] else _("All tie for the least client money, so all are out.")
    return story.ended(ctx.table, _, told, _("Nobody wins"))


def _players(ctx: Ctx, *, brief: bool = False) -> Node:
    """Everybody's money and danger; ``brief`` leaves out what is in a hand."""
    _, state, sight = ctx._, ctx.table.state, _sight(ctx)
    rows = []
    for seat, player in enumerate(ctx.snapshot["players"]):
        shares = player.get("shares")
        hand = shares_text(state, shares).text(_) if shares and any(shares.values()) and not brief else ""
        worth = advice.worth(state, seat, sight)
        rows.append(
            parts.item(
                parts.player_chip(ctx, player["name"]),
                _("{count} in hand, {aside} put aside").format(
                    count=player["shares_total"], aside=player["clients_total"]
                ),
                hand,
                worth is not None and _("with shares {amount}").format(amount=ctx.money(worth)),
                player["name"] in ctx.snapshot["away"] and _("went home"),
                side=h.div(".right")[parts.amount(ctx.money(player["cash"]), small=True), _client_note(ctx, seat)],
                cls="on" if player["name"] == ctx.snapshot["active"] else "",
                key=f"player-{seat}",
            )
        )
    return parts.card(parts.items(rows), title=_("Players"), key="players")


# Fase 1


def _trade(ctx: Ctx, seat: int) -> Node:
    """Shares to buy or sell, one stepper a company."""
    _, state = ctx._, ctx.table.state
    if state.traded:
        return parts.card(parts.note(_("Bought or sold for this turn.")), title=_("Shares"), key="trade-card")
    changes = advice.last_changes(ctx.table.records("prices"), state)
    picks = _chosen(ctx).picks
    rows = [
        _trade_row(ctx, seat, company, picked=picks.get(company, 0), change=changes.get(company, 0))
        for company in state.steps
    ]
    prices = {company: price(state, company) for company in state.steps}
    limits = parts.limits(
        (dict.fromkeys(prices, 1), MOST_SHARES),
        (dict.fromkeys(prices, -1), MOST_SHARES),
        (prices, ctx.snapshot["players"][seat]["cash"]),
        one_way=True,
    )
    title = _("Buy or sell up to {most}").format(most=MOST_SHARES)
    form = h.form(limits, id=FORM, data_do="trade", data_about=_about(ctx), autocomplete="off")[rows]
    return parts.card(form, _elsewhere(ctx, seat), title=title, key="trade-card")


def _elsewhere(ctx: Ctx, seat: int) -> Node:
    """That only the own seat knows what there is to sell, where this page does not."""
    if advice.hand(ctx.table.state, seat, _sight(ctx)) is not None:
        return None
    text = ctx._("{player} sells and puts aside on a device of the own seat: which shares lie aside is hidden.")
    return parts.note(text.format(player=ctx.table.players[seat]))


def _trade_row(ctx: Ctx, seat: int, company: str, *, picked: int, change: int) -> Node:
    _, state, sight = ctx._, ctx.table.state, _sight(ctx)
    name = named(ctx, company)
    held = state.shares[seat][company] if hands_open(state, sight, seat) else None
    least = -min((advice.hand(state, seat, sight) or {}).get(company, 0), MOST_SHARES)
    most = min(supply(state, company), MOST_SHARES) if price(state, company) else 0
    return parts.row(
        parts.grow(
            company_chip(ctx, company),
            parts.note(
                h.b(".ink")[ctx.money(price(state, company))],
                " ",
                moved(ctx, change),
                held is not None and [" · ", _("have {count}").format(count=held)],
                held is not None and held > 0 and f" = {ctx.money(held * price(state, company))}",
            ),
        ),
        parts.stepper(
            name,
            company,
            picked,
            "pick",
            fewer=_("fewer {company}").format(company=name),
            more=_("more {company}").format(company=name),
            least=least,
            most=most,
            signed=True,
            rev=_turn(ctx),
            hotkey=digit(state, company),
        ),
    )


def _trade_foot(ctx: Ctx, seat: int) -> Node:
    """The one button of the trade phase: what has been picked and what it costs, else the end of the turn."""
    _, state = ctx._, ctx.table.state
    if state.traded:
        return parts.primary(_("End turn"), "end_turn", hotkey="e")
    picks = {company: count for company, count in _chosen(ctx).picks.items() if count}
    bought = {company: count for company, count in picks.items() if count > 0}
    sold = {company: -count for company, count in picks.items() if count < 0}
    text = _trade_text(ctx, seat, bought, sold)
    if not picks:
        return parts.primary(text, "end_turn", form=FORM, hotkey="e")
    return parts.primary(text, "trade", form=FORM, disabled=not _possible(ctx, seat, bought, sold))


def _possible(ctx: Ctx, seat: int, bought: dict[str, int], sold: dict[str, int]) -> bool:
    """Whether what was stepped to can still be booked: the table may have changed since."""
    state, hand = ctx.table.state, advice.hand(ctx.table.state, seat, _sight(ctx)) or {}
    if bought and sold:
        return False
    there = all(count <= hand.get(company, 0) for company, count in sold.items()) and all(
        count <= supply(state, company) and price(state, company) for company, count in bought.items()
    )
    paid = value_of(state, bought) <= ctx.snapshot["players"][seat]["cash"]
    return there and paid and sum((bought or sold).values()) <= MOST_SHARES


def _trade_text(ctx: Ctx, seat: int, bought: dict[str, int], sold: dict[str, int]) -> Node:
    """What the button says of what is stepped to: it follows the steppers."""
    _, state = ctx._, ctx.table.state
    prices = {company: price(state, company) for company in state.steps}
    names = {company: named(ctx, company) for company in prices}
    sums: dict[str, dict[str, Any]] = {
        "shares": {"of": dict.fromkeys(prices, 1), "names": names},
        "amount": {"of": prices, "unsigned": True},
    }
    picked = bought or sold
    cost = value_of(state, picked)
    case = "both" if bought and sold else "less" if sold else "says" if bought else "none"
    held = ctx.snapshot["players"][seat]["cash"]
    return [
        says(
            ctx,
            _("Buy {shares} for {amount}"),
            {"shares": shares_text(state, picked).text(_), "amount": ctx.money(cost)},
            sums,
            case=case,
            none=_("End turn"),
            less=_("Sell {shares} for {amount}"),
            both=_("Buy or sell, not both"),
        ),
        h.small[
            says(
                ctx,
                _("leaves {amount}"),
                {"amount": ctx.money(held - cost)},
                {"amount": {"of": {company: -each for company, each in prices.items()}, "plus": held}},
                case=case,
                none="",
                less="",
                both="",
            )
        ],
    ]


def _clients(ctx: Ctx, seat: int) -> Node:
    """Putting one share aside, where it is known what is in the hand."""
    _, state = ctx._, ctx.table.state
    aside = sum(state.clients[seat].values())
    told = _("{count} of {spaces} this round, face down").format(count=aside, spaces=CLIENT_SPACES)
    if state.placed or aside >= CLIENT_SPACES:
        told = _("Done for this turn.") if state.placed else told
        return parts.card(parts.note(told), title=_("For the clients"), key="clients")
    hand = advice.hand(state, seat, _sight(ctx)) or {}
    companies = [company for company in state.steps if hand.get(company)]
    if not companies:
        return None
    open_ = _chosen(ctx).placing
    choices = [
        parts.button(company_chip(ctx, company), "place", args={"company": company}, cls="wide", key=f"place-{company}")
        for company in companies
    ]
    return parts.card(
        parts.row(
            parts.grow(h.b[_("Put one share aside for the clients")], parts.note(told)),
            parts.button(
                _("Cancel") if open_ else _("Choose"), "placing", hotkey="p", pressed=open_, key="choose-placing"
            ),
        ),
        open_ and h.div(".choices")[choices],
        key="clients",
    )


# Fase 2


def _cards(ctx: Ctx, seat: int) -> Node:
    """Company × value: one tap plays the card, and each shows the price that it leads to."""
    _, state = ctx._, ctx.table.state
    side = _side(ctx, seat)
    second = state.rack_used is not None
    values = sorted(state.box["cards"]["values"], reverse=True)
    title = _("Second card, at half its value") if second else _("First card, at its full value")
    rows = [_card_row(ctx, company, side, values) for company in state.steps]
    grid = h.div(".cardgrid", role="group", aria_label=title)[rows]
    return parts.card(_racks(ctx, seat, side), grid, title=title, key="cards")


def _card_row(ctx: Ctx, company: str, side: str, values: list[int]) -> Node:
    state = ctx.table.state
    left = dict(advice.may_come(state, company))
    name = named(ctx, company)
    cells = []
    for value in values:
        after = ctx.money(advice.price_after(state, company, value))
        cells.append(
            parts.button(
                [signed(value), h.small["→ ", after]],
                "play_card",
                args={"company": company, "value": value, "rack": side},
                disabled=left[value] == 0,
                label=f"{name} {signed(value)} → {after}",
                cls="cell " + ("plus" if value > 0 else "minus"),
                key=f"card-{company}-{value}",
            )
        )
    head = h.div(".cardhead")[company_chip(ctx, company), h.b(".ink")[ctx.money(price(state, company))]]
    key = digit(state, company)
    group = h.div(".cells", role="group", aria_label=name, data_hotkey=key, aria_keyshortcuts=key)[cells]
    return h.div(".cardrow", data_key=f"row-{company}")[head, group]


def digit(state: State, company: str) -> str:
    """The key that leads to a company's controls: 1 for the first, and so on."""
    return str(list(state.steps).index(company) + 1)


def _side(ctx: Ctx, seat: int) -> str:
    """The rack that the next card comes from: the other one for a second card, else the one that was chosen."""
    state = ctx.table.state
    if state.rack_used is not None:
        return "right" if state.rack_used == "left" else "left"
    chosen = _chosen(ctx).rack
    return chosen if _rack_left(state, seat, chosen) else ("right" if chosen == "left" else "left")


def _rack_left(state: State, seat: int, side: str) -> int:
    return state.racks[turns.rack_of(state, seat, side)]


def _racks(ctx: Ctx, seat: int, side: str) -> Node:
    """Which of the two racks the card comes from; the neighbour at that rack is named."""
    _, state = ctx._, ctx.table.state
    players, buttons = ctx.table.players, []
    for each, label, other in (
        ("left", _("Left: {cards}"), seat + 1),
        ("right", _("Right: {cards}"), seat - 1),
    ):
        left = _rack_left(state, seat, each)
        cards = _.ngettext("{count} card", "{count} cards", left).format(count=left)
        text = [
            h.span[label.format(cards=cards)],
            h.small[_("shared with {player}").format(player=players[other % len(players)])],
        ]
        buttons.append(
            parts.button(
                text,
                "rack",
                args={"side": each},
                pressed=each == side,
                disabled=left == 0 or state.rack_used is not None,
                hotkey="l" if each == "left" else "r",
                cls="half",
                key=f"rack-{each}",
            )
        )
    return h.div(".racks", role="group", aria_label=_("Rack"))[buttons]


# The market


def _board_cards(ctx: Ctx) -> list[Node]:
    return [parts.card(price_board(ctx), title=ctx._("Prices"), key="board"), _played(ctx)]


def _played(ctx: Ctx) -> Node:
    return parts.card(played_cards(ctx), title=ctx._("Cards of this round"), key="played")


def _chart(ctx: Ctx, kind: str, *, tall: bool = False) -> Node:
    _ = ctx._
    said = {
        "prices": ", ".join(
            f"{_(ctx.table.state.box['companies'][company]['name'])} {value}"
            for company, value in ctx.snapshot["prices"].items()
        ),
        "wealth": ", ".join(f"{isolated(player['name'])} {player['cash']}" for player in ctx.snapshot["players"]),
    }[kind]
    label = {"prices": _("Chart of the prices; now:"), "wealth": _("Chart of the players' wealth; cash now:")}[kind]
    return parts.card(
        h.div(".chart.tall" if tall else ".chart", data_chart=kind, aria_label=f"{label} {said}"), key=f"chart-{kind}"
    )


# What is tapped


def trade(ctx: Ctx, event: Event) -> None:
    """Buy what was stepped up, or sell what was stepped down."""
    picks = _picks(ctx, event)
    if any(count > 0 for count in picks.values()) and any(count < 0 for count in picks.values()):
        ctx.keep(_chosen(ctx)).picks = picks
        ctx.say(ctx._("Buy or sell in one turn, not both."))
        return
    action = "sell" if any(count < 0 for count in picks.values()) else "buy"
    ctx.do(action, player=ctx.acting, shares={company: abs(count) for company, count in picks.items() if count})
    _clear(ctx)


def pick(ctx: Ctx, event: Event) -> None:
    """Remember what the steppers show."""
    ctx.keep(_chosen(ctx)).picks = _picks(ctx, event)


def end_turn(ctx: Ctx, event: Event) -> None:
    """End the turn; or buy or sell what was stepped to in the moment before."""
    if any(_picks(ctx, event).values()):  # the button said so already, this page did not know it yet
        trade(ctx, event)
        return
    ctx.do("end_turn", player=ctx.acting)
    _clear(ctx)


def placing(ctx: Ctx, _event: Event) -> None:
    """Show or hide the shares that can be put aside."""
    chosen = ctx.keep(_chosen(ctx))
    chosen.placing = not chosen.placing


def place(ctx: Ctx, event: Event) -> None:
    """Put a share aside for the clients."""
    ctx.do("place", player=ctx.acting, company=event.args.get("company", ""))
    ctx.keep(_chosen(ctx)).placing = False


def rack(ctx: Ctx, event: Event) -> None:
    """Take the first card from the left or the right rack."""
    ctx.keep(_chosen(ctx)).rack = "right" if event.args.get("side") == "right" else "left"


def play_card(ctx: Ctx, event: Event) -> None:
    """Play a card from the rack that is chosen."""
    args: dict[str, Any] = event.args
    ctx.do(
        "play_card",
        player=ctx.acting,
        rack=args.get("rack", ""),
        company=args.get("company", ""),
        value=whole(args.get("value", "0")),
    )


def _picks(ctx: Ctx, event: Event) -> dict[str, int]:
    """What the steppers show now, as far as they are on the page."""
    state = ctx.table.state
    shown = {company: event.text(company) for company in state.steps if company in event.values}
    return {company: int(count) for company, count in shown.items() if count.lstrip("-").isdecimal()}


def _turn(ctx: Ctx) -> str:
    """Whose shares are picked: what was stepped to stays until it is traded, or somebody else's turn."""
    return f"{_about(ctx)}-{_chosen(ctx).cleared}"


def _about(ctx: Ctx) -> str:
    """Whose turn it is, by the seat, and which."""
    state, acting = ctx.table.state, ctx.acting
    return f"{state.round}-{state.turn}-{'' if acting is None else ctx.table.players.index(acting)}"


def _clear(ctx: Ctx) -> None:
    chosen = ctx.keep(_chosen(ctx))
    chosen.picks, chosen.cleared = {}, chosen.cleared + 1


def thing_named(table: Table, keys: list[str], _thing: Any, _: Translator) -> str | None:
    """A rack is called by the two who share it."""
    match keys:
        case ["racks", number]:
            left, right = (table.players[(int(number) + step) % len(table.players)] for step in (0, 1))
            return _("{left} and {right}").format(left=left, right=right)
    return None


TABS = [
    Tab(
        "table",
        N_("Table"),
        table,
        hotkey="t",
        icon="▦",
        help=N_("Your money and your shares. On your turn you trade and put a share aside, then play two cards."),
    ),
    Tab(
        "market",
        N_("Market"),
        market,
        hotkey="m",
        icon="◔",
        help=N_("All prices and how they came about, and the cards of this round."),
    ),
]

ACTIONS = {
    "trade": trade,
    "pick": pick,
    "end_turn": end_turn,
    "placing": placing,
    "place": place,
    "rack": rack,
    "play_card": play_card,
}
