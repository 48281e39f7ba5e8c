"""How entries, derived events and what is to be done by hand read in Ponzi Scheme."""

from typing import Any

from companion.games.common import Event, Line, Sight, Step, amounts_of, names_of
from companion.games.ponzi_scheme.checks import industry_name
from companion.games.ponzi_scheme.secrets import knows_amount
from companion.games.ponzi_scheme.state import OpenOffer, State, fund
from companion.words import N_

# The names in the boxes: translators find their words here.
INDUSTRIES = (N_("Transport"), N_("Food"), N_("Media"), N_("Real estate"))

PHASE_NAMES = {
    "invest": N_("round {round} · investing"),
    "trade": N_("round {round} · trade"),
    "marker": N_("round {round} · marker"),
    "crash": N_("round {round} · crash"),
    "interest": N_("round {round} · interest"),
    "final_cash": N_("final cash"),
    "end": N_("finished"),
}


def describe(step: Step, sight: Sight, _now: State) -> Line:
    """One entry in words, as ``sight`` may know it: amounts of offers only to the two."""
    fields, before = step.entry.fields, step.before
    if "industry" in fields:
        fields = {**fields, "industry": industry_name(before, fields["industry"])}
    match step.entry.action:
        case "invest":
            card = fund(before, fields["fund"])
            words = {**fields, "interest": card["interest"], "period": card["period"]}
            return Line(
                N_("{player} took {industry} and the card {fund}: {interest} interest every {period} turns"), words
            )
        case "pass":
            return Line(N_("{player} passed"), fields)
        case "reveal":
            return Line(N_("Drawn from the deck: {funds}"), {"funds": _list(fields["funds"])})
        case "offer":
            return _offer(step, fields, sight)
        case "accept" | "counter":
            return _answer(step, sight)
        case "buy_luxury":
            return Line(N_("{player} bought the luxury for {luxury}"), fields)
        case "discard_fund":
            return Line(N_("{player} discarded the card {fund}"), fields)
        case "discard_tile":
            return Line(N_("{player} gave back a tile of {industry}"), fields)
        case "pay_interest":
            return Line(N_("{player} paid the interest"), fields)
        case "bankrupt":
            return Line(N_("{player} cannot pay the interest"), fields)
    return Line(N_("{player} holds {amount} at the end"), fields)


def _offer(step: Step, fields: dict[str, Any], sight: Sight) -> Line:
    offer = step.after.offer
    if offer.amount is not None and knows_amount(sight, offer.giver, offer.to):
        return Line(N_("{player} offered {to} {amount} for a tile of {industry}"), fields)
    shown = {key: value for key, value in fields.items() if key != "amount"}
    return Line(N_("{player} made {to} a secret offer for a tile of {industry}"), shown)


def _answer(step: Step, sight: Sight) -> Line:
    offer: OpenOffer = step.before.offer
    names = step.before.names
    words: dict[str, Any] = {
        "player": names[offer.to],
        "giver": names[offer.giver],
        "industry": industry_name(step.before, offer.industry),
    }
    sold = step.entry.action == "accept"
    if offer.amount is not None and knows_amount(sight, offer.giver, offer.to):
        words["amount"] = offer.amount
        if sold:
            return Line(N_("{player} sold {giver} a tile of {industry} for {amount}"), words)
        return Line(N_("{player} countered with {amount} and took a tile of {industry} from {giver}"), words)
    if sold:
        return Line(N_("{player} sold {giver} a tile of {industry}"), words)
    return Line(N_("{player} countered and took a tile of {industry} from {giver}"), words)


def tell(event: Event, state: State) -> Line:
    """One derived event in words; ``state`` is the table after it."""
    fields = event.fields
    words = {**fields, "player": state.names[fields["seat"]]} if "seat" in fields else fields
    match event.kind:
        case "marker-passed":
            return Line(N_("{player} is the first player"), words)
        case "crashed":
            return Line(N_("The market crashes: {funds} leave it"), {"funds": _list(fields["funds"])})
        case "rotated":
            return Line(N_("All wheels turn; spaces: {spaces}"), words)
        case "interest-paid":
            cards = fields["cards"]
            paid = {"player": words["player"], "amount": sum(cards.values()), "funds": _list(cards)}
            return Line(N_("{player} pays {amount} for {funds}"), paid)
        case "went-bankrupt":
            return Line(N_("{player} cannot pay {due} and is bankrupt"), words)
        case "round-ended":
            return Line(N_("Round {round} is over"), words)
    if not fields["scores"]:
        return Line(N_("All are bankrupt, so nobody wins"))
    points = amounts_of(state, fields["scores"])
    winners = names_of(state, fields["winners"])
    return Line(N_("The game is over: {points}. Won by {winners}"), {"points": points, "winners": winners})


def summary(state: State) -> Line:
    """Where the game stands, in a few words."""
    return Line(PHASE_NAMES[state.phase], {"round": state.round})


def _list(values: Any) -> str:
    return ", ".join(map(str, values))


def call(event: Event, state: State) -> Line | None:
    """What is to be done with the cardboard at a derived event; None where that is nothing."""
    fields = event.fields
    match event.kind:
        case "marker-passed":
            return Line(N_("{player} takes the marker and discards a card."), {"player": state.names[fields["seat"]]})
        case "crashed":
            return Line(
                N_(
                    "Shuffle the bears, the discards and the deck together and fill the market; "
                    "then everybody gives back a tile."
                )
            )
        case "rotated":
            return Line(
                N_("Turn every wheel, spaces: {spaces}; pay what is on the arrow, and put it back to its period."),
                fields,
            )
    return None
