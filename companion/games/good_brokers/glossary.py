"""The game's own words, each in one line: behind the ? of its screens."""

from companion.words import C_, N_

GLOSSARY = {
    C_("one of two", "round"): N_("Four turns. There are two rounds, and the clients are paid after each."),
    N_("Rack"): N_(
        "Eight cards between two neighbours. You play one from each of your two: full value first, then half."
    ),
    N_("For the clients"): N_("A share put aside face down: at the end of the round it pays your clients, not you."),
    N_("client money"): N_("What your clients have got so far. It buys nothing, but who has least at the end is out."),
    N_("in danger"): N_("Your clients have least as things stand."),
    N_("with shares"): N_("Your cash and what your shares would bring now."),
}
