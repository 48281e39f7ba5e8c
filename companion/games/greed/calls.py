"""What people do by hand when something has followed by itself."""

from companion.games.common import Event, Line
from companion.games.greed.state import State
from companion.words import N_

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
