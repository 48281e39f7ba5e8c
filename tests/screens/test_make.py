"""The form of a game of one's own: filled in beside its file, kept, shared, changed in the middle of a game."""

import re
from contextlib import suppress

import pytest

import companion
from companion import RuleError
from companion.boxes import export_box, import_box
from companion.games.own.printed import PRINTED
from companion.live import LiveTable
from companion.screens import box_cards, box_form, box_text, new_table
from companion.screens.box_cards import Draft
from companion.screens.ctx import html, look
from companion.screens.make import examples
from companion.store import open_store
from companion.words import translator
from tests.games.test_own_groups import BOXES
from tests.screens.forms import filled
from tests.screens.reader import HOSTILE, Reader, words_of
from tests.screens.test_own import opened, plain

SALARY = {"add-button-name": "Salary", "add-button-pay": "200", "add-button-from": "bank", "add-button-to": "cash"}


def form(example="default"):
    reader = Reader().tap("make.form")
    return reader if example == "default" else reader.tap("make.begin", {"from": example})


def text(reader):
    return look(reader.visit).find(Draft).text


def test_a_bank_with_a_salary_and_two_goods_is_made_without_reading_toml() -> None:
    reader = form().tap("make.set", {"name": "Our farm", "least": "2", "most": "4", "money": "€", "cash": "500"})
    reader.tap("make.add", SALARY, what="button")
    reader.tap("make.add", {"add-good-name": "sheep", "add-good-price": "40"}, what="good")
    reader.tap("make.add", {"add-good-name": "Fine Wine", "add-good-price": "12"}, what="good")
    assert "This file can be played." in reader.text
    reader.tap("make.start", {"toml": text(reader)})
    assert reader.said == []
    reader.tap("new.make", {"player-0": "Anna", "player-1": "Bruno", "box": "kept:Our farm"})
    table = reader.visit.live.table
    assert table.game.title == "Our farm"
    assert [player["slots"]["cash"] for player in table.snapshot()["players"]] == [500, 500]
    table.do("press", player="Anna", button="Salary")
    table.do("buy", player="Anna", good="sheep", count=2)
    assert table.snapshot()["players"][0]["slots"]["cash"] == 620
    assert [(good["name"], good["price"]) for good in table.snapshot()["goods"].values()] == [
        ("sheep", 40),
        ("Fine Wine", 12),
    ]


def test_form_and_text_follow_each_other_and_comments_stay() -> None:
    reader = form("railways")
    before = text(reader)
    reader.tap("make.set", {"name": "Rails", "button-3-name": "A loan"})
    assert text(reader).replace('"Rails"', '"Railways and shares"').replace("A loan", "Take a loan") == before
    reader.tap("make.text", {"toml": before.replace('money = "$"', 'money = "£"')})
    assert re.search(r'name="money" value="£"', reader.html)
    reader.tap("make.text", {"toml": before + "\n[goods.pigs]\nprice = 3\n"})
    assert 'name="good-pigs-price" value="3"' in reader.html


def test_a_large_file_is_filled_in() -> None:
    goods = "".join(f"[goods.g{n}]\nprice = {n + 1}\n" for n in range(30))
    pay = 'do = [{pay = 5, from = "bank", to = "cash"}, {pay = 6, from = "cash", to = "bank"}]\n'
    buttons = "".join(f'[[button]]\nname = "B{n}"\n{pay}' for n in range(40))
    dues = "".join(f'[[due]]\nname = "D{n}"\npay = {n + 1}\nfrom = "cash"\nto = "bank"\n' for n in range(20))
    reader = form().tap(
        "make.text", {"toml": f'name = "Large"\n[slots]\ncash = {{start = 500}}\n{goods}{buttons}{dues}'}
    )
    values = filled(reader.html, "make.set")
    assert len(values) > 400
    reader.tap("make.set", values | {"good-g29-price": "77"})
    assert (reader.said, 'name="good-g29-price" value="77"' in reader.html) == ([], True)


