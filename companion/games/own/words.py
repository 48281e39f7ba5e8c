"""How entries and derived events of a game of one's own read in the history."""

from collections.abc import Callable, Iterable
from typing import Any

from companion.games.common import Event, Line, Sight, Step, key_word, listed, names_of, plain_value
from companion.games.moves import read_fields
from companion.games.own import book, prices
from companion.games.own.actions import Press
from companion.games.own.checks import owner_of, slot_of
from companion.games.own.keys import KEYS
from companion.games.own.money import slot_words
from companion.games.own.pressing import Done, carried_out
from companion.games.own.state import SUPPLY, State, moved_openly, phase_name, sealed
from companion.pointers import split
from companion.words import N_, Word, isolated


def describe(step: Step, sight: Sight, now: State) -> Line:
    """One entry in words, as ``sight`` may know it: amounts only where they moved in the open."""
    fields = step.entry.fields
    return _LINES[step.entry.action](step, sight, now, fields)


def _pay(step: Step, sight: Sight, now: State, fields: dict[str, Any]) -> Line:
    before = step.before
    source, target = slot_of(before, fields["from"]), slot_of(before, fields["to"])
    words = {"player": fields["player"], "source": slot_words(before, source), "target": slot_words(before, target)}
    if not moved_openly(_open(step, now), source, target, sight):
        return Line(N_("{player} moves money from {source} to {target}"), words)
    words |= {"amount": fields["amount"]}
    if owner_of(source) is not None and words["source"] == words["player"]:
        return Line(N_("{player} pays {amount} to {target}"), words)
    return Line(N_("{player} moves {amount} from {source} to {target}"), words)


def _open(step: Step, now: State) -> State:
    """The state that says what may be told of a step: once the game is over, everything."""
    return now if now.finished else step.after


def _trade(template: str, hushed: str) -> Callable[..., Line]:
    def line(step: Step, sight: Sight, now: State, fields: dict[str, Any]) -> Line:
        words = {"player": fields["player"], "goods": units(step.before, fields["good"], fields["count"])}
        words["seller"] = fields.get("of")
        paid = step.after.ledger.transfers
        if "amount" in fields and paid and not moved_openly(_open(step, now), paid[0].source, paid[0].target, sight):
            return Line(hushed, words)
        return Line(template, words | {"amount": sum(each.amount for each in paid)})

    return line


def _buy(step: Step, sight: Sight, now: State, fields: dict[str, Any]) -> Line:
    line = _trade(N_("{player} buys {goods} for {amount}"), N_("{player} buys {goods}"))
    if fields.get("of", SUPPLY) != SUPPLY:
        line = _trade(N_("{player} buys {goods} from {seller} for {amount}"), N_("{player} buys {goods} from {seller}"))
    return line(step, sight, now, fields)


def _give(step: Step, _sight: Sight, _now: State, fields: dict[str, Any]) -> Line:
    ends = {end: Word(N_("the supply")) if fields[end] == SUPPLY else fields[end] for end in ("from", "to")}
    goods = units(step.before, fields["good"], fields["count"])
    return Line(N_("{goods} from {source} to {target}"), {"goods": goods, "source": ends["from"], "target": ends["to"]})


def _price(step: Step, _sight: Sight, _now: State, fields: dict[str, Any]) -> Line:
    good = fields["good"]
    old, new = (prices.price(state, good) for state in (step.before, step.after))
    return Line(
        N_("Price of {good}: {old} → {new}"),
        {"good": good_name(step.before, good), "old": known(old), "new": known(new)},
    )


def _press(step: Step, sight: Sight, now: State, fields: dict[str, Any]) -> Line:
    words = {"player": fields["player"], "button": step.before.book.word(fields["button"])}
    # Rules are functions: played once more on the same table, the button says step by step what it did.
    move = read_fields({"press": Press}, "press", fields)
    steps = carried_out(step.before, move)[1]
    parts = [line for done in steps for line in done_lines(step.before, done, _open(step, now), sight)]
    if not parts:
        return Line(N_("{player} presses {button}"), words)
    return Line(N_("{player} presses {button}: {what}"), words | {"what": listed(parts, " · ")})


