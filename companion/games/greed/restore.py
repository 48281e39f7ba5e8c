"""How a correction gets back into the table: the inverse of the snapshot."""

from typing import Any

from msgspec.structs import replace

from companion import pointers
from companion.auctions import Outcry
from companion.errors import RuleError
from companion.games.common import EVERYTHING, clockwise, seat_of
from companion.games.greed import proposals
from companion.games.greed.auctions import LEADER_ASKED
from companion.games.greed.box import COLOURS, GOODS, check_box, price_track, trend_steps
from companion.games.greed.cubes import Walk
from companion.games.greed.founding import LEAST
from companion.games.greed.restore_boards import restore_cards, restore_companies
from companion.games.greed.snapshot import snapshot
from companion.games.greed.state import Proposal, Scapegoats, State, cash, lowest_ceo
from companion.games.greed.symbols import STEP
from companion.games.restoring import expect
from companion.shapes import LARGEST

Document = dict[str, Any]

# The last version of the rules in which a start price put right on its track was not that of its auction as well.
PRICES_APART = 4


def restore(state: State, document: Document) -> State:
    """The state that a whole snapshot describes. Where a copy of a value was put right, its other copies follow.

    Raises RuleError ``bad-value`` for what no component can show, ``unknown-player`` for a strange name.
    """
    before, old = state, snapshot(state, EVERYTHING)
    expect(len(document["players"]) == len(state.names), "/players")
    expect(document["status"].keys() == set(COLOURS), "/status")
    if state.rules > PRICES_APART:
        _unbid(old, document)
    phase = document["phase"]
    state = replace(
        state,
        phase=phase,
        years=document["years"],
        year=document["year"] if phase == "setup" else max(1, document["year"]),
        founded=document["founded"],
    )
    state = _restore_board(state, old, document)
    ledger = state.ledger
    for seat, player in enumerate(document["players"]):
        ledger = ledger.put_right(cash(seat), player["cash"])
    state = restore_companies(replace(state, ledger=ledger), document)
    state = restore_cards(state, old, document)
    state = _restore_green(state, document)
    state = _restore_secrets(state, before, document)
    state = replace(state, blame=_blame(state, old, document))
    state = _restore_proposals(state, document)
    return _restore_auction(state, before, old, document)


def _unbid(old: Document, document: Document) -> None:
    """The price of an auction without a bid: that of its track, whichever of the two was put right."""
    shown, was = document["auction"], old["auction"]
    if shown is None or shown["leader"] is not None:
        return
    said = was is None or shown["price"] != was["price"]
    if document["phase"] == "status" and shown["colour"] is not None:
        track, before = (each["status"][shown["colour"]] for each in (document, old))
        if said and track["price"] == before["price"]:
            track["price"] = shown["price"]
        else:
            shown["price"] = track["price"]
    elif document["phase"] == "found" and shown["colour"] is None and not said and was["leader"] is not None:
        shown["price"] = LEAST


def _restore_board(state: State, old: Document, document: Document) -> State:
    for key in ("prices", "price_steps", "trends"):
        expect(document[key].keys() == set(GOODS), f"/{key}")
    for good, trend in document["trends"].items():
        expect(trend in trend_steps(state.box), f"/trends/{good}")
    for good in GOODS:
        state = _restore_price(state, old, document, good)
    for colour in COLOURS:
        price = document["status"][colour]["price"]
        whole = state.options["status_raise"] != "multiple-of-10" or price % STEP == 0
        same = price == state.status_prices[colour]  # a track may begin between the tens
        expect((whole or same) and price <= LARGEST, f"/status/{colour}/price")
    prices = {colour: document["status"][colour]["price"] for colour in COLOURS}
    return replace(state, trends=document["trends"], status_prices=prices)


def _restore_price(state: State, old: Document, document: Document, good: str) -> State:
    """The cube's space, by its number or by its price; a price typed for an unknown space is what is printed there."""
    track, step, price = price_track(state.box, good), document["price_steps"][good], document["prices"][good]
    walk = state.walks[good]
    moved, priced = step != old["price_steps"][good], price != old["prices"][good]
    expect(track.has(step), f"/price_steps/{good}")
    if priced:
        expect(price is not None, f"/prices/{good}")
        known = track.step_of(price)
        if known is not None and not moved:
            step = known
        elif step not in track.spaces:
            state = replace(state, box=_printed(state.box, f"/goods/{good}/known/{step}", price, f"/prices/{good}"))
            walk = replace(walk, seen=(*walk.seen, (len(walk.moves), price)))
        else:
            expect(track.spaces[step] == price, f"/prices/{good}")
    if step != state.steps[good]:
        walk = Walk(step)  # whoever puts a cube on a space knows which one it is
    return replace(state, steps={**state.steps, good: step}, walks={**state.walks, good: walk})


