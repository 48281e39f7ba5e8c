"""How entries, derived events, printed values and what is to be done by hand read in Greed, Incorporated."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import asdict

from companion import pointers
from companion.games.common import Event, Line, Sight, Step, key_word, listed, plain_value, seat_of, short
from companion.games.greed.box import COLOURS, card
from companion.games.greed.derived import SENTENCES
from companion.games.greed.keys import KEYS
from companion.games.greed.names import arrows_text, good_name, goods_text, space, symbol_name
from companion.games.greed.secrets import bids_secret
from companion.games.greed.state import DIRECTORS, State, asset_name, company_name, free_cash, new_income, played
from companion.words import N_, Word

Fields = dict[str, Any]

PHASE_NAMES = {
    "announce": N_("year {year} of {years} · announcements"),
    "invest": N_("year {year} of {years} · investments"),
    "trade": N_("year {year} of {years} · trade"),
    "sales": N_("year {year} of {years} · sales"),
    "blame": N_("year {year} of {years} · blame"),
    "status": N_("year {year} of {years} · status symbols"),
    "found": N_("year {year} of {years} · new companies"),
    "setup": N_("companies are dealt"),
    "end": N_("finished"),
}


def summary(state: State) -> Line:
    """Where the game stands, in a few words."""
    return Line(PHASE_NAMES[state.phase], {"year": state.year, "years": state.years})


def describe(step: Step, sight: Sight, now: State) -> Line:
    """One entry in words, as ``sight`` may know it at the table's state ``now``."""
    if step.entry.action in ("bid", "pass_bid"):
        return _bid(step, sight, now)
    if step.entry.action == "announce":
        return _announce(step, sight, now)
    if step.entry.action == "drop":
        return _drop(step.before, step.entry.by, step.entry.fields["entry"])
    return WORDS[step.entry.action](step.before, step.after, step.entry.fields)


def _bid(step: Step, sight: Sight, now: State) -> Line:
    """A bid is told to others once the bids of its year are shown."""
    state, company = step.before, step.entry.fields["company"]
    named = {"company": company_name(state, company)}
    secret = now.year < state.year or (now.year == state.year and (bids_secret(now) or now.phase == "announce"))
    if secret and not sight.sees(state.companies[company].positions[0]):
        return Line(N_("{company} made its secret bid"), named)
    if step.entry.action == "pass_bid":
        return Line(N_("{company} makes no bid"), named)
    return Line(N_("{company} bids {amount}"), {**named, "amount": step.entry.fields["amount"]})


def _announce(step: Step, sight: Sight, now: State) -> Line:
    """An announcement is told to others once its asset lies open."""
    fields = step.entry.fields
    player, asset = fields["player"], fields["asset"]
    face_down = now.phase == "announce" and now.year == step.before.year
    if (asset in played(now) and not face_down) or sight.sees(seat_of(step.before, player)):
        return Line(N_("{player} announced {asset}"), {"player": player, "asset": asset_name(step.after, asset)})
    return Line(N_("{player} announced an asset, face down"), {"player": player})


def _named(state: State, fields: Fields) -> Fields:
    """The company of an action, and its asset if there is one."""
    named = {"company": company_name(state, fields["company"])}
    return {**named, "asset": asset_name(state, fields["asset"])} if "asset" in fields else named


def _deal(before: State, _after: State, fields: Fields) -> Line:
    return Line(N_("{player} gets {company}"), {"player": fields["player"], **_named(before, fields)})


def _take(before: State, after: State, fields: Fields) -> Line:
    company, asset = fields["company"], fields["asset"]
    paid = before.ledger[free_cash(company)] - after.ledger[free_cash(company)]
    offer = next(offer for offer in before.offers if offer.number == asset)
    template = N_("{company} takes {asset} for {amount}; the token of {player} joins it")
    if offer.token == before.companies[company].positions[0]:
        template = N_("{company} takes {asset} for {amount}, double for the own token of {player}")
    player = before.names[offer.token]
    return Line(template, {**_named(before, fields), "amount": paid, "player": player})


def _decline(before: State, _after: State, fields: Fields) -> Line:
    return Line(N_("{company} takes no asset"), _named(before, fields))


def _trade(before: State, _after: State, fields: Fields) -> Line:
    told = {
        "company": company_name(before, fields["company"]),
        "other": company_name(before, fields["other"]),
        "gives": _side(before, fields["gives"]),
        "gets": _side(before, fields["gets"]),
    }
    if fields.get("process"):
        told["assets"] = ", ".join(asset_name(before, asset) for asset in fields["process"])
        return Line(N_("{company} gives {gives} to {other} and gets {gets}; processed with {assets}"), told)
    return Line(N_("{company} gives {gives} to {other} and gets {gets}"), told)


