"""How a corrected picture gets back into the table: the inverse of the snapshot."""

from typing import Any

from msgspec.structs import replace

from companion import pointers
from companion.games.common import EVERYTHING, seat_of
from companion.games.plutocracy import events, setup, track, voyage
from companion.games.plutocracy.box import ASTEROID
from companion.games.plutocracy.snapshot import snapshot
from companion.games.plutocracy.state import THE_END, Bid, Marker, Planet, Player, State, cash, timetable
from companion.games.plutocracy.whole import check_next, check_whole, expect
from companion.games.restoring import one_place_each

Document = dict[str, Any]


def restore(state: State, document: Document) -> State:
    """The state that a whole snapshot describes.

    Where a value is shown twice (``time`` and ``track``, ``council`` and ``councilors``) the changed copy counts. A
    disc listed at a new space leaves its old one. Who is ``removed`` has nothing on the boards.
    Raises RuleError ``bad-value`` for what no component can show.
    """
    shown = snapshot(state, EVERYTHING)
    _check_keys(document, shown)
    restored = replace(
        state,
        phase=document["phase"],
        track=_track(state, document, shown),
        bodies=_bodies(state, document["bodies"]),
        rolled=_rolled(state, document["rolled"]),
        rotations=document["rotations"],
        elections=document["elections"],
        planets={name: _planet(state, name, document["planets"][name]) for name in state.planets},
        players=tuple(_player(state, seat, document, shown) for seat in range(len(state.names))),
        societies={name: _members(state, name, document["societies"][name]) for name in state.societies},
        slots=tuple(_slot(state, number, document["auction"][number]) for number in shown["auction"]),
    )
    for seat, player in enumerate(document["players"]):
        restored = replace(restored, ledger=restored.ledger.put_right(cash(seat), player["money"]))
        if restored.players[seat].removed:
            restored = voyage.remove(restored, seat)
    check_whole(restored)
    return _turn(state, restored, document, shown)


def _check_keys(document: Document, shown: Document) -> None:
    for key in ("time", "track", "auction", "bodies", "planets", "societies", "council"):
        expect(document[key].keys() == shown[key].keys(), key)
    expect(len(document["players"]) == len(shown["players"]), "players")


# The time track


def _track(state: State, document: Document, shown: Document) -> tuple[Marker, ...]:
    if document["track"] != shown["track"]:
        return _listed(state, document["track"])
    for seat, name in enumerate(state.names):
        space = document["time"][name]
        if space is None:
            state = track.take_off(state, seat)
        elif space != shown["time"][name]:
            expect(space <= timetable(state)["end"], "time", name)
            state = track.put(state, seat, space)
    return state.track


def _listed(state: State, spaces: dict[str, list[Any]]) -> tuple[Marker, ...]:
    before: dict[str, list[int | str]] = {}
    for marker in state.track:
        before.setdefault(_where(marker.space), []).append(marker.token)
    after = {
        _where(space): [seat_of(state, token) if isinstance(token, str) else token["event"] for token in tokens]
        for space, tokens in spaces.items()
    }
    kept = one_place_each(before, after)
    expect(any(THE_END in tokens for tokens in kept.values()), "track")
    return tuple(Marker(int(space), token) for space in spaces for token in kept[_where(space)])


def _where(space: int | str) -> str:
    return pointers.join("track", space)


# Boards


def _bodies(state: State, bodies: dict[str, int | None]) -> dict[str, int | None]:
    for body, index in bodies.items():
        positions = len(state.box["bodies"][body]["positions"])
        expect(body == ASTEROID if index is None else index < positions, "bodies", body)
    return {body: bodies[body] for body in state.bodies}


def _rolled(state: State, bodies: list[str]) -> int:
    order = state.box["die"]["order"]
    expect(bodies == order[: len(bodies)] and (not bodies or state.options["setup"] == "random"), "rolled")
    return len(bodies)


def _planet(state: State, name: str, document: Document) -> Planet:
    for side in ("demand", "supply"):
        rolls = state.options["setup"] == "random"
        expect(document[side] in state.box["resources"] or (rolls and document[side] is None), "planets", name, side)
        price = document[f"{side}_price"]
        expect(price in state.box["prices"] or (rolls and price is None), "planets", name, f"{side}_price")
    expect(len(document["seats"]) == len(state.box["seats"]), "planets", name, "seats")
    seats = tuple(None if holder is None else seat_of(state, holder) for holder in document["seats"])
    return Planet(**{**document, "seats": seats})


def _members(state: State, name: str, members: list[str]) -> tuple[int, ...]:
    places = len(state.box["societies"]["councilors"])
    expect(len(set(members)) == len(members) <= places, "societies", name)
    return tuple(seat_of(state, member) for member in members)


def _slot(state: State, number: str, slot: Document) -> Bid | None:
    expect((slot["player"] is None) == (slot["bid"] is None), "auction", number)
    if slot["player"] is None:
        return None
    expect(slot["bid"] < timetable(state)["end"], "auction", number, "bid")
    return Bid(seat_of(state, slot["player"]), slot["bid"])


# Players


def _player(state: State, seat: int, document: Document, shown: Document) -> Player:
    player = document["players"][seat]
    name = state.names[seat]
    council = document["council"][name]
    changed = council != shown["council"][name]
    expect(player["corporation"] in state.box["corporations"], "players", seat, "corporation")
    hold = player["hold"]
    expect(hold.keys() == state.box["resources"].keys(), "players", seat, "hold")
    expect(all(count <= state.box["hold"] for count in hold.values()), "players", seat, "hold")
    ship = None if player["ship"] is None else tuple(player["ship"])
    expect(ship is None or ship in state.sky.places, "players", seat, "ship")
    own_end = player["own_end"]
    expect((own_end is None) == (state.players[seat].own_end is None), "players", seat, "own_end")
    expect(own_end is None or own_end <= timetable(state)["end"], "players", seat, "own_end")
    return Player(
        corporation=player["corporation"],
        hold={resource: hold[resource] for resource in state.box["resources"]},
        own_end=own_end,
        ship=None if player["retired"] else ship,
        alien=player["alien"],
        retired=player["retired"],
        removed=player["removed"],
        councilors=council if changed else player["councilors"],
    )


def _turn(before: State, restored: State, document: Document, shown: Document) -> State:
    """Whose turn it is: who was named; else it stays, unless another marker is the furthest back now."""
    may_be_named = restored.phase in ("auction", "play") or setup.lot_is_open(replace(restored, active=None))
    if document["next"] != shown["next"] and may_be_named:
        restored = replace(restored, active=_named(restored, document["next"]))
    elif restored.phase == before.phase and _same_marker_is_next(before, restored):
        restored = replace(restored, active=before.active)
    else:
        restored = events.run(replace(restored, active=None))
    if restored.phase != "play":
        return replace(restored, done=())
    if document["done"] != shown["done"]:
        expect(len(set(document["done"])) == len(document["done"]), "done")
        return replace(restored, done=tuple(document["done"]))
    return restored if restored.active == before.active else replace(restored, done=())


def _same_marker_is_next(before: State, restored: State) -> bool:
    return before.phase != "play" or track.furthest_back(before).token == track.furthest_back(restored).token


def _named(state: State, name: Any) -> int | None:
    """The seat that a correction says is next. None means that who begins is still to be drawn."""
    if name is None and setup.lot_is_open(replace(state, active=None)):
        return None
    expect(isinstance(name, str), "next")
    seat = seat_of(state, name)
    check_next(state, seat)
    return seat
