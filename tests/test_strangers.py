"""An open host: what an address may do, and how a code is looked for."""

import pytest

from companion import strangers
from companion.demo import demo_table
from companion.errors import CompanionError, StoreError
from companion.store import Store, open_store
from companion.store.core import CODE_SIGNS, OPEN_CODE_LENGTH
from companion.strangers import ALL_CODES, ALL_SECONDS, CODE_SECONDS, CODES, TABLE_SECONDS, TABLES, Limits

HALL, HOME = "198.51.100.7", "203.0.113.9"


@pytest.fixture
def store(tmp_path, monkeypatch) -> Store:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv(strangers.ASK, "http://127.0.0.1:1/companion/ask")
    return open_store()


def kept(store: Store) -> tuple[int, str]:
    table_id = store.import_log(demo_table().lines())
    return table_id, store.table(table_id).code


def test_a_code_has_room_for_a_milliard_tables(store: Store) -> None:
    assert len(CODE_SIGNS) ** OPEN_CODE_LENGTH >= 10**9
    assert len(kept(store)[1]) == OPEN_CODE_LENGTH


def test_the_code_of_an_older_table_still_opens_it(store: Store, monkeypatch) -> None:
    monkeypatch.delenv(strangers.ASK)
    table_id, code = kept(open_store())
    monkeypatch.setenv(strangers.ASK, "http://127.0.0.1:1/")
    assert len(code) == 5
    assert strangers.find(open_store(), code.lower(), lambda what: 0.0) == table_id


def test_an_address_has_so_many_wrong_codes_and_then_waits() -> None:
    limits = Limits()
    assert [limits.ask(HALL, "code", now) for now in range(CODES)] == [0.0] * CODES
    assert limits.ask(HALL, "code", 40.0) == CODE_SECONDS - 40
    assert limits.ask(HOME, "code", 40.0) == 0.0
    assert limits.ask(HALL, "code", CODE_SECONDS) == 0.0  # the first one is no longer lately
    assert limits.ask(HALL, "code", CODE_SECONDS) == 1.0  # the second one still is


def test_a_right_code_costs_nothing() -> None:
    limits = Limits()
    for _ in range(10 * CODES):
        assert limits.ask(HALL, "code", 0.0) == 0.0
        limits.ask(HALL, "right", 0.0)


def test_right_codes_wash_no_wrong_ones_away() -> None:
    limits = Limits()
    for now in range(CODES):
        assert limits.ask(HALL, "code", now) == 0.0
        if now < CODES - 1:
            assert limits.ask(HALL, "code", now) == 0.0
            limits.ask(HALL, "right", now)
    assert limits.ask(HALL, "code", 50.0) > 0


def test_many_addresses_together_are_slowed_and_a_right_code_from_elsewhere_comes_in() -> None:
    limits = Limits()
    guessers = [f"192.0.2.{n}" for n in range(5 * ALL_CODES)]
    tried = 0
    for second in range(int(CODE_SECONDS)):
        tried += sum(limits.ask(guesser, "code", float(second)) == 0.0 for guesser in guessers)
        assert limits.ask(HOME, "code", float(second)) == 0.0
        limits.ask(HOME, "right", float(second))
    # One by one they would have had CODES each, 15,000. Together: one each, and what all may have in a minute.
    assert tried <= len(guessers) + ALL_CODES * CODE_SECONDS / ALL_SECONDS


def test_an_address_starts_so_many_tables_and_then_waits() -> None:
    limits = Limits()
    assert [limits.ask(HALL, "table", 0.0) for _ in range(TABLES)] == [0.0] * TABLES
    assert limits.ask(HALL, "table", 60.0) == TABLE_SECONDS - 60
    assert limits.ask(HOME, "table", 60.0) == 0.0
    assert limits.ask(HALL, "code", 60.0) == 0.0


def test_no_more_addresses_are_remembered_than_there_is_room_for(monkeypatch) -> None:
    monkeypatch.setattr(strangers, "KEPT", 3)
    lately = strangers.Lately(1, 60.0)
    for n in range(5):
        lately.add(f"192.0.2.{n}", 0.0)
    assert [lately.wait(f"192.0.2.{n}", 0.0) > 0 for n in range(5)] == [False, False, True, True, True]


def test_a_code_that_nobody_can_look_up_is_no_guess(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    _, code = kept(store)
    heard: list[str] = []

    def refuse(_code: str) -> int:
        raise StoreError("store-away", "The database does not answer.")

    monkeypatch.setattr(store, "find", refuse)
    with pytest.raises(StoreError, match="does not answer"):
        strangers.find(store, code, lambda what: heard.append(what) or 0.0)
    assert heard == ["code", "right"]


def test_a_guess_is_counted_before_it_is_known_whether_it_is_right(store: Store) -> None:
    _, code = kept(store)
    heard: list[str] = []
    strangers.find(store, code, lambda what: heard.append(what) or 0.0)
    assert heard == ["code", "right"]
    heard.clear()
    with pytest.raises(StoreError, match="No table here has the code “ZZZZZZZ”"):
        strangers.find(store, "ZZZZZZZ", lambda what: heard.append(what) or 0.0)
    assert heard == ["code"]


def test_who_has_to_wait_is_told_how_long_whether_the_code_is_right_or_not(store: Store) -> None:
    _, code = kept(store)
    for typed in (code, "ZZZZZZZ"):
        with pytest.raises(CompanionError) as refusal:
            strangers.find(store, typed, lambda what: 61.2)
        assert refusal.value.message == "Too many wrong codes: please wait 62 seconds."


def test_a_table_that_was_put_away_comes_back_by_its_code(store: Store) -> None:
    table_id, code = kept(store)
    store.archive(table_id)
    assert strangers.find(store, code, lambda what: 0.0) == table_id
    assert store.find(code) == table_id


def test_a_server_that_does_not_answer_lets_nothing_through(store: Store) -> None:
    _, code = kept(store)
    for tried in (lambda: strangers.find(store, code), strangers.check_room):
        with pytest.raises(CompanionError) as refusal:
            tried()
        assert refusal.value.code == "host-away"


def test_at_home_nothing_is_asked(store: Store, monkeypatch) -> None:
    table_id, code = kept(store)
    monkeypatch.delenv(strangers.ASK)
    assert strangers.find(store, code) == table_id
    strangers.check_room()
    strangers.check_listed()
    assert strangers.shelf("own", "device-one") == "own"
