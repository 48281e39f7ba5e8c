"""The game's own words, each in one line: behind the ? of its screens."""

from companion.words import C_, N_

GLOSSARY = {
    N_("bank"): N_("Where money comes from and goes to. It may have an end."),
    N_("slots"): N_("Where money lies beside the bank: everybody's cash, a treasury, a pot."),
    C_("of an own game", "goods"): N_("What is held, bought and sold: shares, houses, coal."),
    N_("the supply"): N_("Goods that nobody holds."),
    N_("button"): N_("Does several steps of your game with one tap."),
    N_("Due next"): N_("What will be paid by itself at the end of a turn or a round."),
    N_("Auction"): N_("Open: bids rise until all others pass. Sealed: all bid in secret, and the highest pays."),
}
