"""What everybody knows about everybody's cash: the least and the most, from public facts alone.

For each *group* of players `Bounds` keeps the least and the most money that the group holds together. One player's
bounds are those of the group of one; the larger groups remember what an unknown trade left behind: whatever Bruno
lost, Anna has, so that a later payment of Bruno's also says something about Anna.

Sets of amounts of this kind (generalised polymatroids) stay of this kind, whole numbers included, when money comes in
or goes out, when an unknown amount changes hands, and when somebody proves to hold enough or too little: the bounds
are then the tightest that the facts allow. One fact does not fit in: in a counter-offer the offerer has shown the
amount too, so the unknown is at most what *he* held, whatever that was. Only its public upper end is used here. The
bounds are always true, and right after a counter still the tightest; later facts about both sides and a third player
may leave them a little wider than the tightest.
"""

from msgspec import Struct


class Bounds(Struct, frozen=True):
    """The least and the most that each group of seats holds. A group is a number, with bit i for seat i.

    ``unknown`` is the most that may be in a hand of which nothing is known.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]
    unknown: int

    def of(self, seat: int) -> tuple[int, int]:
        """The least and the most that one seat holds."""
        return self.least[1 << seat], self.most[1 << seat]

    def together(self) -> int:
        """The most that all hold together."""
        return self.most[-1]

    def admits(self, held: list[int]) -> bool:
        """Whether the seats may hold exactly these amounts."""
        sums = [0]
        for amount in held:
            sums += [total + amount for total in sums]
        return all(low <= total <= high for low, total, high in zip(self.least, sums, self.most, strict=True))

    def received(self, seat: int, amount: int) -> "Bounds":
        """A seat got a known amount (or lost it, below zero)."""
        mine = 1 << seat
        return Bounds(
            tuple(low + amount if group & mine else low for group, low in enumerate(self.least)),
            tuple(high + amount if group & mine else high for group, high in enumerate(self.most)),
            self.unknown,
        )

    def passed(self, giver: int, taker: int, low: int, high: int) -> "Bounds":
        """``giver`` gave ``taker`` an unknown amount between ``low`` and ``high``, and had it: see `trade.accept`."""
        gives, takes = 1 << giver, 1 << taker
        least, most = list(self.least), list(self.most)
        for group in range(len(least)):
            if group & takes and not group & gives:
                least[group] += low
                most[group] += high
            elif group & gives and not group & takes:
                least[group] -= high
                most[group] -= low
        return Bounds(tuple(least), tuple(most), self.unknown).at_least(giver, 0)

    def paid(self, seat: int, amount: int) -> "Bounds":
        """A seat paid a known amount, and so had it."""
        return self.at_least(seat, amount).received(seat, -amount)

    def at_least(self, seat: int, amount: int) -> "Bounds":
        """It is proved that a seat holds so much. What was believed of that seat and contradicts it is forgotten."""
        mine = 1 << seat
        if amount <= self.least[mine]:
            return self
        if amount > self.most[mine]:
            return self.forgotten(seat, amount, max(amount, self.unknown))
        least, most = self.least, self.most
        return Bounds(
            tuple(max(low, least[group ^ mine] + amount) if group & mine else low for group, low in enumerate(least)),
            tuple(high if group & mine else min(high, most[group | mine] - amount) for group, high in enumerate(most)),
            self.unknown,
        )

    def at_most(self, seat: int, amount: int) -> "Bounds":
        """It is proved that a seat holds no more. What was believed of that seat and contradicts it is forgotten."""
        mine = 1 << seat
        if amount >= self.most[mine]:
            return self
        if amount < self.least[mine]:
            return self.forgotten(seat, min(0, amount), amount)
        least, most = self.least, self.most
        return Bounds(
            tuple(low if group & mine else max(low, least[group | mine] - amount) for group, low in enumerate(least)),
            tuple(min(high, most[group ^ mine] + amount) if group & mine else high for group, high in enumerate(most)),
            self.unknown,
        )

    def forgotten(self, seat: int, low: int, high: int) -> "Bounds":
        """Of a seat is known no more than that it holds ``low`` to ``high``."""
        mine = 1 << seat
        least, most = self.least, self.most
        return Bounds(
            tuple(least[group ^ mine] + low if group & mine else least[group] for group in range(len(least))),
            tuple(most[group ^ mine] + high if group & mine else most[group] for group in range(len(most))),
            self.unknown,
        )


def penniless(seats: int, unknown: int) -> Bounds:
    """So many seats, none of which has any money."""
    nothing = (0,) * (1 << seats)
    return Bounds(nothing, nothing, unknown)
