"""The game's own words, each in one line: behind the ? of its screens."""

from companion.words import N_

GLOSSARY = {
    N_("Time track"): N_("Whoever stands furthest back on it acts next. Travelling takes time."),
    N_("the planet buys"): N_("Its demand: what you can sell there. The price falls with every sale."),
    N_("the planet sells"): N_("Its supply: what you can buy there. The price rises with every purchase."),
    N_("hold"): N_("The ship's room: five units of each resource."),
    N_("Parliament"): N_("The eight seats of a planet. They get dearer one by one."),
    N_("councilors"): N_("Whoever has most of them at the end wins."),
    N_("society"): N_(
        "Four of them on Earth, each with a condition: who joins first gets 3 councilors, the second one 2."
    ),
    N_("alien"): N_("One for each player waits on the asteroid. It opens the Scientist Society."),
    N_("Rotation"): N_("All planets move on by one position, with the ships on them. The asteroid nears the Sun."),
    N_("Price change"): N_("What planets buy gets dearer by 1, what they sell cheaper by 1."),
    N_("Election"): N_(
        "Whoever leads a parliament gets a councilor; in the third election two, and the next one gets one."
    ),
    N_("Retire"): N_("You have no further turn. Seats, societies and councilors stay yours."),
}