def _propose(before: State, after: State, fields: Fields) -> Line:
    told = {"player": before.names[before.companies[fields["company"]].positions[0]]}
    return Line(N_("{player} proposes: {trade}"), {**told, "trade": _trade(before, after, fields)})


def _drop(before: State, by: str, entry: int) -> Line:
    """Who proposed takes back, whoever else declines."""
    proposal = next(each for each in before.proposals if each.entry == entry)
    proposer = before.names[proposal.by]
    other = before.names[before.companies[proposal.other].positions[0]]
    told: Fields = {"player": proposer, "other": other, "trade": _trade(before, before, asdict(proposal))}
    if by == proposer:
        return Line(N_("{player} takes back the proposal: {trade}"), told)
    return Line(N_("{other} declines what {player} proposed: {trade}"), told)


def _side(state: State, side: Fields) -> Line:
    goods = side.get("goods", {})
    cash = [str(side["cash"])] if side.get("cash") else []
    return listed([*cash, *([goods_text(state, goods)] if any(goods.values()) else [])], " + ")


def _process(before: State, _after: State, fields: Fields) -> Line:
    printed = card(before.box, "assets", fields["asset"])
    told = {
        "inputs": goods_text(before, printed.get("inputs") or {}),
        "outputs": goods_text(before, printed.get("outputs") or {}),
    }
    return Line(N_("{company} runs {asset}: {inputs} → {outputs}"), {**_named(before, fields), **told})


def _end_trading(_before: State, _after: State, _fields: Fields) -> Line:
    return Line(N_("Trading is over"))


def _sell(before: State, after: State, fields: Fields) -> Line:
    company = fields["company"]
    amount = after.ledger[new_income(company)] - before.ledger[new_income(company)]
    told = {"goods": goods_text(before, fields["goods"]), "amount": amount}
    return Line(N_("{company} sells {goods} for {amount}"), {**_named(before, fields), **told})


def _store(before: State, after: State, fields: Fields) -> Line:
    company = fields["company"]
    amount = before.ledger[free_cash(company)] - after.ledger[free_cash(company)]
    told = {"goods": goods_text(before, fields["goods"]), "amount": amount}
    return Line(N_("{company} stores {goods} for {amount}"), {**_named(before, fields), **told})


def _end_sales(_before: State, _after: State, _fields: Fields) -> Line:
    return Line(N_("Sales are over"))


def _blame(before: State, _after: State, fields: Fields) -> Line:
    positions = before.companies[fields["company"]].positions
    told = {
        key: f"{fields[key].upper()} {before.names[positions[DIRECTORS.index(fields[key])]]}"
        for key in ("director", "target")
    }
    if fields["director"] == fields["target"]:
        return Line(N_("{company}: {director} takes the blame"), {**_named(before, fields), **told})
    return Line(N_("{company}: {director} blames {target}"), {**_named(before, fields), **told})


def _discard(before: State, _after: State, fields: Fields) -> Line:
    return Line(N_("{company} discards {asset}"), _named(before, fields))


def _raise(before: State, _after: State, fields: Fields) -> Line:
    told = {"player": fields["player"], "amount": fields["amount"]}
    if before.colour == COLOURS[0]:
        return Line(N_("{player} bids {amount} for gold"), told)
    if before.colour == COLOURS[1]:
        return Line(N_("{player} bids {amount} for silver"), told)
    return Line(N_("{player} bids {amount} for a new company"), told)


def _pass(_before: State, _after: State, fields: Fields) -> Line:
    return Line(N_("{player} passes"), {"player": fields["player"]})


def _found(before: State, _after: State, fields: Fields) -> Line:
    assert before.founder is not None
    told = {"player": before.names[before.founder], **_named(before, fields)}
    if fields.get("assets"):
        told["assets"] = ", ".join(asset_name(before, asset) for asset in fields["assets"])
        return Line(N_("{player} founds {company} with {assets}"), told)
    return Line(N_("{player} founds {company}"), told)


