"""What may be done now: complete moves, a fair sample where there are very many."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from companion.games.common import Sight, present
from companion.games.moves import playable, read_fields
from companion.games.own import bidding, prices, turns
from companion.games.own.actions import Press
from companion.games.own.book import NO_TURNS, Button, Pay
from companion.games.own.box import needs_secret
from companion.games.own.checks import slot_said
from companion.games.own.flows import slot_at
from companion.games.own.rules import MOVES
from companion.games.own.secrets import meets
from companion.games.own.state import SUPPLY, About, State, available, bank_money, own_slot, phase_name, shown
from companion.ledger import BANK

Move = dict[str, Any]
SOME = 100  # of an amount that nothing limits
ENOUGH = 12  # moves of one button, for one player


def legal(state: State, sight: Sight) -> Iterator[Move]:
    """The moves that can be made now and that ``sight`` can know to be legal."""
    return iter(()) if state.finished else playable(MOVES, state, _candidates(state, sight))


def _candidates(state: State, sight: Sight) -> Iterator[Move]:
    """Moves that may be possible, and whose refusal would tell ``sight`` nothing that it cannot see."""
    if state.sale is not None:
        yield from _bids(state, sight)
    else:
        for seat in turns.active(state):
            yield from _trades(state, seat, sight)
        for button in state.book.buttons.values():
            yield from _presses(state, button, sight)
        for seat in turns.active(state)[:1]:
            yield from _auctions(state, seat)
            yield from _ends(state, seat, sight)
    yield from _payments(state, sight)
    yield from _by_hand(state)
    yield {"action": "finish"}


def _some(least: int, most: int) -> list[int]:
    """The least, the most, and one between; nothing where there is no room."""
    return sorted({least, (least + most) // 2, most}) if least <= most else []


def _bids(state: State, sight: Sight) -> Iterator[Move]:
    sale = state.sale
    assert sale is not None
    for seat in bidding.asked(state):
        player = state.names[seat]
        if shown(state, own_slot(seat), sight):
            for amount in _some(bidding.least_bid(sale), available(state, own_slot(seat))):
                yield {"action": "bid", "player": player, "amount": amount}
        yield {"action": "pass_bid", "player": player}


def _trades(state: State, seat: int, sight: Sight) -> Iterator[Move]:
    player = state.names[seat]
    for good, held in state.goods[seat].items():
        for count in _some(1, held):
            yield {"action": "sell", "player": player, "good": good, "count": count}
    if not shown(state, own_slot(seat), sight):
        return
    money = available(state, own_slot(seat))
    for good, left in state.left.items():
        price = prices.price(state, good)
        if price is None:
            continue
        most = money // price if price else 1
        for count in _some(1, min(most, SOME if left is None else left)):
            yield {"action": "buy", "player": player, "good": good, "count": count}
        for other, goods in enumerate(state.goods):
            if other != seat and goods[good]:
                yield {"action": "buy", "player": player, "good": good, "count": 1, "of": state.names[other]}


def _presses(state: State, button: Button, sight: Sight) -> Iterator[Move]:
    if button.phase not in (None, phase_name(state)):
        return
    secret = needs_secret(state.book, button.acts)
    for seat in turns.active(state) if button.who == "turn" else present(state):
        if secret and not sight.sees(seat):
            continue
        player = state.names[seat]
        choices: list[list[tuple[str, Any]]] = []
        for asked in button.ask:
            if asked == "player":
                choices.append([("other", name) for name in state.names if name != player])
            elif asked == "amount":
                choices.append([(asked, number) for number in _some(1, _most(state, button, seat))])
            elif asked == "count":
                choices.append([(asked, number) for number in (1, 2)])
            else:
                choices.append([(asked, good) for good in state.book.goods_asked(asked)])
        for place, fields in enumerate(product(*choices)):
            if place == ENOUGH:
                break
            move = {"player": player, "button": button.name, **dict(fields)}
            if not meets(state, read_fields({"press": Press}, "press", move), sight):
                yield {"action": "press", **move}


def _most(state: State, button: Button, seat: int) -> int:
    """The most that a button which asks an amount can pay out of a slot of its own or of the table."""
    sources = [act.source for act in button.acts if isinstance(act, Pay) and act.amount.text.strip() == "amount"]
    about = About(state, seat)
    paid = [available(state, slot_at(place, about, None)) for place in sources if place.kind in ("own", "table")]
    return max(1, min(paid, default=SOME))


def _auctions(state: State, seat: int) -> Iterator[Move]:
    what = next((good for good, left in state.left.items() if left != 0), "1")
    for kind in ("open", "sealed"):
        yield {"action": "auction", "player": state.names[seat], "what": what, "kind": kind}


def _ends(state: State, seat: int, sight: Sight) -> Iterator[Move]:
    """The end of the turn and of the phase, unless somebody's hidden money may stand against it."""
    if not sight.everything and any(
        needs_secret(state.book, [due.pay]) and (due.short == "refuse" or due.pay.amount.names & state.book.secret)
        for due in state.book.dues
    ):
        return
    if state.book.turns[state.stage] != NO_TURNS:
        yield {"action": "end_turn", "player": state.names[seat]}
    yield {"action": "end_phase", "player": state.names[seat]}


def _payments(state: State, sight: Sight) -> Iterator[Move]:
    """Some payments: everybody to the bank and back, and from the slots that belong to nobody."""
    bank = bank_money(state)
    for seat in present(state):
        player, own = state.names[seat], own_slot(seat)
        fields = {"action": "pay", "player": player}
        if shown(state, own, sight):
            for amount in _some(1, available(state, own)):
                yield {**fields, "amount": amount, "from": slot_said(state, own), "to": BANK}
        for amount in _some(1, SOME if bank is None else min(SOME, bank)):
            yield {**fields, "amount": amount, "from": BANK, "to": slot_said(state, own)}
    first = state.names[present(state)[0]]
    for slot, held in state.ledger.balances.items():
        if slot.startswith(("good:", "table:")) and held > 0:
            yield {"action": "pay", "player": first, "amount": held, "from": slot, "to": BANK}


def _by_hand(state: State) -> Iterator[Move]:
    """Goods given without money, and prices moved."""
    for seat in present(state)[:1]:
        player = state.names[seat]
        for good, left in state.left.items():
            give = {"action": "give", "player": player, "good": good, "count": 1}
            if left != 0:
                yield {**give, "from": SUPPLY, "to": player}
            if state.goods[seat][good]:
                yield {**give, "from": player, "to": SUPPLY}
    for good in state.book.goods:
        if good in state.markers or good in state.numbers:
            for by in (1, -1):
                yield {"action": "price", "good": good, "right": by}
        elif state.book.goods[good].track:
            grid = state.book.tracks[state.book.goods[good].track]
            yield {"action": "price", "good": good, "to": grid[0][0]}
