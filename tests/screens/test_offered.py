"""What a page offers is accepted: people who know no rule step, tick, choose and tap whatever can be tapped."""

import json
import random
import secrets
from typing import Any

import pytest

import companion
from companion import seats
from companion.errors import RuleError
from companion.screens import dialogs
from companion.screens.ctx import Ctx, dialogs_of, handlers_of, html, screens_of
from companion.screens.place import Place
from companion.screens.visit import Visit
from companion.table import BANKER, Table
from companion.widgets.messages import Event
from tests.games import greed_tables
from tests.play import moves
from tests.screens.forms import Element, Sheet, allows, number

PLAYERS = ["Anna", "Bruno", "Carla"]
GAMES: list[tuple[str, dict[str, Any], str]] = [
    ("good-brokers", {}, "demo"),
    ("good-brokers", {"open_hands": True}, "demo"),
    ("greed", {}, "demo"),
    ("own", {}, "default"),
    ("own", {}, "property"),
    ("own", {}, "railways"),
    ("own", {}, "mergers"),
    ("own", {}, "power"),
    ("plutocracy", {}, "demo"),
    ("plutocracy", {"setup": "random", "start_auction": True, "time_pressure": True}, "demo"),
    ("ponzi-scheme", {"advanced": True}, "default"),
    ("ponzi-scheme", {"cash": "hidden"}, "default"),
]
# Forms in which an amount is typed freely, or whose button says beforehand what stands against it: the rules say what
# is wrong.
TYPED = {"offer", "final_cash", "deal.send", "own.pay", "own.deal", "own.give", "own.put", "own.bid", "own.auction"}
TYPED |= {"own.press", "raise"}
STOPS, ACTS = 6, 24  # how often a game is stopped, and how often somebody who sits there acts


class Person(Visit):
    """Somebody who taps at random on the pages of one device."""

    def __init__(self, table: Table, seat: str, chance: random.Random) -> None:
        super().__init__()
        self.read = table
        self.seat = seat
        self.chance = chance
        self.screens: Any = screens_of(table.header.game)
        self.handlers = {**dialogs.HANDLERS, **handlers_of(table.header.game)}
        self.number = 0  # of the tab that the page is on
        self.recorded: list[str] = []

    def ctx(self) -> Ctx:
        self.place = Place("ABC2D", "0", self.screens.TABS[self.number].id)
        return Ctx(self, self.read, self.seat)

    def do(self, action: str, **fields: Any) -> Any:
        """Records as a live table does."""
        seats.check(self.read, self.seat, action, fields)
        entry = self.read.do(action, by=self.seat, **fields)
        self.recorded.append(action)
        return entry

    def say(self, text: str) -> None:
        """Nobody hears it."""

    def sheet(self) -> Sheet:
        ctx = self.ctx()
        shown = self.screens.TABS[self.number].draw(ctx)
        return Sheet(html([shown.body, dialogs.draw(ctx, dialogs_of(ctx.table.header.game)), shown.foot]))

    def outputs(self) -> list[Element]:
        """The steppers of the first page."""
        self.number = 0
        return [each for each in self.sheet().every if each.tag == "output"]

    def act(self) -> None:
        """Some steps, ticks and choices, as far as there are any, then a tap on a button, the large one most likely."""
        self.number = self.chance.choice([0, 0, 0, self.chance.randrange(len(self.screens.TABS))])
        for _change in range(self.chance.choice([0, 0, 1, 3, 5])):
            sheet = self.sheet()
            if fields := [each for each in sheet.every if not has_do(each) and self._is_offered(sheet, each)]:
                self._use(sheet, self.chance.choice(fields))
        sheet = self.sheet()
        buttons = [each for each in sheet.every if has_do(each) and self._is_offered(sheet, each)]
        if large := [each for each in buttons if "primary" in each.get("class").split()]:
            buttons += large * len(buttons)
        if buttons:
            self._use(sheet, self.chance.choice(buttons))

    def _is_offered(self, sheet: Sheet, control: Element) -> bool:
        if control.has("disabled"):
            return False
        if control.has("data-step"):
            field = field_of(sheet, control)
            return allows(sheet, field, number(field) + int(control.get("data-step")))
        if control.kind == "checkbox":
            return allows(sheet, control, 1 - number(control))
        if control.tag == "button":
            do = done_by(sheet, control)
            return do in self.handlers or do.startswith("sheet.")
        return control.tag == "select" or control.kind in ("range", "radio") or control.get("inputmode") == "numeric"

    def _use(self, sheet: Sheet, control: Element) -> None:
        if control.has("data-step"):
            field = field_of(sheet, control)
            shown = str(number(field) + int(control.get("data-step")))
            field.text = field.attributes["value"] = shown
            control = field
        elif control.kind == "checkbox":
            control.attributes.pop("checked") if control.is_on else control.attributes.update(checked="")
        elif control.kind == "radio":
            for each in sheet.every:
                if each.kind == "radio" and each.name == control.name:
                    each.attributes.pop("checked", None)
            control.attributes["checked"] = ""
        elif control.tag == "select":
            control.attributes["value"] = self.chance.choice([value for value, _text in control.options])
        elif control.get("inputmode") == "numeric":
            control.attributes["value"] = str(self.chance.randint(1, 60))
        elif control.kind == "range":
            low, high = int(control.get("min")), int(control.get("max"))
            control.attributes["value"] = str(self.chance.randint(low, high))
        do = done_by(sheet, control) if control.tag == "button" else control.get("data-do-change")
        if do:
            self._send(sheet, control, do)

    def _send(self, sheet: Sheet, control: Element, do: str) -> None:
        form = sheet.form_of(control)
        values = sheet.values([control] if form is None else sheet.fields(form))
        of = form if form is not None and control.tag == "button" and not control.has("data-do") else control
        event = Event(do, secrets.token_hex(8), of.arguments, values)
        before = self.read.revision
        try:
            self.handlers[do](self.ctx(), event)
        except RuleError as refusal:
            if not refusal.needs and do not in TYPED:
                pytest.fail(f"{refusal.message} {self.seat} {do} {event.args} {event.values} {self.read}")
        if self.read.revision > before:
            self.opened = None