def test_what_is_typed_halfway_leaves_the_form_as_it_was() -> None:
    reader = form("property")
    reader.tap("make.text", {"toml": 'name = "Half'})
    assert "line 1" in reader.text
    assert 'value="Round the board"' in reader.html
    assert reader.said == []


@pytest.mark.parametrize(
    ("wrong", "right", "line", "key"),
    [
        ('track = "stok"', 'track = "stock"', 26, "goods.companies.price.track"),
        ('in = "runing"', 'in = "running"', 42, "button.0.in"),
        ('phases = "shares"', 'phases = ["shares", "running"]', 31, "round.phases"),
    ],
)
def test_a_fault_stands_at_its_line(wrong, right, line, key) -> None:
    whole = examples()["railways"].replace(right, wrong, 1)
    assert wrong in whole.splitlines()[line - 1]
    found = box_text.troubles(whole)
    assert (line, key) in [(each.line, each.key) for each in found]
    reader = form("railways").tap("make.text", {"toml": whole})
    assert f"line {line}" in reader.text
    assert wrong.replace('"', "&#34;") in reader.html.split('data-key="make-wrong"')[1]
    reader.tap("make.keep", {"toml": whole})
    assert key in reader.said[-1]
    assert open_store().boxes("own") == {}


def test_an_amount_that_is_left_empty_is_asked_each_time() -> None:
    whole = box_form.with_payment(
        examples()["default"], "button", {"name": "Rent", "pay": "", "from": "cash", "to": "player.cash"}
    )
    made = import_box(whole)["button"][-1]
    assert made == {
        "name": "Rent",
        "ask": ["amount", "player"],
        "do": [{"pay": "amount", "from": "cash", "to": "player.cash"}],
    }
    at = len(import_box(whole)["button"]) - 1
    again = box_form.filled(whole, {f"button-{at}-pay": "50", f"button-{at}-from": "cash", f"button-{at}-to": "pot"})
    assert import_box(again)["button"][-1] == {"name": "Rent", "do": [{"pay": 50, "from": "cash", "to": "pot"}]}


@pytest.mark.parametrize("typed", ["1'000", "1’000", "1 000", "1.000", "1,000", "1000", "+1000"])
def test_an_amount_is_a_number_however_its_thousands_are_written(typed) -> None:
    payment = {"name": "Rent", "pay": typed, "from": "cash", "to": "bank"}
    made = box_form.with_payment(examples()["default"], "button", payment)
    assert import_box(made)["button"][-1]["do"][0]["pay"] == 1000
    assert box_text.troubles(made) == []
    for kind in ("button", "due"):
        text = box_form.with_payment(examples()["default"], kind, {**payment, "pay": "5"})
        at = len(import_box(text)[kind]) - 1
        filled_in = import_box(box_form.filled(text, {f"{kind}-{at}-pay": typed}))[kind][at]
        assert (filled_in["do"][0] if kind == "button" else filled_in)["pay"] == 1000
    for formula in ("5 * round", "1 - 3", "min(1,000)", "at(round, [1,000])", "10000000000000"):
        text = box_form.with_payment(examples()["default"], "button", {**payment, "pay": formula})
        assert import_box(text)["button"][-1]["do"][0]["pay"] == formula


def test_goods_buttons_and_dues_are_taken_out_again() -> None:
    reader = form("railways")
    reader.tap("make.drop", what="good", which="nyc").tap("make.drop", what="button", which="0")
    reader.tap("make.drop", what="due", which="0")
    box = import_box(text(reader))
    assert list(box["goods"]["companies"]["names"]) == ["bo", "prr", "co"]
    assert [button["name"] for button in box["button"]] == ["Withhold", "Buy a train", "Take a loan"]
    assert "due" not in box
    assert "This file can be played." in reader.text


def test_a_good_has_a_name_of_its_own_whatever_it_is_called() -> None:
    whole = examples()["default"]
    for name in ["cash", "Cash", "pot", "count", "<b>x</b>", "O'Hare", "小麦", "!!"]:
        whole = box_form.with_good(whole, name, "3")
    assert box_text.troubles(whole) == []
    assert [good.name for good in box_form.goods(import_box(whole))][-3:] == ["O'Hare", "小麦", "!!"]


