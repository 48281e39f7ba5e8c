"""The screens of Plutocracy, without a browser: what they offer, tell and do."""

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from companion.demo import demo_table
from companion.games.plutocracy import advice
from companion.games.plutocracy.screens import TABS, voyage
from companion.games.plutocracy.screens.sky import HEIGHT, WIDTH, nearest_cells, point
from companion.screens.app import HANDLERS
from companion.screens.ctx import handlers_of, look
from companion.screens.paint import first_paint
from companion.table import BANKER, Table
from companion.words import translator
from tests.games.plutocracy_tables import new, placed, rolled
from tests.screens.reader import HOSTILE, Marking, Reader, words_of, words_outside

PLAYERS = ["Anna", "Bruno", "Carla", "Dario"]
TABS_SEEN = [tab.id for tab in TABS]
SEATS = ["0", "1", "bank", "screen"]


def midway() -> Table:
    return demo_table("plutocracy")


def at_the_end() -> Table:
    table = midway()
    while not table.snapshot()["finished"]:
        table.do("retire", player=table.snapshot()["next"])
    return table


def on_earth() -> Table:
    table = placed(PLAYERS, time_pressure=True)
    table.do("correct", set={"/players/0/ship": ["earth", 0], "/players/0/money": 30})
    return table


def on_the_asteroid() -> Table:
    table = placed(PLAYERS)
    table.do("correct", set={"/players/0/ship": ["asteroid", 0]})
    return table


def in_space() -> Table:
    table = placed(PLAYERS)
    table.do("correct", set={"/players/0/ship": ["uranus", 4]})
    return table


def auction() -> Table:
    table = rolled(PLAYERS, start_auction=True)
    table.do("auction_bid", player="Bruno", slot=2, bid=3)
    return table


STATES: dict[str, Callable[[], Table]] = {
    "dice": lambda: new(PLAYERS, setup="random"),
    "auction": auction,
    "ships": lambda: new(PLAYERS),
    "midway": midway,
    "earth": on_earth,
    "asteroid": on_the_asteroid,
    "space": in_space,
    "end": at_the_end,
}


@cache
def saved(name: str) -> str:
    return "".join(line + "\n" for line in STATES[name]().lines())


def sit(table: Table | str, seat: str = "0") -> Reader:
    """A device at a seat of a table."""
    text = table if isinstance(table, str) else "".join(line + "\n" for line in table.lines())
    return Reader().tap("home.upload", {"file": text}).tap("join.sit", seat=seat)


def table_of(reader: Reader) -> Table:
    assert reader.visit.live is not None
    return reader.visit.live.table


# -- every screen ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("name", STATES)
def test_every_screen_can_be_drawn_and_every_control_does_something(name: str, seat: str) -> None:
    reader = sit(saved(name), seat)
    for tab in TABS_SEEN:
        reader.tap("go", to=tab)
        if name == "midway" and seat != "screen":
            reader.tap("place", place="uranus:5")
        assert reader.said == []
        for do in re.findall(r'data-do(?:-change)?="([^"]*)"', reader.html):
            assert do in HANDLERS or do in handlers_of("plutocracy"), do
        for button in re.findall(r"<button[^>]*>.*?</button>", reader.html, re.DOTALL):
            assert words_of(button).strip(), button
        for field in re.findall(r"<(?:input|select)[^>]*>", reader.html):
            assert "aria-label" in field, field
        keys = re.findall(r'data-hotkey="([^"]*)"', reader.html)
        assert len(keys) == len(set(keys)), keys
        assert len(re.findall(r'class="btn[^"]*\bprimary\b', reader.html)) <= 1


@pytest.mark.parametrize("name", STATES)
def test_every_word_is_translated(name: str) -> None:
    seen = []
    for seat in SEATS:
        reader = sit(saved(name), seat)
        reader.visit._ = Marking()
        for tab in TABS_SEEN:
            reader.tap("go", to=tab)
            if name == "midway" and seat != "screen":
                reader.tap("place", place="uranus:5")
            seen += [reader.html, reader.tap("sheet.open", kind="retire").html]
            reader.tap("sheet.close")
    known = {*PLAYERS, reader.code, "Galactica", "Imperial", "Cosmos", "Horizon", "Plutocracy", "ngettext"}
    left = words_outside(words_of("".join(seen))) - known
    assert {word for word in left if not re.fullmatch(r"[A-HJ-NP-Z]{2,5}", word)} == set()