WORDS: dict[str, Callable[[State, State, Fields], Line]] = {
    "deal_company": _deal,
    "take_asset": _take,
    "decline_asset": _decline,
    "propose": _propose,
    "trade": _trade,
    "process": _process,
    "end_trading": _end_trading,
    "sell": _sell,
    "store": _store,
    "end_sales": _end_sales,
    "blame": _blame,
    "discard_asset": _discard,
    "raise_bid": _raise,
    "pass_auction": _pass,
    "found": _found,
}


def tell(event: Event, state: State) -> Line:
    """One derived event in words; ``state`` is the table after it."""
    return SENTENCES[event.kind](state, event.fields)


BY_HAND = {
    "setup-done": N_("Hand over the green dollar; everybody chooses an asset to announce."),
    "announced": N_("Turn the announced assets face up."),
    "announced-twice": N_("Take these assets back into the hand and announce others."),
    "trends-moved": N_("Move the trend markers."),
    "market": N_("Move the price cubes."),
    "cubes-put-right": N_("Put the price cubes where the table has them."),
    "bids-shown": N_("Turn the bids face up; the highest takes an asset first."),
    "production": N_("Put the goods on the company boards."),
    "rest-sold": N_("Put these goods back; what they bring is new income."),
    "books-closed": N_("Take the new income as last income, and give a boot where the flag is."),
    "fired": N_("Share out the free cash and take the tokens of the fired directors back."),
    "new-ceo": N_("Move the tokens up; the board goes to the new CEO."),
    "liquidated": N_("Take the board away: money and goods to the bank, assets to the discards."),
    "card-sold": N_("Hand over the card, set its track and move the trend under it."),
    "company-won": N_("Choose a company and place its token."),
}


def call(event: Event, state: State) -> Line | None:
    """What is to be done with the cardboard at a derived event; None where that is nothing."""
    if event.kind == "year-ended" and state.phase != "end":
        return Line(N_("Year {year} begins: everybody chooses an asset to announce."), {"year": state.year})
    return Line(BY_HAND[event.kind]) if event.kind in BY_HAND else None


WHAT = {
    "name": N_("{thing} is called {value}"),
    "trends": N_("{thing} moves {value}"),
    "inputs": N_("{thing} takes {value}"),
    "outputs": N_("{thing} makes {value}"),
    "points": N_("{thing}: {value} points"),
    "kind": N_("{thing} is of the kind {value}"),
    "removed": N_("{thing} has the mark “{value}”"),
    "start": N_("{thing} starts at {value}"),
    "lowest": N_("{thing}: {value} is the lowest price"),
    "highest": N_("{thing}: {value} is the highest price"),
    "top": N_("{thing}: the last space is {value}, counted from the start"),
    "bottom": N_("{thing}: the first space is {value}, counted from the start"),
    "track": N_("{thing}: the prices are {value}"),
}

ON_SPACE = N_("{thing}: {value} on space {space}, counted from the start")

FORGOTTEN = N_("{thing}: not known any more ({what})")


def printed(state: State, pointer: str, value: Any) -> Line:
    """What was typed for a pointer into the box: "Steel: 45 on space +2, counted from the start"."""
    room, *keys = pointers.split(pointer)
    thing = _thing(state, room, keys)
    if thing is None:
        return plain_value(pointer, value, KEYS)
    if room == "goods" and keys[1] == "known" and len(keys) > 2 and value is not None:  # noqa: PLR2004 - good, known, space
        return Line(ON_SPACE, {"thing": thing, "value": value, "space": space(int(keys[2]))})
    if value is None:
        return Line(FORGOTTEN, {"thing": thing, "what": Word(keys[-1])})
    if keys[-1] not in WHAT:
        return plain_value(pointer, value, KEYS)
    return Line(WHAT[keys[-1]], {"thing": thing, "value": _printed_value(state, keys[-1], value)})


def _thing(state: State, room: str, keys: list[str]) -> Line | str | None:
    """The component that a pointer leads into; None where it leads to none."""
    match room, keys:
        case "goods", [good, _, *_]:
            return good_name(state, good)
        case "companies", [number, _]:
            return company_name(state, int(number))
        case "assets", [number, _]:
            return asset_name(state, int(number))
        case "status", [colour, "cards", letter, _]:
            return symbol_name(colour, letter)
        case "status", [colour, "start"]:
            return symbol_name(colour, "")
    return None


def _printed_value(state: State, what: str, value: Any) -> Line | str:
    if what == "trends":
        return arrows_text(state, value)
    if what in ("inputs", "outputs"):
        return goods_text(state, value) if any(value.values()) else "–"
    if what in ("top", "bottom"):
        return space(value)
    return short(value, partial(key_word, keys=KEYS))
