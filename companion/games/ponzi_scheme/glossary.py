"""The game's own words, each in one line: behind the ? of its screens."""

from companion.words import N_

GLOSSARY = {
    N_("Tiles"): N_("Industries: one comes with each card. Many of one kind score far more than one of each."),
    N_("Wheel"): N_("Your cards on their spaces. It turns every round; what comes to the arrow is due."),
    N_("Interest"): N_("What a card costs each time it comes to the arrow. Then it goes back to its period."),
    N_("period"): N_("How many turns lie between two payments of a card."),
    N_("Clandestine market"): N_(
        "A secret offer for a tile: the other one sells, or pays you as much and takes one of yours."
    ),
    N_("bear"): N_("A card of the highest values. As many of them in the market as there are players bring a crash."),
    N_("crash"): N_("The bears leave, everybody gives back a tile, and the wheels turn twice."),
    N_("bankrupt"): N_("Cannot pay all that is due: the game ends, and who is bankrupt has lost."),
    N_("luxury"): N_("In the advanced game: bought instead of an offer, for points."),
    N_("cash bounds"): N_("The least and the most that somebody can hold, by all that was seen."),
}
