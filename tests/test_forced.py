"""Forced amendments: money and things move together or not at all, and nothing is gone or there twice."""

import contextlib
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import companion
from companion.errors import RuleError
from companion.games.common import EVERYTHING
from companion.games.good_brokers.state import cash
from companion.games.greed.box import CARDS, COLOURS
from companion.games.plutocracy.scores import ranking
from companion.games.ponzi_scheme.state import OVER, UNPAID, holdings
from companion.housekeeping import ACTIONS, picture
from companion.log import Entry
from companion.table import BANKER, read
from tests import play
from tests.games.greed_tables import NO_GOODS, investing, own, started
from tests.refusals import refused

NAMES = ["Anna", "Bruno", "Carla"]

SAVES = Path(__file__).parent / "saves"


# The examples of the rules


def end_the_turn(table):
    """Everybody ends the trade turn and plays two cards that move Lloyd, so that Siemens stays at 40."""
    while (now := table.snapshot())["phase"] == "trade":
        table.do("end_turn", player=now["active"])
    while (now := table.snapshot())["phase"] == "manipulate":
        rack = "right" if now["rack_used"] == "left" else "left"
        company = "lloyd" if len(now["cards_played"]) < 9 else "ford"
        table.do("play_card", player=now["active"], rack=rack, company=company, value=2)


def bought_and_sold(bought=2, sold=2):
    table = companion.new_table("good-brokers", NAMES)
    table.do("buy", player="Anna", shares={"siemens": bought})
    end_the_turn(table)
    while (active := table.snapshot()["active"]) != "Anna":
        table.do("end_turn", player=active)
    table.do("sell", player="Anna", shares={"siemens": sold})
    return table


def siemens(table):
    """Anna's money, her shares of Siemens, and those that nobody has."""
    snapshot = table.snapshot("Anna")
    anna = snapshot["players"][0]
    return anna["cash"], anna["shares"]["siemens"], snapshot["supply"]["siemens"]


def test_a_sale_of_more_than_was_bought_has_no_effect_at_all():
    table = bought_and_sold()
    assert siemens(table) == (300, 0, 10)
    sale = table.revision
    table.amend(1, {"shares": {"siemens": 1}}, force=True)
    assert siemens(table) == (260, 1, 9)
    line = table.history("Anna")[sale - 1]
    assert line.flagged
    assert line.line.text() == "No longer possible, so nothing of it counts: Anna sold 2 Siemens for 80"
    assert play_again(table).state == table.state


@pytest.mark.parametrize(
    ("game", "box", "far", "move"),
    [
        (
            "own",
            "railways",
            {"/round": 10**12, "/phase": "running"},
            {"action": "press", "player": "Anna", "button": "Withhold", "companies": "bo", "amount": 1},
        ),
        (
            "ponzi-scheme",
            None,
            {"/turns": 10**12, "/round": 9, "/active": "Bruno"},
            {"action": "pass", "player": "Bruno"},
        ),
    ],
)
def test_a_turn_that_no_game_reaches_is_neither_set_nor_gone_on_to(game, box, far, move):
    table = companion.new_table(game, NAMES, box=box)
    with pytest.raises(RuleError) as refusal:
        table.correct(far)
    assert refusal.value.code == "bad-value"
    assert "it is at most 10000" in str(refusal.value)
    near = {pointer: value for pointer, value in far.items() if value != 10**12}
    table.correct(near)
    with pytest.raises(RuleError) as refusal:
        table.amend(1, {"set": far})
    assert refusal.value.code == "bad-value"
    for entry in (  # as an older version wrote it
        Entry(2, "2026-11-30T06:00:00Z", BANKER, "correct", {"set": far, "reason": ""}),
        Entry(3, "2026-11-30T06:01:00Z", "Anna", move["action"], {k: v for k, v in move.items() if k != "action"}),
    ):
        table.extend(entry)
    for force in (False, True):
        changed = table.fork()
        fields = {"entry": 2, "fields": {"set": {"/round": 2}}, "force": force}
        entry = Entry(4, "2026-11-30T06:02:00Z", BANKER, "amend", fields)
        with contextlib.suppress(RuleError):
            changed.extend(entry)
    assert changed.snapshot()["round"] == 2
    assert play_again(changed).state == changed.state


