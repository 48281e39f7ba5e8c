"""What people do by hand when something has followed by itself."""

from companion.games.common import Event, Line
from companion.games.good_brokers.state import ROUNDS, State
from companion.words import N_


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