@pytest.mark.parametrize("seat", SEATS)
def test_names_are_shown_as_typed_and_never_run(seat: str) -> None:
    table = placed(HOSTILE, time_pressure=True)
    table.do("buy", player=HOSTILE[0], units=2)
    reader = sit(table, seat)
    for tab in TABS_SEEN:
        reader.tap("go", to=tab)
        assert "<script" not in reader.html
        assert "<img" not in reader.html
        assert "<b>x" not in reader.html
    reader.tap("go", to="table")
    assert all(name in reader.text for name in HOSTILE)


def test_the_big_screen_and_other_seats_have_no_move_to_make() -> None:
    for seat in ("1", "screen"):
        reader = sit(saved("midway"), seat)
        assert not {"trade", "travel"} & set(re.findall(r'data-do="([^"]*)"', reader.html))


# -- a turn ------------------------------------------------------------------------------------------------


def test_a_turn_by_taps() -> None:
    reader = sit(saved("midway"))
    assert "Sell 5 for 30" in reader.text
    reader.tap("pick", {"sell": "3"})
    assert "Sell 3 for 18" in reader.text
    reader.tap("trade", {"sell": "3"}, trade="sell")
    assert "Buy 5 for 10" in reader.text
    assert "leaves 8" in reader.text
    reader.tap("trade", {"buy": "5"}, trade="buy")
    assert "Buy 1 seat for 4" in reader.text
    reader.tap("trade", {"buy_seats": "1"}, trade="buy_seats")
    assert "you lead here" in reader.text
    reader.tap("go", to="map").tap("place", place="uranus:4")
    reader.tap("travel", place="uranus:4", time=7)
    assert [entry.action for entry in table_of(reader).log[-4:]] == ["sell", "buy", "buy_seats", "travel"]
    assert table_of(reader).snapshot()["time"]["Anna"] == 46
    assert reader.said == []
    assert voyage.planned_of(look(reader.visit)).place == ""


def test_what_was_stepped_to_and_planned_stays_under_another_name() -> None:
    anna = sit(saved("midway")).tap("pick", {"sell": "3"}).tap("place", place="uranus:4")
    about = re.search(r'id="turn-form"[^>]*data-about="([^"]*)"', anna.html)[1]
    anna.meanwhile(BANKER, "rename", player="Anna", to="Annie")
    assert "Sell 3 for 18" in anna.text
    assert "Fly: Uranus after the next rotation" in anna.text
    assert re.search(r'id="turn-form"[^>]*data-about="([^"]*)"', anna.html)[1] == about


def test_societies_say_what_is_missing_and_what_they_bring() -> None:
    reader = sit(saved("earth"))
    assert "30 of 25 money" in reader.text
    assert "0 of 3 resources" in reader.text
    assert reader.html.count('data-do="join"') == 1
    reader.tap("join", society="high")
    assert table_of(reader).snapshot()["council"]["Anna"] == 3
    reader.tap("join", society="merchant")
    assert "asks for 3 different resources" in reader.said[-1]


def test_the_alien_is_rescued() -> None:
    reader = sit(saved("asteroid")).tap("rescue_alien")
    assert table_of(reader).snapshot()["players"][0]["alien"]
    assert "one is allowed" in reader.text


def test_retiring_is_asked_twice() -> None:
    reader = sit(saved("midway")).tap("go", to="map").tap("sheet.open", kind="retire")
    assert "Retire?" in reader.text
    assert table_of(reader).log[-1].action == "travel"
    reader.tap("retire")
    assert table_of(reader).log[-1].action == "retire"


def test_who_was_asked_whether_to_retire_is_not_the_next_one() -> None:
    """The banker is asked it of Anna; she flies on from her own phone."""
    bank = sit(saved("midway"), "bank").tap("go", to="map").tap("sheet.open", kind="retire")
    assert "Retire?" in bank.meanwhile(BANKER, "rename", player="Anna", to="Annie").text
    bank.meanwhile("Annie", "travel", player="Annie", to=["uranus", 4], time=7)
    assert "Retire?" not in bank.text


