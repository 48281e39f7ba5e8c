"""Corrections of the company boards and of the cards: every card lies in one place."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion import pointers
from companion.games.common import seat_of
from companion.games.greed.box import ASSETS, CARDS, COLOURS, GOODS, LATER, STARTING, card
from companion.games.greed.sales import STORAGE
from companion.games.greed.state import (
    MOST_ASSETS,
    POSITIONS,
    Company,
    Offer,
    State,
    Symbol,
    free_cash,
    last_income,
    new_income,
    top_card,
)
from companion.games.restoring import expect, one_place_each
from companion.shapes import LARGEST

Document = dict[str, Any]


def restore_companies(state: State, document: Document) -> State:
    """The company boards, their money, and the piles of assets."""
    numbers = [str(number) for number in (*STARTING, *LATER)]
    expect(all(number in numbers for number in document["companies"]), "/companies")
    companies = {
        int(number): _company(state, int(number), board, f"/companies/{number}")
        for number, board in document["companies"].items()
    }
    state = _restore_money(state, document["companies"])
    for number, board in document["companies"].items():
        if board["name"] != card(state.box, "companies", number).get("name"):
            state = replace(state, box=pointers.plant(state.box, f"/companies/{number}/name", board["name"]))
    return _restore_assets(state, companies, document)


def _company(state: State, number: int, board: Document, where: str) -> Company:
    positions = [name for name in board["positions"] if name is not None]
    expect(len(board["positions"]) == POSITIONS, f"{where}/positions")
    expect(board["positions"][: len(positions)] == positions, f"{where}/positions")  # without gaps
    for key in ("goods", "stored"):
        expect(board[key].keys() == set(GOODS), f"{where}/{key}")
    expect(sum(board["stored"].values()) <= len(STORAGE), f"{where}/stored")
    expect(len(board["assets"]) <= MOST_ASSETS, f"{where}/assets")
    old = state.companies.get(number)
    flagged = board["liquidated"] != (old is not None and old.liquidated)
    liquidated = board["liquidated"] if flagged else not positions
    expect(liquidated or bool(positions), f"{where}/positions")  # somebody is the CEO of a company in business
    if liquidated and not (old is not None and old.liquidated):
        for slot in ("free_cash", "new_income", "last_income"):
            board[slot] = 0
        return Company((), _numbers(board), first_year=board["first_year"], liquidated=True)
    return Company(
        positions=tuple(seat_of(state, name) for name in positions),
        assets=_numbers(board),
        used=frozenset(asset["number"] for asset in board["assets"] if asset["used"]),
        goods=board["goods"],
        stored=board["stored"],
        boot=board["boot"],
        first_year=board["first_year"],
        liquidated=liquidated,
    )


def _numbers(board: Document) -> tuple[int, ...]:
    return tuple(asset["number"] for asset in board["assets"])


def _restore_money(state: State, boards: Document) -> State:
    """The three slots of each company; those of a company that is taken off the table are emptied."""
    ledger = state.ledger
    for number in {*state.companies, *map(int, boards)}:
        board = boards.get(str(number), {})
        for name, slot in (
            ("free_cash", free_cash(number)),
            ("new_income", new_income(number)),
            ("last_income", last_income(number)),
        ):
            amount = board.get(name, 0)
            expect(abs(amount) <= LARGEST, f"/companies/{number}/{name}")
            if slot not in ledger.balances:
                ledger = ledger.open([slot])
            ledger = ledger.put_right(slot, amount)
    return replace(state, ledger=ledger)


def _restore_assets(state: State, companies: dict[int, Company], document: Document) -> State:
    offers = [
        Offer(shown["number"], seat_of(state, shown["token"]), shown["since"]) for shown in document["available_assets"]
    ]
    before = _places(state.companies, state.offers, state.discarded)
    after = _places(companies, tuple(offers), tuple(document["discarded_assets"]))
    for place, assets in after.items():
        expect(set(assets) <= set(ASSETS), place)
    after = one_place_each(before, after)
    kept = {
        number: _with_assets(company, after[f"/companies/{number}/assets"]) for number, company in companies.items()
    }
    discarded = after["/discarded_assets"]
    for number, company in kept.items():
        if company.liquidated and company.assets:  # the assets of a company that goes are discarded
            discarded += [asset for asset in company.assets if asset not in discarded]
            kept[number] = replace(company, assets=())
    return replace(
        state,
        companies=kept,
        offers=tuple(offer for offer in offers if offer.number in after["/available_assets"]),
        discarded=tuple(discarded),
    )


def _places(
    companies: Mapping[int, Company], offers: tuple[Offer, ...], discarded: tuple[int, ...]
) -> dict[str, list[int]]:
    boards = {f"/companies/{number}/assets": list(company.assets) for number, company in companies.items()}
    piles = {"/available_assets": [offer.number for offer in offers], "/discarded_assets": list(discarded)}
    return {**piles, **boards}


def _with_assets(company: Company, assets: list[int]) -> Company:
    return replace(company, assets=tuple(assets), used=company.used & set(assets))


def restore_cards(state: State, old: Document, document: Document) -> State:
    """The players' status symbols, and the piles that they come from."""
    before = {f"/players/{seat}/status": list(symbols) for seat, symbols in enumerate(state.symbols)}
    after = {
        f"/players/{seat}/status": [Symbol(shown["colour"], shown["card"]) for shown in player["status"]]
        for seat, player in enumerate(document["players"])
    }
    for place, symbols in after.items():
        expect(all(symbol.card in [*CARDS] for symbol in symbols), place)
    after = one_place_each(before, after)
    state = replace(state, symbols=tuple(tuple(symbols) for symbols in after.values()))
    decks = {}
    for colour in COLOURS:
        decks[colour] = _deck(state, colour, before, _wanted_top(colour, old, document))
    return replace(state, decks=decks)


def _wanted_top(colour: str, old: Document, document: Document) -> str | None:
    """The card that shall be on top of a pile, said there or of the card that is being sold."""
    sold, was = document["auction"] or {}, old["auction"] or {}
    if sold.get("colour") == was.get("colour") == colour and sold["card"] != was["card"]:
        return sold["card"]
    top: str | None = document["status"][colour]["top"]
    return top


def _deck(state: State, colour: str, before: dict[str, list[Symbol]], top: str | None) -> str:
    """The cards that are left: a card that nobody owns any more is back in the pile."""
    owned = {symbol.card for symbols in state.symbols for symbol in symbols if symbol.colour == colour}
    if top == top_card(state, colour):
        back = {symbol.card for symbols in before.values() for symbol in symbols if symbol.colour == colour}
        return "".join(letter for letter in CARDS if letter in {*state.decks[colour], *back} - owned)
    expect(top is None or (top in [*CARDS] and top not in owned), f"/status/{colour}/top")
    return "" if top is None else "".join(letter for letter in CARDS if letter >= top and letter not in owned)
