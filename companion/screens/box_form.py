"""A box as a form: what people fill in who have never seen TOML. Comments and all that is not in the form stay."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import tomlkit
from tomlkit.items import AoT, InlineTable

from companion.boxes import import_box
from companion.errors import RuleError
from companion.games.own.printed import printed_by
from companion.games.own.read_goods import MOST_PLAYERS
from companion.games.own.scope import RESERVED
from companion.screens.typed import number_or_text, whole
from companion.words import N_, Translator

AMOUNT, PLAYER = "amount", "player"
BANK = "bank"
Box = dict[str, Any]


def table(value: Any) -> dict[str, Any]:
    """A part of a file that should be a table; nothing of one that is something else."""
    return value if isinstance(value, dict) else {}


def rows(part: Any, key: str) -> list[Any]:
    """What should be a list in a part of a file, as its buttons; nothing of what is something else."""
    found = part.get(key)
    return found if isinstance(found, list) else []


class GoodRow(NamedTuple):
    """A good as the form shows it. None: it has no price, it is endless; "": only the text tells."""

    group: str
    id: str
    name: str
    price: Any
    count: Any


def steps(kind: str, entry: Any) -> list[dict[str, Any]]:
    """The steps of a button, as far as they can be read; a due is one payment."""
    if kind == "due":
        return [entry] if "pay" in table(entry) else []
    return [table(step) for step in rows(table(entry), "do")]


def field_name(kind: str, at: int | str, key: str, step: int) -> str:
    """What the field of a button's or a due's step is called."""
    return f"{kind}-{at}-{key}" + (f"-{step}" if step else "")


def seats(box: Box) -> tuple[int, int]:
    """The least number of players, and the most and one more; nothing where the file says nothing of use."""
    said = box.get("players", [1, 8])
    if not isinstance(said, list) or [type(each) for each in said] != [int, int]:
        return 0, 0
    return max(1, said[0]), min(MOST_PLAYERS, said[1]) + 1


def phases(box: Box) -> list[str]:
    """The names of the phases."""
    return [str(phase) for phase in rows(table(box.get("round")), "phases")]


def start_money(box: Box) -> int | dict[str, Any] | None:
    """What everybody begins with: one number, or by how many play."""
    slot = table(box.get("slots")).get("cash", {})
    start = slot.get("start", 0) if isinstance(slot, dict) else None
    return start if type(start) in (int, dict) else None


def goods(box: Box) -> list[GoodRow]:
    """The goods of the box, group by group."""
    found = []
    for group, entry in table(box.get("goods")).items():
        if not isinstance(entry, dict):
            continue
        names = entry.get("names")
        names = names if isinstance(names, dict) else {group: group.replace("_", " ")}
        for good, name in names.items():
            price, count = (_of(good, [*names], entry.get(key)) for key in ("price", "count"))
            found.append(GoodRow(group, good, str(name), price, count))
    return found


def _of(good: str, group: list[str], value: Any) -> Any:
    """What is said of a good of a group: a number, None where nothing is, "" where it is more than a number.

    Of several goods either all have a price, and a count, or none: what all lack is given to one of them in the file.
    """
    if isinstance(value, dict) and value.keys() <= {*group} and all(type(each) is int for each in value.values()):
        return value.get(good)
    if value is None and len(group) > 1:
        return ""
    return value if value is None or type(value) is int else ""


def places(box: Box, kind: str = "button", entry: Any = None) -> list[str]:
    """Where money can come from and go to, by the words of the file: in a button, or in what falls due."""
    slots = {"cash": {}, **table(box.get("slots"))}
    of = {name: slot.get("of", PLAYER) if isinstance(slot, dict) else "" for name, slot in slots.items()}
    entry = table(entry)
    who = entry.get("who", PLAYER) if kind == "due" else PLAYER
    own = [name for name, owner in of.items() if owner == PLAYER] if who == PLAYER else []
    common = [name for name, owner in of.items() if owner == "table"]
    asked = entry.get("ask", []) if kind == "button" else [who]
    known = list(table(box.get("goods")))  # a list: anything can be looked for in it
    groups = [group for group in asked if group in known] if isinstance(asked, list) else []
    others = [*(f"player.{name}" for name in own if kind == "button"), *(["others"] if own else [])]
    of_goods = [name for name, owner in of.items() if owner in groups]
    return [BANK, *own, *common, *others, *of_goods, *(["holders"] if groups else [])]


def only_in_file(box: Box) -> list[str]:
    """The keys of the file that no field of the form changes."""
    slots = [f"slots.{name}" for name in table(box.get("slots")) if name != "cash"]
    rest = [key for key in ("bank", "tracks", "round", "score", "minutes") if key in box]
    priced = [
        f"goods.{row.group}.price" for row in goods(box) if row.price == "" and "price" in box["goods"][row.group]
    ]
    return [*rest, *slots, *dict.fromkeys(priced)]


# -- what is filled in -------------------------------------------------------------------------------------


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with what the form's fields say. Raises RuleError ``bad-number``, ``bad-box``."""
    box, document = import_box(text), tomlkit.parse(text)
    if values.get("name", str(box.get("name", ""))) != str(box.get("name", "")):
        document["name"] = values["name"]
    if values.get("least") and values.get("most"):
        least, most = whole(values["least"]), whole(values["most"])
        if (least, most + 1) != seats(box):
            document["players"] = [least, most]
    if values.get("money", str(box.get("money", ""))) != str(box.get("money", "")):
        document["money"] = values["money"]
    _fill_start(document, box, values)
    _fill_goods(document, box, values)
    for kind in ("button", "due"):
        for at, entry in enumerate(rows(document, kind)):
            if isinstance(entry, dict):
                _fill_move(entry, kind, at, values)
    return tomlkit.dumps(document)