def _printed(box: Document, pointer: str, value: Any, where: str) -> Document:
    box = pointers.plant(box, pointer, value)
    try:
        check_box(box)
    except RuleError:
        expect(False, where)
    return box


def _restore_green(state: State, document: Document) -> State:
    green = document["green_dollar"]
    if green is not None:
        return replace(state, green=seat_of(state, green))
    if state.phase == "setup":
        return replace(state, green=None)
    expect(state.green is None, "/green_dollar")  # only a table that leaves the setup finds its holder itself
    return replace(state, green=lowest_ceo(state))


def _restore_secrets(state: State, before: State, document: Document) -> State:
    """Announcements and bids, in their phases; an announcement itself is no part of a snapshot."""
    announcements, bids, taking = {}, dict[int, int | None](), None
    if state.phase == "announce":
        for name in document["announced"]:
            seat = seat_of(state, name)
            expect(seat in state.announcements, "/announced")
            announcements[seat] = state.announcements[seat]
    if state.phase == "invest":
        bids = {int(number): amount for number, amount in document["bids"].items() if _on_table(state, number, "/bids")}
        taking = _taking(bids, document["taking"])
        if not taking and (before.phase != "invest" or before.taking is None):
            taking = None
    return replace(state, announcements=announcements, bids=bids, taking=taking)


def _on_table(state: State, number: str, pointer: str) -> bool:
    expect(number in map(str, state.companies), pointer)
    return True


def _taking(bids: dict[int, int | None], taking: list[int]) -> tuple[int, ...]:
    expect(set(taking) <= bids.keys() and len(set(taking)) == len(taking), "/taking")
    return tuple(number for number in taking if bids[number] is not None)


def _restore_proposals(state: State, document: Document) -> State:
    """The proposals that wait: what nobody can answer any more is gone."""
    given = tuple(
        Proposal(
            entry=each["entry"],
            by=seat_of(state, each["by"]),
            company=each["company"],
            other=each["other"],
            gives=proposals.plain(each["gives"]),
            gets=proposals.plain(each["gets"]),
            process=tuple(each["process"]),
        )
        for each in document["proposals"]
    )
    return replace(state, proposals=proposals.still_open(replace(state, proposals=given)))


def _blame(state: State, old: Document, document: Document) -> Scapegoats | None:
    blame = document["blame"]
    if state.phase != "blame" or blame is None:
        expect(blame == old["blame"] or blame is None, "/blame")
        return None
    _on_table(state, str(blame["company"]), "/blame/company")
    return Scapegoats(blame["company"], blame["named"])


def _restore_auction(state: State, before: State, old: Document, document: Document) -> State:
    """The auction of phase 9 (of a status card) or 10 (of a company); whose turn it is says ``active``."""
    shown = document["auction"]
    fits = shown is not None and state.phase == ("found" if shown["colour"] is None else "status")
    if not fits:
        expect(shown is None or shown == old["auction"], "/auction")
        return replace(state, auction=None, colour=None, founder=None)
    bidders = tuple(seat_of(state, name) for name in shown["in"])
    leader = None if shown["leader"] is None else seat_of(state, shown["leader"])
    expect(len(set(bidders)) == len(bidders), "/auction/in")
    expect(leader is None or leader in bidders, "/auction/leader")
    auction = Outcry(bidders, before.auction.turn if before.auction is not None else -1, shown["price"], leader)
    if document["active"] != old["active"]:
        expect(len(document["active"]["players"]) == 1, "/active/players")
        turn = seat_of(state, document["active"]["players"][0])
        expect(turn in bidders and turn != leader, "/active/players")
        auction = replace(auction, turn=turn)
    elif not auction.over:
        auction = _asked(state, before.auction, auction)
    paid = before.founder is not None and auction.over
    return replace(state, auction=auction, colour=shown["colour"], founder=leader if paid else None)


def _asked(state: State, before: Outcry | None, auction: Outcry) -> Outcry:
    """The auction with the turn of the next one clockwise: from who leads, where that or who is in it was put right."""
    if state.rules <= LEADER_ASKED:
        order = [auction.turn, *auction.bidders]
        return replace(auction, turn=next(seat for seat in order if seat in auction.bidders and seat != auction.leader))
    if auction.leader is None:
        order = [*auction.bidders] if before is None else clockwise(state, before.turn)
        return replace(auction, turn=next(seat for seat in order if seat in auction.bidders))
    same = before is not None and (before.bidders, before.leader) == (auction.bidders, auction.leader)
    return auction if same else auction.beyond_leader()