def test_amended_back_the_sale_is_legal_again():
    table = bought_and_sold()
    state, sale = table.state, table.revision
    table.amend(1, {"shares": {"siemens": 1}}, force=True)
    table.amend(1, {"shares": {"siemens": 2}})  # without a clash
    assert siemens(table) == (300, 0, 10)
    assert table.state == state
    assert not table.history("Anna")[sale - 1].flagged
    table.undo()
    assert siemens(table) == (260, 1, 9)


def test_what_is_forced_can_be_amended_itself_by_the_fields_that_were_recorded():
    table = bought_and_sold()
    sale = table.revision
    table.amend(1, {"shares": {"siemens": 1}}, force=True)
    table.amend(sale, {"shares": {"siemens": 1}})
    assert siemens(table) == (300, 0, 10)
    assert table.history("Anna")[sale - 1].line.text() == "Anna sold 1 Siemens for 40"


def test_what_was_done_out_of_turn_moves_money_and_things():
    table = companion.new_table("good-brokers", NAMES)
    first = table.do("correct", set={"/active": "Bruno"}, reason="").n
    table.do("buy", player="Bruno", shares={"ford": 3})
    table.do("end_turn", player="Bruno")
    with pytest.raises(RuleError) as refused:
        table.amend(first, {"set": {"/active": "Carla"}})
    assert refused.value.clashes == [2, 3]
    table.amend(first, {"set": {"/active": "Carla"}}, force=True)
    snapshot = table.snapshot("Bruno")
    assert (snapshot["players"][1]["cash"], snapshot["players"][1]["shares"]["ford"]) == (180, 3)
    assert (snapshot["supply"]["ford"], snapshot["active"]) == (7, "Carla")
    line = table.history("Bruno")[1].line.text()
    assert line == "No longer legal, kept as a correction of the same effect: Bruno bought 3 Ford for 120"


def test_what_nobody_else_may_know_of_a_forced_entry_stays_secret():
    table = companion.new_table("good-brokers", NAMES)
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("place", player="Anna", company="ford")
    table.amend(1, {"shares": {"ford": 0, "lloyd": 2}}, force=True)
    texts = [table.history(seat)[1].line.text() for seat in ("Anna", "Bruno", None)]
    assert texts[0].endswith("Anna put Ford aside for the clients")
    assert texts[1] == texts[2]
    assert "Ford" not in texts[1]


def test_a_card_that_is_on_another_wheel_brings_no_money():
    table = companion.new_table("ponzi-scheme", NAMES)
    table.do("invest", player="Anna", industry="food", fund=9)
    table.do("reveal", funds=[18])
    table.do("invest", player="Bruno", industry="media", fund=10)
    table.do("reveal", funds=[19])
    table.amend(1, {"fund": 10}, force=True)
    snapshot = table.snapshot("Bruno")
    bruno = snapshot["players"][1]
    assert (bruno["cash"], bruno["tiles"]["media"], bruno["funds"]) == (0, 0, [])
    assert snapshot["active"] == "Carla"
    things_hold(table)


def before_the_discard():
    """Anna has taken food for the card 9, and Bruno is the first player of a market with 10 to 17 and 60."""
    table = companion.new_table("ponzi-scheme", NAMES, options={"first_round_trade": False})
    table.do("invest", player="Anna", industry="food", fund=9)
    table.do("reveal", funds=[60])
    for name in ("Bruno", "Carla"):
        table.do("pass", player=name)
    return table


def test_a_card_of_another_row_was_taken_all_the_same():
    table = before_the_discard()
    table.do("discard_fund", player="Bruno", fund=17)
    table.do("reveal", funds=[61])
    for name in ("Bruno", "Carla"):
        table.do("pass", player=name)
    table.do("invest", player="Anna", industry="food", fund=14)
    taken = table.revision
    table.amend(1, {"industry": "media"}, force=True)
    anna = table.snapshot("Anna")["players"][0]
    assert (anna["cash"], anna["tiles"]["media"], anna["tiles"]["food"]) == (23, 1, 1)
    assert [card["value"] for card in anna["funds"]] == [9, 14]
    assert table.history()[taken - 1].line.text().startswith("No longer legal, kept")
    things_hold(table)


# The game goes on, and what comes by itself comes once


