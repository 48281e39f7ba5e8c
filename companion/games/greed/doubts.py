"""What is known of the printed components and has no place in a box, or is left open."""

from companion.words import N_

UNNAMED = N_("Its printed name is not published.")
DOUBTS = {
    "/goods/coal": N_(
        "Its prices lie between 25 and 80, and two spaces right of 45 stands 60; the start is not published."
    ),
    "/goods/houses": UNNAMED,
    "/goods/cotton": UNNAMED,
    "/companies": N_(
        "MadF, one of the companies that start the game, moves sand by +1; another company is called SoShitty "
        "Generale. Their numbers are not published."
    ),
    "/assets": N_(
        "Three more cards are known, but not their numbers: Mineral Rich Area (microchips −2), Small land owner and "
        "Sand pit."
    ),
    "/status": N_(
        "Gold symbols are worth 8 to 16 points, silver ones 4 to 9; which is worth how many is not published."
    ),
}
