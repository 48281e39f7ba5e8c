"""Twins: two tables that differ in one secret. What another seat asks and tries has the same answer at both."""

import copy
import json
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec

import companion
from companion import BANKER, pointers, seats
from companion.errors import RuleError
from companion.evening import export
from companion.games.common import EVERYTHING, Hidden
from companion.games.own.state import available
from companion.group.facts import work_out
from companion.housekeeping import picture
from companion.live import Overtaken
from companion.log import Entry
from companion.screens import dialogs, frame
from companion.screens.place import Place
from companion.screens.replay import Replay
from companion.table import Table
from companion.trial import Trial
from companion.widgets import Event
from companion.words import translator
from tests.play import moves
from tests.screens.reader import look

AT = "2026-11-27T20:15:00Z"
NAMES = ["Anna", "Bruno", "Carla", "Dora"]
NOTHING_OPENS = ("correct", "amend", "box", "rename", "join", "note", "clock")


class Twins(NamedTuple):
    """Two tables that differ in a secret of ``owner``'s; ``thing`` is what hides it, None: nothing ever opens it."""

    one: Table
    other: Table
    owner: str
    knowing: frozenset[int]
    thing: Hidden | None

    @property
    def strangers(self) -> list[str | None]:
        """Everybody who must not know."""
        return [None, BANKER, *(name for seat, name in enumerate(self.one.players) if seat not in self.knowing)]

    def both(self) -> tuple[Table, Table]:
        return self.one, self.other

    def forked(self) -> "Twins":
        return self._replace(one=self.one.fork(), other=self.other.fork())

    def sealed(self) -> bool:
        """Whether the game has not yet shown the secret: by its rules, or by who cannot pay."""
        one, other = (getattr(table.state, "bankrupt", ()) for table in self.both())
        return one == other and all(self.thing is None or self.thing in table.hidden() for table in self.both())


def new(game: str, rng: Random) -> Table:
    options: dict[str, Any] = {}
    if game == "ponzi-scheme":
        options = {"first_round_trade": rng.random() < 0.5, "advanced": rng.random() < 0.3}
    box = {"ponzi-scheme": None, "own": rng.choice([OWN, COUNTED, ROUND, WHOLE])}.get(game, "demo")
    return companion.new_table(game, NAMES[: rng.choice([3, 4])], options=options, box=box)


def pick(rng: Random, some: list[dict[str, Any]]) -> dict[str, Any]:
    """A move of a random kind: rare kinds are tried too."""
    kind = rng.choice(sorted({move["action"] for move in some}))
    return rng.choice([move for move in some if move["action"] == kind])


def play(table: Table, move: dict[str, Any], by: str | None = None) -> Entry:
    return table.do(**move, at=AT, by=by)


# -- making them -------------------------------------------------------------------------------------------


def born(game: str, rng: Random, most: int = 80) -> Twins:
    """Twins after some random moves; sometimes the secret was taken back again, and something else done instead."""
    table, after = new(game, rng), rng.randrange(most)
    to_the_end = game == "ponzi-scheme" and rng.random() < 0.2
    while True:
        over = table.snapshot()["finished"]
        made = SECRETS[game](table, rng) if over or (table.revision >= after and not to_the_end) else None
        if made is not None:
            break
        possible = moves(table)
        if not possible or table.revision > after + 300:
            table, after = new(game, rng), rng.randrange(most)
            continue
        play(table, pick(rng, possible))
    one, other, owner, knowing, thing = made
    twins = Twins(table.fork(), table.fork(), owner, frozenset(knowing), thing)
    for twin, move in zip(twins.both(), (one, other), strict=True):
        play(twin, move, owner)
    if rng.random() < 0.3:
        for twin in twins.both():
            twin.undo(at=AT, by=owner)
        return twins._replace(thing=None)
    return twins


def _greed(table: Table, rng: Random) -> Any:
    state = table.state
    if state.phase == "announce" and rng.random() < 0.1:
        name = rng.choice(table.snapshot()["active"]["players"])
        free = [asset for asset in state.pool.numbers if asset not in _shown(table)]
        if len(free) > 1:
            pair = [{"action": "announce", "player": name, "asset": asset} for asset in rng.sample(free, 2)]
            if _still_face_down(table, pair):
                seat = table.players.index(name)
                return *pair, name, {seat}, (seat, f"announcement of year {state.year}")
    if state.phase == "invest" and state.taking is None:
        number = rng.choice(table.snapshot()["active"]["companies"])
        amounts = range(10, min(200, state.ledger[f"company:{number}:free_cash"]) + 1)
        bids = [{"action": "bid", "company": number, "amount": amount} for amount in amounts]
        passing = {"action": "pass_bid", "company": number}
        seat = state.companies[number].positions[0]
        pair = rng.sample([*rng.sample(bids, min(2, len(bids))), passing], 2) if bids else []
        if pair and _still_face_down(table, pair):
            return *pair, table.players[seat], {seat}, (seat, f"bid {number} of year {state.year}")
    return None


