"""A button: its steps happen in order, all of them or none."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import listed, seat_of
from companion.games.own import prices
from companion.games.own.actions import Press
from companion.games.own.book import MANY, Act, Button, Give, Pay, Put, Shift
from companion.games.own.box import needs_secret
from companion.games.own.checks import acting, going_on
from companion.games.own.flows import Flow, flows
from companion.games.own.formulas import Formula
from companion.games.own.money import transfer, untold
from companion.games.own.state import About, State, phase_name
from companion.games.own.trade import given
from companion.words import N_


class Done(Struct, frozen=True):
    """What a step has done: ``act`` with the ``amount`` it came to, the money that moved, the good and its prices."""

    act: Act
    amount: int
    flows: tuple[Flow, ...] = ()
    good: str = ""
    prices: tuple[int | None, int | None] = (None, None)


def press(state: State, move: Press) -> State:
    """Press a button. A refusal names no amount that was worked out of what somebody hides: others see the page too.

    Raises RuleError: ``unknown-button``, ``unknown-player``, ``game-over``, ``wrong-phase``, ``not-your-turn``,
    ``not-asked``, ``unknown-good``, and what its steps run into: ``not-whole``, ``division-by-zero``, ``bad-amount``,
    ``same-slot``, ``not-enough-money``, ``bank-broke``, ``supply-short``, ``not-held``, ``no-price``.
    """
    button = known_button(state, move.button)
    try:
        return carried_out(state, move)[0]
    except RuleError as refusal:
        raise untold(refusal) if needs_secret(state.book, button.acts) else refusal from None


def carried_out(state: State, move: Press) -> tuple[State, list[Done]]:
    """The state after all steps, and what each has done. Raises RuleError as `press` does."""
    button = known_button(state, move.button)
    seat = _presser(state, move, button)
    about, other = what_was_asked(state, move, button, seat)
    told = []
    for act in button.acts:
        about = replace(about, state=state)
        state, done = _STEPS[type(act)](state, act, about, other)
        told.append(done)
    return state, told


def known_button(state: State, name: str) -> Button:
    """A button by its name. Raises RuleError ``unknown-button``."""
    found = state.book.buttons.get(name)
    if found is None:
        raise RuleError(
            "unknown-button",
            N_("There is no button “{button}”; there are {known}."),
            button=name[:60],
            known=listed(map(state.book.word, state.book.buttons)) if state.book.buttons else "–",
        )
    return found


def _presser(state: State, move: Press, button: Button) -> int:
    seat = seat_of(state, move.player)
    going_on(state)
    if button.phase not in (None, phase_name(state)) and not state.forced:
        raise RuleError(
            "wrong-phase",
            N_("{player} can press {button} only in the phase “{phase}”."),
            player=move.player,
            button=state.book.word(button.name),
            phase=button.phase,
        )
    return acting(state, move.player) if button.who == "turn" else seat


def what_was_asked(state: State, move: Press, button: Button, seat: int) -> tuple[About, int | None]:
    """What was asked: all of it and nothing else. Raises RuleError ``not-asked`` or ``unknown-good``."""
    given: dict[str, Any] = {"amount": move.amount, "count": move.count, "other": move.other, **move.goods}
    fields = ["other" if asked == "player" else asked for asked in button.ask]
    for field, value in given.items():
        if (value is not None) != (field in fields):
            raise _not_asked(state, move, field, missing=field in fields)
    for field in fields:
        if field not in given:
            raise _not_asked(state, move, field, missing=True)
    for group in button.groups:
        if move.goods[group] not in state.book.goods_asked(group):
            raise RuleError(
                "unknown-good",
                N_("There is no good “{good}”; there are {known}."),
                good=move.goods[group][:40],
                known=", ".join(state.book.goods_asked(group)),
            )
    other = None if move.other is None else seat_of(state, move.other)
    good = move.goods[button.groups[0]] if button.groups else ""
    return About(state, seat, good, move.goods, move.amount or 0, move.count or 0), other


def _not_asked(state: State, move: Press, field: str, *, missing: bool) -> RuleError:
    template = N_("{button} does not ask for “{field}”; {player} leaves it out.")
    if missing:
        template = N_("{button} asks for “{field}”; {player} has to say it.")
    button = state.book.word(move.button)
    return RuleError("not-asked", template, button=button, field=field[:40], player=move.player)


# The steps


def _counted(formula: Formula, about: About) -> int:
    """How much a step pays or gives. Raises RuleError ``not-whole``, and ``bad-amount`` below 0."""
    count = formula.whole(about)
    if count < 0:
        raise RuleError(
            "bad-amount",
            N_("“{formula}” comes to {asked}; the least is {allowed}."),
            formula=formula.text,
            asked=count,
            allowed=0,
        )
    return count


def _pay(state: State, act: Pay, about: About, other: int | None) -> tuple[State, Done]:
    amount = _counted(act.amount, about)
    moves = flows(state, act, about, other, amount)
    if MANY.isdisjoint((act.source.kind, act.target.kind)) and moves[0][0] == moves[0][1]:
        raise RuleError(
            "same-slot", N_("The money of {player} would stay where it is."), player=state.names[about.seat]
        )
    for source, target, part in moves:  # of many who pay, the one who gets it pays nothing to himself
        if source != target:
            state = transfer(state, source, target, part)
    return state, Done(act, amount, tuple(moves), about.good)


def _give(state: State, act: Give, about: About, other: int | None) -> tuple[State, Done]:
    good, count = _thing(act.what, about), _counted(act.count, about)
    sides = {"supply": None, "me": about.seat, "player": other}
    if count:
        state = given(state, good, count, sides[act.source], sides[act.target])
    return state, Done(act, count, good=good)


def _shift(state: State, act: Shift, about: About, _other: int | None) -> tuple[State, Done]:
    good, before = _thing(act.what, about), state
    by = act.by.whole(about)
    state = prices.moved(state, good, by, act.up.whole(about))
    return state, Done(act, by, good=good, prices=(prices.price(before, good), prices.price(state, good)))


def _put(state: State, act: Put, about: About, _other: int | None) -> tuple[State, Done]:
    good, before, to = _thing(act.what, about), state, act.to.whole(about)
    state = prices.put(state, good, to)
    return state, Done(act, to, good=good, prices=(prices.price(before, good), to))


def _thing(what: str, about: About) -> str:
    """The good that a step is about: the one that was asked of a group, or one by its id."""
    return about.goods.get(what, what)


_STEPS: dict[type, Any] = {Pay: _pay, Give: _give, Shift: _shift, Put: _put}
