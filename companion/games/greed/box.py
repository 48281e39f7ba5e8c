"""What a box of Greed, Incorporated prints, and what it does not know. Nothing here is invented: unknown is None."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from companion.boxes import bad_box
from companion.errors import RuleError
from companion.shapes import LARGEST, Misfit, Strict, fit
from companion.words import N_, signed

Box = dict[str, Any]

GOODS = (
    "land",
    "sand",
    "coal",
    "steel",
    "houses",
    "cotton",
    "clothes",
    "railroads",
    "microchips",
    "loans",
    "blah-blah",
)
ASSETS = range(10, 50)
STARTING = range(5)
LATER = range(5, 10)
COLOURS = ("gold", "silver")
CARDS = "ABCDEFGHI"
# What the rule books say of every copy; a box that says nothing about it is a box like theirs.
TREND_STEPS = [-3, -1, 0, 1, 2]
STATUS_STARTS = {"gold": 50, "silver": 30}
# The marks of the cards that leave the game by the number of players, and how many cards carry each.
REMOVED = {3: ("x3/x4",), 4: ("x3/x4", "x4"), 5: ()}
MARKED = 4
FURTHEST = 99  # spaces from the start space: no printed track is that long

Amount = Annotated[int, Meta(ge=0, le=LARGEST)]
Offset = Annotated[int, Meta(ge=-FURTHEST, le=FURTHEST)]
Goods = Annotated[dict[str, Annotated[int, Meta(ge=0, le=99)]], Meta(extra={"keys": GOODS})]
Arrows = Annotated[dict[str, Annotated[int, Meta(ge=-9, le=9)]], Meta(title=N_("Arrows"), extra={"keys": GOODS})]
TRACKS = Meta(title=N_("Price tracks"), extra={"keys": GOODS, "progress": N_("{known} of {all} price tracks known")})
COMPANIES = Meta(extra={"keys": (*STARTING, *LATER), "progress": N_("{known} of {all} companies known")})
PLAYED = Meta(extra={"keys": ASSETS, "progress": N_("{known} of {all} assets known")})
SYMBOLS = Meta(title=N_("Status symbols"), extra={"progress": N_("{known} of {all} status symbols known")})
LETTERS = Meta(extra={"keys": CARDS})


class BoxTrend(Strict):
    """The trend track, lowest first."""

    steps: Annotated[list[int], Meta(title=N_("Trend track, lowest first"))] | None = None


class BoxGood(Strict):
    """A price track: complete (``track``, ``start``) or partly ``known`` by offset from the start space.

    ``lowest`` and ``highest`` are the prices at its ends, ``bottom`` and ``top`` the offsets of its last spaces.
    """

    name: str | None = None
    track: Annotated[list[Amount], Meta(title=N_("All prices of the track, lowest first"))] | None = None
    start: Annotated[Amount, Meta(title=N_("Start price"))] | None = None
    known: (
        Annotated[
            dict[str, Amount | None],
            Meta(title=N_("Known spaces"), description=N_("Spaces from the start, and the price there: 0=45 2=60")),
        ]
        | None
    ) = None
    lowest: Annotated[Amount, Meta(title=N_("Lowest price"))] | None = None
    highest: Annotated[Amount, Meta(title=N_("Highest price"))] | None = None
    bottom: Annotated[Offset, Meta(title=N_("First space, counted from the start"))] | None = None
    top: Annotated[Offset, Meta(title=N_("Last space, counted from the start"))] | None = None


class BoxCompany(Strict):
    """A company card."""

    name: str | None = None
    trends: Arrows | None = None


class BoxAsset(Strict):
    """An asset card. ``inputs`` {} = a primary producer; ``removed`` is the mark in its corner."""

    name: str | None = None
    inputs: Annotated[Goods, Meta(title=N_("It takes"))] | None = None
    outputs: Annotated[Goods, Meta(title=N_("It makes"))] | None = None
    trends: Arrows | None = None
    removed: Annotated[Literal["", "x3/x4", "x4"], Meta(title=N_("Mark for fewer players"))] | None = None
    kind: Literal["primary", "processor"] | None = None


class BoxCard(Strict):
    """A status symbol."""

    name: str | None = None
    points: Annotated[int, Meta(ge=0, le=99)] | None = None
    trends: Arrows | None = None


class BoxColour(Strict):
    """The status symbols of one colour, and where their price track starts."""

    start: Annotated[Amount, Meta(title=N_("Start price"))] | None = None
    cards: Annotated[dict[str, BoxCard | None], LETTERS] | None = None


class BoxType(Strict):
    """A whole box; whatever is left out or None is unknown."""

    name: str | None = None
    trend: BoxTrend | None = None
    goods: Annotated[dict[str, BoxGood | None], TRACKS] | None = None
    companies: Annotated[dict[str, BoxCompany | None], COMPANIES] | None = None
    assets: Annotated[dict[str, BoxAsset | None], PLAYED] | None = None
    status: Annotated[dict[Literal["gold", "silver"], BoxColour | None], SYMBOLS] | None = None


def check_form(box: Box) -> BoxType:
    """``box`` as its type. Raises RuleError ``bad-box`` where a key or value is of no kind that a box has."""
    try:
        data = fit(box, BoxType)
    except Misfit as reason:
        raise bad_box(reason) from None
    for good, track in _given(data.goods):
        _among(good, GOODS, "goods")
        for offset in track.known or {}:
            if not offset.removeprefix("-").isdecimal() or str(int(offset)) != offset or abs(int(offset)) > FURTHEST:
                raise bad_box(f"goods.{good}.known.{offset}")
    return data


def check_box(box: Box) -> None:
    """Raises RuleError ``bad-box`` when ``box`` says something that no component can print."""
    data = check_form(box)
    steps = trend_steps(box)
    if not _rising(steps) or 0 not in steps:
        raise bad_box("trend.steps")
    for good, track in _given(data.goods):
        _check_track(box, good, track)
    for company, card in _given(data.companies):
        _among(company, map(str, (*STARTING, *LATER)), "companies")
        _check_goods(card.trends, f"companies.{company}.trends")
    for number, asset in _given(data.assets):
        _among(number, map(str, ASSETS), "assets")
        for key in ("trends", "inputs", "outputs"):
            _check_goods(getattr(asset, key), f"assets.{number}.{key}")
        if asset.kind and asset.inputs is not None and (asset.kind == "processor") != any(asset.inputs.values()):
            raise bad_box(f"assets.{number}.kind")
    for colour, printed in _given(data.status):
        for letter, symbol in _given(printed.cards):
            _among(letter, CARDS, f"status.{colour}.cards")
            _check_goods(symbol.trends, f"status.{colour}.cards.{letter}.trends")


def _given(mapping: Mapping[Any, Any] | None) -> list[tuple[str, Any]]:
    return [(key, value) for key, value in (mapping or {}).items() if value is not None]


def _among(key: str, known: Iterable[str], where: str) -> None:
    if key not in known:
        raise bad_box(f"{where}.{key}")


def _check_goods(goods: Mapping[str, int] | None, where: str) -> None:
    for good in goods or {}:
        _among(good, GOODS, where)


def _rising(values: list[int]) -> bool:
    return bool(values) and all(low < high for low, high in pairwise(values))


def _check_track(box: Box, good: str, printed: BoxGood) -> None:
    if printed.track is not None:
        if not _rising(printed.track) or printed.start not in (None, *printed.track):
            raise bad_box(f"goods.{good}.track")
        return
    track = price_track(box, good)
    spaces = sorted(track.spaces.items())
    for lower, higher in pairwise(spaces):
        if lower[1] >= higher[1]:
            raise disagree(box, good, lower, higher)
    least = 0 if printed.lowest is None else printed.lowest
    most = LARGEST if printed.highest is None else printed.highest
    bottom = -FURTHEST if track.bottom is None else track.bottom
    top = FURTHEST if track.top is None else track.top
    if not bottom <= 0 <= top:
        raise bad_box(f"goods.{good}.known")
    for at, price in spaces:
        if not least <= price <= most or not bottom <= at <= top:
            raise _beyond(box, good, (at, price), (bottom, least), (top, most))


def disagree(box: Box, good: str, one: tuple[int, int], other: tuple[int, int]) -> RuleError:
    """The refusal of two prices, each with its space, that no track can show; it names the way out."""
    return RuleError(
        "bad-box",
        N_(
            "{good}: {price} on space {space} and {other} on space {at} cannot both be printed (the start is space 0; "
            "prices rise to the right). If the cube stands on the last space of its track, say which space that is; "
            "the known spaces can be put right under Box."
        ),
        good=_called(box, good),
        price=one[1],
        space=_signed(one[0]),
        other=other[1],
        at=_signed(other[0]),
    )


def _beyond(
    box: Box, good: str, space: tuple[int, int], lowest: tuple[int, int], highest: tuple[int, int]
) -> RuleError:
    """The refusal of a price beyond an end of the track."""
    low = space[0] < lowest[0] or space[1] < lowest[1]
    template = N_(
        "{good}: {price} on space {space} lies beyond the highest price, {end} on space {at} (the start is space 0; ? "
        "= not known). The known spaces and the ends of the track can be put right under Box."
    )
    if low:
        template = N_(
            "{good}: {price} on space {space} lies beyond the lowest price, {end} on space {at} (the start is space 0; "
            "? = not known). The known spaces and the ends of the track can be put right under Box."
        )
    at, end = lowest if low else highest
    known = price_track(box, good).spaces.get(at, end)
    return RuleError(
        "bad-box",
        template,
        good=_called(box, good),
        price=space[1],
        space=_signed(space[0]),
        end=known if 0 < known < LARGEST else "?",
        at=_signed(at) if abs(at) < FURTHEST else "?",
    )


def _called(box: Box, good: str) -> str:
    name: str | None = card(box, "goods", good).get("name")
    return name or good


def _signed(step: int) -> str:
    return signed(step) if step else "0"


def card(box: Box, *path: str | int) -> Mapping[str, Any]:
    """The part of the box at a path; empty where nothing is known."""
    part: Any = box
    for key in path:
        part = part.get(str(key)) or {}
    return part


def trend_steps(box: Box) -> list[int]:
    """The numbers on the trend track, lowest first."""
    return card(box, "trend").get("steps") or TREND_STEPS


def track_start(box: Box, colour: str) -> int:
    """The price at which the status symbols of a colour begin."""
    start: int | None = card(box, "status", colour).get("start")
    return STATUS_STARTS[colour] if start is None else start


class Track(Struct, frozen=True):
    """A price track as far as it is known: prices by offset from the start space, and the offsets of its ends."""

    spaces: dict[int, int]
    bottom: int | None
    top: int | None

    def stop(self, step: int) -> int:
        """Where a cube that moved to ``step`` stands: it stops at the ends that are known, or goes no further."""
        top = FURTHEST if self.top is None else self.top
        bottom = -FURTHEST if self.bottom is None else self.bottom
        return max(bottom, min(top, step))

    def has(self, step: int) -> bool:
        """Whether there is, or may be, a space at ``step``."""
        return self.stop(step) == step

    def step_of(self, price: int) -> int | None:
        """The space that shows ``price``; None where none is known to."""
        return next((step for step, printed in self.spaces.items() if printed == price), None)


def price_track(box: Box, good: str) -> Track:
    """What is known of the price track of ``good``."""
    return _track(printed_good(box, good))


def printed_good(box: Box, good: str) -> Mapping[str, Any]:
    """What the box says of a good and its track."""
    return card(box, "goods", good)


def _track(printed: Mapping[str, Any]) -> Track:
    track, start = printed.get("track"), printed.get("start")
    if track is not None and start is not None:
        first = -track.index(start)
        return Track(dict(enumerate(track, first)), first, first + len(track) - 1)
    if track is not None:
        return Track({}, None, None)
    spaces = numbers(printed)
    bottom, top = printed.get("bottom"), printed.get("top")
    for step, price in spaces.items():
        if price == printed.get("lowest") and bottom is None:
            bottom = step
        if price == printed.get("highest") and top is None:
            top = step
    return Track(spaces, bottom, top)


def numbers(printed: Mapping[str, Any]) -> dict[int, int]:
    """The prices of a track that is only partly known, by offset from the start space."""
    spaces = {int(at): price for at, price in (printed.get("known") or {}).items() if price is not None}
    return spaces if printed.get("start") is None else {**spaces, 0: printed["start"]}


def price_pointer(box: Box, good: str, step: int) -> str:
    """Where the box should say what is printed on a space of a price track."""
    if card(box, "goods", good).get("track") is not None:
        return f"/goods/{good}/start"
    return f"/goods/{good}/known/{step}"


def arrows(box: Box, *path: str | int) -> dict[str, int]:
    """The arrows on a card. Raises RuleError ``box-value-needed`` where they are unknown."""
    trends: dict[str, int] | None = card(box, *path).get("trends")
    if trends is None:
        raise needed(["".join(f"/{key}" for key in path) + "/trends"])
    return trends


def is_primary(box: Box, asset: int) -> bool | None:
    """Whether an asset is a primary producer; None where the box does not know."""
    printed = card(box, "assets", asset)
    inputs, kind = printed.get("inputs"), printed.get("kind")
    if inputs is not None:
        return not any(inputs.values())
    return None if kind is None else kind == "primary"


def unknown_goods(box: Box, asset: int) -> list[str]:
    """The pointers of what an asset takes and makes, where the box does not know it."""
    printed = card(box, "assets", asset)
    missing = [] if printed.get("inputs") is not None or printed.get("kind") == "primary" else ["inputs"]
    missing += [] if printed.get("outputs") is not None else ["outputs"]
    return [f"/assets/{asset}/{key}" for key in missing]


def recipe(box: Box, asset: int) -> tuple[dict[str, int], dict[str, int]]:
    """What an asset takes and makes. Raises RuleError ``box-value-needed``."""
    missing = unknown_goods(box, asset)
    if missing:
        raise needed(missing)
    printed = card(box, "assets", asset)
    return printed.get("inputs") or {}, printed["outputs"]


class Pool(Struct, frozen=True):
    """The assets of a game: the numbers that may be in it, and how many are (fewer, while marks are unknown)."""

    numbers: tuple[int, ...]
    size: int


def asset_pool(box: Box, players: int) -> Pool:
    """The assets that are in the game with so many players: those without a mark in `REMOVED`."""
    marks = {asset: card(box, "assets", asset).get("removed") for asset in ASSETS}
    numbers = tuple(asset for asset, mark in marks.items() if mark not in REMOVED[players])
    if None in marks.values():
        return Pool(numbers, min(len(numbers), len(ASSETS) - MARKED * len(REMOVED[players])))
    return Pool(numbers, len(numbers))


def needed(pointers: list[str]) -> RuleError:
    """The refusal of a move that waits for printed values."""
    return RuleError(
        "box-value-needed",
        N_("That needs what is printed on the components: {pointers}."),
        needs=pointers,
        pointers=", ".join(pointers),
    )
