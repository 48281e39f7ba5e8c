"""Who is who, who won how often and with whom, and that names are joined in the book alone."""

from pathlib import Path

import pytest
from sqlalchemy import insert

from companion.errors import StoreError
from companion.group import Group, Shelf
from companion.group.people import Favourite, Tally
from companion.store import Joined, Store, open_store, schema
from tests.group.evenings import rails, stored


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Anna has won twice, Bruno once and, as "B.", another time; Bruno's game with Carla goes on."""
    store = open_store(tmp_path)
    stored(store, rails("Anna", "Bruno", day=1, ford=30))
    stored(store, rails("Anna", "Bruno", "Carla", day=2, ford=50, minutes=2))
    stored(store, rails("Bruno", "Anna", day=3))
    stored(store, rails("B.", "Carla", day=4))
    stored(store, rails("Bruno", "Carla", day=5, finish=False))
    return store


def group(store: Store, tmp_path: Path) -> Group:
    return Group(Shelf(store, tmp_path).look(), store.people.joined())


def test_who_won_how_often(store: Store, tmp_path: Path) -> None:
    book = group(store, tmp_path)
    assert book.people == ["Anna", "Bruno", "B.", "Carla"]
    assert book.tally("Anna") == Tally(3, 2, pytest.approx(1 / 2 + 1 / 3 + 1 / 2))
    assert book.tally("Bruno") == Tally(3, 1, pytest.approx(1 / 2 + 1 / 3 + 1 / 2))
    assert book.tally("Carla") == Tally(2, 0, pytest.approx(1 / 3 + 1 / 2))
    assert book.kinds() == {"own:Rails": 5}


def test_with_whom(store: Store, tmp_path: Path) -> None:
    assert group(store, tmp_path).companions("Anna") == {"Bruno": (3, 2, 1), "Carla": (1, 1, 0)}


def test_names_are_joined_by_hand_and_taken_apart_again(store: Store, tmp_path: Path) -> None:
    logs = [store.lines(table_id) for table_id in range(1, 6)]
    before = group(store, tmp_path)
    store.people.join("b.", "Bruno")
    assert store.people.joined() == [Joined("b.", "Bruno")]
    joined = group(open_store(tmp_path), tmp_path)
    assert joined.people == ["Bruno", "Anna", "Carla"]
    assert joined.person("B.") == "Bruno"
    assert (joined.tally("Bruno").evenings, joined.tally("Bruno").won) == (4, 2)
    assert joined.companions("Carla") == {"Bruno": (2, 0, 1), "Anna": (1, 0, 1)}
    assert [store.lines(table_id) for table_id in range(1, 6)] == logs
    store.people.part("B.")
    apart = group(store, tmp_path)
    assert apart.people == before.people
    assert apart.tally("Bruno") == before.tally("Bruno")


def test_a_chain_of_names_is_one_person_and_no_circle(store: Store, tmp_path: Path) -> None:
    store.people.join("B.", "Bruno")
    store.people.join("B.", "Benno")  # so Bruno is Benno, too
    assert group(store, tmp_path).person("b.") == "Benno"
    for name, person in (("Benno", "B."), ("Benno", "BENNO"), ("Bruno", "Benno")):
        with pytest.raises(StoreError) as refused:
            store.people.join(name, person)
        assert refused.value.code == "same-person"
    store.people.part("Bruno")
    assert group(store, tmp_path).person("b.") == "Bruno"


def test_a_circle_that_an_older_copy_has_made_is_one_person_and_is_opened_again(store: Store, tmp_path: Path) -> None:
    circle = [("anna", "Anna", "Bruno"), ("b.", "B.", "Anna"), ("bruno", "Bruno", "B."), ("carla", "Carla", "bruno")]
    with store._backend.writing() as connection:
        for name, typed, person in circle:
            connection.execute(insert(schema.people).values(name=name, typed=typed, person=person))
    book = group(store, tmp_path)
    assert [book.person(name) for name in ("anna", "B.", "Bruno", "Carla")] == ["Anna"] * 4
    assert book.people == ["Anna"]
    with pytest.raises(StoreError) as refused:
        store.people.join("Bruno", "B.")
    assert refused.value.code == "same-person"
    store.people.join("Bruno", "Zoe")
    assert store.people.joined()[0] == Joined("Anna", "Zoe")
    assert {group(store, tmp_path).person(name) for name in ("Anna", "B.", "Bruno", "Carla")} == {"Zoe"}


def test_one_name_in_two_spellings_is_one_person(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    stored(store, rails("zoe\u0301", "Bruno", day=1))
    stored(store, rails("Zoé", "Bruno", day=2))
    assert group(store, tmp_path).people == ["Zoé", "Bruno"]


def test_best_and_worst_evening(store: Store, tmp_path: Path) -> None:
    book = group(store, tmp_path)
    found = book.best_and_worst("Anna")
    assert found is not None
    assert [part.told.when[:10] for part in found] == ["2026-11-02", "2026-11-03"]  # 160 of 360; lost
    assert book.best_and_worst("B.") is None


def test_moves_that_somebody_makes_more_than_the_others(store: Store, tmp_path: Path) -> None:
    """Who begins ends a turn, who comes second the phase: Bruno did so in two of three evenings."""
    book = group(store, tmp_path)
    assert book.favourites("Bruno", "own:Rails")[0] == Favourite(
        "end_phase", pytest.approx(2 / 3), pytest.approx(1 / 4)
    )
    assert book.favourites("Bruno", "greed") == []
