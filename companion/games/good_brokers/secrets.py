"""Who may see what: hands and client boards lie face down."""

from companion.games.common import PUBLIC, Hidden, Secrets, Sight
from companion.games.good_brokers.state import State


def hands_open(state: State, sight: Sight, seat: int) -> bool:
    """Whether ``sight`` may see which shares ``seat`` holds and has put aside (they lie face down)."""
    return state.options["open_hands"] or state.phase == "end" or sight.sees(seat)


def hidden(state: State, sight: Sight) -> frozenset[Hidden]:
    """The hands that lie face down for ``sight``, and what was put aside from them until the round's end."""
    hands = [(seat, "hand") for seat in range(len(state.names)) if not hands_open(state, sight, seat)]
    return frozenset([*hands, *((seat, f"clients of round {state.round}") for seat in put_aside(state, sight))])


def put_aside(state: State, sight: Sight) -> list[int]:
    """The seats with shares on their client boards of which ``sight`` does not see what they are."""
    return [
        seat for seat, held in enumerate(state.clients) if any(held.values()) and not hands_open(state, sight, seat)
    ]


# A refusal to sell or to put aside tells which shares are left in the hand, and so which ones were put aside.
SECRETS = Secrets(own=frozenset({"sell", "place"}), amendable=frozenset({"play_card"}))


def secrets(now: State) -> Secrets | None:
    """What must not be tried in the dark, while shares are put aside face down."""
    return SECRETS if put_aside(now, PUBLIC) else None
