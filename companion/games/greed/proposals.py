"""Trades that one CEO has proposed and the other has not answered yet ("Commerce et processus").

A proposal moves nothing. The trade of the same content, recorded by the other side (or the banker), answers it;
``drop`` declines it or takes it back. All of them end with the trade phase.
"""

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.greed import checks, trading
from companion.games.greed.actions import Drop, Propose, Side, Trade
from companion.games.greed.box import GOODS
from companion.games.greed.state import Proposal, State
from companion.log import Entry
from companion.words import N_

MOST = 50  # open at once

# A table of the first rules kept them as notes: ``⇄ 0 MadF: 30 + 2 coal ⇄ 2: 1 steel * 36`` and ``⇄ ✗ 57``.
AS_NOTES = 1

_SIDE = r"(\d)(?: [^⇄:]*)?: ([^⇄:*]+?)"

_PROPOSED = re.compile(rf"⇄ {_SIDE} ⇄ {_SIDE}(?: \* ([\d ]+))?")

_DROPPED = re.compile(r"⇄ ✗ (\d{1,6})")

_PART = re.compile(r"(\d{1,12})(?: ([a-z-]+))?")


def propose(state: State, move: Propose) -> State:
    """Offer a trade to another company. Whether it can be made is asked when it is answered.

    Raises RuleError: ``wrong-phase``, ``unknown-company``, ``company-liquidated``, ``same-company``, ``bad-amount``,
    ``unknown-good``, ``no-gifts``, ``not-owned``, ``already-proposed``, ``too-many-proposals``.
    """
    checks.in_phase(state, "trade")
    trading.check_partners(state, move.company, move.other)
    trading.check_side(state, move.company, move.gives)
    trading.check_side(state, move.other, move.gets)
    for asset in move.process:
        if asset not in state.companies[move.company].assets:
            checks.owns(state, move.other, asset)
    if offered(state, move) is not None:
        raise RuleError(
            "already-proposed",
            N_("That trade is proposed already ({company}, {player}) and waits for an answer."),
            company=move.company,
            player=checks.ceo_name(state, move.company),
        )
    if len(state.proposals) >= MOST:
        raise RuleError(
            "too-many-proposals", N_("{allowed} proposals wait for an answer; no more are allowed."), allowed=MOST
        )
    return state


def keep(state: State, entry: Entry) -> State:
    """The state with the proposal that ``entry`` has made; it has the entry's number."""
    return _with(state, entry.n, entry.fields)


def _with(state: State, n: int, fields: Mapping[str, Any]) -> State:
    proposal = Proposal(
        entry=n,
        by=state.companies[fields["company"]].positions[0],
        company=fields["company"],
        other=fields["other"],
        gives=plain(fields["gives"]),
        gets=plain(fields["gets"]),
        process=tuple(fields.get("process", ())),
    )
    return replace(state, proposals=(*state.proposals, proposal))


def drop(state: State, move: Drop) -> State:
    """Decline a proposal, or take it back. Raises RuleError: ``wrong-phase``, ``no-such-proposal``."""
    checks.in_phase(state, "trade")
    meant = proposal_of(state, move.entry)
    return replace(state, proposals=tuple(each for each in state.proposals if each is not meant))


def proposal_of(state: State, entry: int) -> Proposal:
    """The proposal that an entry made and that waits for an answer. Raises RuleError ``no-such-proposal``."""
    found = next((each for each in state.proposals if each.entry == entry), None)
    if found is None:
        raise RuleError("no-such-proposal", N_("Entry {entry} is no proposal that waits for an answer."), entry=entry)
    return found


def trade(state: State, move: Trade) -> State:
    """A trade; it answers the oldest proposal of the same content. Raises RuleError as `trading.trade`."""
    traded, answered = trading.trade(state, move), offered(state, move)
    if answered is None:
        return traded
    return replace(traded, proposals=tuple(each for each in traded.proposals if each is not answered))


def offered(state: State, move: Trade | Propose) -> Proposal | None:
    """The oldest proposal of the same content, whichever side says it."""
    sides = {move.company: _side(move.gives), move.other: _side(move.gets)}
    return next(
        (
            each
            for each in state.proposals
            if {each.company: each.gives, each.other: each.gets} == sides and set(each.process) == set(move.process)
        ),
        None,
    )


def still_open(state: State) -> tuple[Proposal, ...]:
    """The proposals that can still be answered: in the trade phase, of who is CEO still, to who is in business."""
    if state.phase != "trade":
        return ()
    return tuple(
        each
        for each in state.proposals
        if _in_business(state, each.company)
        and _in_business(state, each.other)
        and state.companies[each.company].positions[0] == each.by
    )


def _in_business(state: State, number: int) -> bool:
    company = state.companies.get(number)
    return company is not None and not company.liquidated and bool(company.positions)


def mirrored(proposal: Proposal) -> dict[str, Any]:
    """The fields of the trade as the other side records it."""
    return {
        "company": proposal.other,
        "other": proposal.company,
        "gives": plain(proposal.gets),
        "gets": plain(proposal.gives),
        "process": list(proposal.process),
    }


def plain(side: Mapping[str, Any]) -> dict[str, Any]:
    """What a side hands over, with both of its parts and without zeros; a copy, which may be changed."""
    goods = {good: count for good, count in side.get("goods", {}).items() if count}
    return {"cash": side.get("cash", 0), "goods": goods}


def _side(side: Side) -> dict[str, Any]:
    return plain({"cash": side.cash, "goods": side.goods})


# Tables of the first rules


def hear(state: State, entry: Entry) -> State:
    """The state after a note, which in a table of the first rules may propose a trade or drop a proposal."""
    if state.rules > AS_NOTES or state.phase != "trade":
        return state
    text = str(entry.fields.get("text", ""))
    dropped = _DROPPED.fullmatch(text)
    if dropped:
        return replace(state, proposals=tuple(each for each in state.proposals if each.entry != int(dropped[1])))
    found = _PROPOSED.fullmatch(text)
    sides = found and (_told(found[2]), _told(found[4]))
    if not found or not sides or None in sides or found[1] == found[3]:
        return state
    company, other = int(found[1]), int(found[3])
    speaks = _in_business(state, company) and state.names[state.companies[company].positions[0]] == entry.by
    if not speaks or not _in_business(state, other):
        return state
    process = [int(number) for number in (found[5] or "").split()]
    gives, gets = sides
    return _with(state, entry.n, {"company": company, "other": other, "gives": gives, "gets": gets, "process": process})


def _told(text: str) -> dict[str, Any] | None:
    """What one side gives, by a note; None where it says something else."""
    cash, goods = 0, dict[str, int]()
    for part in text.split(" + "):
        found = _PART.fullmatch(part)
        if found is None or (found[2] and found[2] not in GOODS):
            return None
        if found[2]:
            goods[found[2]] = goods.get(found[2], 0) + int(found[1])
        else:
            cash += int(found[1])
    return {"cash": cash, "goods": goods}
