"""Tables of Ponzi Scheme for its tests: how to get one to where a rule can be seen."""

import companion

NAMES = ["Anna", "Bruno", "Carla", "Dora", "Emil"]
INDUSTRIES = ["transport", "food", "media", "real-estate"]


def new(players=3, box=None, **options):
    return companion.new_table("ponzi-scheme", players=NAMES[:players], options=options, box=box)


def player(table, name, seat=None):
    return next(player for player in table.snapshot(seat)["players"] if player["name"] == name)


def bounds(table, name):
    shown = player(table, name)
    return shown["cash_min"], shown["cash_max"]


def reveal(table, *funds):
    """Refill the market: with these cards, then with the lowest that the deck has."""
    snapshot = table.snapshot()
    lowest = [value for value in snapshot["unseen"] + snapshot["discarded"] if value not in funds]
    table.do("reveal", funds=[*funds, *lowest][: snapshot["awaiting_reveal"]])


def market(table, *values):
    """Put these cards into the market."""
    low, middle, high = values[:3], values[3:6], values[6:]
    table.correct({"/market": {"row1": list(low), "row2": list(middle), "row3": list(high)}})


def card(table, value, space):
    printed = table.state.box["funds"][str(value)]
    return {"value": value, "interest": printed["interest"], "period": printed["period"], "space": space}


def wheel(table, name, **spaces):
    """Put cards on a player's wheel: ``v80=1`` is the card 80 on space 1."""
    cards = [card(table, int(value[1:]), space) for value, space in spaces.items()]
    table.correct({f"/players/{table.players.index(name)}/funds": cards})
    if table.snapshot()["awaiting_reveal"]:
        reveal(table)


def own(table, name, **tiles):
    seat = table.players.index(name)
    table.correct({f"/players/{seat}/tiles/{kind.replace('_', '-')}": count for kind, count in tiles.items()})


def hold(table, name, amount):
    """Everybody sees a player count this money."""
    seat = table.players.index(name)
    if player(table, name, name).get("cash") == amount:
        return
    table.correct({f"/players/{seat}/{key}": amount for key in ("cash", "cash_min", "cash_max")})


def invest(table, industry, fund, *drawn):
    table.do("invest", player=table.snapshot()["active"], industry=industry, fund=fund)
    reveal(table, *drawn)


def pass_phase(table):
    """Everybody passes in this phase."""
    phase = table.snapshot()["phase"]
    while table.snapshot()["phase"] == phase:
        table.do("pass", player=table.snapshot()["active"])


def discard(table, fund=None, *drawn):
    snapshot = table.snapshot()
    table.do("discard_fund", player=snapshot["first_player"], fund=fund or snapshot["market"]["row1"][0])
    reveal(table, *drawn)


def to_marker(table):
    while table.snapshot()["phase"] in ("invest", "trade"):
        pass_phase(table)


def quiet_round(table):
    """A round in which nobody does anything: the wheels turn."""
    to_marker(table)
    discard(table)


def trade_phase(table):
    """On to the trade phase of the second round."""
    quiet_round(table)
    pass_phase(table)
    assert table.snapshot()["phase"] == "trade"


def end_game(table, **cash):
    """The first of the names goes bankrupt, the others end with this money."""
    broke, *_ = [name for name in table.players if name not in cash]
    for name, amount in cash.items():
        hold(table, name, amount)
    wheel(table, broke, v79=1)
    quiet_round(table)
    assert player(table, broke)["bankrupt"]


def crash(table):
    """As many bears as players: the market crashes."""
    to_marker(table)
    bears = range(65, 65 + len(table.players))
    market(table, *range(30, 39 - len(bears)), *bears)
    discard(table, 30)
    assert table.snapshot()["crashed"]
    reveal(table)


def example_7(table, counter=True, **amount):
    """Anna has invested 9 and 25, Bruno 12 and 38; she offers for a tile that both own."""
    invest(table, "food", 9)
    market(table, 10, 11, 12, 30, 31, 32, 33, 34, 35)
    invest(table, "food", 12)
    quiet_round(table)
    market(table, 25, 26, 27, 38, 39, 40, 41, 42, 43)
    invest(table, "food", 38)
    table.do("pass", player="Carla")
    market(table, 25, 26, 27, 28, 29, 40, 41, 42, 43)
    table.do("invest", player="Anna", industry="media", fund=25)
    reveal(table)
    table.do("pass", player="Bruno")
    table.do("pass", player="Carla")
    assert [bounds(table, name) for name in NAMES[:3]] == [(34, 34), (50, 50), (0, 0)]
    table.do("offer", player="Anna", to="Bruno", industry="food", **amount)
    table.do("counter" if counter else "accept", player="Bruno")


def trading(**options):
    """The trade phase, Bruno first; he and Anna own food and hold 20 and 50."""
    table = new(**options)
    own(table, "Anna", food=1, media=1)
    own(table, "Bruno", food=1)
    own(table, "Carla", media=1)
    if options.get("cash") == "hidden":
        table.correct({f"/players/{seat}/cash_{end}": [50, 20][seat] for seat in (0, 1) for end in ("max", "min")})
    else:
        hold(table, "Anna", 50)
        hold(table, "Bruno", 20)
    trade_phase(table)
    assert table.snapshot()["active"] == "Bruno"
    return table
