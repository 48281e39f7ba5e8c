"""What lies face down stays so, whatever players try, change, put right and take away meanwhile."""

from typing import Any

import pytest

import companion
from companion import BANKER, RuleError
from companion.table import Table
from companion.trial import Trial
from tests.games.greed_tables import investing, pass_bids, started
from tests.refusals import kept_out

OTHERS = ("Bruno", "Carla", BANKER)


def told(table: Table, seat: str | None) -> list[str]:
    return [line.line.text() for line in table.history(seat)]


def bidding() -> Table:
    """Greed, year 1: Anna has bid 40 for company 0, face down; the other two have still to bid."""
    table = investing(started(), 10, 11, 12)
    table.do("bid", company=0, amount=40)
    return table


def put_aside(company: str = "ford") -> Table:
    """Good Brokers, round 1: Anna bought a Ford and a Lloyd and has put one of them aside, face down."""
    table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
    table.do("buy", player="Anna", shares={"ford": 1, "lloyd": 1})
    table.do("place", player="Anna", company=company)
    return table


def test_an_announcement_that_lies_face_down_is_a_secret() -> None:
    table = started()
    assert not table.has_secrets()
    table.do("announce", player="Anna", asset=21)
    assert table.hidden() == table.hidden("Bruno") == {(0, "announcement of year 1")}
    assert not table.hidden("Anna")
    assert table.has_secrets()
    with pytest.raises(RuleError, match="only they try"):
        Trial(table, BANKER)
    trial = Trial(table, "Bruno")
    with pytest.raises(RuleError, match="only your own moves"):
        trial.do("Bruno", "announce", player="Carla", asset=12)
    trial.do("Bruno", "announce", player="Bruno", asset=21)  # nothing says that it lies there already
    announce_all_but_anna(table)
    assert not table.has_secrets()


def announce_all_but_anna(table: Table) -> None:
    table.do("announce", player="Bruno", asset=11)
    table.do("announce", player="Carla", asset=12)


def test_the_last_one_to_announce_tries_nothing_that_shows_the_others() -> None:
    for hers in (21, 12):
        table = started()
        table.do("announce", player="Anna", asset=hers)
        table.do("announce", player="Bruno", asset=11)
        with pytest.raises(RuleError) as refusal:
            Trial(table, "Carla").do("Carla", "announce", player="Carla", asset=12)
        assert refusal.value.code == "trial-tells-end"


def test_a_change_of_the_past_says_nothing_of_a_sealed_bid() -> None:
    table = bidding()
    table.do("note", text="…")
    for seat in OTHERS:
        assert kept_out(table, seat, "amend", entry=1, fields={"company": 4}) == "hidden-entries"
        assert kept_out(table, seat, "amend", entry=8, fields={"amount": 10}) == "hidden-entry"
        assert kept_out(table, seat, "amend", entry=9, fields={"text": "!"}) == ""
    assert kept_out(table, "Anna", "amend", entry=8, fields={"amount": 50}) == ""
    assert kept_out(pass_bids(bidding()), "Bruno", "amend", entry=8, fields={"amount": 50}) == ""  # it was shown


def test_a_change_of_the_past_says_nothing_of_what_was_put_aside() -> None:
    for company in ("ford", "lloyd"):
        table = put_aside(company)
        for seat in OTHERS:
            assert kept_out(table, seat, "amend", entry=1, fields={"shares": {"ford": 1}}) == "hidden-entries"
            assert kept_out(table, seat, "amend", entry=2, fields={"company": "ford"}) == "hidden-entry"
        assert kept_out(table, "Anna", "amend", entry=1, fields={"shares": {"ford": 1}}) == ""
        # Which entries became corrections would be seen by everybody.
        force = {"fields": {"shares": {"ford": 1}}, "force": True}
        assert kept_out(table, "Anna", "amend", entry=1, **force) == "hidden-entries"


def test_not_even_the_banker_tries_which_shares_are_left_in_a_hand() -> None:
    for company in ("ford", "lloyd"):
        table = put_aside(company)
        assert kept_out(table, BANKER, "sell", player="Anna", shares={"ford": 1}) == "own-seat-only"
        assert kept_out(table, BANKER, "place", player="Anna", company="ford") == "own-seat-only"
        assert kept_out(table, BANKER, "correct", set={"/players/0/shares/ford": 1}) == "hidden-value"
        assert kept_out(table, BANKER, "end_turn", player="Anna") == ""


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("/phase", "trade"), ("/phase", "end"), ("/year", 2), ("/companies/0/positions", ["Bruno", *[None] * 5])],
)
def test_no_correction_opens_sealed_bids(pointer: str, value: Any) -> None:
    for seat in OTHERS:
        table = bidding()
        assert kept_out(table, seat, "correct", set={pointer: value}) == "would-open"
        assert kept_out(table, seat, "correct", set={"/companies/0/free_cash": 5}) == ""