def test_who_can_fly_nowhere_retires_from_the_first_tab() -> None:
    table = midway()
    table.do("travel", player="Anna", to=["uranus", 4], time=21)
    for _ in range(3):
        table.do("retire", player=table.snapshot()["next"])
    reader = sit(table)
    assert "Choose where to fly" not in reader.text
    reader.tap("sheet.open", kind="retire")
    assert "Retire?" in reader.text
    reader.tap("retire")
    assert table_of(reader).snapshot()["finished"]


# -- the map and the planner -------------------------------------------------------------------------------


def test_a_place_tells_its_time_and_what_is_met_there() -> None:
    reader = sit(saved("midway")).tap("go", to="map").tap("place", place="uranus:4")
    for told in (
        "4 hexes + 2 = 6 time at least",
        "leave at 39, next turn at 45",
        "Rotation 40",
        "Election 40",
        "At 45 the ship is on Uranus.",
        "If nobody trades there before.",
        "Fly: Uranus after the next rotation",
    ):
        assert told in reader.text, told
    reader.tap("time", {"time": "10"})
    assert "next turn at 49" in reader.text
    assert "Price change 48" in reader.text
    reader.tap("time", {"time": "500"})
    assert "next turn at 60" in reader.text


def test_a_ship_that_misses_its_body_is_told_where_that_is() -> None:
    reader = sit(saved("midway")).tap("go", to="map").tap("place", place="neptune:6")
    assert "The ship waits in empty space: nothing is there at 54." in reader.text
    assert "Neptune is one rotation short of it." in reader.text
    assert "plu-chosen then" in reader.html


def test_what_the_planner_foretells_comes_true() -> None:
    table = midway()
    forecast = advice.Forecast(table.state, 0)
    places = list(table.state.sky.places)
    for place in places:
        for plan in forecast.choices(place):
            then = table.fork()
            then.do("travel", player="Anna", to=list(place), time=plan.time)
            while then.snapshot()["next"] != "Anna" and not then.snapshot()["finished"]:
                then.do("retire", player=then.snapshot()["next"])
            if then.snapshot()["finished"]:
                continue
            shown = then.snapshot()
            assert shown["players"][0]["ship"] == (None if plan.ship is None else list(plan.ship))
            if plan.prices is not None:
                planet = shown["planets"][plan.body]
                assert (planet["demand_price"], planet["supply_price"]) == plan.prices
            assert shown["bodies"][place[0]] == (None if plan.goal is None else plan.goal[1])
            assert shown["time"]["Anna"] == plan.arrive


def test_a_voyage_that_was_planned_for_one_player_is_not_the_next_ones() -> None:
    """The banker has planned Anna's voyage; she flies from her own phone, and it is Dario's turn, then hers again."""
    bank = sit(saved("midway"), "bank").tap("go", to="map")
    bank.tap("place", place="uranus:4").tap("time", {"time": "10"})
    assert "Fly: Uranus after the next rotation 10 time, next turn at 49" in " ".join(bank.text.split())
    bank.meanwhile(BANKER, "note", text="tea?")
    assert "Fly: Uranus after the next rotation" in bank.text
    bank.meanwhile("Anna", "travel", player="Anna", to=["uranus", 4], time=7)
    assert "Fly:" not in bank.text
    assert "Choose a place" in bank.text
    assert "Fly:" not in bank.tap("go", to="table").text
    while bank.table.snapshot()["next"] != "Anna":
        bank.meanwhile(BANKER, "retire", player=bank.table.snapshot()["next"])
    assert "Fly:" not in bank.tap("go", to="map").text  # that was the last stop's


def test_who_is_not_to_act_plans_from_the_own_turn_on() -> None:
    reader = sit(saved("midway"), "3").tap("go", to="map").tap("place", place="neptune:5")
    assert "leave at 42" in reader.text
    assert 'data-do="travel"' not in reader.html


def test_the_slider_shows_the_orbits_to_come() -> None:
    reader = sit(saved("midway")).tap("go", to="map")
    now = reader.html
    reader.tap("ahead", {"ahead": "2"})
    assert "After 2 rotations, at 50" in reader.text
    assert reader.html != now
    assert table_of(reader).snapshot()["rotations"] == 3