def _fill_start(document: Any, box: Box, values: Mapping[str, str]) -> None:
    """What everybody begins with: one number, or one for each number of players."""
    start = start_money(box)
    said = {key: value for key, value in values.items() if key == "cash" or key.startswith("cash-")}
    if isinstance(start, int) and "cash" in said and whole(said["cash"] or "0") != start:
        slots = _table(document, "slots")
        if "cash" not in slots:
            slots["cash"] = tomlkit.inline_table()
        slots["cash"]["of"] = PLAYER
        slots["cash"]["start"] = whole(said["cash"] or "0")
    elif isinstance(start, dict):
        for key, value in said.items():
            count = key.removeprefix("cash-")
            if value:
                _put(document["slots"]["cash"]["start"], count, whole(value))
            elif count in start:
                del document["slots"]["cash"]["start"][count]


def _fill_goods(document: Any, box: Box, values: Mapping[str, str]) -> None:
    for row in goods(box):
        entry = document["goods"][row.group]
        for key, was in (("price", row.price), ("count", row.count)):
            said = values.get(f"good-{row.id}-{key}")
            if said is not None and was != "" and (whole(said) if said else None) != was:
                _fill_number(entry, key, row, said, [each.id for each in goods(box) if each.group == row.group])
        named = values.get(f"good-{row.id}-name", "").strip()
        if named and named != row.name.strip():
            if "names" not in entry:
                entry["names"] = tomlkit.inline_table()
            entry["names"][row.id] = named


def _fill_number(entry: Any, key: str, row: GoodRow, said: str, group: list[str]) -> None:
    """A price or a count: one for the whole group as long as all have the same, then one for each.

    Where nothing is said of one of several, nothing stands in the file, which then says that it is missing.
    """
    if len(group) > 1 and key in entry and not isinstance(entry[key], dict):
        each = tomlkit.inline_table()
        each.update(dict.fromkeys(group, entry[key]))
        entry[key] = each
    numbers, name = (entry[key], row.id) if isinstance(entry.get(key), dict) else (entry, key)
    if said:
        numbers[name] = whole(said)
    else:
        numbers.pop(name, None)
    if key in entry and isinstance(entry[key], dict) and not entry[key]:
        del entry[key]


# What a button or a due says of itself, with what it means where it is left out.
PLAIN = {"button": {"in": "", "who": "turn"}, "due": {"at": "round", "short": "refuse"}}


def _fill_move(entry: Any, kind: str, at: int, values: Mapping[str, str]) -> None:
    """A button or a due as its row says it; an amount that is left empty is asked for each time."""
    name = values.get(f"{kind}-{at}-name", str(entry.get("name", "")))
    if name != str(entry.get("name", "")):
        entry["name"] = name
    for key, usual in PLAIN[kind].items():
        said, was = values.get(f"{kind}-{at}-{key}"), str(entry.get(key, usual))
        if said in (None, was):
            continue
        if said == usual:
            del entry[key]
        else:
            entry[key] = said
    before = _needed(entry)
    for number, step in enumerate(steps(kind, entry)):
        said_of = {key: values.get(field_name(kind, at, key, number)) for key in ("pay", "from", "to")}
        if "pay" not in step or said_of["pay"] is None:
            continue
        if amount(said_of["pay"]) != amount(str(step["pay"])):
            step["pay"] = amount(said_of["pay"])
        for end in ("from", "to"):
            if said_of[end] is not None:
                _put(step, end, said_of[end])
    if kind == "button":
        _ask(entry, before)


def amount(said: str) -> int | str:
    """What stands for an amount in the file: a number, a formula, or what is asked."""
    said = said.strip()
    return number_or_text(said) if said else AMOUNT