@pytest.mark.parametrize("secret", [{"action": "bid", "amount": 40}, {"action": "pass_bid"}])
def test_no_correction_of_who_takes_assets_tells_a_sealed_bid_from_a_pass(secret: dict[str, Any]) -> None:
    table = investing(started(), 10, 11, 12)
    table.do(company=0, **secret)
    for seat in OTHERS:
        for taking in ([0], [0, 0], []):
            assert kept_out(table, seat, "correct", set={"/taking": taking}) == "hidden-value"


@pytest.mark.parametrize(("pointer", "value"), [("/phase", "end"), ("/round", 2), ("/away", ["Bruno", "Carla"])])
def test_no_correction_opens_what_was_put_aside(pointer: str, value: Any) -> None:
    for seat in OTHERS:
        expected = "" if pointer == "/away" else "would-open"
        assert kept_out(put_aside(), seat, "correct", set={pointer: value}) == expected


def test_a_correction_of_the_own_shares_does_not_name_the_company() -> None:
    table = put_aside()
    table.correct({"/players/0/clients/ford": 0, "/players/0/shares/ford": 1}, by="Anna")
    assert told(table, "Bruno")[-1] == "Correction: Anna · clients ••• → •••, Anna · shares ••• → •••"
    assert "clients · Ford 1 → 0" in told(table, "Anna")[-1]


def test_who_goes_home_says_so_where_it_shows_the_bids() -> None:
    table = bidding()
    table.do("bid", company=1, amount=15)
    for seat, code in (("Anna", "would-open"), ("Bruno", "would-open"), ("Carla", ""), (BANKER, "")):
        assert kept_out(table, seat, "leave", player="Carla") == code
    assert kept_out(table, "Anna", "leave", player="Bruno") == ""  # Carla has still to bid: nothing is shown


@pytest.mark.parametrize("secret", [{"action": "bid", "amount": 15}, {"action": "pass_bid"}])
def test_a_company_that_passes_looks_like_one_that_bids_until_all_have(secret: dict[str, Any]) -> None:
    table = bidding()
    table.do(company=1, **secret)
    first = table.revision - 1
    assert [line.action for line in table.history("Anna", last=1)] == ["bid"]
    assert [line.action for line in table.history(None, last=1)] == ["bid"]
    assert [line.action for line in table.history("Bruno", last=1)] == [secret["action"]]
    pass_bids(table)
    assert table.history("Anna")[first].action == secret["action"]
    for _ in range(table.revision - first):
        table.undo(by="Bruno")
    assert table.history("Anna")[first].action == "bid"  # what was taken back is as secret as its sentence


def test_a_bid_that_was_taken_back_stays_a_secret() -> None:
    table = bidding()
    name = next(line for line in told(table, "Anna") if "40" in line)
    table.undo(by="Carla")
    assert not table.hidden()
    assert table.has_secrets()  # the log has it, so no save is handed out
    table.do("bid", company=0, amount=50)
    pass_bids(table)
    assert "made its secret bid" in told(table, "Bruno")[7]
    assert "made its secret bid" in told(table, None)[7]
    assert told(table, "Anna")[7] == name
    assert "bids 50" in " ".join(told(table, "Bruno"))
    assert table.has_secrets()


def test_a_share_that_was_put_aside_and_changed_stays_a_secret() -> None:
    table = put_aside("ford")
    table.amend(2, {"company": "lloyd"}, by="Anna")
    while table.snapshot()["round"] == 1:
        moves = table.legal()
        table.do(**next(move for move in moves if move["action"] in ("end_turn", "play_card")))
    assert "Anna put Lloyd aside for the clients" in told(table, "Bruno")
    assert "Ford aside" not in " ".join(told(table, "Bruno"))
    assert table.has_secrets()


def test_only_what_was_tried_is_taken_back_in_a_trial() -> None:
    table = put_aside()
    trial = Trial(table, "Anna")
    trial.do("Anna", "end_turn", player="Anna")
    trial.do("Anna", "undo")
    with pytest.raises(RuleError, match="Nothing has been tried"):
        trial.do("Anna", "undo")
    trial.do("Anna", "redo")