def test_a_bid_that_is_lost_can_be_made():
    table = investing(started(), 10, 11, 12)
    table.do("pass_bid", company=1)
    passed = table.do("pass_bid", company=2).n
    table.do("bid", company=0, amount=10)
    assert table.snapshot()["taking"] == [0]
    table.amend(passed, {"company": 0}, force=True)
    assert table.snapshot()["active"]["companies"] == [2]
    table.do("bid", company=2, amount=20)
    assert table.snapshot()["taking"] == [2]


def test_assets_are_taken_once_each_in_the_order_in_which_they_were_taken():
    table = investing(started(), 10, 11, 12)
    table.do("bid", company=1, amount=20)
    table.do("pass_bid", company=2)
    bid = table.do("bid", company=0, amount=10).n
    table.do("take_asset", company=1, asset=10)
    table.amend(bid, {"amount": 30}, force=True)
    assert table.snapshot()["taking"] == [0]
    table.do("take_asset", company=0, asset=12)
    snapshot = table.snapshot()
    assert snapshot["phase"] == "trade"
    assert [[asset["number"] for asset in snapshot["companies"][each]["assets"]] for each in "012"] == [[12], [10], []]
    assert [snapshot["companies"][each]["free_cash"] for each in "012"] == [70, 80, 100]


def test_a_market_that_misses_no_card_waits_for_none():
    table = before_the_discard()
    table.do("discard_fund", player="Bruno", fund=10)
    table.amend(1, {"fund": 10}, force=True)
    snapshot = table.snapshot()
    assert (snapshot["phase"], snapshot["round"], snapshot["active"]) == ("invest", 2, "Bruno")
    assert [line.text() for line in table.history()[4].derived] == ["All wheels turn; spaces: 1", "Round 1 is over"]


def test_what_is_shown_and_made_earlier_is_not_shown_and_made_again():
    table = started()
    level = table.revision
    own(table, 0, 20)
    for name, asset in zip(table.players, (10, 11, 12), strict=True):
        table.do("announce", player=name, asset=asset)
    for company in (0, 1, 2):
        table.do("pass_bid", company=company)
    assert table.snapshot()["companies"]["0"]["goods"]["coal"] == 2
    table.amend(level, {"set": {"/trends": NO_GOODS, "/away": ["Bruno", "Carla"]}}, force=True)
    snapshot = table.snapshot()
    assert (snapshot["phase"], snapshot["companies"]["0"]["goods"]["coal"]) == ("trade", 2)
    assert snapshot["prices"]["houses"] == 95  # one space, by the one announcement
    came_once(table)


def founding(**cash):
    """The auction of a new company is open; the entry that gave this private cash is the last but one."""
    table = started()
    table.correct({f"/players/{NAMES.index(name)}/cash": amount for name, amount in cash.items()})
    table.correct({"/phase": "found"})
    return table, table.revision - 1


def bought_a_company(table, founder, company, least=50):
    """Everybody passes but for ``founder``, who bids and founds."""
    while (active := table.snapshot()["active"]["players"][0]) != founder:
        table.do("pass_auction", player=active)
    table.do("raise_bid", player=founder, amount=least)
    while (now := table.snapshot())["auction"]["leader"] != now["active"]["players"][0]:
        table.do("pass_auction", player=now["active"]["players"][0])
    table.do("found", company=company)


def founded(table):
    """Everybody's private cash, and the companies that were founded."""
    snapshot = table.snapshot()
    return [player["cash"] for player in snapshot["players"]], [*snapshot["companies"]][3:]


def test_a_company_that_nobody_paid_for_is_not_founded():
    table, counted = founding(Anna=60, Bruno=60)
    bought_a_company(table, "Anna", 5)
    assert founded(table) == ([10, 60, 0], ["5"])
    table.amend(counted, {"set": {"/players/0/cash": 10, "/players/1/cash": 60}}, force=True)
    assert founded(table) == ([10, 60, 0], [])
    assert table.snapshot()["year"] == 2
    assert table.history()[-2].line.text().startswith("No longer possible, so nothing of it counts: Anna founds")
    assert play_again(table).state == table.state
    table.amend(counted, {"set": {"/players/0/cash": 51, "/players/1/cash": 60}})
    assert founded(table) == ([1, 60, 0], ["5"])