def has_do(control: Element) -> bool:
    """Whether it is a button that does something of its own, or what its form does."""
    return control.tag == "button" and (control.has("data-do") or control.kind == "submit")


def done_by(sheet: Sheet, button: Element) -> str:
    """What a button does: its own thing, else that of its form."""
    form = sheet.form_of(button)
    return button.get("data-do") or (form.get("data-do") if form is not None and button.kind == "submit" else "")


def field_of(sheet: Sheet, button: Element) -> Element:
    """The field that a stepper's button changes."""
    beside = (each for each in sheet.every if each.parent is button.parent)
    return next(each for each in beside if each.tag in ("input", "output"))


@pytest.mark.parametrize(("game", "options", "box"), GAMES)
def test_whatever_is_offered_is_accepted(game: str, options: dict[str, Any], box: str) -> None:
    chance = random.Random(11)
    table = companion.new_table(game, PLAYERS, options, box)
    done: set[str] = set()
    for _stop in range(STOPS):
        people = [Person(table, seat, chance) for seat in (*PLAYERS, BANKER)]
        for _act in range(ACTS):
            active = [table.players[seat] for seat in table.game.active(table.state)]
            person = chance.choice([each for each in people if each.seat in active] or people)
            if chance.random() < 0.2:
                person = people[-1]
            person.act()
        done |= {action for person in people for action in person.recorded}
        for _move in range(chance.randrange(12)):
            if possible := moves(table):
                action = chance.choice(sorted({move["action"] for move in possible} - {"finish"}))
                table.do(**chance.choice([move for move in possible if move["action"] == action]))
    assert len(done) > 1, done


# -- what bounds several controls together -----------------------------------------------------------------


def limits_of(table: Table, seat: str, form: str) -> Element:
    """The form with an id on the first page of a seat."""
    person = Person(table, seat, random.Random(0))
    person.number = 0
    return next(each for each in person.sheet().every if each.get("id") == form)


def test_shares_are_bounded_by_three_by_the_cash_and_to_one_way() -> None:
    """At 40 each, 100 buys two of any company; three of several at most; none bought while one is sold."""
    table = companion.new_table("good-brokers", PLAYERS)
    table.correct({"/players/0/cash": 100, "/players/0/shares/ford": 2, "/supply/lloyd": 1})
    form = limits_of(table, "Anna", "trade")
    assert form.has("data-one-way")
    three, sold, paid = json.loads(form.get("data-limits"))
    assert (three["most"], set(three["of"].values())) == (3, {1})
    assert (sold["most"], set(sold["of"].values())) == (3, {-1})
    assert (paid["most"], paid["of"]["ford"]) == (100, 40)
    steppers = {each.name: each for each in Person(table, "Anna", random.Random(0)).outputs()}
    assert (steppers["ford"].get("data-min"), steppers["ford"].get("data-max")) == ("-2", "3")
    assert (steppers["lloyd"].get("data-min"), steppers["lloyd"].get("data-max")) == ("0", "1")


def test_the_banker_sells_nothing_that_may_lie_aside() -> None:
    table = companion.new_table("good-brokers", PLAYERS)
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("place", player="Anna", company="ford")
    for player in PLAYERS:
        table.do("end_turn", player=player)
    while table.state.phase == "manipulate":
        table.do(**table.legal()[0])
    while table.snapshot()["active"] != "Anna":
        table.do("end_turn", player=table.snapshot()["active"])
    bank = Person(table, BANKER, random.Random(0))
    assert {each.get("data-min") for each in bank.outputs()} == {"0"}
    assert not [each for each in bank.sheet().every if each.get("data-do") == "place"]
    anna = Person(table, "Anna", random.Random(0))
    assert {each.name: each.get("data-min") for each in anna.outputs()}["ford"] == "-1"


def test_goods_are_stored_as_far_as_the_free_cash_pays() -> None:
    """0 + 5 + 10 for three; with 14 in free cash two can be stored, whichever they are."""
    table = greed_tables.trading()
    table.correct({"/companies/0/goods/coal": 3, "/companies/0/goods/sand": 1, "/companies/0/free_cash": 14})
    table.do("end_trading")
    ceo = table.players[table.state.companies[0].positions[0]]
    form = limits_of(table, ceo, "shelf-0")
    assert json.loads(form.get("data-limits")) == [{"of": {"sand": 1, "coal": 1}, "most": 2}]
