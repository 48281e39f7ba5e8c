"""Ponzi Scheme: what the public knows of cash, against a search through all that can have happened."""

from hypothesis import event, given, settings
from hypothesis import strategies as st

from companion.games.ponzi_scheme.bounds import penniless

UNKNOWN = 99


class Possible:
    """Everything the seats may hold, one by one; and their bounds, carried forward as the rules page says."""

    def __init__(self, seats):
        self.held = {(0,) * seats}
        self.carried = [(0, 0)] * seats

    def keep(self, fits):
        self.held = {held for held in self.held if fits(held)}

    def add(self, seat, amount):
        self.held = {_with(held, {seat: amount}) for held in self.held}
        low, high = self.carried[seat]
        self.carried[seat] = max(0, low + amount), high + amount

    def trade(self, giver, to, countered, least):
        """An offer of ``giver`` for an unknown amount, and the answer of ``to``."""
        sign = 1 if countered else -1
        self.held = {
            _with(held, {giver: sign * amount, to: -sign * amount})
            for held in self.held
            for amount in range(least, (min(held[giver], held[to]) if countered else held[giver]) + 1)
        }
        most = min(self.carried[giver][1], self.carried[to][1]) if countered else self.carried[giver][1]
        payer, seller = (to, giver) if countered else (giver, to)
        (low, high), (start, end) = self.carried[payer], self.carried[seller]
        self.carried[payer] = max(0, low - most), high - least
        self.carried[seller] = start + least, end + most

    def of(self, seat):
        amounts = [held[seat] for held in self.held]
        return min(amounts), max(amounts)


def _with(held, changes):
    return tuple(amount + changes.get(seat, 0) for seat, amount in enumerate(held))


def trade(bounds, giver, to, countered, least):
    """The same as the rules do."""
    bounds = bounds.at_least(giver, least)
    if not countered:
        return bounds.passed(giver, to, least, bounds.of(giver)[1])
    bounds = bounds.at_least(to, least)
    return bounds.passed(to, giver, least, min(bounds.of(giver)[1], bounds.of(to)[1]))


def happen(data, seats, counters, least):
    """Some public events; after each: all that is possible, the bounds, and what it was."""
    possible, bounds = Possible(seats), penniless(seats, UNKNOWN)
    for _ in range(data.draw(st.integers(3, 12))):
        what = data.draw(st.sampled_from(["invest", "trade", "trade", "pay", "bankrupt"]))
        seat, other = data.draw(st.permutations(range(seats)))[:2]
        most = possible.of(seat)[1]
        if what == "invest":
            amount = data.draw(st.integers(1, 9))
            possible.add(seat, amount)
            bounds = bounds.received(seat, amount)
        elif what == "trade" and most >= least:
            countered = counters and data.draw(st.booleans())
            if countered and not any(min(held[seat], held[other]) >= least for held in possible.held):
                continue
            what = "counter" if countered else "sale"
            possible.trade(seat, other, countered, least)
            bounds = trade(bounds, seat, other, countered, least)
        elif what == "pay" and most:
            amount = data.draw(st.integers(1, most))
            possible.keep(lambda held, seat=seat, amount=amount: held[seat] >= amount)
            possible.add(seat, -amount)
            bounds = bounds.paid(seat, amount)
        elif what == "bankrupt":
            due = data.draw(st.integers(possible.of(seat)[0] + 1, most + 1))
            possible.keep(lambda held, seat=seat, due=due: held[seat] < due)
            bounds = bounds.at_most(seat, due - 1)
            low, high = possible.carried[seat]
            possible.carried[seat] = low, min(high, due - 1)
        if len(possible.held) > 3000:
            return
        yield what, possible, bounds


@settings(max_examples=150, deadline=None)
@given(st.data(), st.integers(2, 5), st.booleans())
def test_without_counters_the_bounds_are_the_tightest(data, seats, least):
    for _, possible, bounds in happen(data, seats, counters=False, least=int(least)):
        for seat in range(seats):
            assert bounds.of(seat) == possible.of(seat)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.integers(3, 5), st.booleans())
def test_with_counters_the_bounds_are_true_and_no_wider_than_carried_forward(data, seats, least):
    for what, possible, bounds in happen(data, seats, counters=True, least=int(least)):
        for seat in range(seats):
            low, high = bounds.of(seat)
            assert low <= possible.of(seat)[0] <= possible.of(seat)[1] <= high
            assert possible.carried[seat][0] <= low <= high <= possible.carried[seat][1]
        tightest = all(bounds.of(seat) == possible.of(seat) for seat in range(seats))
        event(f"{what}: {'the tightest' if tightest else 'a little wide'}")
        assert all(bounds.admits(list(held)) for held in possible.held)


@settings(max_examples=100, deadline=None)
@given(st.data(), st.booleans())
def test_between_two_players_the_bounds_are_the_tightest_with_counters_too(data, least):
    for _, possible, bounds in happen(data, 2, counters=True, least=int(least)):
        for seat in range(2):
            assert bounds.of(seat) == possible.of(seat)


def test_a_later_payment_of_one_tells_of_the_other():
    bounds = penniless(3, UNKNOWN).received(0, 50).received(1, 30)
    bounds = bounds.passed(0, 1, 0, 50)
    assert (bounds.of(0), bounds.of(1)) == ((0, 50), (30, 80))
    bounds = bounds.paid(0, 40)  # so he had given 10 at most
    assert (bounds.of(0), bounds.of(1)) == ((0, 10), (30, 40))
    bounds = bounds.paid(1, 38)  # so he had got 8 at least
    assert (bounds.of(0), bounds.of(1)) == ((0, 2), (0, 2))
    assert bounds.at_most(0, 0).of(1) == (2, 2)


def test_what_contradicts_a_proof_is_forgotten():
    bounds = penniless(2, UNKNOWN).received(0, 5)
    assert bounds.at_least(0, 7).of(0) == (7, UNKNOWN)
    assert bounds.at_most(0, 3).of(0) == (0, 3)
    assert bounds.at_most(0, 3).of(1) == (0, 0)
