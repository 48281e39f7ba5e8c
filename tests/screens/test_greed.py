"""The screens of Greed, Incorporated: a year at three devices, secrets, trades that need two, the box."""

import re
from pathlib import Path

import pytest

import companion
from companion.boxes import shipped
from companion.games.greed import advice
from companion.games.greed.screens.seats import chosen
from companion.screens import dialogs, frame
from companion.screens.ctx import Ctx
from companion.screens.place import Place
from companion.store import open_store
from companion.table import BANKER, Table
from companion.widgets import Event
from companion.words import translator
from tests.games.greed_tables import blamed, goods, investing, market, on_a_track, positions, started, trading
from tests.screens import reader as reading
from tests.screens.reader import HOSTILE, InTheOpen, Marking, Reader, words_of, words_outside

PLAYERS = ["Anna", "Bruno", "Carla"]
DEMO = Path(companion.__file__).parent / "games" / "greed" / "demo.jsonl"
SHEETS = [
    ("greed-deal", ""),
    ("greed-end-trading", ""),
    ("greed-end-sales", ""),
    ("greed-missing", ""),
    *(("printed", what) for what in ("/assets/36", "/goods/coal", "/companies/0", "/status/gold/cards/A")),
]
WORDS = re.compile(r"[^\W\d_]{2,}")


def start(players=PLAYERS, box="demo", seat="bank"):
    reader = Reader().tap("home.game", game="greed")
    values = {f"player-{i}": name for i, name in enumerate(players)}
    for _ in players[3:]:
        reader.tap("new.add", values)
    options = {
        "option-discard_after_blame": "always",
        "option-first_year_exempt": True,
        "option-status_raise": "multiple-of-10",
        "option-may_pass_bid": True,
        "option-years": "",
    }
    reader.tap("new.make", {**values, **options, "box": box})
    return reader.tap("join.sit", seat=seat)


def opened(table, seat):
    """A page at a table that was played before."""
    store = open_store()
    return sit(store.table(store.import_log(table.lines())).code, seat)


def sit(code, seat):
    return Reader(f"?table={code}&seat={seat}", device=f"device-{seat}-of-a-player")


def look(*readers):
    for reader in readers:
        reader.visit.live.refresh()
        reader.page.draw()


@pytest.fixture
def devices():
    """Anna's and Bruno's phones and the banker's: companies 0, 1, 2 are dealt."""
    bank = start()
    for seat in range(3):
        bank.tap("deal", company=seat, seat=seat)
    anna, bruno = sit(bank.code, 0), sit(bank.code, 1)
    return anna, bruno, bank


def state(reader):
    return reader.visit.live.table.state


def announce_all(anna, bruno, bank, *assets):
    for reader, seat, asset in ((anna, 0, assets[0]), (bruno, 1, assets[1]), (bank, 2, assets[2])):
        look(reader)
        reader.tap("asset.pick", asset=asset, seat=seat)
        reader.tap("announce", {"seat": str(seat), "asset": str(asset)})


def to_trade(anna, bruno, bank):
    announce_all(anna, bruno, bank, 10, 11, 12)
    for company in (0, 1, 2):
        look(bank)
        bank.tap("bid.pass", {"company": str(company)})
    look(anna, bruno, bank)
    assert state(bank).phase == "trade"


def correct(bank, **values):
    bank.visit.do("correct", set=values, reason="")


# -- secrets -----------------------------------------------------------------------------------------------


def test_an_announcement_stays_on_its_own_phone_until_all_are_in(devices):
    anna, bruno, bank = devices
    anna.tap("asset.pick", asset=10, seat=0)
    assert "Announce 10 Small land owner, face down" in anna.text
    anna.tap("announce", {"seat": "0", "asset": "10"})
    assert "10 Small land owner" in anna.text
    assert "10 Small land owner" not in InTheOpen(anna.html).found
    look(bruno, bank)
    for other in (bruno, bank):
        assert "Anna ✓ ready" in re.sub(r"\s+", " ", other.text)
        assert "Small land owner" not in re.sub(r'data-key="asset-10".*?</button>', "", other.html)
    bruno.tap("asset.pick", asset=11, seat=1).tap("announce", {"seat": "1", "asset": "11"})
    look(bank)
    bank.tap("asset.pick", asset=12, seat=2).tap("announce", {"seat": "2", "asset": "12"})
    look(anna)
    assert state(anna).phase == "invest"
    assert all(name in anna.text for name in ("10 Small land owner", "11 Sand pit", "12 Cotton field"))


