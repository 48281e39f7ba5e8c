"""The cards of the form of a game of one's own: what is filled in without reading TOML, and what only the file says.

Every field is named by what it changes: ``good-coal-price``, ``button-2-pay``, ``button-2-from-1`` (its second step).
The 2 is no place but the button's own sign, as long as it is there (`Draft.called`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import htpy as h
from htpy import Node

from companion import boxes
from companion.screens import box_form, parts
from companion.words import C_, N_, Translator

FORM, FILE = "make-form", "make-text"  # the fields, and the file beside them: each waits for what the other has to tell
TAKEN = "taken"  # the field that says of which file the form was drawn
PLACES = {
    "bank": N_("the bank"),
    "cash": N_("cash"),
    "player.cash": N_("another player"),
    "others": N_("all others"),
    "holders": N_("each holder, for each one"),
}
TITLES = {
    "button": (N_("Buttons"), N_("Button"), N_("Another button"), N_("Add the button")),
    "due": (N_("Falls due every round"), N_("What"), N_("Another one"), N_("Add it")),
}
WHO = {"turn": N_("whose turn it is"), "any": N_("anybody"), "banker": N_("the banker")}
AT = {"round": N_("the round"), "turn": N_("each turn")}
SHORT = {
    "refuse": N_("the round waits"),
    "what is there": N_("what is there is paid"),
    "below zero": N_("it goes below zero"),
}
STEPS = {
    "give": N_("goods change hands: see the file"),
    "move": N_("a price moves: see the file"),
    "set": N_("a price is set: see the file"),
}


@dataclass(frozen=True)
class Draft:
    """A file that is being written.

    ``good`` is the last text that could be read: what the form shows. ``form`` and ``file`` grow when the form, or the
    text beside it, must take what the other one says; ``added`` counts by kind what was added, for what stands in
    the line for one more is the reader's until then. ``rows`` has the signs of the buttons and dues by kind, where
    they are not their places; ``taken`` counts the files that were taken as a whole. ``was`` is the box that a table
    had when its file was opened to change it.
    """

    text: str
    good: str
    form: int = 0
    file: int = 0
    added: Mapping[str, int] = field(default_factory=dict)
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    taken: int = 0
    was: Mapping[str, Any] | None = None

    @cached_property
    def box(self) -> dict[str, Any]:
        """What the form shows."""
        return boxes.import_box(self.good)

    @property
    def is_readable(self) -> bool:
        """Whether the form shows the text as it is now."""
        return self.text == self.good

    def called(self, kind: str) -> tuple[str, ...]:
        """The sign of each button or due in the names of its fields: its own while others come and go."""
        return self.rows.get(kind, tuple(str(at) for at in range(len(box_form.rows(self.box, kind)))))

    def all_called(self) -> dict[str, tuple[str, ...]]:
        """The same by kind."""
        return {kind: self.called(kind) for kind in TITLES}


def cards(_: Translator, draft: Draft) -> list[Node]:
    """The file as a form: name, players, money, goods, buttons, what falls due; and what of it is not in the form."""
    inside = [_general(_, draft.box), _goods(_, draft), _moves(_, draft, "button"), _moves(_, draft, "due")]
    rest = box_form.only_in_file(draft.box)
    return [
        h.form(f"#{FORM}", data_do="make.set", data_rev=f"form-{draft.form}", data_with=FILE, autocomplete="off")[
            h.input(type="hidden", name=TAKEN, value=str(draft.taken)),
            h.fieldset(".make-form", disabled=not draft.is_readable)[inside],
        ],
        rest and parts.note(_("Only in the file, which keeps it as it is: {parts}").format(parts=", ".join(rest))),
    ]


def _text(name: str, value: object, **more: Any) -> Node:
    return parts.text_input(name, str(value), data_do_change="make.set", data_soon="", **{"maxlength": 60, **more})


def _number(name: str, value: object, **more: Any) -> Node:
    return parts.number_input(name, value, data_do_change="make.set", data_soon="", **more)


def _choice(_: Translator, name: str, words: Mapping[str, str], value: str, more: Iterable[str] = ()) -> Node:
    """One of the words of the file; what the file says else stays among them."""
    known = [*words, *more]
    said = [(each, _(words[each]) if each in words else each) for each in known]
    if value not in known:
        said.append((value, value))
    return parts.select_input(name, said, value, data_do_change="make.set")


def _general(_: Translator, box: dict[str, Any]) -> Node:
    least, beyond = box_form.seats(box)
    start = box_form.start_money(box)
    return parts.card(
        parts.field(_("Name of the game"), _text("name", box.get("name", ""))),
        h.div(".make-row")[
            parts.field(_("Players, least"), _number("least", least or "")),
            parts.field(_("most"), _number("most", beyond - 1 if beyond else "")),
            parts.field(_("Sign of the money"), _text("money", box.get("money", ""), maxlength=8)),
            isinstance(start, int) and parts.field(_("Each begins with"), _number("cash", start)),
        ],
        isinstance(start, dict)
        and [
            parts.note(_("What each begins with, by how many play:")),
            h.div(".make-row")[
                (
                    parts.field(str(count), _number(f"cash-{count}", start.get(str(count))))
                    for count in range(least, beyond)
                )
            ],
        ],
        title=_("The game"),
        key="make-game",
    )


def _goods(_: Translator, draft: Draft) -> Node:
    """Each good with its price and how many there are, and a line for one more."""
    rows = [
        h.div(".make-row", data_key=f"row-{good.id}")[
            parts.field(_("Good"), _text(f"good-{good.id}-name", good.name)),
            good.price != "" and parts.field(_("Price"), _number(f"good-{good.id}-price", good.price)),
            good.count != ""
            and parts.field(_("How many"), _number(f"good-{good.id}-count", good.count, placeholder="∞")),
            _drop(_, "good", good.id, good.name),
            good.price == "" and parts.note(_("price: see the file")),
        ]
        for good in box_form.goods(draft.box)
    ]
    return parts.card(
        rows,
        h.div(".make-row", data_rev=_rev(draft, "good"))[
            parts.field(_("Another good"), parts.text_input("add-good-name", "", maxlength=60)),
            parts.field(_("Price"), parts.number_input("add-good-price", "")),
            parts.button("+", "make.add", args={"what": "good"}, icon=True, label=_("Add the good"), key="add-good"),
        ],
        title=_(C_("of an own game", "Goods")),
        key="make-goods",
    )


def _rev(draft: Draft, kind: str) -> str:
    """The line for one more: taken back when something was added, and by nothing else."""
    return f"add-{kind}-{draft.added.get(kind, 0)}"


def _moves(_: Translator, draft: Draft, kind: str) -> Node:
    """The buttons, or what falls due, and a line for one more: a payment."""
    title, label, more, add = TITLES[kind]
    places = box_form.places(draft.box, kind)
    ends = ("bank", "cash") if kind == "button" else ("cash", "bank")
    entries = zip(draft.called(kind), box_form.rows(draft.box, kind), strict=True)
    rows = [_move(_, draft.box, kind, at, entry, label) for at, entry in entries]
    return parts.card(
        rows,
        h.div(".make-row.long", data_rev=_rev(draft, kind))[
            parts.field(_(more), parts.text_input(f"add-{kind}-name", "", maxlength=60)),
            parts.field(
                _("Amount"), parts.text_input(f"add-{kind}-pay", "", inputmode="numeric", placeholder=_("asked"))
            ),
            parts.field(_("From"), _place(_, f"add-{kind}-from", places, ends[0])),
            parts.field(_("To"), _place(_, f"add-{kind}-to", places, ends[1])),
            parts.button("+", "make.add", args={"what": kind}, icon=True, label=_(add), key=f"add-{kind}"),
        ],
        kind == "button" and parts.note(_("Leave the amount empty where it is asked each time.")),
        title=_(title),
        key=f"make-{kind}",
    )


def _move(_: Translator, box: dict[str, Any], kind: str, at: str, entry: Any, label: str) -> Node:
    """A button or a due: what it is called, when, and its payments; of its other steps the file tells."""
    entry = box_form.table(entry)
    name, places = entry.get("name", ""), box_form.places(box, kind, entry)
    steps = [
        _payment(_, kind, at, number, step, places)
        if "pay" in step
        else [parts.note(_(text)) for key, text in STEPS.items() if key in step]
        for number, step in enumerate(box_form.steps(kind, entry))
    ]
    return h.div(".make-move", data_key=f"row-{kind}-{at}")[
        h.div(".make-row")[parts.field(_(label), _text(f"{kind}-{at}-name", name)), _drop(_, kind, at, name)],
        h.div(".make-row")[_when(_, box, kind, at, entry)],
        steps,
    ]


def _when(_: Translator, box: dict[str, Any], kind: str, at: str, entry: dict[str, Any]) -> list[Node]:
    """In which phase and by whom a button is pressed; at the end of what something falls due, and what if not."""
    phases = box_form.phases(box)
    said = {key: str(entry.get(key, usual)) for key, usual in box_form.PLAIN[kind].items()}
    if kind == "due":
        return [
            parts.field(_("At the end of"), _choice(_, f"due-{at}-at", AT, said["at"], phases)),
            parts.field(_("Where money lacks"), _choice(_, f"due-{at}-short", SHORT, said["short"])),
        ]
    return [
        bool(phases) and parts.field(_("When"), _choice(_, f"button-{at}-in", {"": N_("always")}, said["in"], phases)),
        parts.field(_("Who"), _choice(_, f"button-{at}-who", WHO, said["who"])),
    ]


def _payment(_: Translator, kind: str, at: str, number: int, step: dict[str, Any], places: list[str]) -> Node:
    if any(step.get(end) not in places for end in ("from", "to")):
        return parts.note(_("what it does: see the file"))
    pay = step.get("pay", "")
    name = {key: box_form.field_name(kind, at, key, number) for key in ("pay", "from", "to")}
    return h.div(".make-row")[
        parts.field(
            _("Amount"),
            _text(name["pay"], "" if pay == box_form.AMOUNT else pay, maxlength=200, placeholder=_("asked")),
        ),
        parts.field(_("From"), _place(_, name["from"], places, step["from"], live=True)),
        parts.field(_("To"), _place(_, name["to"], places, step["to"], live=True)),
    ]


def _place(_: Translator, name: str, places: list[str], value: str, *, live: bool = False) -> Node:
    more = {"data_do_change": "make.set"} if live else {}
    said = [(place, _(PLACES[place]) if place in PLACES else place.replace("_", " ")) for place in places]
    return parts.select_input(name, said, value, **more)


def _drop(_: Translator, kind: str, which: str, name: str) -> Node:
    label = _("Take “{name}” out").format(name=name)
    args = {"what": kind, "which": which}
    return parts.button("×", "make.drop", args=args, icon=True, label=label, key=f"drop-{kind}-{which}")
