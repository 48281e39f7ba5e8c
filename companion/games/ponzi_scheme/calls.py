"""What people do by hand when something has followed by itself."""

from companion.games.common import Event, Line
from companion.games.ponzi_scheme.state import State
from companion.words import N_


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
