"""A box as a form: what people fill in who have never seen TOML. Comments and all that is not in the form stay."""

import re
from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.items import AoT

from companion.boxes import import_box
from companion.games.own.scope import RESERVED
from companion.screens.typed import whole

AMOUNT, PLAYER = "amount", "player"
BANK = "bank"
Box = dict[str, Any]


def plain_pay(entry: Any) -> dict[str, Any] | None:
    """The one payment that a button consists of, where it is nothing else."""
    steps = entry.get("do") if isinstance(entry, dict) else None
    if isinstance(steps, list) and len(steps) == 1 and isinstance(steps[0], dict) and "pay" in steps[0]:
        return steps[0]
    return None


def start_money(box: Box) -> int | None:
    """What everybody begins with; None where that depends on how many play."""
    slot = box.get("slots", {}).get("cash", {})
    start = slot.get("start", 0) if isinstance(slot, dict) else None
    return start if type(start) is int else None


def goods(box: Box) -> list[tuple[str, str, str, Any]]:
    """The goods as (group, id, name, price); the price is None where there is none, "" where the text alone tells."""
    found = []
    for group, entry in box.get("goods", {}).items():
        entry = entry if isinstance(entry, dict) else {}
        names = entry.get("names")
        for good, name in (names if isinstance(names, dict) else {group: group.replace("_", " ")}).items():
            price = entry.get("price")
            if isinstance(price, dict) and type(price.get(good)) is int:
                price = price[good]
            found.append((group, good, str(name), price if price is None or type(price) is int else ""))
    return found


def places(box: Box) -> list[str]:
    """Where money of a button can come from and go to, by the words of the file."""
    slots = {"cash": {}, **box.get("slots", {})}
    own = [name for name, slot in slots.items() if isinstance(slot, dict) and slot.get("of", PLAYER) == PLAYER]
    table = [name for name, slot in slots.items() if isinstance(slot, dict) and slot.get("of") == "table"]
    return [BANK, *own, *table, *(f"player.{name}" for name in own), "others"]


# -- what is filled in -------------------------------------------------------------------------------------


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with what the form's fields say. Raises RuleError ``bad-number``, ``bad-box``."""
    box, document = import_box(text), tomlkit.parse(text)
    if "name" in values:
        _put(document, "name", values["name"])
    if values.get("least") and values.get("most"):
        players = [whole(values["least"]), whole(values["most"])]
        if players != box.get("players"):
            document["players"] = players
    if "money" in values and values["money"] != box.get("money", ""):
        _put(document, "money", values["money"])
    if "cash" in values and start_money(box) is not None and whole(values["cash"] or "0") != start_money(box):
        slots = _table(document, "slots")
        if "cash" not in slots:
            slots["cash"] = tomlkit.inline_table()
        slots["cash"]["of"] = PLAYER
        slots["cash"]["start"] = whole(values["cash"] or "0")
    _fill_goods(document, box, values)
    for kind in ("button", "due"):
        for at, entry in enumerate(document.get(kind, [])):
            _fill_payment(entry, kind, {key: values.get(f"{kind}-{at}-{key}") for key in PAYMENT})
    return tomlkit.dumps(document)


PAYMENT = ("name", "pay", "from", "to")


def _fill_goods(document: Any, box: Box, values: Mapping[str, str]) -> None:
    for group, good, name, price in goods(box):
        said = values.get(f"good-{good}-price", "")
        if f"good-{good}-price" in values and price != "" and (whole(said) if said else None) != price:
            entry = document["goods"][group]
            if isinstance(entry.get("price"), dict):
                entry["price"][good] = whole(said or "0")
            elif said:
                entry["price"] = whole(said)
            else:
                del entry["price"]
        named = values.get(f"good-{good}-name", "").strip()
        if named and named != name:
            entry = document["goods"][group]
            if "names" not in entry:
                entry["names"] = tomlkit.inline_table()
            entry["names"][good] = named


def _fill_payment(entry: Any, kind: str, said: dict[str, str | None]) -> None:
    """A button of one payment, or a due, as its row says it; an empty amount is asked for each time."""
    step = entry if kind == "due" else plain_pay(entry)
    if said["name"] is not None:
        _put(entry, "name", said["name"])
    if step is None or said["pay"] is None:
        return
    _put(step, "pay", amount(said["pay"]))
    for end in ("from", "to"):
        if said[end] is not None:
            _put(step, end, said[end])
    if kind == "button":
        _ask(entry, step)


def amount(said: str) -> int | str:
    """What stands for an amount in the file: a number, a formula, or what is asked."""
    said = said.strip()
    return (int(said) if said.isdecimal() and said.isascii() else said) if said else AMOUNT


def _ask(entry: Any, step: Any) -> None:
    """What a button asks follows from what its payment names."""
    needed = [AMOUNT] if re.search(rf"\b{AMOUNT}\b", str(step["pay"])) else []
    needed += [PLAYER] if any(str(step.get(end, "")).startswith("player.") for end in ("from", "to")) else []
    kept = [each for each in entry.get("ask", []) if each not in (AMOUNT, PLAYER)]
    asked = [*kept, *needed]
    if asked != list(entry.get("ask", [])):
        if asked:
            entry["ask"] = asked
        else:
            del entry["ask"]


def _put(entry: Any, key: str, value: Any) -> None:
    """Set a value where it differs, so that the text around it stays as it was typed."""
    if entry.get(key) != value:
        entry[key] = value


# -- what is added and taken away --------------------------------------------------------------------------


def with_good(text: str, name: str, price: str) -> str:
    """One more good, by its name. Raises RuleError ``bad-number``."""
    box, document = import_box(text), tomlkit.parse(text)
    good = _free(re.sub(r"\W+", "_", name.casefold()).strip("_")[:30] or "good", box)
    entry = tomlkit.table()
    if name != good.replace("_", " "):
        names = tomlkit.inline_table()
        names[good] = name
        entry["names"] = names
    if price:
        entry["price"] = whole(price)
    _table(document, "goods")[good] = entry
    return tomlkit.dumps(document)


def _free(name: str, box: Box) -> str:
    taken = {*RESERVED, "cash", *box.get("slots", {}), *(each for row in goods(box) for each in row[:2])}
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
        _ask(entry, step)
        steps = tomlkit.array()
        steps.append(step)
        entry["do"] = steps
    if kind not in document:
        document[kind] = tomlkit.aot()
    rows = document[kind]
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
        for group, entry in list(document.get("goods", {}).items()):
            if group == which:
                del document["goods"][group]
            elif which in entry.get("names", {}):
                del entry["names"][which]
    elif which.isdecimal() and int(which) < len(document.get(kind, [])):
        del document[kind][int(which)]
        if not document[kind]:
            del document[kind]
    return tomlkit.dumps(document)


def _table(document: Any, key: str) -> Any:
    if key not in document:
        document[key] = tomlkit.table(is_super_table=True)
    return document[key]