def test_every_place_can_be_tapped_and_the_nearest_counts() -> None:
    state = midway().state
    sites = tuple(point(hexagon) for hexagon in state.sky.places.values())
    cells = nearest_cells(sites)
    area = 0.0
    for site, cell in zip(sites, cells, strict=True):
        corners = [*cell, cell[0]]
        area += abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(corners))) / 2
        assert min(x for x, _ in cell) <= site[0] <= max(x for x, _ in cell)
    assert area == pytest.approx(WIDTH * HEIGHT, rel=0.001)
    reader = sit(saved("midway")).tap("go", to="map")
    assert len(set(re.findall(r'<polygon data-do="place" data-place="([^"]*)"', reader.html))) == len(sites)


def test_the_way_goes_round_the_sun() -> None:
    state = midway().state
    sun = {tuple(hexagon) for hexagon in state.box["map"]["sun"]}
    for start in (("earth", 0), ("mars", 1), ("neptune", 2)):
        for end in state.sky.places:
            hexes = advice.way(state, start, end)
            assert len(hexes) == state.sky.hexes(start, end) + 1
            assert not sun & set(hexes)


def test_trades_are_sorted_and_lead_to_their_voyage() -> None:
    reader = sit(saved("midway")).tap("go", to="map")
    assert "others may change them" in reader.text
    first = re.search(r'data-place="([^"]*)" data-time="(\d+)"', reader.html)
    assert first is not None
    reader.tap("sort", by="when")
    nearest = re.search(r'data-place="([^"]*)" data-time="(\d+)"', reader.html)
    assert nearest is not None
    assert int(nearest[2]) <= int(first[2])
    reader.tap("place", place=nearest[1], time=nearest[2])
    assert f"{nearest[2]} time, next turn at" in reader.text
    reader.tap("until", {"until": "41"})
    assert "No planet is in reach by then." in reader.text


def test_trades_are_what_the_rules_would_pay() -> None:
    table = midway()
    forecast = advice.Forecast(table.state, 0)
    for trade in advice.trades(forecast, 60):
        then = table.fork()
        then.do("travel", player="Anna", to=list(trade.plan.place), time=trade.plan.time)
        while then.snapshot()["next"] != "Anna" and not then.snapshot()["finished"]:
            then.do("retire", player=then.snapshot()["next"])
        money = then.snapshot()["players"][0]["money"]
        if trade.sell:
            then.do("sell", player="Anna", units=trade.sell)
        if trade.buy:
            then.do("buy", player="Anna", units=trade.buy)
        assert then.snapshot()["players"][0]["money"] == money + trade.income - trade.cost
        assert all(move["action"] != "buy" for move in then.legal())


# -- the track, the planets --------------------------------------------------------------------------------


def test_the_next_to_act_and_why() -> None:
    reader = sit(saved("midway")).tap("go", to="time")
    told = re.sub(r"\s+", " ", reader.text)
    assert re.search(r"39 .*Anna.*furthest back.*40 .*Rotation.*lies on top of Election.*41 .*Bruno", told)


def test_whose_turn_was_put_right_is_the_next_to_act() -> None:
    table = placed(("Bruno", "Anna"), planet="saturn")
    table.correct({"/next": "Anna"})
    assert [each.token for each in advice.next_to_act(table.state, 3)] == [1, 0, "rotate"]
    for reader in (sit(table).tap("go", to="time"), sit(table, "screen")):
        told = re.sub(r"\s+", " ", reader.text)
        told = told[told.index("Next to act") :]
        assert re.match(r"Next to act 0 .*\u2068?Anna\u2069?’s turn 0 .*Bruno", told), told
    table.do("travel", player="Anna", to=["neptune", 0])
    assert [each.token for each in advice.next_to_act(table.state, 3)] == [0, 1, "rotate"]


def test_who_comes_back_further_back_waits_for_the_turn_that_goes_on() -> None:
    table = placed(("Anna", "Bruno"))
    table.do("leave", player="Anna")
    table.do("travel", player="Bruno", to=["jupiter", 0])
    table.do("join", player="Anna", seat="Anna")
    assert table.snapshot()["next"] == "Bruno"
    assert [each.token for each in advice.next_to_act(table.state, 2)] == [1, 0]


def test_the_order_foretold_is_the_order_that_comes() -> None:
    table = midway()
    told = [each.token for each in advice.next_to_act(table.state, 20) if isinstance(each.token, int)]
    came = []
    while not table.snapshot()["finished"]:
        came.append(table.players.index(table.snapshot()["next"]))
        table.do("retire", player=table.snapshot()["next"])
    assert told == came