def _shown(table: Table) -> set[int]:
    shown = table.snapshot()
    owned = [asset["number"] for company in shown["companies"].values() for asset in company["assets"]]
    return {*owned, *shown["discarded_assets"], *(offer["number"] for offer in shown["available_assets"])}


def _still_face_down(table: Table, pair: list[dict[str, Any]]) -> bool:
    for move in pair:
        twin = table.fork()
        play(twin, move)
        if twin.state.phase != table.state.phase or twin.state.events:
            return False
    return True


def _good_brokers(table: Table, rng: Random) -> Any:
    state = table.state
    if state.active is None:
        return None
    name = table.players[state.active]
    places = [move for move in table.legal(name) if move["action"] == "place"]
    if len(places) < 2:
        return None
    return *rng.sample(places, 2), name, {state.active}, (state.active, f"clients of round {state.round}")


def _ponzi_scheme(table: Table, rng: Random) -> Any:
    shown = table.snapshot()
    name = shown["active"]
    if shown["finished"]:
        return _ponzi_scheme_over(table, rng)
    if shown["awaiting_reveal"] or name is None:
        return None
    seat = table.players.index(name)
    if rng.random() < 0.4:
        low, high = shown["players"][seat]["cash_min"], shown["players"][seat]["cash_max"]
        held = rng.sample(range(low, high + 1), 2) if high > low else rng.sample(range(high + 1, high + 99), 2)
        fields = [{"action": "correct", "set": {f"/players/{seat}/cash": amount}, "reason": ""} for amount in held]
        if any(field["set"][f"/players/{seat}/cash"] == table.state.ledger[f"player:{seat}:cash"] for field in fields):
            return None
        return *fields, name, {seat}, (seat, "points")
    offers = [move for move in table.legal(name) if move["action"] == "offer"]
    if not offers:
        return None
    move, cash = rng.choice(offers), table.snapshot(name)["players"][seat]["cash"]
    if cash < 1:
        return None
    amounts = rng.sample(range(cash + 1), 2)
    return (
        *({**move, "amount": amount} for amount in amounts),
        name,
        {seat, table.players.index(move["to"])},
        (seat, "points"),
    )


def _ponzi_scheme_over(table: Table, rng: Random) -> Any:
    """Somebody counts the cash again, and has the same points for it as before, or none at all."""
    seat = rng.randrange(len(table.players))
    shown, held = table.snapshot()["players"][seat], table.state.ledger[f"player:{seat}:cash"]
    counts = [amount for amount in range(shown["cash_min"], shown["cash_max"] + 1) if amount != held]
    if len(counts) < 2 or not shown["cash_min"] <= held <= shown["cash_max"]:
        return None
    pair = [
        {"action": "correct", "set": {f"/players/{seat}/cash": amount}, "reason": ""}
        for amount in rng.sample(counts, 2)
    ]
    return *pair, table.players[seat], {seat}, (seat, "cash")


# Money that each hides, and a bank that is endless, so that nobody reads off it what went where.
OWN: dict[str, Any] = {
    "name": "Purses",
    "slots": {
        "cash": {"start": 200, "secret": True},
        "purse": {"of": "player", "start": 50, "secret": True, "least": -20},
        "chips": {"of": "player", "start": 40},
        "pot": {"of": "table", "start": 30},
    },
    "tracks": {"row": [5, 10, 20, 40]},
    "goods": {"firm": {"count": 8, "price": {"track": "row", "start": 10}}, "loan": {"price": 50}},
    "round": {"phases": ["buy", "work"], "turns": ["clockwise", "none"]},
    "due": [
        {"name": "Interest", "pay": "5 * loan", "from": "cash", "to": "bank", "short": "what is there"},
        {"name": "Tax", "at": "buy", "pay": "floor(purse / 10)", "from": "purse", "to": "bank", "short": "below zero"},
        {"name": "Rent", "pay": 3, "from": "chips", "to": "pot", "short": "what is there"},
    ],
    "button": [
        {"name": "Salary", "do": [{"pay": 30, "from": "bank", "to": "cash"}]},
        {"name": "Save", "ask": ["amount"], "do": [{"pay": "amount", "from": "cash", "to": "purse"}]},
        {"name": "Tithe", "do": [{"pay": "floor(cash / 10)", "from": "cash", "to": "bank"}]},
        {"name": "Gift", "who": "any", "ask": ["player"], "do": [{"pay": 4, "from": "chips", "to": "player.chips"}]},
    ],
}


