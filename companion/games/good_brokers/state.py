"""The state of a game of Good Brokers, its actions, and its snapshot."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from companion.errors import RuleError
from companion.games.common import Hidden, Sight, TableState, seat_of
from companion.ledger import new_ledger
from companion.shapes import Misfit, fit
from companion.words import N_

ROUNDS = 2
TURNS = 4
CLIENT_SPACES = 4
RACK = Literal["left", "right"]


class Buy(Struct, frozen=True, forbid_unknown_fields=True):
    """Buy 1 to 3 shares."""

    player: str
    shares: dict[str, int]


class Sell(Struct, frozen=True, forbid_unknown_fields=True):
    """Sell 1 to 3 shares from the hand."""

    player: str
    shares: dict[str, int]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Put one share of the hand on the own client board."""

    player: str
    company: str


class EndTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """End the own turn of the trade phase."""

    player: str


class PlayCard(Struct, frozen=True, forbid_unknown_fields=True):
    """Play a card of a neighbouring rack; ``value`` is the printed one, also for the second card."""

    player: str
    rack: RACK
    company: str
    value: int


class Card(Struct, frozen=True):
    """A card played in this round, by a seat."""

    seat: int
    rack: str
    company: str
    value: int
    turn: int


class State(TableState, frozen=True, kw_only=True):
    """A table of Good Brokers.

    ``steps`` are the cubes' spaces on the price track (0 = the lowest), ``tiles`` the share tiles that exist of
    each company, ``shares`` and ``clients`` what each seat has in hand and put aside in this round, ``racks`` the
    cards left.
    ``rack_used`` is where the active player's first card of this turn came from.
    """

    round: int
    turn: int
    phase: str
    active: int | None
    first: int
    traded: bool
    placed: bool
    rack_used: str | None
    steps: dict[str, int]
    tiles: dict[str, int]
    shares: tuple[dict[str, int], ...]
    clients: tuple[dict[str, int], ...]
    racks: tuple[int, ...]
    cards: tuple[Card, ...]


def cash(seat: int) -> str:
    """The slot of a player's own money."""
    return f"player:{seat}:cash"


def client_money(seat: int) -> str:
    """The slot of the money earned for a player's clients; frozen until the end."""
    return f"player:{seat}:client_money"


def price(state: State, company: str) -> int:
    """What a share of ``company`` costs now."""
    return state.box["track"][state.steps[company]]


def value_of(state: State, shares: dict[str, int]) -> int:
    """What ``shares`` are worth at today's prices."""
    return sum(count * price(state, company) for company, count in shares.items())


def supply(state: State, company: str) -> int:
    """The shares of ``company`` that nobody holds."""
    return supplies(state)[company]


def supplies(state: State) -> dict[str, int]:
    """The shares of every company that nobody holds."""
    left = state.tiles.copy()
    for held in (*state.shares, *state.clients):
        for company, count in held.items():
            left[company] -= count
    return left


MOST_COMPANIES = 20  # the moves that are offered grow with their third power


class BoxCompany(Struct, forbid_unknown_fields=True):
    """A company as printed; ``colour`` is that of its cube."""

    name: str
    colour: str


class BoxCards(Struct, forbid_unknown_fields=True, kw_only=True):
    """The cards; ``copies`` by value, as ``+6``."""

    per_company: Annotated[int, Meta(ge=1)]
    values: list[int]
    copies: dict[str, int | None] = {}
    per_rack: Annotated[int, Meta(ge=1)]


class BoxType(Struct, forbid_unknown_fields=True):
    """What a box of Good Brokers says; ``cards.copies`` (how many of each value a company has) may be unknown."""

    name: str
    track: list[int]
    start_price: int
    start_money: Annotated[int, Meta(ge=0)]
    shares: Annotated[int, Meta(ge=1)]
    companies: dict[str, BoxCompany]
    cards: BoxCards


def check_box(box: dict[str, Any]) -> None:
    """Raises RuleError ``bad-box`` when a table cannot be made from ``box``."""
    try:
        data = fit(box, BoxType)
    except Misfit as reason:
        raise RuleError("bad-box", N_("The box cannot be used: {reason}."), reason=reason) from None
    rising = all(low < high for low, high in zip(data.track, data.track[1:], strict=False))
    if not rising or not data.track or data.track[0] < 0 or data.start_price not in data.track:
        raise RuleError("bad-box", N_("The box needs a rising price track on which the start price stands."))
    if not 1 <= len(data.companies) <= MOST_COMPANIES or not 1 <= len(data.cards.values) <= MOST_COMPANIES:
        raise RuleError(
            "bad-box",
            N_("The box needs companies and the values of their cards, {most} at most."),
            most=MOST_COMPANIES,
        )


