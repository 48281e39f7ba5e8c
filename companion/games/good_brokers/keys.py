"""The keys of snapshots, boxes and entries that Good Brokers alone has, marked for translation."""

from companion.words import N_

KEYS = frozenset(
    {
        N_("cards played"),
        N_("client money"),
        N_("clients"),
        N_("clients total"),
        N_("copies"),
        N_("eliminated"),
        N_("manipulate"),
        N_("per company"),
        N_("per rack"),
        N_("rack"),
        N_("rack used"),
        N_("racks"),
        N_("shares total"),
        N_("start price"),
        N_("traded"),
    }
)