def test_a_kept_game_is_among_the_files_to_begin_with() -> None:
    reader = form("power").tap("make.keep", {"toml": examples()["power"]})
    assert "“Power for cities” is remembered" in reader.said[-1]
    assert open_store().boxes("own")["Power for cities"] == examples()["power"]
    assert "Power for cities (remembered)" in Reader().tap("make.form").text


def test_it_is_begun_with_whatever_spaces_its_name_has() -> None:
    whole = examples()["power"].replace('name = "Power for cities"', 'name = "Power  for cities\u00a0 "', 1)
    reader = form("power").tap("make.keep", {"toml": whole})
    assert reader.said[-1] == "“Power for cities” is remembered: it stands among the boxes of a new table."
    open_store().keep_box("own", "Older ", whole)
    for name in ("Power for cities", "Older"):
        other = Reader().tap("make.form").tap("make.begin", {"from": f"kept:{name}"})
        assert text(other) == whole
        assert f'value="kept:{name}" selected' in other.html
    other.tap("make.begin", {"from": "kept:nobody's"})
    assert other.said == ["This box is no longer remembered here: choose another one."]


def test_a_game_travels_in_a_link_and_is_looked_at_before_it_is_kept() -> None:
    reader = form("railways").tap("make.link", {"toml": examples()["railways"]})
    link = re.search(r'value="(http://here/#box=[\w-]+)"', reader.html)
    assert link is not None
    assert len(link[1].partition("#")[2]) <= 4096
    other = Reader(device="another-device", box=link[1].partition("#")[2])
    shown = plain(other.text)
    assert "Railways and shares" in shown
    assert "B & O, Pennsylvania, New York Central, Chesapeake, loan" in shown
    assert "Dividend, Withhold, Buy a train, Take a loan" in shown
    assert open_store().boxes("own") == {}
    other.tap("make.taken")
    assert open_store().boxes("own") == {"Railways and shares": examples()["railways"]}
    assert look(other.visit).find(new_table.Draft).box == "kept:Railways and shares"


@pytest.mark.parametrize("packed", ["box=", "box=AAAA", "box=eJzLSy1XUEpKSU1RAgAVoAQ", "box=" + "A" * 4000])
def test_a_broken_link_says_so(packed) -> None:
    reader = Reader(box=packed)
    assert reader.said == ["This link is cut off or broken: ask for it again, or for the file."]


def test_a_link_unpacks_no_more_than_a_file_may_have() -> None:
    with pytest.raises(RuleError, match="cut off or broken"):
        box_text.from_link(box_text.to_link("#" * 3_000_000))


def test_a_file_that_is_too_long_for_a_link_is_a_file_still() -> None:
    import random

    chance = random.Random(1)
    long = examples()["default"] + "".join(f"# {chance.random()}\n" for _ in range(500))
    with pytest.raises(RuleError, match="too long for a link") as refusal:
        box_text.to_link(long)
    assert refusal.value.code == "box-too-long"
    reader = form().tap("make.text", {"toml": long}).tap("make.file", {"toml": long})
    assert (reader.files[0]["name"], reader.files[0]["text"]) == ("Bank and cash.toml", long)


def test_a_button_is_added_in_the_middle_of_a_game_and_undone() -> None:
    table = companion.new_table("own", ["Anna", "Bruno"], box="property")
    table.do("press", player="Anna", button="Salary")
    reader = opened(table).tap("make.game")
    reader.tap("make.add", {**SALARY, "add-button-name": "Bonus", "add-button-pay": "75"}, what="button")
    reader.tap("make.record", {"toml": text(reader)})
    assert reader.said == []
    entry = reader.visit.live.table.log[-1]
    assert (entry.action, list(entry.fields["set"])) == ("box", ["/button/-"])
    assert "75 from the bank to Anna" in plain(reader.text)
    reader.tap("undo", entry=entry.n)
    assert "Bonus" not in re.sub(r'data-key="undo.*', "", reader.page.view.parts["body"])


