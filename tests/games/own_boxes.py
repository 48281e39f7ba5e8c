"""Boxes made by chance: random slots, tracks, goods, dues and buttons, all of which can be played."""

from random import Random
from typing import Any

Box = dict[str, Any]
PLAYERS = ["Anna", "Bruno", "Carla"]


def a_box(rng: Random, *, secret: bool = False) -> Box:
    """A box for three. ``secret``: some of what players have is hidden."""
    box: Box = {"name": "By chance", "slots": _slots(rng, secret), "goods": _goods(rng), "tracks": _tracks(rng)}
    for group in list(box["goods"]):
        if rng.random() < 0.4:
            box["slots"][f"till_{group}"] = {"of": group, "start": rng.choice([0, 30])}
    box["round"] = _round(rng)
    box["due"] = [_due(rng, box, n) for n in range(rng.randrange(4))]
    box["button"] = [_button(rng, box, n) for n in range(rng.randrange(1, 6))]
    if rng.random() < 0.4:
        box["bank"] = {"money": rng.choice([2000, 10_000]), "short": rng.choice(["refuse", "goes on"])}
    if rng.random() < 0.4:
        box["score"] = {"total": rng.choice(["cash", "2 * cash + value", "floor(cash / 3) + 10 * min(round, 5)"])}
    return box


def _slots(rng: Random, secret: bool) -> Box:
    slots: Box = {"cash": {"start": rng.choice([0, 50, 300])}}
    if rng.random() < 0.5:
        slots["pot"] = {"of": "table", "start": rng.choice([0, 40])}
    if secret or rng.random() < 0.4:
        slots["purse"] = {"of": "player", "start": 20, "least": rng.choice([0, -50])}
    if secret:
        slots["purse"]["secret"] = True
        slots["cash"]["secret"] = rng.random() < 0.5
    return slots


def _tracks(rng: Random) -> Box:
    grid = [
        [row * 10 + 5 * column for column in range(rng.randrange(1, 6))] for row in range(rng.randrange(1, 4), 0, -1)
    ]
    return {"row": [0, 5, 10, 20, 35][: rng.randrange(1, 6)], "grid": grid}


def _goods(rng: Random) -> Box:
    goods: Box = {}
    prices: list[Any] = [
        None,
        rng.randrange(60),
        {"track": "row"},
        {"track": "grid", "start": [0, 0]},
        {"left": [9, 7, 7, 3]},
    ]
    for group in ("firms", "ore", "land")[: rng.randrange(4)]:
        entry: Box = {"price": rng.choice(prices), "count": rng.choice([1, 4])}
        if group == "firms":
            entry["names"] = {"x": "X & Co", "y": "Ypsilon"}
        if entry["price"] != prices[-1] and rng.random() < 0.3:
            del entry["count"]
        goods[group] = {key: value for key, value in entry.items() if value is not None}
    return goods


def _round(rng: Random) -> Box:
    phases = rng.choice([[], ["buy"], ["buy", "work"]])
    turns = ["clockwise", "none", "most cash", "least cash"]
    first = rng.choice(["next", "same", "by hand", "most cash", "least cash"])
    return {
        **({"phases": phases} if phases else {}),
        "turns": [rng.choice(turns) for _ in phases] if len(phases) > 1 else rng.choice(turns),
        "first": first,
        **({"last": rng.randrange(1, 9)} if rng.random() < 0.5 else {}),
    }


def _amount(rng: Random, names: list[str]) -> Any:
    name = rng.choice(names)
    return rng.choice(
        [rng.randrange(40), name, f"2 * {name}", f"floor({name} / 3)", f"at({name}, [0, 4, 9])", f"{name} / 2"]
    )


def _ends(rng: Random, places: list[str]) -> tuple[str, str]:
    source, target = rng.sample(places, 2)
    return (source, "bank") if {source, target} <= {"others", "holders"} else (source, target)


def _due(rng: Random, box: Box, n: int) -> Box:
    who = rng.choice(["player", "table", *box["goods"]])
    slots = {name: entry.get("of", "player") for name, entry in box["slots"].items()}
    names, places = ["round", "players"], ["bank", *(name for name, of in slots.items() if of == "table")]
    if who == "player":
        names += ["cash", "value", *box["goods"]]
        places += ["others", *(name for name, of in slots.items() if of == "player")]
    elif who != "table":
        names += ["held"]
        places += ["holders", *(name for name, of in slots.items() if of == who)]
    elif len(places) == 1:
        return _due(rng, box, n)
    source, target = _ends(rng, places)
    return {
        "name": f"Due {n}",
        "at": rng.choice(["round", "turn", *box["round"].get("phases", [])]),
        "who": who,
        "pay": _amount(rng, names),
        "from": source,
        "to": target,
        "every": rng.randrange(1, 3),
        "short": rng.choice(["what is there", "what is there", "below zero", "refuse"]),
    }


def _button(rng: Random, box: Box, n: int) -> Box:
    groups = list(box["goods"])
    ask = [each for each in ("amount", "count", "player", *groups[:1]) if rng.random() < 0.4]
    group = groups[0] if groups and groups[0] in ask else None
    slots = {name: entry.get("of", "player") for name, entry in box["slots"].items()}
    names = ["round", "cash", *(each for each in ("amount", "count") if each in ask), *groups]
    places = ["bank", "others", *(name for name, of in slots.items() if of in ("player", "table"))]
    places += ["player.cash"] if "player" in ask else []
    places += ["holders", *(name for name, of in slots.items() if of == group)] if group else []
    acts: list[Box] = []
    for _ in range(rng.randrange(1, 4)):
        source, target = _ends(rng, places)
        steps: list[Box] = [{"pay": _amount(rng, names), "from": source, "to": target}]
        if groups:
            steps.append({"give": group or box["goods"][groups[0]].get("names", {groups[0]: ""}).copy().popitem()[0]})
        if group and isinstance(box["goods"][group].get("price"), dict):
            steps.append({"move": group, "by": rng.choice([1, -1, "count" if "count" in ask else 2])})
        acts.append(rng.choice(steps))
    button: Box = {"name": f"Button {n}", "ask": ask, "do": acts, "who": rng.choice(["turn", "any"])}
    phases = box["round"].get("phases")
    return {**button, "in": rng.choice(phases)} if phases and rng.random() < 0.3 else button