def test_the_planets_show_prices_parliaments_and_what_leading_costs() -> None:
    reader = sit(saved("midway")).tap("go", to="planets")
    told = re.sub(r"\s+", " ", reader.text)
    assert "Bruno leads with 1 seat · 1 seat for 4 would lead" in told
    assert "Anna leads with 2 seats" in told
    assert "Condition met by: Anna , Dario" in told
    assert re.search(r"39: \d|Price by time: ", told)


def test_leading_costs_what_it_costs() -> None:
    table = midway()
    for name in table.state.planets:
        found = advice.seats_to_lead(table.state, name, 0)
        if found is None or found[0] == 0:
            continue
        then = table.fork()
        body = [name, table.snapshot()["bodies"][name]]
        then.do("correct", set={"/players/0/ship": body, "/players/0/money": found[1]})
        then.do("buy_seats", player="Anna", count=found[0])
        assert then.snapshot()["players"][0]["money"] == 0
        assert advice.seats_to_lead(then.state, name, 0) == (0, 0)


# -- the setup ---------------------------------------------------------------------------------------------


def test_the_banker_places_the_ships() -> None:
    reader = sit(saved("ships"), "bank")
    reader.tap("who", who="2").tap("setup_ship", planet="mars", who="2")
    assert table_of(reader).log[-1].fields == {"player": "Carla", "planet": "mars"}


def test_players_place_their_own_ship() -> None:
    reader = sit(saved("ships"), "1").tap("setup_ship", planet="saturn", who="1")
    assert table_of(reader).log[-1].by == "Bruno"
    assert reader.html.count('data-do="setup_ship"') == 0


def test_dice_are_typed_or_drawn() -> None:
    reader = sit(saved("dice"), "1")
    reader.tap("supply", {"resource": "water"}, planet="mars").tap("roll", body="neptune", die=7)
    assert table_of(reader).snapshot()["planets"]["neptune"]["demand_price"] == 5
    reader.tap("draw_all")
    assert table_of(reader).snapshot()["rolled"][-1] == "earth"
    assert reader.said == []
    assert "The lot decides who chooses a start planet first" in reader.text
    assert 'data-do="setup_ship"' not in reader.html
    reader.tap("lot")
    drawn = table_of(reader).snapshot()["next"]
    assert table_of(reader).log[-1].action == "first"
    assert f"{drawn} chooses a start planet" in reader.text
    assert 'data-do="lot"' not in reader.html
    other = next(name for name in PLAYERS if name != drawn)
    reader.tap("setup_ship", planet="mars", who=str(PLAYERS.index(other)))
    assert table_of(reader).log[-1].action == "first"  # not the one whom the lot has drawn


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "By lot: Carla is first"),
        ("it", "Sorteggio: comincia Carla"),
        ("fr", "Tirage au sort\u202f: Carla commence"),
    ],
)
def test_the_lot_is_told_in_the_language_of_the_reader(lang: str, told: str) -> None:
    table = rolled(PLAYERS, start_auction=True)
    table.do("first", player="Carla")
    assert table.history()[-1].line.text(translator(lang)) == told


def test_what_the_table_has_drawn_is_tapped() -> None:
    reader = sit(rolled(PLAYERS, start_auction=True), "bank").tap("lot", who="2")
    assert table_of(reader).snapshot()["next"] == "Carla"
    assert "Carla bids next." in reader.text


def test_the_step_of_one_trade_is_not_forgotten_by_another() -> None:
    table = placed(PLAYERS)
    table.do("correct", set={"/players/0/hold/oxygen": 2, "/players/0/money": 60})
    reader = sit(table, "0")
    steps = {"sell": "2", "buy": "1", "buy_seats": "3"}
    reader.tap("pick", steps).tap("trade", steps, trade="sell")
    assert [entry.action for entry in table_of(reader).log][-1] == "sell"
    assert "Buy 3 seats" in reader.text
    assert "Buy 1 for 3" in reader.text


def test_corporations_are_chosen_beside_the_names() -> None:
    reader = Reader().tap("home.game", game="plutocracy")
    form = {"player-0": "Anna", "player-1": "Bruno", "option-corporations-0": "horizon", "option-setup": "basic"}
    reader.tap("new.up", {**form, "box": "default"}, row="1")
    assert re.search(r'name="option-corporations-0".*?value="horizon" selected', reader.html, re.DOTALL)
    reader.tap("new.make", {**form, "option-corporations-1": "galactica", "box": "default"})
    assert reader.said == []
    chosen = [player["corporation"] for player in table_of(reader).snapshot()["players"]]
    assert chosen == ["galactica", "horizon"]