def with_box(state: State, box: dict[str, Any]) -> State:
    """The table with a changed box: the cubes stay at their prices. Raises RuleError ``bad-box``."""
    check_box(box)
    prices = {company: price(state, company) for company in state.steps}
    if list(box["companies"]) != list(state.steps) or not set(prices.values()) <= set(box["track"]):
        raise RuleError("bad-box", N_("The companies stay, and so does every price at which a cube stands."))
    steps = {company: box["track"].index(value) for company, value in prices.items()}
    return msgspec.structs.replace(state, box=box, steps=steps)


def begin(names: tuple[str, ...], options: dict[str, Any], box: dict[str, Any]) -> State:
    """The table as it is set up for the first round ("Preparazione")."""
    check_box(box)
    companies = list(box["companies"])
    none = dict.fromkeys(companies, 0)
    seats = range(len(names))
    ledger = new_ledger([slot for seat in seats for slot in (cash(seat), client_money(seat))])
    for seat in seats:
        ledger = ledger.move("bank", cash(seat), box["start_money"])
    return State(
        names=names,
        ledger=ledger,
        options=options,
        box=box,
        round=1,
        turn=1,
        phase="trade",
        active=0,
        first=0,
        traded=False,
        placed=False,
        rack_used=None,
        steps=dict.fromkeys(companies, box["track"].index(box["start_price"])),
        tiles=dict.fromkeys(companies, box["shares"]),
        shares=(none,) * len(names),
        clients=(none,) * len(names),
        racks=(box["cards"]["per_rack"],) * len(names),
        cards=(),
    )


def hands_open(state: State, sight: Sight, seat: int) -> bool:
    """Whether ``sight`` may see which shares ``seat`` holds and has put aside (they lie face down)."""
    return state.options["open_hands"] or state.phase == "end" or sight.sees(seat)


def hidden(state: State, sight: Sight) -> frozenset[Hidden]:
    """The hands that lie face down for ``sight``, and what was put aside from them in this round."""
    hands = [(seat, "hand") for seat in range(len(state.names)) if not hands_open(state, sight, seat)]
    return frozenset([*hands, *((seat, f"clients of round {state.round}") for seat in put_aside(state, sight))])


def put_aside(state: State, sight: Sight) -> list[int]:
    """The seats with shares on their client boards of which ``sight`` does not see what they are."""
    return [
        seat for seat, held in enumerate(state.clients) if any(held.values()) and not hands_open(state, sight, seat)
    ]


class _Player(Struct, forbid_unknown_fields=True):
    name: str
    cash: int
    shares: dict[str, int]
    clients: dict[str, int]
    client_money: int
    shares_total: int
    clients_total: int


class _CardPlayed(Struct, forbid_unknown_fields=True):
    player: str
    rack: RACK
    company: str
    value: int
    turn: Annotated[int, Meta(ge=1, le=TURNS)]


