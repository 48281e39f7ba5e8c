"""The group's book: all evenings of a data folder beside each other, as far as everybody may know them.

An evening is worked out once from its log (`facts`) and kept beside the tables (`kept`) until the log is another one;
`shelf` says which evenings there are. Who is who is said by hand (`people`), and the logs stay as they were.
"""

from companion.group.facts import Evening, Good, Seat, work_out
from companion.group.people import Group
from companion.group.shelf import Shelf, Told, listed
from companion.group.tables import frames, rows

__all__ = ["Evening", "Good", "Group", "Seat", "Shelf", "Told", "frames", "listed", "rows", "work_out"]