SECRET = ["cash", "purse"]
# The same, but for a bank that everybody sees: only purses are secret, and nothing goes between them and the bank.
COUNTED = {
    **OWN,
    "bank": {"money": 20_000},
    "slots": {**OWN["slots"], "cash": {"start": 200}},
    "due": [due for due in OWN["due"] if due["name"] != "Tax"],
}

# The same in a round of one phase, with what takes the money of several, and shows where it goes to.
ROUND = {
    **OWN,
    "round": {"turns": "clockwise"},
    "due": [
        {"name": "Tithe", "pay": "ceil(cash / 10)", "from": "cash", "to": "pot"},
        {"name": "Guard", "at": "turn", "pay": "2 * firm", "from": "purse", "to": "bank", "short": "what is there"},
    ],
    "button": [
        *OWN["button"],
        {"name": "Fine", "who": "any", "ask": ["player", "amount"]}
        | {"do": [{"pay": "amount", "from": "player.cash", "to": "cash"}]},
        {"name": "Levy", "ask": ["amount"], "do": [{"pay": "amount", "from": "others", "to": "pot"}]},
        {"name": "Loss", "ask": ["firm"], "do": [{"pay": 30, "from": "holders", "to": "bank"}]},
    ],
}


# The same without turns, with what does not come out whole for everybody; it falls due of no turn.
WHOLE = {
    **OWN,
    "round": {"turns": "none"},
    "due": [{"name": "Share", "at": "turn", "pay": "(cash + purse) / 2", "from": "bank", "to": "chips"}],
    "score": {"total": "at(cash / 2, [0, 5, 10, 20, 30, 45])"},
}


def _own(table: Table, rng: Random) -> Any:
    shown = table.snapshot()
    if shown["finished"] or table.last_done() is None:
        return None
    sale = table.state.sale
    if sale is not None and sale.outcry is None:
        asked = [table.players[seat] for seat in table.game.active(table.state)]
        name = asked[0]
        seat, held = table.players.index(name), table.state.ledger[f"player:{table.players.index(name)}:cash"]
        if len(asked) < 2 or held < sale.least + 2:
            return None
        bids = rng.sample(range(sale.least, held + 1), 2)
        pair = [{"action": "bid", "player": name, "amount": amount} for amount in bids]
        pair = rng.sample([*pair, {"action": "pass_bid", "player": name}], 2)
        return *pair, name, {seat}, (seat, f"bid of auction {sale.number}")
    seat = rng.randrange(len(table.players))
    name, slot = table.players[seat], rng.choice(sorted(table.state.book.secret))
    other = rng.choice([each for each in range(len(table.players)) if each != seat])
    knowing = {seat}
    held = table.state.ledger[f"player:{seat}:{slot}"]
    free = min(held, available(table.state, f"player:{seat}:{slot}"))
    if rng.random() < 0.5:
        pair = [
            {"action": "correct", "set": {f"/players/{seat}/slots/{slot}": held + more}, "reason": ""}
            for more in rng.sample(range(1, 300), 2)
        ]
    elif free >= 2:
        to = f"player:{table.players[other]}:purse"
        if table.state.fund is None and rng.random() < 0.6:
            to = rng.choice(["bank", f"player:{name}:{'purse' if slot == 'cash' else 'cash'}"])
        else:
            knowing.add(other)
        pay = {"action": "pay", "player": name, "from": f"player:{name}:{slot}", "to": to}
        pair = [{**pay, "amount": amount} for amount in rng.sample(range(1, free + 1), 2)]
    else:
        return None
    return *pair, name, knowing, (seat, f"slot {slot}")


SECRETS = {"greed": _greed, "good-brokers": _good_brokers, "own": _own, "ponzi-scheme": _ponzi_scheme}


# -- going on ----------------------------------------------------------------------------------------------


