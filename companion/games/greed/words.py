"""How entries and derived events of Greed, Incorporated read in the history."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import asdict

from companion.games.common import Line, Sight, Step, listed, seat_of
from companion.games.greed.box import COLOURS, card
from companion.games.greed.snapshot import bids_secret
from companion.games.greed.state import DIRECTORS, State, asset_name, company_name, free_cash, new_income, played
from companion.words import N_, Word

Fields = dict[str, Any]
GOOD_WORDS = {
    "land": N_("land"),
    "sand": N_("sand"),
    "coal": N_("coal"),
    "steel": N_("steel"),
    "houses": N_("houses"),
    "cotton": N_("cotton"),
    "clothes": N_("clothes"),
    "railroads": N_("railroads"),
    "microchips": N_("microchips"),
    "loans": N_("loans"),
    "blah-blah": N_("blah-blah"),
}
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


def good_name(state: State, good: str) -> str:
    """The printed name of a good, or a word for it."""
    name: str | None = card(state.box, "goods", good).get("name")
    return name or Word(GOOD_WORDS[good])


def goods_text(state: State, goods: Mapping[str, int]) -> Line:
    """Goods in words: "1 coal, 2 steel"."""
    return listed(
        Line("{count} {good}", {"count": count, "good": good_name(state, good)})
        for good, count in goods.items()
        if count
    )


def arrows_text(state: State, arrows: Mapping[str, int]) -> Line:
    """The arrows on a card: "coal +1, land −1"."""
    moved = [(good, by) for good, by in arrows.items() if by]
    if not moved:
        return Line(N_("no arrows"))
    return listed(Line("{good} {by}", {"good": good_name(state, good), "by": signed(by)}) for good, by in moved)


def signed(number: int) -> str:
    """A number with its sign.

    >>> signed(2), signed(-1)
    ('+2', '−1')
    """
    return f"{number:+d}".replace("-", "−")


def space(step: int) -> str:
    """A space of a price track, counted from the start."""
    return signed(step) if step else "0"


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