def test_bids_are_sealed_until_all_are_in(devices):
    anna, bruno, bank = devices
    announce_all(anna, bruno, bank, 10, 11, 12)
    look(anna)
    assert "Costs double, for the token of the CEO lies on it: 10 Small land owner" in anna.text
    anna.tap("bid", {"company": "0", "amount": "37"})
    assert "your bid: 37" in anna.text
    assert "your bid: 37" not in InTheOpen(anna.html).found
    look(bruno, bank)
    for other in (bruno, bank):
        assert "37" not in other.page.view.parts["body"].replace("rule", "")
        assert "sealed" in other.text
    bruno.tap("bid", {"company": "1", "amount": "40"})
    look(bank)
    bank.tap("bid.pass", {"company": "2"})
    look(anna, bruno)
    assert "Take one asset for the bid of 40" in bruno.text
    assert "80" in bruno.text  # its own sand pit costs double
    assert "Take one asset" not in anna.text
    bruno.tap("take", company=1, asset=10)
    look(anna)
    anna.tap("decline", company=0)
    assert state(anna).companies[1].assets == (10,)
    assert state(anna).phase == "trade"


def test_nobody_announces_or_bids_for_others(devices):
    anna, bruno, bank = devices
    anna.tap("announce", {"seat": "1", "asset": "11"})
    assert state(anna).announcements == {}
    announce_all(anna, bruno, bank, 10, 11, 12)
    look(anna)
    anna.tap("bid", {"company": "1", "amount": "20"})
    assert "may not act for Bruno" in anna.said[-1]


# -- trade -------------------------------------------------------------------------------------------------

DEAL = {"company": "0", "other": "1", "gives.cash": "30", "gets.sand": "2"}


def traded(reader):
    return [entry for entry in reader.visit.live.table.effective if entry.action == "trade"]


def test_a_trade_is_recorded_when_the_other_side_confirms(devices):
    anna, bruno, bank = devices
    to_trade(anna, bruno, bank)
    correct(bank, **{"/companies/1/goods/sand": 2})
    look(anna, bruno)
    anna.tap("deal.open").tap("company.pick", **{"as": "deal-other", "company": 1})
    anna.tap("deal.count", DEAL)
    assert "MadF: free cash 70, new income 0" in anna.text
    assert "Propose to Bruno" in anna.text
    anna.tap("deal.send", DEAL)
    assert traded(anna) == []
    assert "Anna proposes; Bruno has to confirm" in anna.text
    look(bruno)
    assert "Anna proposes" in bruno.text
    (waiting,) = state(bruno).proposals
    # Nobody but the other side can say yes.
    anna.tap("deal.accept", entry=waiting.entry)
    assert traded(anna) == []
    bruno.tap("deal.accept", entry=waiting.entry)
    (trade,) = traded(bruno)
    assert trade.by == "Bruno"
    snapshot = bruno.visit.live.table.snapshot()["companies"]
    assert (snapshot["0"]["free_cash"], snapshot["1"]["new_income"], snapshot["0"]["goods"]["sand"]) == (70, 30, 2)
    look(anna)
    assert "Proposed trades" not in anna.text
    bruno.tap("deal.accept", entry=waiting.entry)
    assert len(traded(bruno)) == 1
    anna.tap("undo", entry=trade.n)
    assert "Proposed trades" in anna.text


def test_a_proposal_is_declined_or_taken_back(devices):
    anna, bruno, bank = devices
    to_trade(anna, bruno, bank)
    correct(bank, **{"/companies/1/goods/sand": 2})
    for who in ("anna", "bruno"):
        look(anna, bruno)
        anna.tap("deal.open").tap("deal.send", DEAL)
        look(bruno)
        (waiting,) = state(bruno).proposals
        {"anna": anna, "bruno": bruno}[who].tap("deal.drop", entry=waiting.entry)
        look(anna, bruno)
        assert "Proposed trades" not in anna.text + bruno.text
    assert traded(bruno) == []


