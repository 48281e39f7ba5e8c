"""Trades that one CEO has proposed and the other has not answered yet.

A proposal is a note in the log, so that it travels like everything else, and changes nothing: ``⇄ 0 MadF: 30 + 2 coal ⇄
2 Coalgate: 1 steel`` says what company 0 would give and what company 2 would give for it. The trade itself is recorded
by the other side (or the banker), which is the answer; ``⇄ ✗ 57`` takes back or declines the proposal of entry 57.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from companion.games.greed.box import GOODS
from companion.games.greed.state import State, company_name
from companion.log import Entry

Side = dict[str, Any]
SIGN = "⇄"
_SIDE = r"(\d)(?: [^⇄:]*)?: ([^⇄:*]+?)"
_PROPOSED = re.compile(rf"⇄ {_SIDE} ⇄ {_SIDE}(?: \* ([\d ]+))?")
_DROPPED = re.compile(r"⇄ ✗ (\d{1,6})")
_PART = re.compile(r"(\d{1,12})(?: ([a-z-]+))?")


class Proposal(Struct, frozen=True):
    """Entry ``n``: ``company``, for which ``by`` speaks, gives and gets; ``process`` as in a trade."""

    n: int
    by: str
    company: int
    other: int
    gives: Side
    gets: Side
    process: list[int]

    def mirrored(self) -> dict[str, Any]:
        """The trade as the other side records it."""
        return {
            "company": self.other,
            "other": self.company,
            "gives": self.gets,
            "gets": self.gives,
            "process": self.process,
        }


def note_of(state: State, move: Mapping[str, Any]) -> str:
    """The note that proposes the trade ``move``."""
    sides = [(move["company"], move["gives"]), (move["other"], move["gets"])]
    told = " ".join(f"{SIGN} {number}{_name(state, number)}: {_told(side)}" for number, side in sides)
    assets = " ".join(map(str, move.get("process", ())))
    return f"{told} * {assets}" if assets else told


def drop_note(n: int) -> str:
    """The note that ends the proposal of entry ``n``."""
    return f"{SIGN} ✗ {n}"


def pending(state: State, entries: Iterable[Entry]) -> list[Proposal]:
    """The proposals of this trade phase that wait for an answer, oldest first. ``entries`` are those that count."""
    if state.phase != "trade":
        return []
    waiting: dict[int, Proposal] = {}
    for entry in entries:
        match entry.action:
            case "end_trading":
                waiting.clear()
            case "note":
                _hear(waiting, entry)
            case "trade":
                _answer(waiting, entry.fields)
    return [each for each in waiting.values() if _speaks(state, each.company, each.by) and _in_business(state, each)]


def _hear(waiting: dict[int, Proposal], entry: Entry) -> None:
    text = str(entry.fields.get("text", ""))
    dropped = _DROPPED.fullmatch(text)
    if dropped:
        waiting.pop(int(dropped[1]), None)
        return
    proposal = read_note(entry.n, entry.by, text)
    if proposal is not None:
        waiting[entry.n] = proposal


def _answer(waiting: dict[int, Proposal], fields: Mapping[str, Any]) -> None:
    """A trade ends the oldest proposal of the same terms, whichever side recorded it."""
    sides = {fields["company"]: _plain(fields["gives"]), fields["other"]: _plain(fields["gets"])}
    for n, proposal in waiting.items():
        if sides == {proposal.company: proposal.gives, proposal.other: proposal.gets}:
            del waiting[n]
            return


def read_note(n: int, by: str, text: str) -> Proposal | None:
    """The proposal that a note makes; None where it makes none."""
    found = _PROPOSED.fullmatch(text)
    if found is None:
        return None
    gives, gets = _side(found[2]), _side(found[4])
    if gives is None or gets is None or found[1] == found[3]:
        return None
    process = [int(number) for number in (found[5] or "").split()]
    return Proposal(n, by, int(found[1]), int(found[3]), gives, gets, process)


def _side(text: str) -> Side | None:
    """What one side gives, in the form of a trade's field."""
    cash, goods = 0, dict[str, int]()
    for part in text.split(" + "):
        found = _PART.fullmatch(part)
        if found is None or (found[2] and found[2] not in GOODS):
            return None
        if found[2]:
            goods[found[2]] = goods.get(found[2], 0) + int(found[1])
        else:
            cash += int(found[1])
    return _plain({"cash": cash, "goods": goods})


def _plain(side: Mapping[str, Any]) -> Side:
    goods = {good: count for good, count in side.get("goods", {}).items() if count}
    return {"cash": side.get("cash", 0), "goods": goods}


def _told(side: Mapping[str, Any]) -> str:
    cash = [str(side["cash"])] if side.get("cash") else []
    return " + ".join([*cash, *(f"{count} {good}" for good, count in side.get("goods", {}).items() if count)]) or "0"


def _name(state: State, number: int) -> str:
    name = re.sub(r"[⇄:\s]+", " ", company_name(state, number)).strip()
    return "" if name == f"#{number}" else f" {name}"


def _speaks(state: State, number: int, by: str) -> bool:
    company = state.companies.get(number)
    return company is not None and bool(company.positions) and state.names[company.positions[0]] == by


def _in_business(state: State, proposal: Proposal) -> bool:
    other = state.companies.get(proposal.other)
    return other is not None and not other.liquidated
