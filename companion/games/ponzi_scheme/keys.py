"""The keys of snapshots, boxes and entries that Ponzi Scheme alone has, marked for translation."""

from companion.words import N_

KEYS = frozenset(
    {
        N_("accept"),
        N_("awaiting reveal"),
        N_("bankrupt"),
        N_("bears in market"),
        N_("buy luxury"),
        N_("cash bounds"),
        N_("counter"),
        N_("deck"),
        N_("discard"),
        N_("discard fund"),
        N_("discard tile"),
        N_("due if crash"),
        N_("final cash"),
        N_("food"),
        N_("funds"),
        N_("industries"),
        N_("industry"),
        N_("interest"),
        N_("interest if crash"),
        N_("kind"),
        N_("luxuries"),
        N_("luxuries left"),
        N_("luxury"),
        N_("media"),
        N_("ordinary"),
        N_("pass"),
        N_("pay interest"),
        N_("period"),
        N_("real estate"),
        N_("reveal"),
        N_("row1"),
        N_("row2"),
        N_("row3"),
        N_("starting"),
        N_("transport"),
    }
)
# What the shipped boxes are called.
BOXES = frozenset(
    {
        N_("Demo (no number had to be made up)"),
        N_("Ponzi Scheme, 12 tiles of each industry"),
        N_("Ponzi Scheme, other printing (18 bears)"),
    }
)