def test_the_banker_records_for_both(devices):
    anna, bruno, bank = devices
    to_trade(anna, bruno, bank)
    correct(bank, **{"/companies/1/goods/sand": 2})
    bank.tap("deal.open")
    assert "Record the trade" in bank.text
    bank.tap("deal.send", DEAL)
    assert len(traded(bank)) == 1
    # Also what a player proposed to somebody without a phone.
    correct(bank, **{"/companies/1/goods/sand": 2})
    look(anna)
    anna.tap("deal.open").tap("deal.send", DEAL)
    look(bank)
    (waiting,) = state(bank).proposals
    bank.tap("deal.accept", entry=waiting.entry)
    assert len(traded(bank)) == 2


def test_an_impossible_trade_is_not_proposed(devices):
    anna, bruno, bank = devices
    to_trade(anna, bruno, bank)
    anna.tap("deal.open").tap("company.pick", **{"as": "deal-other", "company": 1}).tap("deal.count", DEAL)
    assert "needs 2 sand and has 0" in anna.text
    anna.tap("deal.send", DEAL)
    assert "needs 2 sand and has 0" in anna.said[-1]
    assert state(anna).proposals == ()


def test_a_note_that_looks_like_a_proposal_is_a_note(devices):
    anna, bruno, bank = devices
    to_trade(anna, bruno, bank)
    anna.tap("note", {"text": "⇄ 0 MadF: 30 ⇄ 1: 1"})
    assert state(anna).proposals == ()
    look(bruno)
    assert "Proposed trades" not in anna.text + bruno.text


def test_the_trade_phase_has_a_clock(devices):
    anna, bruno, bank = devices
    to_trade(anna, bruno, bank)
    anna.tap("deal.clock", minutes=10)
    clock = anna.visit.live.table.clocks()["table"]
    assert (clock["running"], clock["length"]) == (True, 600)


# -- sales, blame, auctions --------------------------------------------------------------------------------


def to_sales(devices):
    anna, bruno, bank = devices
    to_trade(anna, bruno, bank)
    correct(bank, **{"/companies/0/goods/sand": 3, "/companies/0/first_year": False, "/companies/0/last_income": 60})
    look(anna)
    assert "Needs 61 more new income to avoid the boot." in anna.text
    anna.tap("sheet.open", kind="greed-end-trading").tap("end-trading")
    look(bank, bruno)
    return devices


def test_what_storing_costs_is_told_before(devices):
    anna, _bruno, _bank = to_sales(devices)
    value = advice.worth(state(anna), {"sand": 1})
    anna.tap("shelf.pick", {"company": "0", "sand": "2"})
    assert f"Storing costs 5 in free cash, and {2 * value} less new income than selling." in anna.text
    anna.tap("store", {"company": "0", "sand": "2"})
    snapshot = anna.visit.live.table.snapshot()["companies"]["0"]
    assert (snapshot["free_cash"], snapshot["stored"]["sand"], snapshot["goods"]["sand"]) == (95, 2, 1)
    anna.tap("sheet.open", kind="greed-end-sales")
    assert f"boot, {61 - value} short" in anna.text
    anna.tap("end-sales")
    assert state(anna).phase == "blame"


def test_what_each_firing_pays_is_told_before(devices):
    anna, bruno, bank = to_sales(devices)
    tokens = ["Anna", "Bruno", "Bruno", "Carla", None, None]
    correct(bank, **{"/companies/0/positions": tokens, "/companies/0/free_cash": 87, "/companies/0/last_income": 200})
    look(bank)
    bank.tap("end-sales")
    look(anna, bruno)
    text = re.sub(r"\s+", " ", anna.text)
    assert "You, the CEO, name who is to blame" in text
    assert "114 for Anna" in text
    assert "57 for Bruno" in text
    assert "then Bruno is CEO" in text
    assert 'data-do="blame"' not in bruno.html
    for reader, director, target in ((anna, "ceo", "ceo"), (bruno, "cfo", "ceo"), (bruno, "coo", "coo")):
        look(reader)
        reader.tap("blame", company=0, director=director, target=target)
    cash = [player["cash"] for player in bruno.visit.live.table.snapshot()["players"]]
    assert cash == [114, 57, 0]