def go_on(twins: Twins, rng: Random) -> bool:
    """Play on with a move that both accept; False where the game shows the secret then, or nothing fits."""
    known = [move for move in moves(twins.one) if _accepted(twins.other, move)]
    if twins.thing is not None and twins.one.last_done() is not None and rng.random() < 0.1:
        ahead = twins.forked()
        for table in ahead.both():
            table.undo(at=AT)
        if ahead.sealed() or ahead.thing is None:
            for table in twins.both():
                table.undo(at=AT)
            return True
    if not known:
        return False
    move = pick(rng, known)
    ahead = twins.forked()
    for table in ahead.both():
        play(table, move)
    if not ahead.sealed():
        return False
    for table in twins.both():
        play(table, move)
    return True


def _accepted(table: Table, move: dict[str, Any]) -> bool:
    try:
        play(table.fork(), move)
    except RuleError:
        return False
    return True


# -- asking ------------------------------------------------------------------------------------------------


def public(table: Table) -> dict[str, Any]:
    """All that a table answers, whoever asks."""
    return {
        "book": msgspec.to_builtins(work_out(table)),
        "download": table.has_secrets(),
        "summary": table.summary().text(),
        "clocks": table.clocks(AT),
        "players": table.players,
        "undo": [None if entry is None else entry.n for entry in (table.last_done(), table.last_undone())],
    }


def answers(table: Table, seat: str | None, *, all_of_it: bool = True) -> dict[str, Any]:
    """All that a seat may ask a table for itself."""
    told = table.history(seat)
    asked: dict[str, Any] = {
        "snapshot": table.snapshot(seat),
        "history": [[line.n, line.at, line.by, line.action, line.counts, line.amended, line.flagged] for line in told],
        "words": [[each.template, each.fields] for line in told for each in (line.line, *line.derived)],
        "legal": table.legal(seat),
        "tables": export.tables(table, seat),
        "hidden": sorted(table.hidden(seat)),
        "open": [[table.is_open(entry.n, seat), table.all_open(seat, entry.n)] for entry in table.log[::-7][:4]],
    }
    if all_of_it:
        asked["try"] = _tries(table, seat)
    return asked


def _tries(table: Table, seat: str | None) -> list[Any]:
    """What trying says: whether this seat may, and what becomes of its moves."""
    try:
        Trial(table, seat)
    except RuleError as refusal:
        return [refusal.code]
    found = []
    # What needs no more than a name is tried too where nobody knows whether it can be done.
    plain = [
        {"action": action, "player": seat}
        for action, kind in table.game.actions.items()
        if [field.name for field in msgspec.structs.fields(kind)] == ["player"]
    ]
    for move in [*plain, *table.legal(seat)[::9][:6]]:
        trial = Trial(table, seat)
        fields = {name: value for name, value in move.items() if name != "action"}
        try:
            trial.do(seat, move["action"], **fields)
            found.append([trial.table.snapshot(seat), trial.table.legal(seat), _records(trial.table, seat)])
        except RuleError as refusal:
            found.append(refusal.message)
    return found


def _records(table: Table, seat: str | None) -> list[dict[str, Any]]:
    """All records but for their times: what is tried is tried now."""
    rows = [row for kind in table.game.records for row in table.records(kind, seat)]
    return [{name: value for name, value in row.items() if name != "at"} for row in rows]


def tried(table: Table, seat: str | None, action: str, fields: dict[str, Any]) -> tuple[Table | None, str]:
    """What a seat is told that does something, as a device would: the table after it, or None and the refusal."""
    twin = table.fork()
    try:
        seats.check(twin, seat, action, fields)
        twin.actor(action, **fields)
        twin.do(action, at=AT, by=seat, **fields)
    except RuleError as refusal:
        return None, f"{refusal.code}: {refusal.message} {refusal.clashes} {refusal.needs}"
    return twin, "done"