def test_a_company_that_was_founded_in_an_auction_that_is_gone_is_paid_for():
    table, counted = founding(Anna=60, Bruno=60)
    bought_a_company(table, "Anna", 5)
    table.amend(counted + 1, {"set": {"/phase": "announce"}}, force=True)
    assert founded(table) == ([10, 60, 0], ["5"])


def test_a_company_is_paid_for_once():
    table, counted = founding(Anna=160, Bruno=60)
    bought_a_company(table, "Anna", 5)
    changed = {"/players/0/cash": 160, "/players/1/cash": 60, "/away": ["Carla"]}
    table.amend(counted, {"set": changed}, force=True)
    assert founded(table) == ([110, 60, 0], ["5"])


def test_a_company_that_could_not_be_founded_is_given_back_its_price():
    table, _ = founding(Anna=60, Bruno=60)
    bought_a_company(table, "Anna", 5)
    first = table.revision
    table.correct({"/phase": "found"})
    bought_a_company(table, "Bruno", 6)
    assert founded(table) == ([10, 10, 0], ["5", "6"])
    table.amend(first, {"company": 6}, force=True)
    assert founded(table) == ([10, 60, 0], ["6"])
    assert table.snapshot()["year"] == 3


# Old saves


def renamed(to: str = "Ana") -> companion.Table:
    table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
    table.do("rename", player="Anna", to=to)
    table.do("buy", player=to, shares={"ford": 2})
    return table


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("fields", [{"to": "Anja"}, {"player": "Bruno"}])
def test_a_name_is_not_changed_in_an_old_entry(fields, force):
    """The entries since then name the player: nothing of them would count."""
    table = renamed()
    lines = list(table.lines())
    with pytest.raises(RuleError, match="A name is put right by renaming once more, not in entry 1") as refusal:
        table.amend(1, fields, force=force)
    assert (refusal.value.code, list(table.lines())) == ("name-amended", lines)
    table.do("rename", player="Ana", to="Anja")
    table.amend(2, {"shares": {"ford": 1}})
    assert (table.players[0], table.snapshot()["players"][0]["cash"]) == ("Anja", 260)


def test_no_amended_name_makes_somebody_pay_for_another():
    table = companion.new_table("own", ["A", "B"], box={"name": "Two", "slots": {"cash": {"start": 100}}})
    table.do("rename", player="A", to="X")
    table.do("rename", player="B", to="Y")
    table.do("pay", player="Y", amount=30, **{"from": "player:Y:cash", "to": "bank"})
    with pytest.raises(RuleError, match="by renaming once more"):
        table.amend(1, {"to": "Y"}, force=True)
    assert table.slots() == {"bank": -170, "player:X:cash": 100, "player:Y:cash": 70}


def test_who_joined_or_was_named_by_a_correction_has_that_name_in_the_past_too():
    table = companion.new_table("own", ["A", "B"], box={"name": "Two", "slots": {"cash": {"start": 100}}})
    table.do("leave", player="A")
    table.do("join", player="C", seat="A")
    table.correct({"/players/1/name": "D"})
    table.do("pay", player="C", amount=30, **{"from": "player:C:cash", "to": "player:D:cash"})
    for n, fields in ((2, {"player": "E"}), (3, {"set": {"/players/1/name": "E"}})):
        with pytest.raises(RuleError, match="by renaming once more"):
            table.amend(n, fields, force=True)
    table.amend(3, {"reason": "as on the list"})


@pytest.mark.parametrize("joined_as", ["Dora", "Anna"])
@pytest.mark.parametrize("by_correction", [False, True])
def test_who_took_a_seat_keeps_it_where_it_is_amended_who_had_left(joined_as, by_correction):
    """Nothing that Dora did would count or, for one who is called like who left, it would be done by another seat."""
    table = companion.new_table("good-brokers", NAMES)
    if by_correction:
        table.correct({"/away": ["Anna"]})
        changed = {"set": {"/away": ["Carla"]}}
    else:
        table.do("leave", player="Anna")
        changed = {"player": "Carla"}
    table.do("join", player="Dora", seat="Anna")
    if joined_as == "Anna":
        table.do("leave", player="Bruno")
        table.do("join", player="Anna", seat="Bruno")
        table.do("correct", set={"/active": "Anna"}, reason="")
    else:
        table.correct({"/active": "Dora"})
    table.do("buy", player=joined_as, shares={"ford": 3})
    lines, players = list(table.lines()), table.snapshot()["players"]
    assert refused(table, "amend", entry=1, fields=changed, force=True) == "name-amended"
    assert refused(table, "amend", entry=1, fields=changed) == "name-amended"
    assert (list(table.lines()), table.snapshot()["players"]) == (lines, players)


