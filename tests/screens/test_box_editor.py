"""The editor of a table's box, made from the box's type: it serves every game."""

from typing import Any

import pytest

import companion
from companion import boxes, pointers
from companion.games import load_game
from companion.locale.messages import TRANSLATED
from companion.screens import box_editor, box_fields, box_shape
from companion.screens.ctx import html
from companion.store import open_store
from companion.table import BANKER, Table
from companion.words import translator
from tests.screens.forms import controls, filled
from tests.screens.reader import HOSTILE, Reader, look, words_of

TYPED = ("good-brokers", "greed", "plutocracy", "ponzi-scheme")  # the box of a game of one's own is the game itself


def at_the_table(game: str, box: str = "default", lang: str = "en") -> Reader:
    """The banker's page of a new table, at the box."""
    store, table = open_store(), companion.new_table(game, ["Anna", "Bruno", "Carla"], box=box)
    return Reader(f"?table={store.table(store.import_log(table.lines())).code}&seat=bank", lang=lang).tap(
        "go", to="box"
    )


def table_of(reader: Reader) -> Table:
    assert reader.visit.live is not None
    return reader.visit.live.table


@pytest.mark.parametrize("game", TYPED)
def test_every_value_of_a_box_is_in_some_form_and_shown_as_it_stands(game: str) -> None:
    for box in boxes.shipped(load_game(game).package).values():
        table = companion.new_table(game, ["Anna", "Bruno", "Carla"], box=box)
        ctx = look(table, BANKER, translator("en"))
        every = [keys for some in box_editor._sections(ctx).values() for keys in some]
        typed = [pointers.join(*field.keys) for keys in every for field in box_fields.fields(ctx, keys)]
        assert len(typed) == len(set(typed))
        values = dict(pointers.leaves(box))
        assert [p for p in values if not any(p == t or p.startswith(f"{t}/") for t in typed)] == []