class SnapshotType(Struct, forbid_unknown_fields=True):
    """The types of a whole snapshot; what a correction sets must fit."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]
    turn: Annotated[int, Meta(ge=1, le=TURNS)]
    phase: Literal["trade", "manipulate", "end"]
    active: str | None
    first_player: str
    traded: bool
    placed: bool
    rack_used: RACK | None
    prices: dict[str, int]
    supply: dict[str, int]
    players: list[_Player]
    cards_played: list[_CardPlayed]
    racks: dict[str, int]
    eliminated: list[str]
    winners: list[str]
    finished: bool


def snapshot(state: State, sight: Sight) -> dict[str, Any]:
    """The documented picture of the table, as ``sight`` may see it."""
    names = state.names
    eliminated, winners = outcome(state)
    return {
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "active": None if state.active is None else names[state.active],
        "first_player": names[state.first],
        "traded": state.traded,
        "placed": state.placed,
        "rack_used": state.rack_used,
        "prices": {company: state.box["track"][step] for company, step in state.steps.items()},
        "supply": supplies(state),
        "players": [_player(state, seat, sight) for seat in range(len(names))],
        "cards_played": [
            {
                "player": names[card.seat],
                "rack": card.rack,
                "company": card.company,
                "value": card.value,
                "turn": card.turn,
            }
            for card in state.cards
        ],
        "racks": {str(rack): left for rack, left in enumerate(state.racks)},
        "eliminated": [names[seat] for seat in eliminated],
        "winners": [names[seat] for seat in winners],
        "finished": state.phase == "end",
    }


def _player(state: State, seat: int, sight: Sight) -> dict[str, Any]:
    player: dict[str, Any] = {"name": state.names[seat], "cash": state.ledger[cash(seat)]}
    if hands_open(state, sight, seat):
        player["shares"] = state.shares[seat].copy()
        player["clients"] = state.clients[seat].copy()
    player["client_money"] = state.ledger[client_money(seat)]
    player["shares_total"] = sum(state.shares[seat].values())
    player["clients_total"] = sum(state.clients[seat].values())
    return player


def outcome(state: State) -> tuple[list[int], list[int]]:
    """Who is eliminated and who has won ("Fine del gioco"); nobody before the end.

    Least client money is out, with all who tie for it. Of the others most cash wins; tie: more client money; then
    shared.
    """
    if state.phase != "end":
        return [], []
    seats = range(len(state.names))
    earned = [state.ledger[client_money(seat)] for seat in seats]
    out = [seat for seat in seats if earned[seat] == min(earned)]
    if len(out) == len(seats) and not state.options["all_tied_least_out"]:
        out = []
    ranked = [(state.ledger[cash(seat)], earned[seat]) for seat in seats if seat not in out]
    best = max(ranked, default=None)
    return out, [seat for seat in seats if seat not in out and (state.ledger[cash(seat)], earned[seat]) == best]


def restore(state: State, document: dict[str, Any]) -> State:
    """The state that a whole snapshot describes: how a correction gets back into the table.

    Raises RuleError ``bad-value`` for what no component can show.
    """
    companies, track, seats = state.steps, state.box["track"], len(state.names)
    players = document["players"]
    _expect(len(players) == seats, "/players")
    for key, mapping in [("prices", document["prices"]), ("supply", document["supply"])]:
        _expect(mapping.keys() == companies.keys(), f"/{key}")
    ledger = state.ledger
    for seat, player in enumerate(players):
        ledger = ledger.put_right(cash(seat), player["cash"])
        ledger = ledger.put_right(client_money(seat), player["client_money"])
        for key in ("shares", "clients"):
            held = player[key]
            _expect(held.keys() == companies.keys() and min(held.values()) >= 0, f"/players/{seat}/{key}")
        _expect(sum(player["clients"].values()) <= CLIENT_SPACES, f"/players/{seat}/clients")
    for company, value in document["prices"].items():
        _expect(value in track, f"/prices/{company}")
    for card in document["cards_played"]:
        _expect(card["company"] in companies and card["value"] in state.box["cards"]["values"], "/cards_played")
    racks = document["racks"]
    _expect(racks.keys() == {str(rack) for rack in range(seats)}, "/racks")
    _expect(all(0 <= left <= state.box["cards"]["per_rack"] for left in racks.values()), "/racks")
    active = None if document["active"] is None else seat_of(state, document["active"])
    first = seat_of(state, document["first_player"])
    if document["phase"] == "end":
        active = None
    elif active is None:
        active = first
    return msgspec.structs.replace(
        state,
        ledger=ledger,
        round=document["round"],
        turn=document["turn"],
        phase=document["phase"],
        active=active,
        first=first,
        traded=document["traded"],
        placed=document["placed"],
        rack_used=document["rack_used"],
        steps={company: track.index(document["prices"][company]) for company in companies},
        tiles=_tiles(state, document),
        shares=tuple(player["shares"] for player in players),
        clients=tuple(player["clients"] for player in players),
        racks=tuple(racks[str(rack)] for rack in range(seats)),
        cards=tuple(
            Card(seat_of(state, card["player"]), card["rack"], card["company"], card["value"], card["turn"])
            for card in document["cards_played"]
        ),
    )


def _tiles(state: State, document: dict[str, Any]) -> dict[str, int]:
    """The tiles that exist: a share moves between hand and supply, unless the supply itself was put right."""
    tiles, left = {}, supplies(state)
    for company in state.steps:
        held = sum(player[key][company] for player in document["players"] for key in ("shares", "clients"))
        counted = document["supply"][company]
        tiles[company] = state.tiles[company] if counted == left[company] else held + counted
        _expect(counted >= 0 and tiles[company] >= held, f"/supply/{company}")
    return tiles


def _expect(fits: bool, pointer: str) -> None:
    if not fits:
        raise RuleError("bad-value", N_("No space or component shows that value at {pointer}."), pointer=pointer)