def test_who_has_chosen_no_corporation_gets_the_first_that_is_left() -> None:
    reader = Reader().tap("home.game", game="plutocracy")
    form = {"player-0": "Anna", "player-1": "Bruno", "option-corporations-1": "galactica", "option-setup": "basic"}
    reader.tap("new.make", {**form, "box": "default"})
    chosen = [player["corporation"] for player in table_of(reader).snapshot()["players"]]
    assert chosen == ["imperial", "galactica"]


def test_the_auction_on_the_devices() -> None:
    carla = sit(saved("auction"), "2")
    assert "Carla bids next." in carla.text
    carla.tap("slot", slot="2")
    assert "Bid 4 for slot 2" in carla.text
    carla.tap("bid_pick", {"bid": "6"}).tap("bid", {"bid": "6"}, slot=2, who="2")
    assert table_of(carla).snapshot()["auction"]["2"] == {"player": "Carla", "bid": 6}
    assert "Bruno" not in re.findall(r"(\w+) bids next", carla.text)  # clockwise: Dario, who holds a disc


def test_a_bid_that_was_stepped_to_for_one_player_is_not_offered_for_the_next() -> None:
    """The banker has stepped to 7 for Carla; she bids on her own phone, and it is Dario's bid."""
    bank = sit(saved("auction"), "bank")
    bank.tap("slot", slot="3").tap("bid_pick", {"bid": "7"})
    assert "Bid 7 for slot 3" in bank.text
    bank.meanwhile(BANKER, "note", text="tea?")
    assert "Bid 7 for slot 3" in bank.text
    bank.meanwhile("Carla", "auction_bid", player="Carla", slot=4, bid=3)
    assert "Dario bids next" in bank.text
    assert "Bid 0 for slot 1" in bank.text
    assert re.search(r'<output[^>]*name="bid"[^>]*>([^<]*)<', bank.html)[1] == "0"
    bank.tap("bid_pick", {"bid": "2"})
    assert "Bid 2 for slot 1" in bank.text
    bank.meanwhile("Dario", "auction_bid", player="Dario", slot=4, bid=4)
    assert "Anna bids next" in bank.text
    assert "Bid 0 for slot 1" in bank.text
    bank.meanwhile("Anna", "auction_bid", player="Anna", slot=1, bid=0)
    assert "Carla bids next" in bank.text  # anew, and over other bids
    assert "Bid 0 for slot 3" in bank.text


def test_the_first_paint_has_the_map_and_no_control() -> None:
    code = sit(saved("midway"), "0").code
    for query in (f"table={code}&seat=0", f"table={code}&seat=0&screen=map", f"table={code}&seat=screen"):
        painted = first_paint(query, {})
        assert "Anna" in painted
        assert "data-do" not in painted
    assert "plu-map" in painted


def test_a_new_table_from_the_form() -> None:
    reader = Reader().tap("home.game", game="plutocracy")
    form = {"player-0": "Anna", "player-1": "Bruno", "option-setup": "random", "option-time_pressure": True}
    reader.tap("new.make", {**form, "box": "default"})
    assert reader.said == []
    assert table_of(reader).header.options["setup"] == "random"


def test_where_to_lists_first_where_something_can_be_met() -> None:
    """The asteroid's track behind it, and what no body reaches in the time that is left, stand apart."""
    table = demo_table("plutocracy").as_of(40)
    anna = table.snapshot()["next"]
    reader = sit(table, str(table.players.index(anna))).tap("go", to="map")
    chosen = re.search(r'<select[^>]*name="place".*?</select>', reader.html, re.DOTALL)
    assert chosen
    first, apart = chosen[0].split("<optgroup", 1)
    forecast = advice.Forecast(table.state, table.players.index(anna))
    for part, met in ((first, True), (apart, False)):
        places = [(body, int(index)) for body, index in re.findall(r'value="([a-z]+):(\d+)"', part)]
        assert places
        assert {forecast.meets(place) for place in places} == {met}
    asteroid = table.snapshot()["bodies"]["asteroid"]
    assert asteroid is None or f'value="asteroid:{asteroid - 1}"' not in first