def test_what_money_lies_on_is_not_taken_out_in_the_middle_of_a_game() -> None:
    table = companion.new_table("own", ["Anna", "Bruno"], box="property")
    table.do("buy", player="Anna", good="house", count=1)
    reader = opened(table).tap("make.game").tap("make.drop", what="good", which="house")
    reader.tap("make.record", {"toml": text(reader)})
    assert len(reader.said) == 1
    assert len(reader.visit.live.table.log) == 1


def test_a_file_for_two_and_more_is_opened_from_the_form_of_a_new_table() -> None:
    reader = Reader().tap("home.game", game="own")
    reader.tap("new.box", {"player-0": "Anna", "file": examples()["railways"]}, file="rails.toml")
    assert reader.said == []
    reader.tap("new.add", {"player-0": "Anna"})
    reader.tap("new.make", {"player-0": "Anna", "player-1": "Bo", "box": "kept:Railways and shares"})
    assert reader.said == []
    assert str(reader.table.game.title) == "Railways and shares"


def test_a_file_of_the_game_is_taken_over_whole_at_a_table() -> None:
    whole = """name = "X"
[[button]]
name = "Fee"
in = "day"
do = [{ pay = 5, from = "cash", to = "bank" }]
[round]
phases = ["day", "night"]
"""
    other = """name = "Y"
[[button]]
name = "Fee"
do = [{ pay = 6, from = "cash", to = "bank" }]
[[due]]
name = "Rent"
pay = 1
from = "cash"
to = "bank"
[round]
phases = ["day"]
"""
    table = companion.new_table("own", ["Anna", "Bo"], box=import_box(whole))
    reader = opened(table, "bank").tap("box.import", {"file": other})
    assert reader.said == ["The box is taken over."]
    assert import_box(export_box(reader.table.state.box)) == import_box(other)
    reader.tap("box.import", {"file": other})
    assert reader.said[-1] == "Nothing in it differs from this table’s box."
    less = 'name = "Y"\n[round]\nphases = ["day"]\n'
    reader.tap("box.import", {"file": less})
    assert import_box(export_box(reader.table.state.box)) == import_box(less)


def test_what_somebody_types_is_shown_as_typed() -> None:
    whole = examples()["default"]
    for name in HOSTILE:
        whole = box_form.with_good(whole, name[:60], "1")
    reader = Reader(box=box_text.to_link(whole))
    seen = reader.html + reader.tap("make.look").html
    assert not re.search(r"<img|<b>x|<script", seen)
    assert "<b>x</b>" in words_of(seen)


def test_what_is_half_filled_in_stays_when_the_text_changes_and_goes_when_it_was_added() -> None:
    """The page keeps what somebody typed as long as what is around it has the same ``data-rev``."""

    def revisions(reader: Reader) -> list[str]:
        return [re.search(rf'data-rev="(add-{kind}-\d+)"', reader.html)[1] for kind in ("good", "button", "due")]

    reader = form()
    assert revisions(reader) == ["add-good-0", "add-button-0", "add-due-0"]
    reader.tap("make.text", {"toml": text(reader).replace("minutes = 60", "minutes = 90")})
    reader.tap("make.set", {"name": "Ours", "add-button-name": "Sal"})
    reader.tap("make.drop", what="button", which="0")
    assert revisions(reader) == ["add-good-0", "add-button-0", "add-due-0"]
    reader.tap("make.add", {"add-good-name": "sheep", "add-good-price": "40", "add-button-name": "Sal"}, what="good")
    assert revisions(reader) == ["add-good-1", "add-button-0", "add-due-0"]


GROUPS = sorted(BOXES.glob("*.toml"))


def sent(text: str, **changed: str) -> str:
    """The text after the form was sent as it stands, with some fields changed."""
    page = html(box_cards.cards(translator("en"), Draft(text, text)))
    shown = filled(page, "make.set")
    assert set(changed) <= set(shown), set(changed) - set(shown)
    return box_form.filled(text, {name: str(value) for name, value in {**shown, **changed}.items()})


@pytest.mark.parametrize("text", [*examples().values(), *(path.read_text("utf-8") for path in GROUPS)])
def test_a_form_that_is_sent_as_it_stands_changes_nothing(text: str) -> None:
    assert sent(text) == text
    changed = import_box(sent(text, name="Other"))
    assert changed == {**import_box(text), "name": "Other"}


