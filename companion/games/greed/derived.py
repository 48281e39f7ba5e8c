"""The sentences about what followed by itself, with its numbers, by the kind of event."""

from collections.abc import Callable
from typing import Any

from companion.games.common import Line, listed, names_of
from companion.games.greed.names import good_name, goods_text, space, trend_space
from companion.games.greed.state import State, asset_name, company_name, price
from companion.words import N_, isolated, signed

Fields = dict[str, Any]


def _setup_done(state: State, fields: Fields) -> Line:
    return Line(N_("{player} takes the green dollar; year 1 begins"), {"player": state.names[fields["green"]]})


def _assets(state: State, fields: Fields) -> str:
    names = {isolated(state.names[seat]): asset for seat, asset in fields["assets"].items()}
    return ", ".join(f"{name} {asset_name(state, asset)}" for name, asset in names.items())


def _announced(state: State, fields: Fields) -> Line:
    return Line(N_("Announced: {assets}"), {"assets": _assets(state, fields)})


def _announced_twice(state: State, fields: Fields) -> Line:
    return Line(N_("Announced twice or before, so announce again: {assets}"), {"assets": _assets(state, fields)})


def _trends(state: State, fields: Fields) -> Line:
    moves = listed(
        Line(
            N_("{what}: {value}"),
            {
                "what": Line(f"{{good}} {signed(by)}", {"good": good_name(state, good)}),
                "value": f"{trend_space(old)} → {trend_space(new)}",
            },
        )
        for good, (by, old, new) in fields["moves"].items()
    )
    return Line(N_("Trends: {moves}"), {"moves": moves})


def _market(state: State, fields: Fields) -> Line:
    if not fields["moves"]:
        return Line(N_("The market stays as it is"))
    moves = listed(
        Line(f"{{good}} {known(old)} → {known(new)}", {"good": good_name(state, good)})
        for good, (old, new) in fields["moves"].items()
    )
    return Line(N_("Market: {moves}"), {"moves": moves})


def _put_right(state: State, fields: Fields) -> Line:
    moves = listed(
        Line(
            f"{{good}} {space(old)} → {space(new)} ({known(price(state, good))})",
            {"good": good_name(state, good)},
        )
        for good, (old, new) in fields["moves"].items()
    )
    return Line(
        N_("Price cubes go back to where their tracks end, in spaces from the start: {moves}"), {"moves": moves}
    )


def known(amount: int | None) -> str:
    """A price, or a question mark where the box does not know it."""
    return "?" if amount is None else str(amount)


def _bids_shown(state: State, fields: Fields) -> Line:
    bids, order = fields["bids"], fields["order"]
    made = ", ".join(f"{company_name(state, number)} {bids[number]}" for number in order)
    if not made:
        return Line(N_("Nobody bids"))
    passed = ", ".join(company_name(state, number) for number in bids if bids[number] is None)
    if passed:
        return Line(N_("Bids: {bids}; no bid: {passed}"), {"bids": made, "passed": passed})
    return Line(N_("Bids: {bids}"), {"bids": made})


def _production(state: State, fields: Fields) -> Line:
    made = listed(
        (
            Line("{company} {goods}", {"company": company_name(state, number), "goods": goods_text(state, goods)})
            for number, goods in fields["produced"].items()
        ),
        " · ",
    )
    return Line(N_("Production: {goods}"), {"goods": made})


def _rest_sold(state: State, fields: Fields) -> Line:
    sold = listed(
        (
            Line(
                "{company} {goods} = {income}",
                {
                    "company": company_name(state, number),
                    "goods": goods_text(state, sale["goods"]),
                    "income": sale["income"],
                },
            )
            for number, sale in fields["sold"].items()
        ),
        " · ",
    )
    return Line(N_("Sold at the end: {goods}"), {"goods": sold})


def _books(state: State, fields: Fields) -> Line:
    books = ", ".join(
        f"{company_name(state, number)} {book['new_income']} : {book['last_income']}{' ⚑' if book['boot'] else ''}"
        for number, book in fields["books"].items()
    )
    return Line(N_("Books, new income against last year’s (⚑ = boot): {books}"), {"books": books})


def _fired(state: State, fields: Fields) -> Line:
    told = {
        "company": company_name(state, fields["company"]),
        "cash": fields["free_cash"],
        "paid": ", ".join(
            f"{director.upper()} {isolated(state.names[seat])} {fields['paid'][director]}"
            for director, seat in fields["seats"].items()
        ),
    }
    return Line(N_("{company}, free cash {cash}: {paid}"), told)


def _new_ceo(state: State, fields: Fields) -> Line:
    told = {"player": state.names[fields["seat"]], "company": company_name(state, fields["company"])}
    return Line(N_("{player} is the new CEO of {company}"), told)


def _liquidated(state: State, fields: Fields) -> Line:
    return Line(N_("{company} is liquidated"), {"company": company_name(state, fields["company"])})


def _no_auction(_state: State, fields: Fields) -> Line:
    if fields["colour"] == "gold":
        return Line(N_("No auction of gold: nobody can pay {amount}, or no card is left"), {"amount": fields["least"]})
    return Line(N_("No auction of silver: nobody can pay {amount}, or no card is left"), {"amount": fields["least"]})


def _not_sold(_state: State, fields: Fields) -> Line:
    if fields["colour"] is None:
        return Line(N_("Nobody founds a company"))
    return Line(N_("Nobody bids, and the card stays"))


def _card_sold(state: State, fields: Fields) -> Line:
    told = {"player": state.names[fields["seat"]], "card": fields["card"], "amount": fields["paid"]}
    if fields["colour"] == "gold":
        return Line(N_("{player} buys gold {card} for {amount}; the green dollar goes to the left"), told)
    return Line(N_("{player} buys silver {card} for {amount}"), told)


def _company_won(state: State, fields: Fields) -> Line:
    told = {"player": state.names[fields["seat"]], "amount": fields["paid"]}
    return Line(N_("{player} pays {amount} and founds a company"), told)


def _year_ended(_state: State, fields: Fields) -> Line:
    return Line(N_("Year {year} is over"), {"year": fields["year"]})


def _game_ended(state: State, fields: Fields) -> Line:
    if not fields["winners"]:
        return Line(N_("The game is over; who has won is not known before all points are"))
    return Line(
        N_("The game is over, won by {names}"),
        {"names": names_of(state, fields["winners"])},
    )


SENTENCES: dict[str, Callable[[State, Fields], Line]] = {
    "setup-done": _setup_done,
    "announced": _announced,
    "announced-twice": _announced_twice,
    "trends-moved": _trends,
    "market": _market,
    "cubes-put-right": _put_right,
    "bids-shown": _bids_shown,
    "production": _production,
    "rest-sold": _rest_sold,
    "books-closed": _books,
    "fired": _fired,
    "new-ceo": _new_ceo,
    "liquidated": _liquidated,
    "no-auction": _no_auction,
    "not-sold": _not_sold,
    "card-sold": _card_sold,
    "company-won": _company_won,
    "year-ended": _year_ended,
    "game-ended": _game_ended,
}
