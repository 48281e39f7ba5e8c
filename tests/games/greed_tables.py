"""Tables of Greed, Incorporated for the tests: in this phase or that, and what was refused there."""

import msgspec

import companion
from companion import housekeeping
from companion.boxes import shipped
from companion.errors import RuleError
from companion.games.common import EVERYTHING
from companion.games.greed import legal as legal_moves
from companion.games.greed.box import GOODS

NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena"]
CLOTHES = 12  # an asset that moves the trend of clothes alone
NO_GOODS = dict.fromkeys(GOODS, 0)


def new(players=3, box="demo", **options):
    return companion.new_table("greed", players=NAMES[:players], options=options, box=box)


def started(players=3, box="demo", **options):
    """A table in year 1: Anna is CEO of company 0, Bruno of 1, …; trends are back at N."""
    table = new(players, box, **options)
    for company, name in enumerate(NAMES[:players]):
        table.do("deal_company", player=name, company=company)
    table.correct({"/trends": NO_GOODS}, "a level field")
    return table


def on_a_track(good, **printed):
    """A table whose box knows this of a good's track; one asset is left, so that one announcement moves the market."""
    demo = shipped("companion.games.greed")["demo"]
    table = started(box={**demo, "goods": {**demo["goods"], good: printed}})
    table.correct({"/discarded_assets": [asset for asset in table.state.pool.numbers if asset != CLOTHES]})
    return table


def market(table, good, trend):
    """A market in which the cube of ``good`` goes on by ``trend``."""
    table.correct({"/phase": "announce", f"/trends/{good}": trend, "/available_assets": []})
    table.do("announce", player="Anna", asset=CLOTHES)


def announce_all(table, *assets):
    for name, asset in zip(table.players, assets, strict=True):
        table.do("announce", player=name, asset=asset)


def investing(table, *assets):
    announce_all(table, *(assets or [10, 16, 20, 31, 35][: len(table.players)]))
    return table


def pass_bids(table):
    for company in table.snapshot()["active"]["companies"]:
        table.do("pass_bid", company=company)
    return table


def trading(players=3, **options):
    """A table in the trade phase of year 1, nobody having bid."""
    return pass_bids(investing(started(players, **options), *[10, 11, 12, 13, 14][:players]))


def own(table, company, *assets, used=False):
    table.correct({f"/companies/{company}/assets": [{"number": asset, "used": used} for asset in assets]})


def goods(table, company, **held):
    table.correct({f"/companies/{company}/goods/{good.replace('_', '-')}": count for good, count in held.items()})


def cash(table, **amounts):
    table.correct({f"/players/{table.players.index(name)}/cash": amount for name, amount in amounts.items()})


def board(table, company, **values):
    table.correct({f"/companies/{company}/{key}": value for key, value in values.items()})


def positions(*names):
    return [*names, *[None] * (6 - len(names))]


def blamed(table, company=0, **values):
    """End the sales, so that ``company`` has a boot."""
    board(table, company, first_year=False, **values)
    table.do("end_trading")
    table.do("end_sales")
    return table


def selling_status(players=3, **amounts):
    """A table in phase 9 with this private cash."""
    table = trading(players)
    cash(table, **amounts)
    table.do("end_trading")
    table.do("end_sales")
    return table


def derived(table):
    """What followed from the last entry, in words."""
    return [line.text() for line in table.history(last=1)[0].derived]


def everything_can_be_read_back(table):
    """A snapshot fits its type and gives the same state back, and all listed moves are accepted."""
    document = housekeeping.picture(table.game, table.state, EVERYTHING)
    del document["away"], document["needs"]
    msgspec.convert(document, table.game.snapshot_type)
    assert table.game.settle(table.game.restore(table.state, document)) == table.state
    for move in legal_moves.candidates(table.state):
        if "box-value-needed" not in (codes := _codes(table, move)):
            assert codes == []


def _codes(table, move):
    fields = {key: value for key, value in move.items() if key != "action"}
    move = msgspec.convert(fields, table.game.actions[move["action"]])
    try:
        table.game.rules[type(move)](table.state, move)
    except RuleError as refusal:
        return [refusal.code]
    return []
