"""How entries, derived events and what is to be done by hand read in Good Brokers."""

from typing import Any

from companion.games.common import Event, Line, Sight, Step, amounts_of, listed, names_of, seat_of
from companion.games.good_brokers.secrets import hands_open
from companion.games.good_brokers.state import ROUNDS, State, cash, company_name
from companion.words import C_, N_, signed


def describe(step: Step, sight: Sight, now: State) -> Line:
    """One entry in words, as ``sight`` may know it at the table's state ``now``."""
    fields = step.entry.fields
    before, after = step.before, step.after
    player = fields["player"]
    seat = seat_of(before, player)
    match step.entry.action:
        case "buy":
            paid = before.ledger[cash(seat)] - after.ledger[cash(seat)]
            return Line(
                N_("{player} bought {shares} for {amount}"),
                {"player": player, "shares": shares_text(before, fields["shares"]), "amount": paid},
            )
        case "sell":
            got = after.ledger[cash(seat)] - before.ledger[cash(seat)]
            return Line(
                N_("{player} sold {shares} for {amount}"),
                {"player": player, "shares": shares_text(before, fields["shares"]), "amount": got},
            )
        case "place":
            if hands_open(now, sight, seat) or now.round > before.round:
                return Line(
                    N_("{player} put {company} aside for the clients"),
                    {"player": player, "company": company_name(before, fields["company"])},
                )
            return Line(N_("{player} put a share aside for the clients, face down"), {"player": player})
        case "end_turn":
            return Line(N_("{player} ended the turn"), {"player": player})
    return _card(player, fields, before, after)


def _card(player: str, fields: dict[str, Any], before: State, after: State) -> Line:
    company = fields["company"]
    template = N_("{player} played {company} {value}: {old} → {new}")
    if before.rack_used is not None:
        template = N_("{player} played {company} {value} at half: {old} → {new}")
    track = before.box["track"]
    return Line(
        template,
        {
            "player": player,
            "company": company_name(before, company),
            "value": signed(fields["value"]),
            "old": track[before.steps[company]],
            "new": track[after.steps[company]],
        },
    )


def tell(event: Event, state: State) -> Line:
    """One derived event in words; ``state`` is the table after it."""
    fields = event.fields
    match event.kind:
        case "clients-paid":
            return Line(N_("Clients are paid: {amounts}"), {"amounts": amounts_of(state, fields["paid"])})
        case "round-ended":
            return Line(C_("one of two", "Round {round} is over"), {"round": fields["round"]})
        case "eliminated":
            return Line(N_("Least client money, so out: {names}"), {"names": names_of(state, fields["seats"])})
    if fields["winners"]:
        return Line(
            N_("Hands are sold: {amounts}. Won by {names}"),
            {"amounts": amounts_of(state, fields["sold"]), "names": names_of(state, fields["winners"])},
        )
    return Line(N_("All tie for the least client money, so nobody wins"))


def summary(state: State) -> Line:
    """Where the game stands, in a few words."""
    if state.phase == "end":
        return Line(N_("finished"))
    template = N_("round {round} of 2 · turn {turn} of 4 · trade")
    if state.phase == "manipulate":
        template = N_("round {round} of 2 · turn {turn} of 4 · cards")
    return Line(template, {"round": state.round, "turn": state.turn})


def shares_text(state: State, shares: dict[str, int]) -> Line:
    """Shares in words: "2 Ford, 1 Lloyd"."""
    return listed(
        Line("{count} {company}", {"count": count, "company": company_name(state, company)})
        for company, count in shares.items()
        if count
    )


def call(event: Event, state: State) -> Line | None:
    """What is to be done with the cardboard at a derived event; None where that is nothing."""
    if event.kind == "clients-paid":
        return Line(N_("Turn the shares put aside face up, then give them back to the supply."))
    if event.kind == "round-ended" and event.fields["round"] < ROUNDS:
        cards = {"cards": state.box["cards"]["per_rack"], "player": state.names[state.first]}
        return Line(
            N_("Shuffle all cards and deal the racks anew, {cards} to each; {player} takes the marker and begins."),
            cards,
        )
    return None