def done_lines(state: State, done: Done, seen: State, sight: Sight) -> Iterable[Line]:
    """What a step of a button has done; ``seen`` is the state that says what ``sight`` may know of it."""
    act = done.act
    if isinstance(act, book.Pay):
        # What is worked out of what everybody sees, and not typed by somebody, everybody can work out.
        known_to_all = not act.amount.names & {*state.book.secret, "amount", "count"}
        if not known_to_all and not all(moved_openly(seen, source, target, sight) for source, target, _ in done.flows):
            return
        if act.target.kind == "holders":
            total = sum(part for source, target, part in done.flows if source != target)
            words = {"good": good_name(state, done.good), "each": done.amount, "all": total}
            yield Line(N_("{good} pays {each} a share, {all} in all"), words)
            return
        for source, target, part in done.flows:
            if source == target:  # of many who pay, the one who gets it pays nothing
                continue
            ends = {"source": slot_words(state, source), "target": slot_words(state, target)}
            yield Line(N_("{amount} from {source} to {target}"), {"amount": part, **ends})
    elif isinstance(act, book.Give):
        template = N_("{goods} to the supply") if act.target == SUPPLY else N_("{goods} from the supply")
        if SUPPLY not in (act.source, act.target):
            template = N_("{goods} change hands")
        yield Line(template, {"goods": units(state, done.good, done.amount)})
    else:
        old, new = map(known, done.prices)
        yield Line("{good} {old} → {new}", {"good": good_name(state, done.good), "old": old, "new": new})


def _auction(step: Step, _sight: Sight, _now: State, fields: dict[str, Any]) -> Line:
    template = N_("{player} opens an auction of {what}")
    if fields.get("kind") == "sealed":
        template = N_("{player} opens an auction of {what}, with sealed bids")
    return Line(template, {"player": fields["player"], "what": thing(step.before, fields["what"])})


def _bid(step: Step, sight: Sight, now: State, fields: dict[str, Any]) -> Line:
    sale = step.before.sale
    seat = step.before.names.index(fields["player"])
    if sealed(now, sale.number) and not sight.sees(seat):
        return Line(N_("{player} has made a sealed bid"), {"player": fields["player"]})
    if "amount" not in fields:
        return Line(N_("{player} passes"), {"player": fields["player"]})
    return Line(N_("{player} bids {amount}"), {"player": fields["player"], "amount": fields["amount"]})


def _plain(template: str) -> Callable[..., Line]:
    return lambda _step, _sight, _now, fields: Line(template, fields)


def _phase(step: Step, _sight: Sight, _now: State, fields: dict[str, Any]) -> Line:
    phase = phase_name(step.before)
    if phase is None:
        return Line(N_("{player} ends round {round}"), {"player": fields["player"], "round": step.before.round})
    return Line(N_("{player} ends the phase “{phase}”"), {"player": fields["player"], "phase": phase})


_LINES: dict[str, Callable[..., Line]] = {
    "pay": _pay,
    "buy": _buy,
    "sell": _trade(N_("{player} sells {goods} for {amount}"), N_("{player} sells {goods}")),
    "give": _give,
    "price": _price,
    "press": _press,
    "auction": _auction,
    "bid": _bid,
    "pass_bid": _bid,
    "end_turn": _plain(N_("{player} ended the turn")),
    "end_phase": _phase,
    "finish": _plain(N_("The game is ended")),
}


# What follows by itself


def tell(event: Event, state: State) -> Line:
    """One derived event in words, for everybody; ``state`` is the table after it."""
    return _TOLD[event.kind](event.fields, state)


def _due(fields: dict[str, Any], state: State) -> Line:
    everybody = Sight()
    parts: list[Line] = []
    for seat, good, asked, paid, source, target in fields["rows"]:
        whose = _whose(state, seat, good, source)
        if not moved_openly(state, source, target, everybody):
            continue
        if paid < asked:
            words = {"who": whose, "paid": paid, "asked": asked}
            parts.append(Line(N_("{who} {paid} of {asked}"), words))
        else:
            parts.append(Line("{who} {paid}", {"who": whose, "paid": paid}))
    if not parts:
        return Line(N_("{due} is paid"), {"due": fields["name"]})
    return Line(N_("{what}: {value}"), {"what": fields["name"], "value": listed(parts)})