def test_an_auction_by_taps(devices):
    anna, bruno, bank = to_sales(devices)
    correct(bank, **{"/players/0/cash": 120, "/players/1/cash": 90, "/companies/0/new_income": 99})
    look(bank)
    assert "can pay: Anna, Bruno" in bank.text
    bank.tap("end-sales")
    look(anna, bruno)
    assert state(anna).phase == "status"
    anna.tap("raise.pick", {"seat": "0", "amount": "70"})
    assert "Bid 70" in anna.text
    anna.tap("raise", {"seat": "0", "amount": "70"})
    look(bruno)
    bruno.tap("raise", {"seat": "1", "amount": "85"})
    assert "multiples of 10" in bruno.said[-1]
    bruno.tap("pass", player=1)
    look(bank)
    assert "Carla cannot pay 80." in bank.text
    bank.tap("pass", player=2)
    assert state(bank).symbols[0][0].colour == "gold"
    look(bruno)
    assert state(bruno).colour == "silver"
    bruno.tap("raise", {"seat": "1", "amount": "30"})
    look(bank)
    bank.tap("pass", player=2)
    look(anna)
    # Anna has 50 left, Bruno 60: a new company.
    while state(anna).phase == "found" and state(anna).founder is None:
        turn = state(anna).auction.turn
        look(bank)
        if state(bank).auction.leader is None and turn == 1:
            bank.tap("raise", {"seat": "1", "amount": "50"})
        else:
            bank.tap("pass", player=turn)
        look(anna, bruno)
    assert "Which company does Bruno found?" in bruno.text
    bruno.tap("company.pick", **{"as": f"found-{state(bruno).year}", "company": 6})
    bruno.tap("found", {"company": "6"})
    assert state(bruno).companies[6].positions == (1,)
    assert state(bruno).year == 2


# -- printed values ----------------------------------------------------------------------------------------


def test_a_printed_value_is_asked_when_it_matters():
    bank = start(box="default")
    bank.tap("deal", company=0, seat=0)
    assert "#0: the arrows (trends) on it" in bank.text
    bank.tap("box.typed", {"/companies/0/trends.sand": "1"})
    assert state(bank).box["companies"]["0"]["trends"] == {"sand": 1}
    assert state(bank).trends["sand"] == 1
    for company in (1, 2):
        bank.tap("deal", company=company, seat=company)
        bank.tap("box.typed", {f"/companies/{company}/trends.none": True})
    bank.tap("asset.pick", asset=40, seat=0)
    assert "Type the arrows on the card" in bank.text
    assert "So high a number can hardly be in a hand yet" in bank.text
    bank.tap("announce", {"seat": "0", "asset": "40", "arrow-40.coal": "1"})
    assert state(bank).announcements[0].trends == {"coal": 1}
    assert "coal" not in state(bank).box["assets"].get("40", {}).get("trends", {})


def test_forgotten_arrows_and_recipes_are_asked_for_and_not_booked_as_none():
    bank = start(box="default")
    bank.tap("deal", company=0, seat=0).tap("box.typed", {})
    assert "Say what is printed there." in bank.said[-1]
    assert "What is printed there?" in bank.text
    assert bank.visit.live.table.snapshot()["companies"] == {}
    for seat, company in enumerate((0, 1, 2)):
        bank.tap("deal", company=company, seat=seat)
        bank.tap("box.typed", {f"/companies/{company}/trends.none": True})
    assert "0" in bank.visit.live.table.snapshot()["companies"]
    bank.tap("announce", {"seat": "0", "asset": "40"})
    assert bank.said[-1] == "Type the arrows on the card, or tick that there are none."
    assert bank.visit.live.table.snapshot()["announced"] == []
    bank.tap("announce", {"seat": "0", "asset": "40", "arrow-40.none": True})
    assert bank.visit.live.table.snapshot()["announced"] == ["Anna"]


def test_the_question_of_a_price_offers_that_the_cube_is_on_the_last_space():
    table = on_a_track("steel", known={"0": 45})
    for trend in (2, 2, 2):
        market(table, "steel", trend)
    bank = opened(table, "bank")
    bank.tap("sheet.open", kind="greed-missing")
    assert "Steel: the price 6 spaces right of the start" in bank.text
    assert "Which space is the last?" in bank.text
    assert "4 spaces right of the start" in bank.text
    asked = "/goods/steel/known/6"
    bank.tap("missing.save", {asked: "80", f"{asked}.end": "top=4"})
    snapshot = bank.visit.live.table.snapshot()
    assert (snapshot["prices"]["steel"], snapshot["price_steps"]["steel"]) == (80, 4)


