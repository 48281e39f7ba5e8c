"""Action 5 of a turn: the societies on Earth and what they ask for."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.plutocracy.actions import JoinSociety
from companion.games.plutocracy.box import EARTH
from companion.games.plutocracy.checks import acting, check_order
from companion.games.plutocracy.state import State, body_at, cash, noted, with_player
from companion.words import N_, Word

SOCIETY_NAMES = {
    "high": N_("High Society"),
    "scientist": N_("Scientist Society"),
    "influencer": N_("Influencer Society"),
    "merchant": N_("Merchant Society"),
}

CONDITIONS = {
    "high": N_("The {society} asks for {asked} money; {player} has {allowed}."),
    "scientist": N_("The {society} asks for {asked} alien; {player} has {allowed}."),
    "influencer": N_("The {society} asks for seats in {asked} parliaments; {player} sits in {allowed}."),
    "merchant": N_("The {society} asks for {asked} different resources; {player} has {allowed}."),
}


def join_society(state: State, move: JoinSociety) -> State:
    """Join a society on Earth whose condition is met; nothing is paid.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-earth``,
    ``already-member``, ``society-full``, ``condition-not-met``.
    """
    seat = acting(state, move.player)
    check_order(state, move.player, "join_society")
    if body_at(state, seat) != EARTH:
        raise RuleError("not-on-earth", N_("{player} is not on Earth."), player=move.player)
    members = state.societies[move.society]
    name = Word(SOCIETY_NAMES[move.society])
    if seat in members:
        raise RuleError("already-member", N_("{player} is in the {society} already."), player=move.player, society=name)
    places: list[int] = state.box["societies"]["councilors"]
    if len(members) >= len(places):
        raise RuleError(
            "society-full",
            N_("{player} cannot join the {society}: it has room for {allowed}."),
            player=move.player,
            society=name,
            allowed=len(places),
        )
    has, asked = condition(state, seat, move.society)
    if has < asked and not state.forced:
        raise RuleError(
            "condition-not-met", CONDITIONS[move.society], player=move.player, society=name, asked=asked, allowed=has
        )
    councilors = state.players[seat].councilors + places[len(members)]
    state = replace(state, societies={**state.societies, move.society: (*members, seat)})
    return noted(with_player(state, seat, councilors=councilors), "join_society")


def may_join(state: State, seat: int, society: str) -> bool:
    """Whether a player on Earth may join a society now."""
    members = state.societies[society]
    has, asked = condition(state, seat, society)
    return seat not in members and len(members) < len(state.box["societies"]["councilors"]) and has >= asked


def condition(state: State, seat: int, society: str) -> tuple[int, int]:
    """What a player has of what a society asks for, and how much it asks."""
    printed = state.box["societies"]
    match society:
        case "high":
            return state.ledger[cash(seat)], printed["high_money"]
        case "scientist":
            return int(state.players[seat].alien), 1
        case "influencer":
            return sum(seat in planet.seats for planet in state.planets.values()), printed["influencer_parliaments"]
    return sum(count > 0 for count in state.players[seat].hold.values()), printed["merchant_resources"]