def test_who_left_is_amended_where_nobody_took_a_seat_since():
    table = companion.new_table("good-brokers", NAMES)
    table.do("leave", player="Anna")
    table.do("end_turn", player="Bruno")
    table.amend(1, {"player": "Carla"}, force=True)
    assert table.snapshot()["away"] == ["Carla"]


def test_a_save_in_which_a_name_was_amended_is_played_as_it_was():
    header, *entries = renamed().lines()
    amended = '{"n":3,"at":"2026-11-27T20:15:00Z","by":"Anna","action":"amend","entry":1,'
    table = companion.table.read([header, *entries, amended + '"fields":{"to":"Anja"},"force":true}'])
    assert table.players == ["Anja", "Bruno", "Carla"]


def test_a_save_of_a_version_that_let_the_damage_stand_can_be_read():
    """Anna sells a third share that the older version left her with: it is not there, so nothing of it counts."""
    table = bought_and_sold(bought=2, sold=1)
    table.amend(1, {"shares": {"siemens": 1}}, force=True)
    lines = list(table.lines())
    at = '"at":"2026-11-27T20:15:00Z","by":"Anna"'
    n = table.revision
    lines.append(f'{{"n":{n + 1},{at},"action":"place","player":"Anna","company":"siemens"}}')
    lines.append(f'{{"n":{n + 2},{at},"action":"end_turn","player":"Anna"}}')
    again = read(lines)
    things_hold(again)
    assert siemens(again) == (300, 0, 10)
    assert again.snapshot()["active"] != "Anna"
    assert again.history()[n].line.text().startswith("No longer possible")
    assert list(again.lines()) == lines
    again.amend(1, {"shares": {"siemens": 2}})
    assert siemens(again) == (260, 0, 9)  # one put aside


@pytest.mark.parametrize("save", sorted(SAVES.glob("*older_version.jsonl")), ids=lambda save: save.stem)
def test_old_saves_with_forced_amendments_are_read_and_hold_every_thing(save):
    table = companion.load(save)
    things_hold(table)
    assert any(step.forced is not None for step in table.steps())
    for seat in (None, *table.players):
        assert all(line.line.text() for line in table.history(seat))


# Random amendments of random games


def play_again(table):
    return read(list(table.lines()))


def came_once(table):
    """No round and no year is over twice."""
    events = [(step.before, event) for step in table.steps() for event in step.after.events]
    over = [event.fields["round"] for _, event in events if event.kind == "round-ended"]
    over += [before.year for before, event in events if event.kind == "books-closed"]
    assert len(set(over)) == len(over)


def things_hold(table):
    """Every thing is somewhere, once; money adds up."""
    play.money_is_all_there(table)
    THINGS[table.game.id](table.state)


def shares_and_cards(state):
    for company in state.steps:
        held = sum(hand[company] for hand in (*state.shares, *state.clients))
        assert 0 <= held <= state.tiles[company] == 10
    assert all(count >= 0 for hand in (*state.shares, *state.clients) for count in hand.values())
    assert sum(state.racks) + len(state.cards) == 8 * len(state.names)
    assert min(state.racks) >= 0


def funds_and_tiles(state):
    places = [*state.market, *state.deck, *state.discards, *(value for wheel in state.wheels for value in wheel)]
    assert max(Counter(places).values()) == 1
    if state.rules > UNPAID and state.phase not in ("interest", *OVER):
        assert all(space for wheel in state.wheels for space in wheel.values())  # none on the arrow
    gone = {int(value) for value in state.box["funds"]} - set(places)
    assert all(state.box["funds"][str(value)]["kind"] == "starting" for value in gone)
    for industry, held in holdings(state).items():
        assert 0 <= held <= state.made[industry] == 15
    assert all(count >= 0 for tiles in state.tiles for count in tiles.values())
    luxuries = [price for owned in state.luxuries for price in owned]
    assert len(set(luxuries)) == len(luxuries)
    if state.options["cash"] == "tracked":
        assert state.bounds.admits([state.ledger[cash(seat)] for seat in range(len(state.names))])


