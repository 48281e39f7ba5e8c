"""What people do by hand when something has followed by itself."""

from companion.games.common import Event, Line
from companion.games.plutocracy.state import State
from companion.words import N_


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