def _whose(state: State, seat: int | None, good: str, source: str) -> Line | str:
    if seat is not None:
        return state.names[seat]
    return state.book.goods[good].name if good else slot_words(state, source)


def _ended(fields: dict[str, Any], state: State) -> Line:
    points = ", ".join(f"{isolated(state.names[seat])} {known(points)}" for seat, points in fields["scores"].items())
    names = names_of(state, fields["winners"])
    return Line(N_("The game is over: {points}. Won by {winners}"), {"points": points, "winners": names})


def _sold(fields: dict[str, Any], state: State) -> Line:
    words = {"what": thing(state, fields["what"]), "price": fields["price"]}
    if fields["winner"] is None:
        return Line(N_("Nobody takes {what}"), words)
    words["player"] = state.names[fields["winner"]]
    if fields["bids"] is None:
        return Line(N_("{player} gets {what} for {price}"), words)
    bids = listed(
        Line("{player} {bid}", {"player": state.names[seat], "bid": known(bid)}) for seat, bid in fields["bids"].items()
    )
    return Line(N_("{player} gets {what} for {price}; bids: {bids}"), words | {"bids": bids})


def _begun(fields: dict[str, Any], state: State) -> Line:
    if fields["turn"] is None:
        return Line(N_("Now: {phase}"), fields)
    return Line(N_("Now: {phase}; {player} begins"), {"phase": fields["phase"], "player": state.names[fields["turn"]]})


_TOLD: dict[str, Callable[[dict[str, Any], State], Line]] = {
    "due": _due,
    "phase-begun": _begun,
    "round-ended": lambda fields, _state: Line(N_("Round {round} is over"), fields),
    "game-ended": _ended,
    "sold": _sold,
}


def call(event: Event, state: State) -> Line | None:
    """What is to be done by hand at a derived event; None where that is nothing."""
    match event.kind:
        case "due":
            return Line(N_("This is booked; where money lies on the table, move it too."))
        case "sold" if event.fields["winner"] is not None:
            return Line(N_("This is booked; hand over what was sold."))
        case "round-ended" if not state.finished:
            return Line(N_("Round {round} begins."), {"round": state.round})
    return None


def summary(state: State) -> Line:
    """Where the game stands, in a few words."""
    if state.finished:
        return Line(N_("finished"))
    phase = phase_name(state)
    if phase is None:
        return Line(N_("round {round}"), {"round": state.round})
    return Line("{round} · {phase}", {"round": Line(N_("round {round}"), {"round": state.round}), "phase": phase})


# Things in words


def known(number: int | None) -> str:
    """A number, or a stroke where there is none."""
    return "–" if number is None else str(number)


def good_name(state: State, good: str) -> str:
    """What the box calls a good."""
    return state.book.goods[good].name


def units(state: State, good: str, count: int) -> Line:
    """So many of a good: "2 B & O"."""
    return Line("{count} {good}", {"count": count, "good": good_name(state, good)})


def thing(state: State, what: str) -> str:
    """What is auctioned: a good by its name, anything else as it was typed."""
    return good_name(state, what) if what in state.book.goods else what


def named(state: State, key: str) -> str | None:
    """What the box calls a key of its own: a good, a group, a slot, a track; None where it has no such thing."""
    rules = state.book
    if key in rules.goods:
        return rules.goods[key].name
    return rules.called(key) if key in rules.groups or key in rules.slots or key in rules.tracks else None


def printed(state: State, pointer: str, value: Any) -> Line:
    """A changed part of the box in words: which part, for the whole of it would be too long."""
    if isinstance(value, dict | list):
        words = [named(state, key) or key_word(key, KEYS) for key in split(pointer) if key != "-"]
        what = value.get("name") if isinstance(value, dict) else None
        return listed([*words, *([what] if isinstance(what, str) else [])], " · ")
    return plain_value(pointer, value, KEYS)