def test_what_each_begins_with_is_filled_in_for_each_number_of_players() -> None:
    start = import_box(sent(examples()["railways"], **{"cash-3": "750", "cash-6": ""}))["slots"]["cash"]["start"]
    assert start == {"2": 1200, "3": 750, "4": 600, "5": 480}
    found = box_text.troubles(sent(examples()["railways"], **{"cash-6": ""}))
    assert [each.key for each in found] == ["slots.cash.start.6"]


def test_goods_of_a_group_have_a_price_and_a_count_each() -> None:
    text = (BOXES / "streets.toml").read_text("utf-8")
    assert import_box(sent(text, **{"good-old-price": "75"}))["goods"]["streets"]["price"]["old"] == 75
    counted = import_box(sent(text, **{"good-angel-count": "2"}))["goods"]["streets"]["count"]
    assert counted == {"old": 1, "white": 1, "angel": 2}
    assert import_box(sent(text, **{"good-house-count": ""}))["goods"]["house"] == {"price": 50}
    gone = box_form.without(sent(text, **{"good-angel-count": "2"}), "good", "old")
    assert import_box(gone)["goods"]["streets"]["price"] == {"white": 61, "angel": 100}
    assert box_text.troubles(gone) == []


@pytest.mark.parametrize("ask", ['"amount"', "5", "true", '{a = "amount"}'])
def test_what_a_button_asks_stays_as_it_stands_where_it_is_no_list(ask) -> None:
    whole = f"""name = "X"
[[button]]
name = "Fee"
ask = {ask}
do = [{{ pay = "amount", from = "cash", to = "bank" }}]
"""
    assert sent(whole, **{"button-0-pay": "3"}) == whole.replace('pay = "amount"', "pay = 3")
    assert sent(whole, name="Y") == whole.replace('"X"', '"Y"')
    assert "button.0.ask" in [each.key for each in box_text.troubles(whole)]


@pytest.mark.parametrize("ask", ['["player", "amount"]', '["amount", "companies"]', "[]"])
def test_what_a_button_asks_changes_only_with_what_its_steps_name(ask) -> None:
    whole = f"""name = "X"
[[button]]
name = "Fee"
ask = {ask}
do = [{{ pay = "amount", from = "cash", to = "bank" }}]
"""
    assert sent(whole, name="Y") == whole.replace('"X"', '"Y"')
    asked = import_box(sent(whole, **{"button-0-pay": "3"}))["button"][0].get("ask", [])
    assert asked == [each for each in import_box(whole)["button"][0]["ask"] if each != "amount"]
    to = import_box(sent(whole, **{"button-0-to": "player.cash"}))["button"][0]["ask"]
    assert to == [*(each for each in import_box(whole)["button"][0]["ask"] if each != "player"), "player"] or (
        to == import_box(whole)["button"][0]["ask"]
    )


def test_goods_of_a_group_that_have_no_price_are_given_none_by_the_form() -> None:
    whole = """name = "X"
[goods.ore]
names = { tin = "Tin", lead = "Lead" }
"""
    assert [row.price for row in box_form.goods(import_box(whole))] == ["", ""]
    assert box_form.filled(whole, {"good-tin-price": "50", "good-tin-count": "5"}) == whole
    page = words_of(html(box_cards.cards(translator("en"), Draft(whole, whole))))
    assert "Only in the file" not in page


def test_a_price_or_count_that_is_cleared_is_not_0() -> None:
    whole = """name = "X"
[goods.ore]
names = { tin = "Tin", lead = "Lead" }
price = { tin = 5, lead = 7 }
count = 4
"""
    cleared = sent(whole, **{"good-tin-price": "", "good-lead-count": ""})
    ore = import_box(cleared)["goods"]["ore"]
    assert (ore["price"], ore["count"]) == ({"lead": 7}, {"tin": 4})
    assert [each.key for each in box_text.troubles(cleared)] == ["goods.ore.price.tin", "goods.ore.count.lead"]
    again = import_box(sent(cleared, **{"good-tin-price": "6", "good-lead-count": "3"}))["goods"]["ore"]
    assert (again["price"], again["count"]) == ({"tin": 6, "lead": 7}, {"tin": 4, "lead": 3})
    assert "price" not in import_box(sent(cleared, **{"good-lead-price": ""}))["goods"]["ore"]


