"""The keys of snapshots, boxes and entries that a game of one's own alone has, marked for translation."""

from companion.words import C_, N_

KEYS = frozenset(
    {
        N_("ask"),
        N_("at"),
        N_("bank"),
        N_("bidders"),
        N_("button"),
        N_("by"),
        N_("do"),
        N_("end phase"),
        N_("every"),
        N_("finish"),
        N_("first"),
        N_("from round"),
        N_("game"),
        N_("give"),
        N_("group"),
        N_("id"),
        N_("kind"),
        N_("last"),
        N_("least"),
        N_("minutes"),
        N_("move"),
        N_("names"),
        N_("opener"),
        N_("open"),
        N_("order"),
        N_("pay"),
        N_("phases"),
        N_("place"),
        N_("press"),
        N_("score"),
        N_("sealed"),
        N_("secret"),
        N_("short"),
        N_("slots"),
        N_("title"),
        N_("total"),
        N_("tracks"),
        N_("up"),
        N_("version"),
        N_("what"),
        N_("who"),
    }
)

# What means something else here than in the other games.
MEANT = {"goods": C_("of an own game", "goods")}