def _needed(entry: Any) -> list[str]:
    """What a button has to ask, as its steps name it: an amount, another player."""
    every = steps("button", entry)
    formulas = " ".join(str(step[key]) for step in every for key in ("pay", "count", "by", "up", "to") if key in step)
    ends = [str(step.get(end, "")) for step in every for end in ("from", "to")]
    needed = [AMOUNT] if re.search(rf"\b{AMOUNT}\b", formulas) else []
    return needed + ([PLAYER] if any(end == PLAYER or end.startswith("player.") for end in ends) else [])


def _ask(entry: Any, before: list[str]) -> None:
    """A button asks what its steps have come to name, and no more what they named ``before`` alone."""
    was = entry.get("ask", [])
    if not isinstance(was, list):
        return  # a fault of the file, told at its line
    needed = _needed(entry)
    asked = [each for each in was if each in needed or each not in before]
    asked += [each for each in needed if each not in before and each not in was]
    if asked == was:
        return
    if asked:
        entry["ask"] = asked
    else:
        del entry["ask"]


def _put(entry: Any, key: str, value: Any) -> None:
    """Set a value where it differs, so that the text around it stays as it was typed."""
    if entry.get(key) != value:
        entry[key] = value


def in_words_of(text: str, _: Translator) -> str:
    """A shipped file with its names in the reader's language, as something to begin with; any other as it is."""
    document = tomlkit.parse(text)
    printed = printed_by(document)
    named = [(entry, "name") for entry in (document, *rows(document, "button"), *rows(document, "due"))]
    for group in table(document.get("goods")).values():
        named += [(group["names"], good) for good in group.get("names", {})]
    for entry, key in named:
        if entry.get(key) in printed:
            _put(entry, key, str(_(entry[key])))
    return tomlkit.dumps(document)


# -- what is added and taken away --------------------------------------------------------------------------


def with_good(text: str, name: str, price: str) -> str:
    """One more good, by its name. Raises RuleError ``bad-number``."""
    box, document = import_box(text), tomlkit.parse(text)
    good = _free(re.sub(r"\W+", "_", name.casefold()).strip("_")[:30] or "good", box)
    group = _table(document, "goods")
    entry = tomlkit.inline_table() if isinstance(group, InlineTable) else tomlkit.table()
    if name != good.replace("_", " "):
        names = tomlkit.inline_table()
        names[good] = name
        entry["names"] = names
    if price:
        entry["price"] = whole(price)
    group[good] = entry
    return tomlkit.dumps(document)


def _free(name: str, box: Box) -> str:
    taken = {*RESERVED, "cash", *table(box.get("slots")), *(each for row in goods(box) for each in row[:2])}
    number, found = 2, name
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found


def with_payment(text: str, kind: str, said: dict[str, str]) -> str:
    """One more button of one payment, or one more due."""
    document = tomlkit.parse(text)
    entry = tomlkit.table()
    entry["name"] = said["name"]
    step = entry if kind == "due" else tomlkit.inline_table()
    step["pay"] = amount(said["pay"])
    step["from"], step["to"] = said["from"], said["to"]
    if kind == "button":
        did = tomlkit.array()
        did.append(step)
        entry["do"] = did
        _ask(entry, [])
    if kind not in document:
        document[kind] = tomlkit.aot()
    rows = _usable(document, kind, list)
    if isinstance(rows, AoT):
        rows.append(entry)
    else:  # a list within one line
        inline = tomlkit.inline_table()
        inline.update(entry.unwrap())
        rows.append(inline)
    return tomlkit.dumps(document)


def without(text: str, kind: str, which: str) -> str:
    """The text without a good (by its id), or without the button or due at a place."""
    document = tomlkit.parse(text)
    if kind == "good":
        for group, entry in list(table(document.get("goods")).items()):
            if group == which:
                del document["goods"][group]
            elif which in table(table(entry).get("names")):
                for part in (entry["names"], *_of_each(entry.get("count")), *_of_each(entry.get("price"))):
                    part.pop(which, None)
    elif which.isdecimal() and int(which) < len(rows(document, kind)):
        del document[kind][int(which)]
        if not document[kind]:
            del document[kind]
    return tomlkit.dumps(document)


def _of_each(value: Any) -> list[Any]:
    """The tables in which something stands for each good of a group."""
    return [] if not isinstance(value, dict) else [value, *(each for each in value.values() if isinstance(each, dict))]


def _table(document: Any, key: str) -> Any:
    if key not in document:
        document[key] = tomlkit.table(is_super_table=True)
    return _usable(document, key, dict)


def _usable(document: Any, key: str, kind: type) -> Any:
    """A part of the file that something can be added to. Raises RuleError ``bad-box`` where it is something else."""
    if isinstance(document[key], kind):
        return document[key]
    raise RuleError("bad-box", N_("First put right what the file says of “{key}”."), key=key)