def test_missing_prices_are_asked_for_and_can_be_skipped():
    bank = start(box="default")
    assert "What is printed there?" in bank.text
    assert "Coal: the price on its start space" in bank.text
    bank.tap("sheet.open", kind="greed-missing").tap("missing.save", {"/goods/coal/known/0": "45"})
    assert bank.visit.live.table.snapshot()["prices"]["coal"] == 45
    bank.tap("missing.skip")
    assert "What is printed there?" not in bank.text


def test_what_is_typed_stays_with_its_good_when_another_phone_was_faster():
    """Houses 80 and cotton 25 are typed here; coal and steel are saved elsewhere meanwhile, and their fields go."""
    bank = start(box="default").tap("sheet.open", kind="greed-missing")
    anna = sit(bank.code, 0).tap("sheet.open", kind="greed-missing")
    fields = re.findall(r'name="([^"]*)"', bank.html)
    assert {"/goods/houses/known/0", "/goods/cotton/known/0"} <= set(fields)
    assert not any(re.search(r"\d$", name) and "/" not in name for name in fields)
    anna.tap("missing.save", {"/goods/coal/known/0": "40", "/goods/steel/known/0": "30"})
    look(bank)
    assert 'name="/goods/coal/known/0"' not in bank.html
    bank.tap("missing.save", {"/goods/houses/known/0": "80", "/goods/cotton/known/0": "25"})
    prices = bank.visit.live.table.snapshot()["prices"]
    assert [prices[good] for good in ("coal", "steel", "houses", "cotton")] == [40, 30, 80, 25]


def test_the_box_is_edited_component_by_component():
    bank = start(box="default").tap("go", to="box")
    assert "3 of 40 assets known" not in bank.text
    before = advice.known(state(bank).box)
    bank.tap("sheet.open", kind="printed", what="/assets/20")
    bank.tap(
        "box.save",
        {"name": "Coal mine", "outputs.coal": "2", "inputs.known": True, "trends.railroads": "1", "removed": ""},
        what="/assets/20",
    )
    assert advice.known(state(bank).box)["assets"].known == before["assets"].known + 1
    assert f"{before['assets'].known + 1} of 40 assets known" in bank.text
    bank.tap("box.save", {"name": "Steel", "track": "30 35 40, 45", "start": "40"}, what="/goods/steel")
    assert bank.visit.live.table.snapshot()["prices"]["steel"] == 40
    bank.tap("box.save", {"name": "Coal", "known": "0=45 2=60", "lowest": "25", "highest": "80"}, what="/goods/coal")
    assert state(bank).box["goods"]["coal"]["known"] == {"0": 45, "2": 60}
    bank.tap("box.save", {"name": "", "trends.sand": "1"}, what="/companies/0")
    bank.tap("box.save", {"name": "Car", "points": "8", "trends.known": True}, what="/status/gold/cards/A")
    known = advice.known(state(bank).box)
    assert (known["goods"].known, known["companies"].known, known["status"].known) == (1, 1, 1)
    bank.tap("box.save", {"name": "Steel", "track": "40 30", "start": "40"}, what="/goods/steel")
    assert "box cannot be used" in bank.said[-1]
    bank.tap("box.save", {"known": "45"}, what="/goods/coal")
    assert "is not a number and its value" in bank.said[-1]
    bank.tap("box.save", {"steps": "-2 -1 0 1 2"}, what="/trend").tap("box.save", {"start": "60"}, what="/status/gold")
    assert state(bank).box["trend"]["steps"] == [-2, -1, 0, 1, 2]
    assert bank.visit.live.table.snapshot()["status"]["gold"]["price"] == 60
    bank.tap("box.missing")
    assert "20 Coal mine" not in bank.text
    bank.tap("box.export")
    assert "Coal mine" in bank.files[-1]["text"]


# -- every screen ------------------------------------------------------------------------------------------