def test_buttons_of_several_steps_and_when_they_are_pressed() -> None:
    text = examples()["railways"]
    fields = {"button-0-pay": "10", "button-0-in": "", "button-0-who": "any", "button-1-in": "shares"}
    made = import_box(sent(text, **fields))
    assert made["button"][0] == {
        "name": "Dividend",
        "ask": ["companies"],
        "do": [{"pay": 10, "from": "bank", "to": "holders"}, {"move": "companies", "by": 1}],
        "who": "any",
    }
    assert made["button"][1]["in"] == "shares"
    poker = (BOXES / "poker.toml").read_text("utf-8")
    both = import_box(sent(poker, **{"button-2-to-1": "player.cash", "button-3-pay-1": "4", "due-0-at": "river"}))
    assert both["button"][2]["do"][1] == {"pay": "pot", "from": "pot", "to": "player.cash"}
    assert both["button"][3]["do"] == [
        {"pay": 3, "from": "others", "to": "pot"},
        {"pay": 4, "from": "cash", "to": "pot"},
    ]
    assert both["due"][0]["at"] == "river"


def test_what_the_form_cannot_change_it_names() -> None:
    page = plain(words_of(html(box_cards.cards(translator("en"), Draft(*[examples()["railways"]] * 2)))))
    rest = "bank, tracks, round, score, minutes, slots.treasury, goods.companies.price"
    assert f"Only in the file, which keeps it as it is: {rest}" in page
    assert "a price moves: see the file" in page
    assert "Only in the file" not in words_of(html(box_cards.cards(translator("en"), Draft(*['name = "X"'] * 2))))


@pytest.mark.parametrize("value", ["5", '"x"', "[1]", "[[1]]", "{a = 1}", "{a = {b = 1}}", '{names = 5, price = "x"}'])
def test_a_form_is_drawn_of_any_file(value: str) -> None:
    """Whatever stands where the form expects something else: faults are told at their lines, and nothing breaks."""
    for key in (
        "name",
        "players",
        "money",
        "slots",
        "goods",
        "round",
        "button",
        "due",
        "score",
        "slots.cash",
        "goods.a",
    ):
        text = f'name = "X"\n{key} = {value}\n' if key != "name" else f"name = {value}\n"
        assert import_box(sent(text)) == import_box(text)
        box_form.without(text, "good", "a")
        box_form.without(text, "button", "0")
        with suppress(RuleError):  # first that is put right
            box_form.with_good(text, "wine", "3")
            box_form.with_payment(text, "button", {"name": "B", "pay": "", "from": "bank", "to": "cash"})


@pytest.mark.parametrize("value", ["5", '"x"', "[1]", "[[1]]", '["companies"]', "{a = 1}", "{a = {b = 1}}"])
def test_a_form_is_drawn_of_any_button_and_due(value: str) -> None:
    step = '{pay = 1, from = "bank", to = "cash"}'
    for kind, key in [
        *(("button", key) for key in ("name", "in", "who", "ask", "do")),
        *(("due", key) for key in ("name", "at", "who", "from", "to", "pay", "short", "every")),
    ]:
        rest = f"do = [{step}]\n" if (kind, key) == ("button", "ask") else ""
        whole = f'name = "X"\n[goods.companies]\n[[{kind}]]\n{key} = {value}\n{rest}'
        if kind == "due" and key != "pay":
            whole += "pay = 5\n"
        assert import_box(sent(whole, name="X")) == import_box(whole)
        assert box_text.troubles(whole), whole
    for end in ("pay", "from", "to"):
        whole = f'name = "X"\n[[button]]\nname = "B"\ndo = [{step.replace("}", "")}, {end} = {value}}}]\n'
        if f"{end} =" in step:
            whole = whole.replace({"pay": "pay = 1, ", "from": 'from = "bank", ', "to": 'to = "cash", '}[end], "", 1)
        assert import_box(sent(whole, name="X")) == import_box(whole)


