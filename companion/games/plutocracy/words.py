"""How entries, derived events and what is to be done by hand read in Plutocracy."""

from companion.games.common import Event, Line, Sight, Step, amounts_of, names_of, seat_of
from companion.games.plutocracy import track
from companion.games.plutocracy.societies import SOCIETY_NAMES
from companion.games.plutocracy.state import State, body_name, cash, planet_at, resource_name
from companion.words import N_, Word

# What our boxes call the bodies and the resources: here, so that translators find them.
PRINTED = (
    N_("Earth"),
    N_("Mars"),
    N_("Jupiter"),
    N_("Saturn"),
    N_("Uranus"),
    N_("Neptune"),
    N_("Asteroid"),
    N_("Oxygen"),
    N_("Carbon"),
    N_("Uranium"),
    N_("Plants"),
    N_("Water"),
)


def describe(step: Step, _sight: Sight, _now: State) -> Line:
    """One entry in words."""
    fields, before = step.entry.fields, step.before
    match step.entry.action:
        case "setup_supply":
            return Line(
                N_("{body} supplies {resource}"),
                {"body": body_name(before, fields["planet"]), "resource": resource_name(before, fields["resource"])},
            )
        case "setup_roll":
            return Line(N_("Die for {body}: {die}"), {"body": body_name(before, fields["body"]), "die": fields["die"]})
        case "first":
            return Line(N_("By lot: {player} is first"), fields)
        case "auction_bid":
            return Line(N_("{player} bids {bid} for slot {slot}"), fields)
        case "setup_ship":
            return Line(
                N_("{player} starts from {body}"),
                {"player": fields["player"], "body": body_name(before, fields["planet"])},
            )
        case "rescue_alien":
            return Line(N_("{player} rescued an alien"), fields)
        case "retire":
            return Line(N_("{player} retired"), fields)
        case "overtime":
            seat = seat_of(before, fields["player"])
            own_end = step.after.players[seat].own_end
            return Line(
                N_("{player} ran out of time: the own THE END is now {space}"),
                {"player": fields["player"], "space": own_end},
            )
        case "travel":
            return _travel(step)
        case "join_society":
            return _join_society(step)
    return _trade(step)


def _trade(step: Step) -> Line:
    fields, before = step.entry.fields, step.before
    seat = seat_of(before, fields["player"])
    name = planet_at(before, seat)
    assert name is not None
    told = {
        "player": fields["player"],
        "body": body_name(before, name),
        "amount": abs(step.after.ledger[cash(seat)] - before.ledger[cash(seat)]),
    }
    planet = before.planets[name]
    match step.entry.action:
        case "sell":
            told |= {"units": fields["units"], "resource": resource_name(before, planet.demand)}
            return Line(N_("{player} sold {units} {resource} on {body} for {amount}"), told)
        case "buy":
            told |= {"units": fields["units"], "resource": resource_name(before, planet.supply)}
            return Line(N_("{player} bought {units} {resource} on {body} for {amount}"), told)
    told["count"] = fields["count"]
    return Line(N_("{player} bought seats on {body}: {count} for {amount}"), told)


def _join_society(step: Step) -> Line:
    fields = step.entry.fields
    seat = seat_of(step.before, fields["player"])
    councilors = step.after.players[seat].councilors - step.before.players[seat].councilors
    return Line(
        N_("{player} joined the {society}: {councilors} councilors"),
        {"player": fields["player"], "society": Word(SOCIETY_NAMES[fields["society"]]), "councilors": councilors},
    )


def _travel(step: Step) -> Line:
    fields, before = step.entry.fields, step.before
    seat = seat_of(before, fields["player"])
    body, index = fields["to"]
    template = N_("{player} travelled to position {index} of {body}: {leave} → {arrive}")
    if before.bodies[body] == index:
        template = N_("{player} travelled to {body}: {leave} → {arrive}")
    return Line(
        template,
        {
            "player": fields["player"],
            "body": body_name(before, body),
            "index": index,
            "leave": track.disc(before, seat),
            "arrive": track.disc(step.after, seat),
        },
    )


def tell(event: Event, state: State) -> Line:
    """One derived event in words; ``state`` is the table after it."""
    fields = event.fields
    match event.kind:
        case "price":
            told = {"body": body_name(state, fields["planet"]), "resource": resource_name(state, fields["resource"])}
            template = N_("{resource} on {body} now costs {price}")
            if state.planets[fields["planet"]].demand == fields["resource"]:
                template = N_("{body} now pays {price} for {resource}")
            return Line(template, {**told, "price": fields["price"]})
        case "rotate":
            return Line(N_("At {time}: rotation {rotation}"), fields)
        case "asteroid-lost":
            if fields["seats"]:
                return Line(
                    N_("The asteroid falls into the Sun, and with it {names}"),
                    {"names": names_of(state, fields["seats"])},
                )
            return Line(N_("The asteroid falls into the Sun"))
        case "prices":
            return Line(
                N_("At {time}: the planets pay 1 more for what they demand, what they supply costs 1 less"), fields
            )
        case "elect":
            won = amounts_of(state, fields["won"])
            template = (
                N_("At {time}: election {election}, councilors: {won}")
                if won
                else N_("At {time}: election {election}, nobody sits in a parliament")
            )
            return Line(template, {**fields, "won": won})
        case "removed":
            return Line(N_("{player} is out of the game"), {"player": state.names[fields["seat"]]})
        case "auction-ended":
            return Line(
                N_("The auction is over; start planets are chosen in this order: {names}"),
                {"names": names_of(state, fields["seats"])},
            )
    if not fields["winners"]:
        return Line(N_("The end: nobody is left"))
    return Line(N_("The end: won by {names}"), {"names": names_of(state, fields["winners"])})


def summary(state: State) -> Line:
    """Where the game stands, in a few words."""
    match state.phase:
        case "setup":
            return Line(N_("setup"))
        case "auction":
            return Line(N_("starting auction"))
        case "end":
            return Line(N_("finished"))
    assert state.active is not None
    return Line(N_("time {time} of {end}"), {"time": track.disc(state, state.active), "end": track.the_end(state)})


def call(event: Event, state: State) -> Line | None:
    """What is to be done with the cardboard at a derived event; None where that is nothing, or the actor's own move."""
    match event.kind:
        case "rotate":
            return Line(N_("Move every body to its next position, with the ships that are there."))
        case "asteroid-lost":
            return Line(N_("Take the asteroid and what is on it off the board."))
        case "prices":
            return Line(N_("Move every DEMAND one price up and every SUPPLY one down, within the column."))
        case "elect":
            return Line(N_("Hand out the councilors."))
        case "removed":
            return Line(
                N_("Take the disc, the ship and the seats of {player} off the board."),
                {"player": state.names[event.fields["seat"]]},
            )
        case "auction-ended":
            return Line(N_("Put the discs on their slots; then the ships are placed."))
    return None
