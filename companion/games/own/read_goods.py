"""What a box says of places and things: where money lies, the tracks, the goods and their prices."""

from typing import Any

from companion.games.common import printed_word
from companion.games.own.book import Good, Slot
from companion.games.own.prices import find_place
from companion.games.own.reading import Reader, is_whole, within
from companion.shapes import LARGEST, said
from companion.words import N_

MOST_PLACES = 1000  # of a track
MOST_GOODS = 60
MOST_PLAYERS = 12
Tracks = dict[str, tuple[tuple[int, ...], ...]]
Groups = dict[str, tuple[str, ...]]


def read_slots(reader: Reader, value: Any, groups: Groups) -> dict[str, Slot]:
    """Where money lies beside the bank; everybody's cash is always there."""
    given = {"cash": {}, **reader.things(value, "slots")}
    return {name: _slot(reader, name, entry, groups) for name, entry in given.items()}


def _slot(reader: Reader, name: str, value: Any, groups: Groups) -> Slot:
    key = within("slots", name)
    entry = reader.mapping(value, key, ("of", "start", "secret", "least"))
    owners = ["player"] if name == "cash" else ["player", "table", *groups]
    of = reader.choice(entry.get("of", owners[0]), within(key, "of"), owners)
    secret = reader.flag(entry.get("secret", False), within(key, "secret"))
    if secret and of != "player":
        reader.fault(within(key, "secret"), N_("only what a player has can be secret"))
    least = reader.whole(entry.get("least", 0), within(key, "least"), -LARGEST, 0)
    start = _start(reader, entry.get("start", 0), within(key, "start"), groups.get(of))
    return Slot(name, of, start, secret, least)


def _start(reader: Reader, value: Any, key: str, goods: tuple[str, ...] | None) -> dict[str, int]:
    """The money that a slot begins with: one number, or one for each good, or for numbers of players."""

    def amount(value: Any, key: str) -> int:
        return reader.whole(value, key, 0)

    counts = [str(count) for count in range(1, MOST_PLAYERS + 1)]
    if goods is not None or not isinstance(value, dict):
        return reader.for_each(value, key, counts if goods is None else goods, amount)
    return {count: amount(start, within(key, count)) for count, start in reader.mapping(value, key, counts).items()}


def read_tracks(reader: Reader, value: Any) -> tuple[Tracks, frozenset[str]]:
    """The tracks as rows from the top, and which of them are a single row."""
    tracks: Tracks = {}
    single = set()
    for name, rows in reader.things(value, "tracks").items():
        key = within("tracks", name)
        if isinstance(rows, list) and rows and not any(isinstance(row, list) for row in rows):
            rows = [rows]
            single.add(name)
        tracks[name] = _grid(reader, rows, key, single=name in single)
    return tracks, frozenset(single)


def _grid(reader: Reader, rows: Any, key: str, *, single: bool) -> tuple[tuple[int, ...], ...]:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and row for row in rows):
        reader.fault(key, N_("it must be a row of numbers, or a list of such rows"))
        return ((0,),)
    if sum(map(len, rows)) > MOST_PLACES:
        reader.fault(key, N_("it holds more than {most} values"), most=MOST_PLACES)
        return ((0,),)
    return tuple(
        tuple(
            reader.whole(number, within(key if single else within(key, place), column), 0)
            for column, number in enumerate(row)
        )
        for place, row in enumerate(rows)
    )


def read_groups(reader: Reader, value: Any) -> dict[str, dict[str, str]]:
    """The names of the goods of every group, by id; a group without names is one good of its own name."""
    found: dict[str, dict[str, str]] = {}
    for group, entry in reader.things(value, "goods").items():
        key = within(within("goods", group), "names")
        names = entry.get("names") if isinstance(entry, dict) else None
        if names is None:
            found[group] = {group: printed_word(group.replace("_", " "), reader.printed)}
            continue
        found[group] = {good: reader.text(name, within(key, good)) for good, name in reader.things(names, key).items()}
        if not found[group]:
            reader.fault(key, N_("it must name at least one good"))
    if sum(map(len, found.values())) > MOST_GOODS:
        reader.fault("goods", N_("it holds more than {most} values"), most=MOST_GOODS)
        return {}
    return found


def read_goods(reader: Reader, value: Any, groups: dict[str, dict[str, str]], tracks: Tracks) -> dict[str, Good]:
    """All goods, by id."""
    goods: dict[str, Good] = {}
    for group, names in groups.items():
        key = within("goods", group)
        entry = reader.mapping(value[group], key, ("names", "count", "price"))
        counts: dict[str, Any] = {}
        if "count" in entry:
            counts = reader.for_each(
                entry["count"], within(key, "count"), names, lambda count, at: reader.whole(count, at, 0)
            )
        prices = _prices(reader, entry, key, names, tracks)
        for good, name in names.items():
            goods[good] = Good(good, group, name, counts.get(good), **prices.get(good, {}))
            if goods[good].ladder and goods[good].count is None:
                reader.fault(within(key, "count"), N_("a price by what is left needs a count"))
    return goods


def _prices(reader: Reader, entry: dict[str, Any], key: str, names: dict[str, str], tracks: Tracks) -> dict[str, Any]:
    """The kind of price of each good of a group, as the fields of `Good`."""
    key, value = within(key, "price"), entry.get("price")
    if value is None:
        return {}
    if not isinstance(value, dict) or not {"track", "left", "start"} & value.keys():
        numbers = reader.for_each(value, key, names, lambda number, at: reader.whole(number, at, 0))
        return {good: {"number": number} for good, number in numbers.items()}
    described = reader.mapping(value, key, ("left",) if "left" in value else ("track", "start"))
    if "left" in described:
        ladder = _ladder(reader, described["left"], within(key, "left"))
        return {good: {"ladder": ladder} for good in names}
    return _on_tracks(reader, described, key, names, tracks)


def _on_tracks(
    reader: Reader, described: dict[str, Any], key: str, names: dict[str, str], tracks: Tracks
) -> dict[str, Any]:
    """Where the marker of each good starts, and on which track: one for all goods, or one for each."""

    def known(track: Any, at: str) -> str | None:
        if isinstance(track, str) and track in tracks:
            return track
        there = ", ".join(tracks) or "–"
        reader.fault(at, N_("there is no track “{track}”; there are {known}"), track=said(track), known=there)
        return None

    on = reader.for_each(described.get("track"), within(key, "track"), names, known)
    start = described.get("start")
    found: dict[str, Any] = {}
    for good in names:
        track = on.get(good)
        if track is None:
            continue
        each = start.get(good) if isinstance(start, dict) else start
        at = within(within(key, "start"), good) if isinstance(start, dict) else within(key, "start")
        place = None if each is None else _place(reader, each, at, tracks[track])
        found[good] = {"track": track, "start": place}
    if isinstance(start, dict):
        reader.mapping(start, within(key, "start"), names)
    return found


def _ladder(reader: Reader, value: Any, key: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_PLACES:
        reader.fault(key, N_("it must be a row of numbers"))
        return (0,)
    return tuple(reader.whole(number, within(key, place), 0) for place, number in enumerate(value))


def _place(reader: Reader, value: Any, key: str, grid: tuple[tuple[int, ...], ...]) -> tuple[int, int] | None:
    usable = is_whole(value) or (isinstance(value, list) and all(map(is_whole, value)))
    found = find_place(grid, value) if usable else None
    if found is None:
        reader.fault(key, N_("no place of the track is {value}"), value=said(value))
    return found