@pytest.mark.parametrize("example", examples())
def test_an_example_begins_with_names_in_the_reader_s_language(example) -> None:
    reader = Reader(lang="fr").tap("make.form").tap("make.begin", {"from": example})
    assert box_text.troubles(text(reader)) == []
    names = [button["name"] for button in import_box(text(reader))["button"]]
    assert not set(names) & set(PRINTED[example]), names
    assert box_form.in_words_of(examples()[example], translator("en")) == examples()[example]
    own = examples()[example].replace(f'id = "{example}"', 'by = "us"')
    assert box_form.in_words_of(own, translator("fr")) == own


def named(reader, kind="button"):
    return [each["name"] for each in import_box(text(reader))[kind]]


def test_two_quick_taps_take_out_the_rows_that_they_stood_at() -> None:
    reader = form("railways")
    assert named(reader) == ["Dividend", "Withhold", "Buy a train", "Take a loan"]
    reader.tap("make.drop", what="button", which="0")
    reader.tap("make.drop", what="button", which="1")  # drawn before the answer to the first
    assert named(reader) == ["Buy a train", "Take a loan"]
    reader.tap("make.drop", what="button", which="1")  # once more the same
    assert named(reader) == ["Buy a train", "Take a loan"]


def test_what_is_typed_while_a_row_goes_is_told_of_its_own_row() -> None:
    reader = form("railways")
    shown = filled(reader.html, "make.set")
    reader.tap("make.drop", what="button", which="0")
    reader.tap("make.set", shown | {"button-2-name": "Buy an engine"})
    assert named(reader) == ["Withhold", "Buy an engine", "Take a loan"]
    reader.tap("make.add", shown | SALARY, what="button")
    reader.tap("make.set", shown | {"button-3-name": "Borrow"})  # the new row has no field of that name
    assert named(reader) == ["Withhold", "Buy a train", "Borrow", "Salary"]


def test_what_was_filled_in_for_one_file_is_not_told_of_another() -> None:
    reader = form("railways")
    shown = filled(reader.html, "make.set")
    reader.tap("make.begin", {"from": "default"})
    before = text(reader)
    reader.tap("make.set", shown | {"name": "Rails"})
    assert text(reader) == before


def test_a_row_keeps_its_fields_while_the_text_beside_it_is_written() -> None:
    reader = form("railways")
    reader.tap("make.drop", what="button", which="0")
    reader.tap("make.text", {"toml": text(reader).replace("Buy a train", "Buy trains")})
    reader.tap("make.set", {"button-2-name": "Buy wagons"})
    assert named(reader) == ["Withhold", "Buy wagons", "Take a loan"]
    reader.tap("make.text", {"toml": text(reader) + '\n[[button]]\nname = "Fee"\ndo = []\n'})
    reader.tap("make.set", {"button-2-name": "Buy nothing"})  # nobody knows which row that is now
    assert named(reader) == ["Withhold", "Buy wagons", "Take a loan", "Fee"]


def test_what_another_device_has_changed_meanwhile_stays() -> None:
    table = companion.new_table("own", ["Anna", "Bruno"], box="property")
    reader = opened(table).tap("make.game")
    other = LiveTable(open_store(), reader.visit.live.table_id)
    other.do("Bruno", "box", set={"/button/-": {"name": "Levy", "do": [{"pay": 5, "from": "cash", "to": "bank"}]}})
    other.do("Bruno", "box", set={"/goods/house/price": 60})
    reader.tap("make.add", {**SALARY, "add-button-name": "Tax"}, what="button")
    reader.tap("make.record", {"toml": text(reader)})
    assert reader.said == []
    other.refresh()
    box = other.table.state.box
    assert [each["name"] for each in box["button"][-2:]] == ["Levy", "Tax"]
    assert box["goods"]["house"]["price"] == 60


