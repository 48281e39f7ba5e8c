"""Checks that many rules share. A seat's right to act is checked before its amounts."""

from collections.abc import Mapping
from typing import Any

from companion.errors import RuleError
from companion.games.common import counts, game_over, seat_of
from companion.games.greed.box import GOODS
from companion.games.greed.state import Company, State, asset_name, company_name, free_cash, gone
from companion.words import N_


def in_phase(state: State, *phases: str) -> None:
    """Raises RuleError ``game-over`` or ``wrong-phase``."""
    if state.phase == "end":
        game_over()
    if state.phase not in phases:
        raise RuleError("wrong-phase", N_("That cannot be done in this phase of the year."))


def exists(number: int, numbers: range, code: str, template: str, **fields: Any) -> None:
    """Raises RuleError ``code`` where no company or asset has this number; ``template`` tells {least} and {most}."""
    if number not in numbers:
        raise RuleError(code, template, least=numbers[0], most=numbers[-1], **fields)


def company_of(state: State, number: int) -> Company:
    """A company that is in business. Raises RuleError ``unknown-company`` or ``company-liquidated``."""
    company = state.companies.get(number)
    if company is None:
        raise RuleError("unknown-company", N_("There is no company {company} on the table."), company=number)
    if company.liquidated:
        raise RuleError(
            "company-liquidated",
            N_("{company} is liquidated and does nothing more."),
            company=company_name(state, number),
        )
    return company


def ceo(state: State, number: int) -> int:
    """The seat that acts for a company. Raises RuleError as `company_of`."""
    return company_of(state, number).positions[0]


def ceo_name(state: State, number: int) -> str:
    """The name of a company's CEO."""
    return state.names[ceo(state, number)]


def sits(state: State, player: str) -> int:
    """The seat of a player who is there. Raises RuleError ``unknown-player`` or ``seat-empty``."""
    seat = seat_of(state, player)
    if seat in gone(state):
        raise RuleError("seat-empty", N_("{player} went home, and the turn passes over that seat."), player=player)
    return seat


def some_goods(goods: Mapping[str, int], player: str) -> dict[str, int]:
    """The non-zero goods of a mapping that ``player`` names. Raises RuleError ``unknown-good`` or ``bad-amount``."""
    for good in goods:
        if good not in GOODS:
            raise RuleError("unknown-good", N_("There is no good “{good}”."), good=good[:40])
    return counts(goods, player)


def has_goods(state: State, number: int, held: Mapping[str, int], goods: Mapping[str, int]) -> None:
    """Raises RuleError ``not-enough-goods`` when ``held``, the goods of a company, do not cover ``goods``."""
    for good, count in goods.items():
        if count > held[good]:
            raise RuleError(
                "not-enough-goods",
                N_("{company} ({player}) needs {asked} {good} and has {allowed}."),
                company=company_name(state, number),
                player=ceo_name(state, number),
                good=good,
                asked=count,
                allowed=held[good],
            )


def has_free_cash(state: State, number: int, amount: int) -> None:
    """Raises RuleError ``not-enough-cash``."""
    held = state.ledger[free_cash(number)]
    if amount > held:
        raise RuleError(
            "not-enough-cash",
            N_("{company} ({player}) would have to pay {asked} and has {allowed} in free cash."),
            company=company_name(state, number),
            player=ceo_name(state, number),
            asked=amount,
            allowed=held,
        )


def owns(state: State, number: int, asset: int) -> None:
    """Raises RuleError ``not-owned`` when the company does not own the asset."""
    if asset not in state.companies[number].assets:
        raise RuleError(
            "not-owned",
            N_("{company} ({player}) does not own the asset {asset}."),
            company=company_name(state, number),
            player=ceo_name(state, number),
            asset=asset_name(state, asset),
        )
