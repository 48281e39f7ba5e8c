"""What every game is made of: its description, the state that all games share, and the checks they share."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property, partial
from typing import Any, NoReturn, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.clocks import Countdown
from companion.errors import RuleError
from companion.keys import KEYS
from companion.ledger import Ledger
from companion.pointers import split
from companion.shapes import LONGEST
from companion.words import N_, Word, fill, isolated, worded

Item = TypeVar("Item")
NO_WORDS: Mapping[str, str] = {}


class Event(Struct, frozen=True):
    """Something that followed by itself from an entry: a payout, a move of the market, the end of a round."""

    kind: str
    fields: dict[str, Any]


class Line(Struct, frozen=True):
    """A sentence for the reader: an English template and what fills it."""

    template: str
    fields: dict[str, Any] = {}

    def text(self, translate: Callable[[str], str] = str) -> str:
        """The sentence in the language of ``translate``; a line among the fields is a sentence within it."""
        words = {
            name: value.text(translate) if isinstance(value, Line) else value for name, value in self.fields.items()
        }
        return fill(self.template, words, translate)


def listed(parts: Iterable["Line | str"], between: str = ", ") -> Line:
    """Sentences or words in a row, each translated.

    >>> listed(["1 coal", Line("{count} steel", {"count": 2})]).text()
    '1 coal, 2 steel'
    """
    fields = {f"part{place}": part for place, part in enumerate(parts)}
    return Line(between.join(f"{{{name}}}" for name in fields), fields)


def key_word(key: str, keys: Collection[str] = (), meant: Mapping[str, str] = NO_WORDS) -> str:
    """A key of a snapshot, a box or an entry as a word that is translated where it is shown; a number stays one.

    ``keys`` are those of a game, ``meant`` what it means something else with than other games.

    >>> key_word("own_end", {"own end"}), key_word("supply", meant={"supply": "resource supplied"})
    ('own end', 'resource supplied')
    """
    words = meant.get(key) or key.replace("_", " ").replace("-", " ")
    return Word(words) if key in meant or words in KEYS or words in keys else words


def thing_name(state: Any, key: str) -> str | None:
    """The name that the box gives a thing: what is in one of its groups and has a name."""
    things = (group.get(key) for group in state.box.values() if isinstance(group, dict))
    names = (thing["name"] for thing in things if isinstance(thing, dict) and isinstance(thing.get("name"), str))
    return next(names, None)


def printed_word(name: str, printed: Collection[str]) -> str:
    """A name that is printed on a component: a word to translate where it is one of ours, else as it was typed."""
    return Word(name) if name in printed else name


def plain_value(pointer: str, value: Any, keys: Collection[str]) -> Line:
    """A printed value and where it is printed, where a game has no words of its own for it but its ``keys``."""
    word = partial(key_word, keys=keys)
    return Line("{where} {value}", {"where": listed(map(word, split(pointer)), " · "), "value": short(value, word)})


LONGEST_VALUE, LONGEST_LIST = 40, 12


def short(value: Any, word: Callable[[str], Any] = key_word) -> "Line | str":
    """A value of a snapshot or a box in a line of the history, its keys in words.

    >>> short({"own_end": 1, "coal": 2}).text(), short(None), short(["a", "b"]).text()
    ('own end 1, coal 2', '–', 'a, b')
    """
    if isinstance(value, dict | list):
        parts = (
            [Line("{key} {value}", {"key": word(k), "value": short(each, word)}) for k, each in value.items()]
            if (isinstance(value, dict))
            else [short(each, word) for each in value]
        )
        return listed(parts[:LONGEST_LIST] + ["…"] * (len(parts) > LONGEST_LIST)) if parts else "–"
    if isinstance(value, bool):
        return Word(N_("yes") if value else N_("no"))
    if value is None:
        return "–"
    if not isinstance(value, str):
        return str(value)
    told: str = word(value)
    return told if len(told) <= LONGEST_VALUE else told[: LONGEST_VALUE - 1] + "…"


class TableState(Struct, frozen=True, kw_only=True):
    """The part of a state that all games have. Players are seats 0, 1, … clockwise; ``names`` may change.

    ``away`` lists the seats whose player went home, ``events`` what the last entry brought about. ``forced`` is True
    while an entry is played that an amendment made illegal: it was done, so that the rules ask only what money and
    components allow. ``rules`` is the version of the game's rules with which the table was begun.
    """

    names: tuple[str, ...]
    ledger: Ledger
    options: dict[str, Any]
    box: dict[str, Any]
    rules: int = 1
    away: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    forced: bool = False


class Sight(Struct, frozen=True):
    """Who looks: a seat, the banker, the public (neither), or the table itself, which sees everything."""

    seat: int | None = None
    banker: bool = False
    everything: bool = False

    def sees(self, seat: int) -> bool:
        """Whether what is secret to ``seat`` may be shown."""
        return self.everything or self.seat == seat


PUBLIC = Sight()
EVERYTHING = Sight(everything=True)


class Option(Struct, frozen=True):
    """A doubt of the rule book, decided when a table is made: its default, its type, and a label.

    ``choices`` names the values of an option that has a few. One of the type ``dict[str, str]`` is asked for each
    player: each value is one player's, and {} leaves it to the seating.
    """

    default: Any
    type: Any
    label: str
    choices: Mapping[Any, str] = {}


class Step(Struct, frozen=True):
    """One effective entry with the states before and after it: what histories and records are made from.

    Where an amendment has made a correction of the entry, ``forced`` says what it was.
    """

    entry: Any
    before: Any
    after: Any
    forced: "Forced | None" = None

    @property
    def deed(self) -> "Step":
        """What was done, by its own action: also where that is kept as a correction of the same effect."""
        return self if self.forced is None or self.forced.carried is None else self.forced.carried


class Forced(Struct, frozen=True):
    """An entry that an amendment made illegal: the ``step`` that it was, and as it is ``carried`` out now.

    That is None where nothing of it counts any more.
    """

    step: Step
    carried: Step | None


class Moment(Struct, frozen=True):
    """A recorded entry (undone ones too) and the steps that counted right after it, the newest first."""

    entry: Any
    steps: Iterable[Step]


class Secrets(Struct, frozen=True):
    """What must not be tried in the dark, because the refusal would tell a secret value.

    ``own`` are the actions that only the player's own seat does, not even the banker for it. ``amendable`` are the
    game's actions whose change meets no secret first; the others are changed by who knows all entries.
    ``singly``: whether values are put right one at a time, since two that do not fit would tell what lies between them.
    ``fixed`` are the JSON Pointers at which nothing is put right, nor a whole that contains them: whether a value fits
    there, or who may see what, depends on a secret. ``bound`` are those of hidden money that somebody has offered or
    bid: what becomes of the offer would tell how it was counted, so that waits until the offer is answered.
    """

    own: frozenset[str] = frozenset()
    amendable: frozenset[str] = frozenset()
    singly: bool = False
    fixed: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()


# Something that a seat hides: whose it is, and what everybody knows of it (that there is a bid, not how much).
Hidden = tuple[int, str]


class Outcome(Struct, frozen=True, kw_only=True):
    """How a seat has ended, worked out line by line.

    ``place`` is 1 for who has won, the same for who shares it, None for who is out. ``lines`` add up to ``total``,
    points or money (None: not known); ``remark`` says what else counted, or why the seat is out.
    """

    seat: int
    place: int | None
    lines: tuple[tuple[Line, int | None], ...]
    total: int | None
    remark: Line | None = None


# The least and the most that somebody may own: the same twice where it is known.
Worth = tuple[int, int]


def money(steps: list[Step], _state: Any, _sight: Sight) -> Iterable[list[Worth | None]]:
    """All that lies in the slots of every seat, in a game where it is no secret."""
    for state in [steps[0].before, *(step.after for step in steps)]:
        yield [(held, held) for held in (slots_of(state, seat) for seat in range(len(state.names)))]


def slots_of(state: TableState, seat: int) -> int:
    """The money in all slots of a seat."""
    return sum(held for slot, held in state.ledger.balances.items() if slot.startswith(f"player:{seat}:"))


Rule = Callable[[Any, Any], Any]  # the state after a move of its type; raises RuleError
Moves = Mapping[str, tuple[type, Rule]]


def no_secrets(_state: Any) -> Secrets | None:
    """A game in which all lies open."""
    return None


# -- what a game does that says nothing else ---------------------------------------------------------------


def actor(state: TableState, move: Any) -> int | None:
    """The seat of the player whom a move names; None where it names nobody."""
    player = getattr(move, "player", None)
    return None if player is None else seat_of(state, player)


def with_box(state: TableState, box: dict[str, Any]) -> TableState:
    """The table with a changed box, of which nothing that lies on it depends."""
    return replace(state, box=box)


def describe(step: Step, _sight: Sight, _now: Any) -> Line:
    """An entry by its fields, all of them: "Anna: take, coins 2". A game that hides something tells less."""
    fields = dict(step.entry.fields)
    who, action = fields.pop("player", step.entry.by), key_word(step.entry.action)
    return Line(N_("{what}: {value}"), {"what": who, "value": listed([action, *_told(fields)])})


def tell(happened: Event, _state: Any) -> Line:
    """What followed, by its fields: "paid, amount 30"."""
    return listed([key_word(happened.kind), *_told(happened.fields)])


def _told(fields: Mapping[str, Any]) -> Iterable[Line]:
    return (Line("{key} {value}", {"key": key_word(key), "value": short(value)}) for key, value in fields.items())


def summary(game: "Game", state: TableState) -> Line:
    """Where the game stands, in a few words: its own, else whose turn it is."""
    if game.summary is not None:
        return game.summary(state)
    seats = game.active(state)
    return Line(N_("{player}’s turn"), {"player": names_of(state, seats)}) if seats else Line(N_("finished"))


class Game(Struct, frozen=True, kw_only=True, dict=True):
    """A game: data and pure functions. See `companion.games.good_brokers` for the shape of each.

    What has a default below need not be said: whoever a move names does it, an entry is told by its fields.

    ``begin(names, options, box)`` makes the first state; ``moves`` has each action by its name: its type and the rule
    that applies it; ``settle`` lets the table go on after a seat was emptied, a value put right or an entry forced;
    ``with_box`` puts a box with newly typed values in place; ``restore(state, document)`` is ``snapshot``'s inverse;
    ``check_box(state)`` refuses a new table, or a changed box, with which the game could not be played to its end (what
    is on record is played all the same);
    ``catch_up(here, then)`` is the table ``here`` at the turn of ``then``, with all that it does by itself until there
    (an entry that an amendment made illegal is played so); RuleError where that turn cannot be or is past. ``needs``
    lists the box values that the table misses now, as JSON Pointers. ``hidden(state, sight)`` names all that players
    hide from that sight now, and depends on no hidden value itself; ``unseen(state, sight)`` are the values of the
    snapshot, as JSON Pointers, that it is not told because they are worked out of that, nor whether there are any.
    ``secrets`` says what may not be tried by whom while a refusal would tell it, ``is_own(state, move)`` whether that
    holds for a move of such an action.
    ``meets(state, move, sight)`` are the seats whose hidden things decide whether a move can be done, or what comes of
    it, where ``sight`` does not see them: nobody tries such a move or, where its action is among the own ones of the
    ``secrets``, makes it.
    ``alike`` are the actions that nobody else may tell from another one while what they did is hidden.
    ``decides`` are the derived events that tell how what players hide has decided: who could pay and who could not.
    ``countdown(moments, state, now)`` is the clock that the rules keep, if they do,
    and ``overrun`` the action that the table records when it is at 0. ``lost`` is the last version of its rules in
    which that was lost where the name that it goes by was taken back. ``timed(state)`` names what goes on that the
    table's clock is set for, and belongs to: None where that is nothing in particular.
    ``for_box(game, box)`` is the game as a box has it, where the box is the game: its title, its seats.
    ``partners(state, move)`` are the seats that may do a move beside its ``actor``, ``for_banker`` says which moves
    no player makes; ``kept`` has, by action, what takes
    an entry's number and author into the state after it.
    ``named(state, key)`` is what the box calls a key of its own, None where it has no such thing;
    ``keys`` are the keys of its snapshot, box and entries that no other game has, ``key_words`` those that mean
    something else than in the other games; ``printed(state, pointer, value)`` tells a value of the box in more words.
    ``call(event, state)`` says what people do by hand at a derived event, None where that is nothing.
    ``box_type`` is what its boxes are read as: from it their editor is made (see `companion.screens.box_shape`).
    ``doubts`` says of box values and shelves, by JSON Pointer, what sources disagree on or leave open.
    ``wealth(steps, state, sight)`` is what every seat owned, at the beginning and after each step, as far as ``sight``
    may know: by default its money; ``counts_goods`` where it is more than that. ``loans`` are the actions whose money
    is borrowed, so no gain. ``priced`` are the columns of its records of prices that say of what it is the price.
    ``demo`` is how many entries of its ``demo.jsonl`` make a table to look round in (None: all).
    ``moment(state)`` is what goes on within a lap, as everybody knows it: a move that was meant for another moment is
    not made in this one.
    ``lap(state)`` counts how far the game is, in ``lap_word``; it never goes down, but by undo and correction.
    ``furthest`` has, by JSON Pointer, the most that a new correction may say where the table counts on from it.
    ``ending(steps, state)`` says how every seat has ended, once the game is over; it tells nothing that is secret then.
    """

    id: str
    title: str
    package: str
    version: int = 1
    seats: range
    minutes: int = 60
    options: dict[str, Option] = {}
    moves: Moves
    begin: Callable[[tuple[str, ...], dict[str, Any], dict[str, Any]], Any]
    for_box: Callable[["Game", Mapping[str, Any]], "Game"] | None = None
    actor: Callable[[Any, Any], int | None] = actor
    active: Callable[[Any], tuple[int, ...]]
    settle: Callable[[Any], Any] = lambda state: state
    with_box: Callable[[Any, dict[str, Any]], Any] = with_box
    check_box: Callable[[Any], None] = lambda _state: None
    legal: Callable[[Any, Sight], Iterable[dict[str, Any]]]
    snapshot: Callable[[Any, Sight], dict[str, Any]]
    snapshot_type: type
    restore: Callable[[Any, dict[str, Any]], Any]
    records: Mapping[str, Callable[[list[Step], Any, Sight], list[dict[str, Any]]]] = {}
    describe: Callable[[Step, Sight, Any], Line] = describe
    tell: Callable[[Event, Any], Line] = tell
    call: Callable[[Event, Any], Line | None] = lambda _event, _state: None
    summary: Callable[[Any], Line] | None = None
    catch_up: Callable[[Any, Any], Any] = lambda here, _then: here
    needs: Callable[[Any], list[str]] = lambda _state: []
    hidden: Callable[[Any, Sight], frozenset[Hidden]] = lambda _state, _sight: frozenset()
    unseen: Callable[[Any, Sight], Collection[str]] = lambda _state, _sight: ()
    partners: Callable[[Any, Any], tuple[int, ...]] = lambda _state, _move: ()
    for_banker: Callable[[Any, Any], bool] = lambda _state, _move: False
    named: Callable[[Any, str], str | None] = thing_name
    printed: Callable[[Any, str, Any], Line] | None = None
    keys: frozenset[str] = frozenset()
    key_words: Mapping[str, str] = NO_WORDS
    kept: Mapping[str, Callable[[Any, Any], Any]] = {}
    secrets: Callable[[Any], Secrets | None] = no_secrets
    is_own: Callable[[Any, Any], bool] = lambda _state, _move: True
    meets: Callable[[Any, Any, Sight], frozenset[int]] = lambda _state, _move, _sight: frozenset()
    alike: Mapping[str, str] = {}
    decides: frozenset[str] = frozenset()
    countdown: Callable[[list[Moment], Any, float], Countdown | None] | None = None
    overrun: str = ""
    lost: int = 0
    timed: Callable[[Any], str | None] = lambda _state: None
    wealth: Callable[[list[Step], Any, Sight], Iterable[list[Worth | None]]] = money
    counts_goods: bool = False
    loans: frozenset[str] = frozenset()
    priced: tuple[str, ...] = ()
    demo: int | None = None
    moment: Callable[[Any], Any] = lambda state: state.phase
    lap: Callable[[Any], int] = lambda state: getattr(state, "round", 0)
    lap_word: str = N_("round")
    furthest: Mapping[str, int] = {}
    ending: Callable[[list[Step], Any], list[Outcome]] = lambda _steps, _state: []
    box_type: type | None = None
    doubts: Mapping[str, str] = {}

    def called(self, translate: Callable[[str], str]) -> str:
        """The title: one of the companion's own in the reader's language, a group's as it was typed."""
        return worded(self.title, translate)

    @property
    def keeps_secrets(self) -> bool:
        """Whether players can hide anything in it, at one table or another."""
        return self.secrets is not no_secrets

    @cached_property
    def actions(self) -> dict[str, type]:
        """The type of each action, by its name."""
        return {action: kind for action, (kind, _) in self.moves.items()}

    @cached_property
    def rules(self) -> dict[type, Rule]:
        """The rule that applies an action, by its type."""
        return dict(self.moves.values())


