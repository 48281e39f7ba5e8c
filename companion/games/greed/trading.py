"""Phase 5: companies trade, and processors run ("Commerce et processus")."""

from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import add
from companion.games.greed import checks
from companion.games.greed.actions import EndTrading, Process, Side, Trade
from companion.games.greed.box import is_primary, recipe
from companion.games.greed.state import (
    Company,
    State,
    asset_name,
    company_name,
    free_cash,
    new_income,
)
from companion.words import N_

Boards = dict[int, Company]


def trade(state: State, move: Trade) -> State:
    """Two companies exchange goods and free cash; money received is new income ("Commerce et processus").

    One side delivers, the assets of ``process`` run, the other side delivers: so goods made from what the partner
    hands over may be what is given for it.
    Raises RuleError: ``wrong-phase``, ``unknown-company``, ``company-liquidated``, ``same-company``, ``bad-amount``,
    ``unknown-good``, ``no-gifts``, ``not-enough-cash``, ``not-enough-goods``, and as `process`.
    """
    checks.in_phase(state, "trade")
    check_partners(state, move.company, move.other)
    gives = _offer(state, move.company, move.gives)
    gets = _offer(state, move.other, move.gets)
    ledger = state.ledger.move(free_cash(move.company), new_income(move.other), move.gives.cash)
    ledger = ledger.move(free_cash(move.other), new_income(move.company), move.gets.cash)
    boards = _deal(state, move, gives, gets)
    return replace(state, ledger=ledger, companies={**state.companies, **boards})


def check_partners(state: State, company: int, other: int) -> None:
    """Raises RuleError: ``unknown-company``, ``company-liquidated``, ``same-company``."""
    for number in (company, other):
        checks.company_of(state, number)
    if company == other:
        raise RuleError(
            "same-company",
            N_("{company} ({player}) cannot trade with itself."),
            company=company_name(state, company),
            player=checks.ceo_name(state, company),
        )


def _offer(state: State, number: int, side: Side) -> dict[str, int]:
    """The goods that a side hands over, when it can pay its cash."""
    goods = check_side(state, number, side)
    checks.has_free_cash(state, number, side.cash)
    return goods


def check_side(state: State, number: int, side: Side) -> dict[str, int]:
    """The goods that a side hands over. Raises RuleError: ``unknown-good``, ``bad-amount``, ``no-gifts``."""
    goods = checks.some_goods(side.goods, checks.ceo_name(state, number))
    if side.cash < 0:
        raise RuleError(
            "bad-amount",
            N_("{company} ({player}) would pay {asked}; the least is {allowed}."),
            company=company_name(state, number),
            player=checks.ceo_name(state, number),
            asked=side.cash,
            allowed=1,
        )
    if not goods and not side.cash:
        raise RuleError(
            "no-gifts",
            N_("{company} ({player}) gives nothing; each side gives at least 1 in cash or one good."),
            company=company_name(state, number),
            player=checks.ceo_name(state, number),
        )
    return goods


def _deal(state: State, move: Trade, gives: dict[str, int], gets: dict[str, int]) -> Boards:
    """Both boards after the goods went over. Either side may be the first to deliver: whichever way it works."""
    boards = {number: state.companies[number] for number in (move.company, move.other)}
    here, there = (move.company, move.other, gives), (move.other, move.company, gets)
    if not move.process:
        for giver, _, goods in (here, there):
            checks.has_goods(state, giver, boards[giver].goods, goods)
    for asset in move.process:
        if not any(asset in board.assets for board in boards.values()):
            checks.owns(state, move.other, asset)
    own = set(move.process) & set(boards[move.company].assets)
    first, second = (there, here) if own else (here, there)
    try:
        return _delivered(state, move.process, boards, first, second)
    except RuleError as refusal:
        try:
            return _delivered(state, move.process, boards, second, first)
        except RuleError:
            raise refusal from None


def _delivered(
    state: State,
    process: list[int],
    boards: Boards,
    first: tuple[int, int, dict[str, int]],
    second: tuple[int, int, dict[str, int]],
) -> Boards:
    boards = _handed_over(state, boards, *first)
    for asset in process:
        owner = next(number for number, board in boards.items() if asset in board.assets)
        boards = {**boards, owner: processed(state, owner, boards[owner], asset)}
    return _handed_over(state, boards, *second)


def _handed_over(state: State, boards: Boards, giver: int, taker: int, goods: dict[str, int]) -> Boards:
    source, target = boards[giver], boards[taker]
    checks.has_goods(state, giver, source.goods, goods)
    return {
        **boards,
        giver: replace(source, goods=add(source.goods, goods, -1)),
        taker: replace(target, goods=add(target.goods, goods)),
    }


def process(state: State, move: Process) -> State:
    """A processor turns its inputs into its outputs, once a year.

    Raises RuleError: ``wrong-phase``, ``unknown-company``, ``company-liquidated``, ``not-owned``, ``asset-used``,
    ``not-a-processor``, ``not-enough-goods``, ``box-value-needed``.
    """
    checks.in_phase(state, "trade")
    company = checks.company_of(state, move.company)
    board = processed(state, move.company, company, move.asset)
    return replace(state, companies={**state.companies, move.company: board})


def processed(state: State, number: int, company: Company, asset: int) -> Company:
    """The board of a company after one of its processors ran."""
    checks.owns(state, number, asset)
    fields: dict[str, Any] = {
        "company": company_name(state, number),
        "player": checks.ceo_name(state, number),
        "asset": asset_name(state, asset),
    }
    inputs, outputs = recipe(state.box, asset)
    if is_primary(state.box, asset):
        raise RuleError(
            "not-a-processor",
            N_("{company} ({player}) cannot process with {asset}: it produces by itself."),
            **fields,
        )
    if asset in company.used:
        raise RuleError(
            "asset-used",
            N_("{company} ({player}) has used {asset} this year already; once is allowed."),
            **fields,
        )
    checks.has_goods(state, number, company.goods, inputs)
    goods = add(add(company.goods, inputs, -1), outputs)
    return replace(company, goods=goods, used=company.used | {asset})


def end_trading(state: State, _move: EndTrading) -> State:
    """The table goes on to the sales. Raises RuleError ``wrong-phase``."""
    checks.in_phase(state, "trade")
    return replace(state, phase="sales", proposals=())