def probes(table: Table, seat: str, rng: Random, count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Things that a seat may try, sensible and not."""
    known = moves(table)
    whole = {**table.snapshot(seat), **{f"of {name}": table.snapshot(name) for name in table.players}}
    values = [value for _, value in pointers.leaves(whole)]
    for _ in range(count):
        kind = rng.choice(
            ["move", "move", "correct", "correct", "amend", "amend", "amend", "undo", "redo", "people", "box"]
        )
        if table.game.id == "ponzi-scheme" and table.snapshot()["finished"] and rng.random() < 0.5:
            yield _points(table, rng)
        elif kind == "move" and "press" in table.game.actions and rng.random() < 0.3:
            button = rng.choice(list(table.state.book.buttons.values()))
            other = rng.choice(table.players)
            asked = {"amount": rng.randrange(1, 400), "player": other, "firm": "firm"}
            fields = {"other" if name == "player" else name: asked[name] for name in button.ask}
            yield "press", {"player": seat, "button": button.name, **fields}
        elif kind == "move" and known:
            move = dict(pick(rng, known))
            yield move.pop("action"), _changed(table, move, rng) if rng.random() < 0.6 else move
        elif kind == "correct":
            every = list(pointers.leaves(table.snapshot(rng.choice([seat, *table.players]))))
            keys = [f"/{key}" for key in table.snapshot(seat) if key not in ("players", "companies")]
            chosen = rng.sample(every, min(len(every), rng.choice([1, 1, 1, 2])))
            new = {pointer: alike(value, values, rng) for pointer, value in chosen}
            if rng.random() < 0.3:
                pointer = rng.choice(keys)
                new = {pointer: alike(pointers.get(table.snapshot(seat), pointer), values, rng)}
            yield "correct", {"set": new, "reason": ""}
        elif kind == "amend" and table.log:
            entry = rng.choice(table.log)
            force = {"force": True} if rng.random() < 0.4 else {}
            changed = _changed(table, entry.fields, rng)
            some = {name: value for name, value in changed.items() if value != entry.fields.get(name)} or changed
            yield "amend", {"entry": entry.n, "fields": some, **force}
        elif kind in ("undo", "redo"):
            yield kind, {}
        elif kind == "people":
            name = rng.choice(table.players)
            yield rng.choice(
                [
                    ("leave", {"player": name}),
                    ("rename", {"player": name, "to": "Zoë"}),
                    ("join", {"player": "Zoë", "seat": name}),
                ]
            )
        elif kind == "box":
            pointer, value = rng.choice(list(pointers.leaves(table.state.box)))
            forgotten = {pointer.rpartition("/")[0]: None}
            if table.game.id == "own" and rng.random() < 0.4:
                forgotten = rng.choice([{"/round/turns": f"most {rng.choice(SECRET)}"}, {"/bank/money": 20_000}])
            yield "box", {"set": forgotten if rng.random() < 0.4 else {pointer: alike(value, values, rng)}}


def _points(table: Table, rng: Random) -> tuple[str, dict[str, Any]]:
    """Other points at the end of Ponzi Scheme: for other amounts of money, or for who had none."""
    if rng.random() < 0.5:
        levels = {str(level): points for points, level in enumerate(rng.sample(range(1, 100), 20), 1)}
        return "box", {"set": {"/wealth": levels}}
    seat, shown = rng.choice(list(enumerate(table.snapshot()["players"])))
    return "correct", {"set": {f"/players/{seat}/bankrupt": not shown["bankrupt"]}, "reason": ""}


def _changed(table: Table, fields: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Fields with one of them changed to something alike."""
    fields = json.loads(msgspec.json.encode(fields))
    if not fields:
        return fields
    name = rng.choice(sorted(fields))
    fields[name] = alike(fields[name], [*table.players], rng)
    return fields


def corrections(twins: Twins, seat: str, rng: Random) -> Iterator[tuple[str, Any]]:
    """For everything that a seat sees, a single value or a whole, something else that it may be said to be."""
    values = [*twins.one.players, *_telling(twins)]
    shapes = _shapes(twins.one, rng)
    for pointer, value in _nodes(twins.one.snapshot(seat)):
        for _ in range(1 if isinstance(value, dict) else 2):
            yield pointer, alike(value, values, rng)
        for _ in range(100 if value is None else 25 if value == [] else 1):
            if pointer in shapes:
                yield pointer, guessed(_mixed(shapes[pointer], rng), values, rng)


def _telling(twins: Twins) -> list[int]:
    """The numbers in which the twins differ, as the owner of the secret sees them."""
    pictures = [table.snapshot(twins.owner) for table in twins.both()]
    found = [value for pair in (pictures, pictures[::-1]) for _, value in pointers.differences(*pair)]
    return [value for value in found if type(value) is int]


def _shapes(table: Table, rng: Random) -> dict[str, list[Any]]:
    """The lists and mappings that stood, or may soon stand, at each pointer of this game."""
    ahead = table.fork()
    for _ in range(20):
        possible = moves(ahead)
        if possible:
            play(ahead, pick(rng, possible))
    states = [step.after for step in ahead.steps()[-40:]]
    for move in rng.choices(moves(table) or [{"action": "note", "text": "…"}], k=40):
        ahead = table.fork()
        play(ahead, move)
        states.append(ahead.state)
    found = dict[str, list[Any]]()
    for state in states:
        for pointer, value in _nodes(picture(table.game, state, EVERYTHING)):
            if value and isinstance(value, dict | list):
                found.setdefault(pointer, []).append(value)
    return found


def _mixed(shapes: list[Any], rng: Random) -> Any:
    """One of some lists, or of each key of some mappings one that stood there."""
    shape = rng.choice(shapes)
    if not isinstance(shape, dict):
        return shape
    alike = [each for each in shapes if isinstance(each, dict) and each.keys() == shape.keys()]
    return {key: rng.choice(alike)[key] for key in shape}


def _nodes(document: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Everything in a document with its pointer, a whole before what is in it; of a list only the mappings."""
    if path:
        yield pointers.join(*path), document
    if isinstance(document, dict):
        for key, value in document.items():
            yield from _nodes(value, (*path, key))
    elif isinstance(document, list):
        for index, value in enumerate(document):
            if isinstance(value, dict):
                yield from _nodes(value, (*path, index))


def guessed(value: Any, values: list[Any], rng: Random) -> Any:
    """A whole of the same shape, of which one thing or two are something else, or none is."""
    value = copy.deepcopy(value)
    for _ in range(rng.randrange(3)):
        whole = value
        while whole:
            key = rng.choice(list(whole) if isinstance(whole, dict) else range(len(whole)))
            if not isinstance(whole[key], dict | list) or not whole[key] or rng.random() < 0.3:
                whole[key] = alike(whole[key], values, rng)
                break
            whole = whole[key]
    return value


def alike(value: Any, values: list[Any], rng: Random) -> Any:
    """Another value of the same kind: one of ``values``, if it is one of those."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        if rng.random() < 0.05:
            return 10**12 - rng.randrange(300)  # for which there might be no room
        known = [each for each in values if type(each) is int]
        if known and rng.random() < 0.5:
            return rng.choice(known) + rng.choice([0, 0, 1, -1])
        return rng.choice([value + 1, max(0, value - 1), 0, 1, value + rng.randrange(100), rng.randrange(10, 50)])
    if isinstance(value, str):
        if value in values and rng.random() < 0.7:
            return rng.choice([each for each in values if isinstance(each, str)])
        return rng.choice([*(each for each in values if isinstance(each, str)), *PHASES])
    if isinstance(value, list):
        return [] if value and rng.random() < 0.5 else value[1:]
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        return {**value, key: alike(value[key], values, rng)}
    return None


PHASES = ["trade", "manipulate", "end", "announce", "invest", "sales", "blame", "status", "found", "setup", "marker"]
PHASES += ["crash", "interest", "final_cash", "buy", "work"]


def drawn(table: Table, seat: str | None) -> dict[str, Any]:
    """All that a page of a seat shows: every screen and dialog, with the figures; and that somebody was faster."""
    _ = translator("en")
    shown: dict[str, Any] = {}
    offers = [entry.n for entry in table.effective if entry.action == "offer"]
    sheets: list[dict[str, str]] = [{}, {"kind": "correct"}, {"kind": "people"}]
    sheets += [{"kind": "offer", "entry": str(n)} for n in offers[-1:]]
    sheets += [{"kind": "amend", "entry": str(entry.n)} for entry in table.log[-4:]]
    for tab in [*frame.tabs_of(table), SimpleNamespace(id="evening")]:
        for sheet in sheets if tab.id == "history" else sheets[:1]:
            ctx = look(table, seat, _, Place("ABC2D", "0", tab.id))
            if sheet:
                dialogs.open_dialog(ctx, Event("sheet.open", "twins-key", sheet))
            page = frame.table_page(ctx)
            shown[f"{tab.id} {sheet}"] = [page.title, page.parts, json.loads(json.dumps(page.charts, default=str))]
    if table.log:
        live: Any = SimpleNamespace(table=table)
        late = Overtaken(live, seat, table.log[-3:], RuleError("wrong-phase", "no"))
        shown["overtaken"] = late.text(_)
    return shown


def replayed(table: Table, seat: str) -> list[Any]:
    """What the replay that a seat opens shows, to its last frame."""
    ctx = look(table, seat, translator("en"), Place("ABC2D", "0", "replay"))
    page, replay = frame.table_page(ctx), ctx.find(Replay)
    assert replay is not None
    return [page.title, page.parts, replay.frames.more(1e9)]
