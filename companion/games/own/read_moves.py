"""What a box says of time and moves: rounds and phases, what falls due, and the buttons."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.games.own import scope
from companion.games.own.book import (
    CLOCKWISE,
    MANY,
    NO_TURNS,
    OTHER,
    Act,
    Button,
    Due,
    Give,
    Good,
    Pay,
    Place,
    Put,
    Shift,
    Slot,
)
from companion.games.own.reading import Reader, first_of, within
from companion.shapes import said
from companion.words import N_

FIRSTS = ("next", "same", "by hand")
SHORTS = ("what is there", "below zero", "refuse")
LONGEST_ROUND = 10_000
ACTS = {"pay": ("from", "to"), "give": ("count", "from", "to"), "move": ("by", "up"), "set": ("to",)}
ASKS = ("amount", "count", "player")
Groups = dict[str, tuple[str, ...]]


class Scene(Struct, frozen=True):
    """What a step or a due may name: the formulas' names, the goods asked by group, and who pays.

    ``own``: somebody acts; ``player``: another one is asked.
    """

    things: "Things"
    known: scope.Scope
    groups: tuple[str, ...] = ()
    own: bool = True
    player: bool = False


class Things:
    """The things that the moves of a box may name; ``askable`` are the groups of which a button asks a good."""

    def __init__(self, slots: Mapping[str, Slot], groups: Groups, goods: Mapping[str, Good]) -> None:
        self.slots, self.groups, self.goods = slots, groups, goods
        self.askable = [*groups, *(OTHER + group for group in groups if OTHER + group not in groups)]
        self.player = scope.of_player(slots, groups, goods)
        # Of what a player may have most or least: the own slots and units.
        self.counted = [name for name, slot in slots.items() if slot.of == "player"] + [*groups, *goods]


def read_round(reader: Reader, value: Any, things: Things) -> dict[str, Any]:
    """Phases, turns, who begins, how long it goes on: fields of `Book`."""
    entry = reader.mapping({} if value is None else value, "round", ("phases", "turns", "first", "last", "seconds"))
    phases: list[str | None] = []
    for name, key in reader.rows(entry.get("phases"), "round.phases"):
        phase = reader.text(name, key)
        if phase in (*phases, "round", "turn"):
            reader.fault(key, N_("“{name}” is taken already"), name=phase)
        phases.append(phase)
    sorts = [f"{which} {name}" for name in things.counted for which in ("most", "least")]
    turns = _turns(reader, entry.get("turns", CLOCKWISE), phases, [CLOCKWISE, NO_TURNS, *sorts])
    return {
        "phases": tuple(phases) or (None,),
        "turns": turns,
        "first": reader.choice(entry.get("first", "next"), "round.first", [*FIRSTS, *sorts]),
        "last": reader.whole(entry["last"], "round.last", 1, LONGEST_ROUND) if "last" in entry else None,
        "seconds": reader.whole(entry["seconds"], "round.seconds", 1, 24 * 60 * 60) if "seconds" in entry else None,
    }


def _turns(reader: Reader, value: Any, phases: list[str | None], known: list[str]) -> tuple[str, ...]:
    """How turns are taken in each phase: one word, or one for each phase, as a list or by name."""
    if isinstance(value, list) and len(value) != max(1, len(phases)):
        reader.fault("round.turns", N_("it needs one value for each phase"))
        value = CLOCKWISE
    if isinstance(value, list):
        return tuple(reader.choice(turn, within("round.turns", place), known) for place, turn in enumerate(value))
    if not phases:
        return (reader.choice(value, "round.turns", known),)
    names = [phase or "" for phase in phases]
    by_name = reader.for_each(value, "round.turns", names, lambda turn, key: reader.choice(turn, key, known))
    return tuple(by_name.get(name, CLOCKWISE) for name in names)


def read_dues(reader: Reader, value: Any, things: Things, phases: tuple[str | None, ...]) -> tuple[Due, ...]:
    """What falls due by itself."""
    keys = ("name", "at", "every", "from_round", "who", "pay", "from", "to", "short")
    moments = ["round", "turn", *(phase for phase in phases if phase)]
    dues = []
    for item, key in reader.rows(value, "due"):
        entry = reader.mapping(item, key, keys)
        who = reader.choice(entry.get("who", "player"), within(key, "who"), ["player", "table", *things.groups])
        dues.append(
            Due(
                name=reader.text(entry.get("name"), within(key, "name")),
                at=reader.choice(entry.get("at", "round"), within(key, "at"), moments),
                every=reader.whole(entry.get("every", 1), within(key, "every"), 1, LONGEST_ROUND),
                from_round=reader.whole(entry.get("from_round", 1), within(key, "from_round"), 1, LONGEST_ROUND),
                who=who,
                pay=_pay(reader, entry, key, _scene_of(things, who)),
                short=reader.choice(entry.get("short", "refuse"), within(key, "short"), SHORTS),
            )
        )
    return tuple(dues)


def _scene_of(things: Things, who: str) -> Scene:
    """What a due may name that is worked out for each player, each good of a group, or the table."""
    if who == "player":
        return Scene(things, things.player)
    common = scope.of_table(things.slots)
    if who not in things.groups:
        return Scene(things, common, own=False)
    return Scene(things, common | scope.of_good(things.slots, (who,), things.goods), (who,), own=False)


def read_buttons(reader: Reader, value: Any, things: Things, phases: tuple[str | None, ...]) -> dict[str, Button]:
    """What is done with one tap, by name."""
    buttons: dict[str, Button] = {}
    named = [phase for phase in phases if phase]
    for item, key in reader.rows(value, "button"):
        entry = reader.mapping(item, key, ("name", "in", "who", "ask", "do"))
        name = str(reader.text(entry.get("name"), within(key, "name")))  # plain: an entry names a button by it
        if name in buttons:
            reader.fault(within(key, "name"), N_("“{name}” is taken already"), name=name)
        ask = tuple(
            reader.choice(asked, at, [*ASKS, *things.askable])
            for asked, at in reader.rows(entry.get("ask"), within(key, "ask"))
        )
        if len(set(ask)) < len(ask):
            reader.fault(within(key, "ask"), N_("nothing is asked twice"))
        groups = tuple(asked for asked in ask if asked in things.askable)
        known = things.player | scope.asked(ask)
        if groups:
            known |= scope.of_good(things.slots, groups, things.goods)
        scene = Scene(things, known, groups, player="player" in ask)
        buttons[name] = Button(
            name=name,
            phase=reader.choice(entry["in"], within(key, "in"), named) if "in" in entry else None,
            who=reader.choice(entry.get("who", "turn"), within(key, "who"), ("turn", "any", "banker")),
            ask=ask,
            groups=groups,
            acts=_acts(reader, entry.get("do"), within(key, "do"), scene),
        )
    return buttons


def _acts(reader: Reader, value: Any, key: str, scene: Scene) -> tuple[Act, ...]:
    acts: list[Act] = []
    for item, at in reader.rows(value, key):
        kinds = first_of(item, ACTS) if isinstance(item, dict) else []
        if len(kinds) == 1:
            (kind,) = kinds
            acts.append(READERS[kind](reader, reader.mapping(item, at, (kind, *ACTS[kind])), at, scene))
        else:
            reader.fault(at, N_("a step is one of {known}"), known=", ".join(ACTS))
    if not acts:
        reader.fault(key, N_("it must be a list of one step at least"))
    return tuple(acts)


def _what(reader: Reader, value: Any, key: str, scene: Scene) -> str:
    """A good, or a group of which the button asks one."""
    known = [*scene.groups, *scene.things.goods]
    if isinstance(value, str) and value in scene.things.askable and value not in known:
        reader.fault(key, N_("the button has to ask for one of “{group}”"), group=value)
        return ""
    return reader.choice(value, key, known)


def _give(reader: Reader, entry: dict[str, Any], key: str, scene: Scene) -> Give:
    sides = ["supply", "me", *(["player"] if scene.player else [])]
    source = reader.choice(entry.get("from", "supply"), within(key, "from"), sides)
    target = reader.choice(entry.get("to", "supply" if source == "me" else "me"), within(key, "to"), sides)
    if source == target:
        reader.fault(key, N_("it goes from “{place}” to itself"), place=source)
    count = reader.formula(entry.get("count", 1), within(key, "count"), scene.known)
    return Give(_what(reader, entry.get("give"), within(key, "give"), scene), count, source, target)


def _shift(reader: Reader, entry: dict[str, Any], key: str, scene: Scene) -> Shift:
    by, up = (reader.formula(entry.get(name, 0), within(key, name), scene.known) for name in ("by", "up"))
    return Shift(_what(reader, entry.get("move"), within(key, "move"), scene), by, up)


def _put(reader: Reader, entry: dict[str, Any], key: str, scene: Scene) -> Put:
    what = _what(reader, entry.get("set"), within(key, "set"), scene)
    return Put(what, reader.formula(entry.get("to"), within(key, "to"), scene.known))


def _pay(reader: Reader, entry: dict[str, Any], key: str, scene: Scene) -> Pay:
    """Money that moves."""
    places = _places(scene)
    ends = []
    for side in ("from", "to"):
        name = reader.choice(entry.get(side), within(key, side), places)
        ends.append(places.get(name, Place("bank")))
    source, target = ends
    if source == target and source.kind not in MANY:
        reader.fault(within(key, "to"), N_("it goes from “{place}” to itself"), place=said(entry.get("to")))
    elif source.kind in MANY and target.kind in MANY:
        reader.fault(within(key, "to"), N_("many can pay one, or one many, but not many each other"))
    return Pay(reader.formula(entry.get("pay"), within(key, "pay"), scene.known), source, target)


READERS: dict[str, Callable[[Reader, dict[str, Any], str, Scene], Act]] = {
    "pay": _pay,
    "give": _give,
    "move": _shift,
    "set": _put,
}


def _places(scene: Scene) -> dict[str, Place]:
    """Where money can come from and go to, by the words of the file."""
    places = {"bank": Place("bank")}
    for name, slot in scene.things.slots.items():
        if slot.of == "table":
            places[name] = Place("table", name)
        elif slot.of in scene.groups:
            places[name] = places[f"good.{name}"] = Place("good", name)
        elif slot.of == "player":
            places |= {name: Place("own", name)} if scene.own else {}
            places |= {f"player.{name}": Place("player", name)} if scene.player else {}
    if scene.own:
        places["others"] = Place("others")
    if scene.groups:
        places["holders"] = Place("holders")
    return places