def moments():
    """The demo game at each kind of moment of it, once."""
    whole = companion.load(DEMO)
    table, seen = Table(whole.header), set()
    for entry in whole.log:
        table.extend(entry)
        now = table.state
        naming = now.blame is not None and now.blame.named is not None
        kind = (now.phase, now.taking is None, naming, now.founder is None, now.colour, any(now.discarded))
        if kind not in seen:
            seen.add(kind)
            yield table


def drawn(table, seat, translate, tab="", **dialog):
    ctx = reading.look(table, seat, translate, Place("ABCDE", "0", tab), alive=seat is not None)
    if dialog:
        dialogs.open_dialog(ctx, Event("sheet.open", "a-fresh-key", dialog))
    shown = frame.table_page(ctx).parts
    ids = re.findall(r'\bid="([^"]*)"', shown["body"])
    assert len(ids) == len(set(ids)), ids
    return shown["body"] + shown["over"]


def test_every_kind_of_moment_can_be_drawn_for_every_seat():
    _, phases = translator("en"), set()
    for table in moments():
        phases.add(table.state.phase)
        for seat in (None, BANKER, *table.players):
            assert all(len(drawn(table, seat, _, tab)) > 200 for tab in ("", "market", "box"))
        frame.big_page(reading.look(table, None, _, Place("ABCDE", "screen")))
    assert phases == {"setup", "announce", "invest", "trade", "sales", "blame", "status", "found", "end"}


def test_every_word_is_translated():
    _, seen = Marking(), set()
    for table in moments():
        for seat in (BANKER, table.players[0]):
            seen |= {drawn(table, seat, _, tab) for tab in ("", "market", "box")}
        seen |= {drawn(table, BANKER, _, "box" if what else "", kind=kind, what=what) for kind, what in SHEETS}
    box = shipped("companion.games.greed")["demo"]
    names = set(WORDS.findall(str(box))) | set(WORDS.findall(" ".join(table.players)))
    fixed = {"CEO", "CFO", "COO", "TOML"}
    assert words_outside(words_of("".join(seen))) - names - fixed == set()


def test_names_are_shown_as_typed_and_never_run():
    bank = start(HOSTILE)
    for seat in range(4):
        bank.tap("deal", company=seat, seat=seat)
    for seat, asset in enumerate((10, 11, 12, 13)):
        bank.tap("seat.pick", seat=seat).tap("asset.pick", asset=asset, seat=seat)
        bank.tap("announce", {"seat": str(seat), "asset": str(asset)})
    for company in range(4):
        bank.tap("bid.pass", {"company": str(company)})
    seen = bank.html + bank.tap("deal.open").html + bank.tap("go", to="market").html
    assert bank.said == []
    assert "<script" not in seen
    assert "<img" not in seen
    assert "<b>x" not in seen
    assert all(name in words_of(seen) for name in HOSTILE)


def test_what_followed_is_told_until_it_is_tapped_away():
    table = blamed(trading(), company=0, free_cash=287, positions=positions("Anna", "Bruno", "Carla"))
    anna = opened(table, "0")
    table, bruno = anna.visit.live, sit(anna.code, "1")
    assert "Books, new income against last year’s" in anna.text  # after *End sales*
    for director, target in (("ceo", "ceo"), ("cfo", "cfo")):
        table.do(BANKER, "blame", company=0, director=director, target=target)
    table.do(BANKER, "blame", company=0, director="coo", target="cfo")
    look(anna, bruno)
    for reader in (anna, bruno):
        assert "MadF, free cash 287: CEO Anna 114, CFO Bruno 57" in reader.text
        assert "Carla is the new CEO of MadF" in reader.text
    anna.tap("call.heard", n=table.table.revision)
    assert "free cash 287: CEO" not in anna.text
    assert "free cash 287: CEO" in bruno.text


def test_a_liquidation_is_asked_once_more():
    bank = opened(blamed(trading(), company=0), "bank")
    assert "the company is liquidated" in bank.text
    bank.tap("sheet.open", kind="greed-liquidate", company=0, director="ceo", target="ceo")
    assert "Liquidate MadF?" in bank.text
    assert not bank.visit.live.table.snapshot()["companies"]["0"]["liquidated"]
    bank.tap("blame", company=0, director="ceo", target="ceo")
    assert bank.visit.live.table.snapshot()["companies"]["0"]["liquidated"]
    assert "MadF is liquidated" in bank.text
    assert "Liquidate MadF?" not in bank.text