def boards_and_discs(state):
    for player in state.players:
        assert all(0 <= count <= 5 for count in player.hold.values())
        assert player.councilors >= 0
    assert sum(player.alien for player in state.players) <= len(state.names)
    assert all(len(planet.seats) == 8 for planet in state.planets.values())
    assert all(len(members) == len(set(members)) <= 2 for members in state.societies.values())
    tokens = [marker.token for marker in state.track]
    assert len(set(tokens)) == len(tokens)
    assert all(0 <= marker.space <= 75 for marker in state.track)
    assert len({player.corporation for player in state.players}) == len(state.names)
    assert ranking(state) is not None


def assets_and_symbols(state):
    places = [*state.discarded, *(offer.number for offer in state.offers)]
    places += [asset for company in state.companies.values() for asset in company.assets]
    assert len(set(places)) == len(places)
    assert all(len(company.assets) <= 4 and company.used <= {*company.assets} for company in state.companies.values())
    assert all(count >= 0 for company in state.companies.values() for count in company.goods.values())
    for colour in COLOURS:
        sold = [symbol.card for symbols in state.symbols for symbol in symbols if symbol.colour == colour]
        assert sorted([*sold, *state.decks[colour]]) == sorted(CARDS)
    assert all(len(company.positions) <= 6 for company in state.companies.values())


THINGS = {
    "good-brokers": shares_and_cards,
    "ponzi-scheme": funds_and_tiles,
    "plutocracy": boards_and_discs,
    "greed": assets_and_symbols,
}

TABLES = {
    "good-brokers": [{}],
    "ponzi-scheme": [{}, {"cash": "hidden"}, {"advanced": True}],
    "plutocracy": [{}, {"setup": "random"}, {"setup": "random", "start_auction": True}],
    "greed": [{}],
}


def played(game, rng, most):
    """A table with ``most`` random moves, of all kinds."""
    box = "demo" if game == "greed" else None
    table = companion.new_table(game, NAMES, options=rng.choice(TABLES[game]), box=box)
    while table.revision < most and (possible := play.moves(table)):
        kind = rng.choice(sorted({move["action"] for move in possible} - {"retire"}) or ["retire"])
        table.do(**rng.choice([move for move in possible if move["action"] == kind]))
    return table


def changed(table, entry, rng):
    """Other values for one field of an entry: what another entry says there, or another number."""
    name = rng.choice(sorted(entry.fields))
    others = [other.fields[name] for other in table.log if other.action == entry.action and name in other.fields]
    value = entry.fields[name]
    if isinstance(value, int) and not isinstance(value, bool):
        others += [value + 1, value - 1, value * 2]
    if isinstance(value, dict) and all(isinstance(count, int) for count in value.values()):
        others += [{key: count + step for key, count in value.items()} for step in (1, -1)]
    return {name: rng.choice(others)}


@pytest.mark.parametrize("game", THINGS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_every_thing_is_somewhere_after_forced_amendments(game, seed):
    rng = random.Random(seed)
    table = played(game, rng, rng.randint(10, 120))
    before = table.state
    amended = {}
    for _ in range(rng.randint(1, 4)):
        entry = rng.choice([entry for entry in table.log if entry.fields and entry.action not in ("amend", *ACTIONS)])
        try:
            table.amend(entry.n, changed(table, entry, rng), force=True)
        except RuleError:
            continue
        amended[entry.n] = entry
        things_hold(table)
        assert play_again(table).state == table.state
        assert picture(table.game, table.state, EVERYTHING)
        assert table.snapshot()["finished"] or play.moves(table)
        came_once(table)
        for line in table.history():
            assert line.line.text()
    play.undo_and_redo(table) if table.last_done() else None
    # Amended back in the order in which they were recorded, all is legal again.
    for n in sorted(amended):
        try:
            table.amend(n, amended[n].fields, force=True)
        except RuleError as refusal:
            if refusal.code != "nothing-changed":  # it was amended back by chance
                raise
        things_hold(table)
    assert table.state == before
    for kind in table.game.records:
        table.records(kind)