@pytest.mark.parametrize("game", TYPED)
def test_a_form_that_is_sent_as_it_stands_changes_nothing(game: str) -> None:
    reader = at_the_table(game, "demo" if game != "ponzi-scheme" else "default")
    kind, before = load_game(game).box_type, table_of(reader).revision
    for some in box_shape.sections(kind, table_of(reader).state.box).values():
        for keys in some[:: max(1, len(some) // 3)]:
            reader.tap("sheet.open", kind="printed", what=pointers.join(*keys))
            said = filled(reader.html, "box.save")
            assert said, keys
            reader.tap("box.save", said, what=pointers.join(*keys))
            assert reader.said[-1] == "Nothing was changed.", (keys, said)
    assert table_of(reader).revision == before


@pytest.mark.parametrize(
    ("game", "what", "typed", "pointer", "value"),
    [
        ("good-brokers", "", {"start_price": "45"}, "/start_price", 45),
        ("good-brokers", "", {"track": "0 5 10 20 40 80 160 250"}, "/track", [0, 5, 10, 20, 40, 80, 160, 250]),
        ("good-brokers", "/companies/lloyd", {"colour": "c8"}, "/companies/lloyd/colour", "c8"),
        ("good-brokers", "/cards", {"copies.+2": "3", "copies.-6": "1"}, "/cards/copies", {"+2": 3, "-6": 1}),
        ("plutocracy", "/planets/mars", {"demand": "oxygen"}, "/planets/mars/supply", "carbon"),
        ("plutocracy", "", {"turn_seconds": "120"}, "/turn_seconds", 120),
        ("plutocracy", "", {"hold": "6"}, "/hold", 6),
        ("plutocracy", "/start_prices", {"demand": "6"}, "/start_prices/demand", 6),
        ("plutocracy", "/timetable/3", {"end": "80"}, "/timetable/3/end", 80),
        ("plutocracy", "/bodies/mars", {"name": "Ares"}, "/bodies/mars/name", "Ares"),
        ("ponzi-scheme", "/funds/52", {"interest": "98"}, "/funds/52/interest", 98),
        ("ponzi-scheme", "/funds/63", {"kind": "bear"}, "/funds/63/kind", "bear"),
        ("ponzi-scheme", "/industries/media", {"tiles": "12"}, "/industries/media/tiles", 12),
        ("ponzi-scheme", "/wealth", {"wealth": "30=1 56=2 78=3 96=5"}, "/wealth/96", 5),
        ("greed", "/goods/steel", {"track": "30 35 40, 45", "start": "40"}, "/goods/steel/track", [30, 35, 40, 45]),
        ("greed", "/goods/coal", {"known": "0=45 −1 = 38"}, "/goods/coal/known", {"0": 45, "-1": 38}),
        ("greed", "/assets/12", {"inputs.known": True}, "/assets/12/inputs", {}),
        ("greed", "/assets/36", {"trends.blah-blah": "-2"}, "/assets/36/trends", {"blah-blah": -2}),
        ("greed", "/assets/20", {"removed": "x4"}, "/assets/20/removed", "x4"),
        ("greed", "/assets/36", {"inputs.coal": "0"}, "/assets/36/inputs", None),
        ("greed", "/status/gold/cards/C", {"points": "10"}, "/status/gold/cards/C/points", 10),
    ],
)
def test_what_is_typed_stands_in_the_box(game: str, what: str, typed: dict[str, Any], pointer: str, value: Any) -> None:
    reader = at_the_table(game).tap("sheet.open", kind="printed", what=what)
    assert 'data-do="box.save"' in reader.html
    reader.tap("box.save", typed, what=what)
    assert pointers.get(table_of(reader).state.box, pointer) == value
    assert 'data-do="box.save"' not in reader.html
    assert [word for word in reader.said if word != "Nothing was changed."] == []


@pytest.mark.parametrize(
    ("game", "what", "typed", "why"),
    [
        ("good-brokers", "", {"track": "0 40 30"}, "a rising price track"),
        ("good-brokers", "", {"start_price": "four"}, "is not a whole number"),
        ("good-brokers", "/companies/ford", {"colour": "no colour"}, "not among what can be chosen"),
        ("plutocracy", "", {"prices": "1 2 3"}, "cannot"),
        ("plutocracy", "/timetable/3", {"end": "3"}, "cannot be used"),
        ("ponzi-scheme", "/funds/52", {"interest": "0"}, "cannot be used"),
        ("ponzi-scheme", "/funds/9", {"kind": "ordinary"}, "9 starting funds, not 8"),
        ("ponzi-scheme", "/luxuries", {"luxuries": "30"}, "not a number and its value"),
        ("greed", "/goods/steel", {"track": "40 30", "start": "40"}, "cannot be used"),
        ("greed", "/assets/20", {"removed": "x7"}, "not among what can be chosen"),
    ],
)
def test_what_no_component_can_print_is_refused_and_stays_typed(
    game: str, what: str, typed: dict[str, Any], why: str
) -> None:
    reader = at_the_table(game).tap("sheet.open", kind="printed", what=what)
    before = table_of(reader).state.box
    reader.tap("box.save", typed, what=what)
    assert why in reader.said[-1]
    assert table_of(reader).state.box == before
    assert 'data-do="box.save"' in reader.html  # the dialog is still open


def test_a_dialog_asks_only_for_what_there_is() -> None:
    reader = at_the_table("ponzi-scheme")
    for what in ("/funds/8", "/funds", "/nothing", "/funds/52/interest", "funds"):
        reader.tap("sheet.open", kind="printed", what=what)
        assert 'data-do="box.save"' not in reader.html
        reader.tap("box.save", {"interest": "1"}, what=what)
    assert table_of(reader).revision == 0


def test_unknown_values_are_counted_and_found() -> None:
    reader = at_the_table("good-brokers")
    assert "Printed values: 0 of 1 known" in reader.text
    reader.tap("box.missing")
    assert "copies not known" in reader.text
    assert (
        "Lloyd"
        not in words_of(reader.page.view.parts["body"]).partition("Look at your copy")[2].partition("Printed")[2]
    )
    for value in ("+2", "+4", "+6", "-2", "-4", "-6"):
        assert f'name="copies.{value}"' in reader.tap("sheet.open", kind="printed", what="/cards").html
    reader.tap("box.save", {f"copies.{value}": "1" for value in ("+2", "+4", "+6", "-2", "-4")}, what="/cards")
    assert "0 of 1 known" in reader.text  # of −6 nobody knows
    reader.tap("box.save", {f"copies.{value}": "1" for value in ("+2", "+4", "+6", "-2", "-4", "-6")}, what="/cards")
    assert "Printed values: 0 of 1 known" not in reader.text
    assert "is not published" not in reader.text


def test_a_box_is_exported_imported_and_remembered() -> None:
    reader = at_the_table("ponzi-scheme").tap("box.save", {"interest": "98"}, what="/funds/52")
    reader.tap("box.export").tap("box.keep")
    assert boxes.import_box(reader.files[-1]["text"])["funds"]["52"]["interest"] == 98
    assert reader.said[-1] == "Remembered as “Ponzi Scheme”."
    other = at_the_table("ponzi-scheme").tap("box.import", {"file": reader.files[-1]["text"]})
    assert table_of(other).state.box["funds"]["52"]["interest"] == 98
    other.tap("box.import", {"file": reader.files[-1]["text"]})
    assert other.said[-1] == "Nothing in it differs from this table’s box."


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("game", TYPED)
def test_doubts_are_told_in_the_language_of_the_reader(game: str, lang: str) -> None:
    _ = translator(lang)
    reader = at_the_table(game, lang=lang)
    told = set(load_game(game).doubts.values())
    assert all(_(doubt) != doubt for doubt in told)
    assert [doubt for doubt in told if _(doubt) not in reader.text] == []


def test_a_doubt_is_gone_when_the_value_is_no_shipped_one() -> None:
    reader = at_the_table("ponzi-scheme")
    assert "another 98" in reader.text
    assert "another 98" in reader.tap("sheet.open", kind="printed", what="/funds/52").text
    reader.tap("box.save", {"interest": "99"}, what="/funds/52")
    assert "another 98" not in reader.text


def test_a_doubt_about_a_component_stands_in_its_dialog_and_a_space_can_lie_below_the_start() -> None:
    reader = at_the_table("greed").tap("sheet.open", kind="printed", what="/goods/coal")
    assert "two spaces right of 45 stands 60" in words_of(reader.page.view.parts["over"])
    by_name = {each.name: each for each in controls(reader.html, "box.save")}
    assert [by_name[name].get("inputmode") for name in ("bottom", "start")] == ["text", "numeric"]
    reader.tap("box.save", {"known": "0=45 2=60", "bottom": "−2"}, what="/goods/coal")
    assert table_of(reader).state.box["goods"]["coal"]["bottom"] == -2


def test_who_only_looks_has_no_controls_and_a_name_is_no_markup() -> None:
    reader = at_the_table("good-brokers")
    for name in HOSTILE:
        reader.tap("box.save", {"name": name}, what="/companies/ford")
        assert name[:40] in words_of(reader.html)
        assert "<script" not in reader.html
        assert "<img" not in reader.html
    table = table_of(reader)
    looked = html(box_editor.screen(look(table, None, translator("en"), alive=False)).body)
    assert "data-do" not in looked


def test_a_box_without_a_type_of_its_own_shows_what_it_says() -> None:
    reader = at_the_table("own", "property")
    assert "1500" in reader.text