def seat_of(state: TableState, name: str) -> int:
    """The seat of the player called ``name``. Raises RuleError ``unknown-player``."""
    try:
        return state.names.index(name)
    except ValueError:
        raise RuleError("unknown-player", N_("Nobody called {player} plays here."), player=name[:40]) from None


def absent(state: TableState) -> tuple[int, ...]:
    """The seats that turns pass over; none of them at a table that a correction has emptied, so that it goes on."""
    return state.away if len(state.away) < len(state.names) else ()


def present(state: TableState) -> list[int]:
    """The seats that turns do not pass over."""
    away = absent(state)
    return [seat for seat in range(len(state.names)) if seat not in away]


def names_of(state: TableState, seats: Iterable[int]) -> str:
    """The names of seats in a row, none of which turns the sentence round."""
    return ", ".join(isolated(state.names[seat]) for seat in seats)


def amounts_of(state: TableState, amounts: Mapping[int, Any]) -> str:
    """What each seat got or has, by name: "Anna 30, Bruno 5"."""
    return ", ".join(f"{isolated(state.names[seat])} {amount}" for seat, amount in amounts.items())


def check_ahead(then: tuple[int, ...], here: tuple[int, ...]) -> None:
    """Refuse to go back to an earlier place of the game: what came by itself since would come once more.

    Raises RuleError ``wrong-phase``.
    """
    if then < here:
        raise RuleError("wrong-phase", N_("That cannot be done in this phase of the game."))


