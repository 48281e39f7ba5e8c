"""Money: named slots and transfers between them. No other code changes a balance.

A slot is named by who owns it and what it is for: ``bank``, ``player:0:cash``, ``company:3:free_cash``.
Players' slots carry the seat's number, so that a renamed player keeps his money; `Table.slots` shows names.
"""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import RuleError
from companion.shapes import LARGEST
from companion.words import N_

BANK = "bank"
DEEPEST = 10**18  # of a slot that somebody hides: out of reach, since no payment of it is over `LARGEST`


class Transfer(Struct, frozen=True):
    """``amount`` went from ``source`` to ``target``."""

    source: str
    target: str
    amount: int


class Ledger(Struct, frozen=True):
    """Balances by slot, and the transfers of the entry that is being applied.

    Beyond `LARGEST`, either way, no slot but the bank goes: RuleError ``too-much-money``. A hidden slot does, so that
    nobody can tell by that refusal how much it holds: there `LARGEST` is the most of one payment, known to all.
    """

    balances: dict[str, int]
    transfers: tuple[Transfer, ...] = ()

    def __getitem__(self, slot: str) -> int:
        return self.balances[slot]

    def move(
        self, source: str, target: str, amount: int, least: int | None = 0, hidden: Collection[str] = ()
    ) -> "Ledger":
        """Move ``amount`` from one slot to another, which is left with ``least`` (None: with whatever is left).

        The bank may always go below zero; ``hidden`` are those of both that somebody hides. Raises RuleError
        ``not-enough-money``; the rules check first and in better words, this is the last door.
        """
        short = least is not None and source != BANK and 0 < amount > self.balances[source] - least
        if amount < 0 or short:
            raise RuleError(
                "not-enough-money",
                N_("{slot} holds {has}, so {amount} cannot be taken from it."),
                slot=source,
                has=self.balances[source],
                amount=amount,
            )
        if hidden and amount > LARGEST:
            raise RuleError(
                "too-much-money",
                N_("{amount} is too much for one payment; the most is {allowed}."),
                amount=amount,
                allowed=LARGEST,
            )
        return self._post(source, target, amount, hidden)

    def put_right(self, slot: str, balance: int) -> "Ledger":
        """Make ``slot`` hold ``balance`` (a correction, so below zero is allowed); the bank gives or takes the rest."""
        return self._post(BANK, slot, balance - self.balances[slot])

    def _post(self, source: str, target: str, amount: int, hidden: Collection[str] = ()) -> "Ledger":
        if amount == 0 or source == target:
            return self
        balances = self.balances.copy()
        balances[source] -= amount
        balances[target] = balances.get(target, 0) + amount
        for slot in (source, target):
            most = DEEPEST if slot in hidden else LARGEST
            if slot != BANK and abs(balances[slot]) > max(most, abs(self.balances.get(slot, 0))):
                raise RuleError(
                    "too-much-money",
                    N_("{slot} would hold {amount}; the most, either way, is {allowed}."),
                    slot=slot,
                    amount=balances[slot],
                    allowed=most,
                )
        return replace(self, balances=balances, transfers=(*self.transfers, Transfer(source, target, amount)))

    def open(self, slots: list[str]) -> "Ledger":
        """Add empty slots."""
        return replace(self, balances={**self.balances, **dict.fromkeys(slots, 0)})

    def settled(self) -> "Ledger":
        """The same balances with no transfers yet: what the next entry begins with."""
        return replace(self, transfers=()) if self.transfers else self

    def total(self) -> int:
        """The sum of all slots: zero as long as all money is accounted for."""
        return sum(self.balances.values())


def new_ledger(slots: list[str]) -> Ledger:
    """A ledger whose slots, and the bank, hold nothing."""
    return Ledger(dict.fromkeys([BANK, *slots], 0))
