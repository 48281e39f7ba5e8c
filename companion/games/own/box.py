"""Reading a box: the file that is the game. All its faults are found at once."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from companion.errors import RuleError
from companion.games.own.book import Act, Book, Give, Good, Pay, Place, Put, Slot
from companion.games.own.printed import printed_by
from companion.games.own.read_goods import MOST_PLAYERS, read_goods, read_groups, read_slots, read_tracks
from companion.games.own.read_moves import Things, read_buttons, read_dues, read_round
from companion.games.own.reading import Fault, Reader, within
from companion.words import N_

KEYS = ("name", "players", "money", "minutes", "bank", "slots", "tracks", "goods", "round", "due", "button", "score")
OF_A_FILE = ("id", "version", "by")  # what tells one file from another; the game is the same
FEWEST, MOST = 1, 8
MINUTES = 120
LONGEST_GAME = 7 * 24 * 60  # minutes


def read_box(box: Mapping[str, Any]) -> Book:
    """The box as it is played. Raises RuleError ``bad-box`` with all its faults, ten at most."""
    return _read(msgspec.json.encode(box))


@lru_cache(maxsize=16)
def _read(box: bytes) -> Book:
    """Every table and every look at one asks the same few boxes."""
    raw = msgspec.json.decode(box)
    reader = Reader(printed_by(raw) if isinstance(raw, dict) else frozenset())
    book = _book(reader, raw)
    reader.done()
    return book


def faults(box: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with a box, key by key; nothing where it can be played."""
    try:
        read_box(box)
    except RuleError as refusal:
        return list(refusal.fields["faults"])
    return []


def _book(reader: Reader, raw: Any) -> Book:
    entry = reader.mapping(raw, "", (*KEYS, *OF_A_FILE))
    players = _players(reader, entry.get("players", [FEWEST, MOST]))
    names = read_groups(reader, entry.get("goods"))
    groups = {group: tuple(goods) for group, goods in names.items()}
    tracks, rows = read_tracks(reader, entry.get("tracks"))
    goods = read_goods(reader, entry.get("goods"), names, tracks)
    slots = read_slots(reader, entry.get("slots"), groups)
    _check_names(reader, slots, groups)
    bank = reader.mapping(entry.get("bank", {}), "bank", ("money", "short"))
    things = Things(slots, groups, goods)
    time = read_round(reader, entry.get("round"), things)
    score = reader.mapping(entry.get("score", {}), "score", ("total",))
    return Book(
        raw=raw if isinstance(raw, dict) else {},
        name=reader.text(entry.get("name"), "name"),
        players=players,
        money=reader.text(entry["money"], "money", 8) if entry.get("money") else "",
        minutes=reader.whole(entry.get("minutes", MINUTES), "minutes", 1, LONGEST_GAME),
        bank=reader.whole(bank["money"], "bank.money", 0) if "money" in bank else None,
        bank_owes=reader.choice(bank.get("short", "refuse"), "bank.short", ("refuse", "goes on")) == "goes on",
        slots=slots,
        tracks=tracks,
        rows=rows,
        groups=groups,
        goods=goods,
        dues=read_dues(reader, entry.get("due"), things, time["phases"]),
        buttons=read_buttons(reader, entry.get("button"), things, time["phases"]),
        printed=reader.printed,
        total=reader.formula(score.get("total", "cash + value"), "score.total", things.player),
        secret=frozenset(name for name, slot in slots.items() if slot.secret),
        least={name: slot.least for name, slot in slots.items() if slot.least},
        **time,
    )


LEAST_AND_MOST = 2


def _players(reader: Reader, value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != LEAST_AND_MOST:
        reader.fault("players", N_("it must be the least and the most, such as [2, 6]"))
        return FEWEST, MOST
    least = reader.whole(value[0], "players.0", 1, MOST_PLAYERS)
    return least, reader.whole(value[1], "players.1", least, MOST_PLAYERS)


def _check_names(reader: Reader, slots: Mapping[str, Slot], groups: Mapping[str, tuple[str, ...]]) -> None:
    """A formula must know what a name means: no two things have the same, but a group of one and its good."""
    taken = set(slots)
    for group, goods in groups.items():
        key = within("goods", group)
        names = [("", group)] if goods == (group,) else [("", group), *(("names", good) for good in goods)]
        for part, name in names:
            if name in taken:
                reader.fault(
                    within(within(key, part), name) if part else key, N_("“{name}” is taken already"), name=name
                )
            taken.add(name)


def check_start(book: Book, players: int) -> None:
    """Raises RuleError ``bad-box`` where so many cannot begin: the file must say with what, and the bank have it."""
    reader = Reader()
    for slot in book.slots.values():
        if slot.of not in book.groups and str(players) not in slot.start:
            reader.fault(within(within(within("slots", slot.name), "start"), players), N_("it is missing"))
    begins = sum(_begins(book, slot, players) for slot in book.slots.values())
    if book.bank is not None and not book.bank_owes and begins > book.bank:
        reader.fault(
            "bank.money",
            N_("{players} players begin with {asked}, more than the {allowed} of the bank"),
            players=players,
            asked=begins,
            allowed=book.bank,
        )
    reader.done()


def _begins(book: Book, slot: Slot, players: int) -> int:
    if slot.of in book.groups:
        return sum(slot.start.get(good, 0) for good in book.groups[slot.of])
    return slot.start.get(str(players), 0) * (players if slot.of == "player" else 1)


def needs_secret(book: Book, acts: Iterable[Act]) -> bool:
    """Whether steps ask for what somebody hides: they take it, or an amount is worked out of it."""
    return any(
        book.secret & names_of(act) or (isinstance(act, Pay) and _takes_secret(book, act.source)) for act in acts
    )


def names_of(act: Act) -> frozenset[str]:
    """The names that the formulas of a step ask."""
    match act:
        case Pay():
            return act.amount.names
        case Give():
            return act.count.names
        case Put():
            return act.to.names
    return act.by.names | act.up.names


def _takes_secret(book: Book, place: Place) -> bool:
    # All that others and holders pay comes out of their cash.
    return place.kind in ("own", "player", "others", "holders") and place.slot in book.secret


def changed_goods(old: Book, new: Book) -> list[Good]:
    """The goods that are new or described anew."""
    return [good for good in new.goods.values() if old.goods.get(good.id) != good]