def test_what_two_devices_have_changed_is_asked_again() -> None:
    table = companion.new_table("own", ["Anna", "Bruno"], box="property")
    reader = opened(table).tap("make.game")
    other = LiveTable(open_store(), reader.visit.live.table_id)
    other.do("Bruno", "box", set={"/button/-": {"name": "Levy", "do": [{"pay": 5, "from": "cash", "to": "bank"}]}})
    count = len(named(reader))
    reader.tap("make.drop", what="button", which="0")
    reader.tap("make.record", {"toml": text(reader)})
    assert "It has been changed meanwhile" in reader.said[-1]
    other.refresh()
    assert len(other.table.state.box["button"]) == count + 1


def test_the_form_comes_back_after_a_reload() -> None:
    reader = form("railways").tap("make.add", SALARY, what="button").tap("make.drop", what="button", which="0")
    assert 'data-again="make.again"' in reader.html
    again = Reader().tap("make.again", {"toml": text(reader)})
    assert text(again) == text(reader)
    assert named(again) == ["Withhold", "Buy a train", "Take a loan", "Salary"]
    half = text(reader) + "\n[["
    assert text(Reader().tap("make.again", {"toml": half})) == half


def test_the_form_of_another_file_comes_back_with_its_rows_as_they_were_called() -> None:
    reader = form("mergers")
    assert 'data-rev="begun-1"' in reader.html  # what was chosen is taken: a reload does not choose it again
    again = Reader().tap("make.again", {"toml": text(reader), "begun": "mergers"})
    assert (text(again), named(again)) == (text(reader), named(reader))
    assert 'name="button-0-name"' in again.html
    assert 'value="mergers" selected' in again.html


def test_a_change_of_the_game_comes_back_after_a_reload() -> None:
    table = companion.new_table("own", ["Anna", "Bruno"], box="property")
    reader = opened(table).tap("make.game").tap("make.add", {**SALARY, "add-button-name": "Bonus"}, what="button")
    assert 'data-again="make.changed"' in reader.html
    kept = {"toml": text(reader), "was": export_box(table.state.box)}
    assert filled(reader.html, "make.text")["was"] == kept["was"]
    other = LiveTable(open_store(), reader.visit.live.table_id)
    other.do("Bruno", "box", set={"/goods/house/price": 60})
    code = other.store.table(other.table_id).code
    again = Reader(f"?table={code}&seat=0", device="device-0-of-a-player").tap("make.changed", kept)
    assert named(again)[-1] == "Bonus"
    again.tap("make.record", {"toml": text(again)})
    assert again.said == []
    other.refresh()
    box = other.table.state.box
    assert (box["goods"]["house"]["price"], box["button"][-1]["name"]) == (60, "Bonus")


def test_what_cannot_be_read_in_the_file_is_not_written_over_by_the_form() -> None:
    reader = form()
    wrong = text(reader) + "\n[[button]]\nname = Rent\n"
    reader.tap("make.text", {"toml": wrong})
    assert '<fieldset class="make-form" disabled>' in reader.html
    for do, said, args in (
        ("make.set", {"name": "Other"}, {}),
        ("make.add", SALARY, {"what": "button"}),
        ("make.drop", {}, {"what": "button", "which": "0"}),
    ):
        reader.tap(do, said, **args)
        assert (text(reader), reader.said[-1]) == (wrong, "First put right what cannot be read in the file.")
    reader.tap("make.text", {"toml": wrong.replace("Rent", '"Rent"')})
    assert '<fieldset class="make-form">' in reader.html
    assert named(reader)[-1] == "Rent"
    reader.tap("make.set", {"name": "Other"})
    assert import_box(text(reader))["name"] == "Other"


@pytest.mark.parametrize("do", ["make.open", "make.text"])
def test_a_file_with_a_byte_order_mark_is_as_good_as_any(do) -> None:
    whole = examples()["property"]
    reader = form().tap(do, {"file" if do == "make.open" else "toml": "\ufeff" + whole})
    assert text(reader) == whole
    assert import_box(text(reader.tap("make.set", {"name": "Other"})))["name"] == "Other"
    assert named(reader.tap("make.add", SALARY, what="button"))[-1] == "Salary"
