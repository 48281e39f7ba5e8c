"""The keys of snapshots, boxes and entries that Good Brokers alone has, marked for translation."""

from companion.words import C_, N_

# What the shipped boxes call the companies, but for names that are the same everywhere.
PRINTED = frozenset({N_("Coal"), N_("Coffee"), N_("Dynamite"), N_("Rubber"), N_("Salt"), N_("Tea"), N_("Wheat")})

KEYS = frozenset(
    {
        N_("black"),
        N_("brown"),
        N_("buy"),
        N_("cards played"),
        N_("client money"),
        N_("clients"),
        N_("clients total"),
        N_("copies"),
        N_("eliminated"),
        N_("end turn"),
        N_("green"),
        N_("manipulate"),
        N_("per company"),
        N_("per rack"),
        N_("play card"),
        N_("rack"),
        N_("rack used"),
        N_("racks"),
        N_("red"),
        N_("sell"),
        N_("shares total"),
        N_("start price"),
        N_("traded"),
        N_("white"),
        N_("yellow"),
    }
)
# What means something else here than in the other games.
MEANT = {
    "left": C_("a side", "left"),
    "place": C_("a share", "place"),
    "round": C_("one of two", "round"),
    "turn": C_("one of four", "turn"),
}
# What the shipped boxes are called.
BOXES = frozenset({N_("Demo (card counts are made up)")})