def check_laps(laps: int) -> None:
    """Refuse to go on over more laps than a game can have: a turn so far ahead cannot be.

    Raises RuleError ``wrong-phase``.
    """
    if laps > LONGEST:
        raise RuleError("wrong-phase", N_("That cannot be done in this phase of the game."))


def game_over() -> NoReturn:
    """Raises RuleError ``game-over``."""
    raise RuleError("game-over", N_("The game is over; what was recorded can still be put right."))


def not_your_turn(state: TableState, player: str, seats: Iterable[int]) -> NoReturn:
    """Raises RuleError ``not-your-turn``; ``seats`` are those whose turn it is, if it is anybody's."""
    active = ", ".join(state.names[seat] for seat in seats)
    template = (
        N_("It is not the turn of {player}, but of {active}.") if active else N_("It is not the turn of {player}.")
    )
    raise RuleError("not-your-turn", template, player=player, active=active)


def clockwise(state: TableState, first: int) -> list[int]:
    """All seats in clockwise order from ``first``."""
    seats = len(state.names)
    return [(first + step) % seats for step in range(seats)]


def counts(items: Mapping[str, int], player: str) -> dict[str, int]:
    """The non-zero counts of a mapping that ``player`` names. Raises RuleError ``bad-amount`` for a negative one."""
    for item, count in items.items():
        if count < 0:
            raise RuleError(
                "bad-amount",
                N_("{player} asks for {asked} {item}; the least is {allowed}."),
                player=player,
                asked=count,
                item=item[:40],
                allowed=1,
            )
    return {item: count for item, count in items.items() if count}


def add(items: dict[str, int], more: Mapping[str, int], sign: int = 1) -> dict[str, int]:
    """``items`` with the counts of ``more`` added (or, with ``sign`` −1, taken away)."""
    items = items.copy()
    for item, count in more.items():
        items[item] += sign * count
    return items


def places(ranks: Mapping[int, Any]) -> dict[int, int]:
    """The place of each seat, the highest rank first; those who share one are followed by a gap.

    >>> places({0: 7, 1: 9, 2: 9, 3: 1})
    {0: 3, 1: 1, 2: 1, 3: 4}
    """
    return {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}


def with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """``items`` with another one at ``index``."""
    return (*items[:index], item, *items[index + 1 :])


def event(state: Any, kind: str, **fields: Any) -> Any:
    """The state with one more derived event."""
    return replace(state, events=(*state.events, Event(kind, fields)))
