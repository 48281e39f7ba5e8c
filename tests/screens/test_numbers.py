"""Numbers that a page sends: of thousands of digits, or of signs that only look like some."""

from typing import Any

import pytest

from companion.errors import RuleError
from companion.screens.typed import whole
from companion.widgets.view import TEXTS
from tests.screens.reader import Reader
from tests.screens.test_flow import PLAYERS

STRANGE = ["", "x", "²", "-1", "9" * 2000, "9" * 5000, "0" * 5000]


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize(
    ("do", "argument"),
    [
        ("home.download", "id"),
        ("save.open", "id"),
        ("save.sealed", "id"),
        ("home.archive", "id"),
        ("home.restore", "id"),
        ("undo", "entry"),
        ("amend", "entry"),
        ("clock", "seconds"),
    ],
)
def test_what_is_no_number_in_a_tap_is_refused_in_a_sentence(do: str, argument: str, strange: str) -> None:
    reader = Reader().start(PLAYERS, seat="bank")
    assert do in reader.page._handlers
    reader.tap(do, **{argument: strange[:2000], "op": "set"})
    assert TEXTS["failed"] not in reader.said


@pytest.mark.parametrize("strange", STRANGE)
def test_what_is_no_number_in_a_form_is_refused_in_a_sentence(strange: str) -> None:
    reader = Reader().tap("home.game", game="greed")
    values: dict[str, Any] = {f"player-{place}": name for place, name in enumerate(PLAYERS)}
    options = {f"option-{name}": strange for name in ("years", "status_raise")}
    for do in ("new.up", "new.remove"):
        reader.tap(do, {**values, **options}, row=strange[:2000])
    reader.tap("new.again", {**values, **options, "rows": f"0 1 2 {strange}"}, game="greed")
    reader.tap("clock.typed", {"time": strange}, which="table")
    assert TEXTS["failed"] not in reader.said


@pytest.mark.parametrize("strange", ["²", "9" * 5000, "-" + "9" * 5000])
def test_what_is_typed_for_an_amount_has_any_number_of_digits(strange: str) -> None:
    with pytest.raises(RuleError):
        whole(strange)


@pytest.mark.parametrize(("typed", "meant"), [("0" * 5000, 0), ("0" * 5000 + "7", 7), ("-007", -7), ("-0", 0)])
def test_noughts_before_a_number_count_for_nothing(typed: str, meant: int) -> None:
    assert whole(typed) == meant