def test_a_declined_proposal_is_told_to_its_proposer():
    table = trading()
    goods(table, 1, sand=2)
    entry = table.do("propose", by="Anna", company=0, other=1, gives={"cash": 30}, gets={"goods": {"sand": 2}})
    anna = opened(table, "0")
    sit(anna.code, "1").tap("deal.drop", entry=entry.n)
    look(anna)
    assert "Bruno declines what Anna proposed: MadF gives 30 to SoShitty Generale and gets 2 Sand" in anna.text


def test_the_company_of_a_player_who_went_home_makes_no_bid_and_owns_what_it_owns():
    table = investing(started(), 10, 11, 12)
    table.do("leave", player="Bruno")
    anna = opened(table, "0")
    assert "no bid: Bruno went home" in anna.text
    assert "owns 4 assets" not in anna.text


def test_the_big_screen_says_everybody():
    big = opened(started(players=5), "big")
    assert "everybody" in big.text
    assert "finished" not in big.text


def test_an_asset_that_was_picked_for_one_player_is_not_announced_for_the_next(devices):
    """The banker has picked Anna's card; she announces it herself, and the banker's page goes on to Bruno."""
    anna, _bruno, bank = devices
    look(bank)
    bank.tap("asset.pick", asset=10, seat=0)
    assert "Announce 10" in bank.text
    look(anna)
    anna.tap("asset.pick", asset=12, seat=0).tap("announce", {"seat": "0", "asset": "12"})
    look(bank)
    assert "Announce an asset: Bruno" in bank.text
    assert "Pick an asset" in bank.text
    assert "Announce 10" not in bank.text


# -- what was chosen in one year is not there in the next: here the year is put right on another device


def next_year(reader):
    return reader.meanwhile(BANKER, "correct", set={"/year": state(reader).year + 1}, reason="")


def test_what_was_stepped_up_to_be_stored_is_not_offered_a_year_later(devices):
    anna, _bruno, _bank = to_sales(devices)
    anna.tap("shelf.pick", {"company": "0", "sand": "2"})
    assert "Store 2 Sand" in anna.text
    anna.meanwhile(BANKER, "note", text="tea?")
    assert "Store 2 Sand" in anna.text
    next_year(anna)
    assert "Store 2 Sand" not in anna.text
    assert "Sell all" in anna.text
    assert re.search(r'<output[^>]*name="sand"[^>]*>([^<]*)<', anna.html)[1] == "0"


def test_an_asset_that_was_picked_and_not_announced_is_not_picked_a_year_later(devices):
    anna, _bruno, _bank = devices
    look(anna)
    anna.tap("asset.pick", asset=10, seat=0)
    assert "Announce 10" in anna.text
    assert "Announce 10" not in next_year(anna).text


def test_a_form_that_others_have_overtaken_does_not_come_back_a_year_later(devices):
    anna, _bruno, bank = to_sales(devices)
    anna.tap("sheet.open", kind="greed-end-sales")
    assert "Close the books?" in anna.text
    anna.meanwhile(BANKER, "correct", set={"/phase": "trade"}, reason="")
    assert "Close the books?" not in anna.text
    anna.tap("deal.open").tap("deal.count", {"company": "0", "other": "2", "gives.cash": "30"})
    assert re.search(r'name="gives.cash"[^>]*value="30"', anna.html)
    bank.visit.live.refresh()
    anna.meanwhile(BANKER, "end_trading")
    assert "Close the books?" not in anna.text
    next_year(anna)
    anna.meanwhile(BANKER, "correct", set={"/phase": "trade"}, reason="")
    assert 'name="gives.cash"' not in anna.html


def test_a_company_that_was_chosen_for_one_founder_is_not_chosen_for_the_next(devices):
    anna, bruno, bank = devices
    announce_all(anna, bruno, bank, 10, 11, 12)
    look(bank)
    year = state(bank).year
    bank.tap("company.pick", **{"as": f"found-{year}", "company": 6})
    ctx = Ctx(bank.visit, bank.table, BANKER)
    assert chosen(ctx, f"found-{year}", [5, 6]) == 6
    assert chosen(ctx, f"found-{year + 1}", [5, 6]) == 5
