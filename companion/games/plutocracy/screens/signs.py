"""The signs of Plutocracy: bodies, resources, events and ships, each a colour and a letter or symbol."""

import htpy as h
from htpy import Element, Node

from companion.charts.palette import SHAPES
from companion.games.plutocracy.box import ASTEROID
from companion.games.plutocracy.charts import EVENTS, body_token, resource_token
from companion.games.plutocracy.sky import Position
from companion.games.plutocracy.state import State
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.table import BANKER
from companion.words import N_

EVENT_NAMES = {
    "rotate": N_("Rotation"),
    "prices": N_("Price change"),
    "elect": N_("Election"),
    "the-end": N_("The end"),
}


def reader(ctx: Ctx) -> int | None:
    """The seat that the screens speak of: the reader's own, else that of the player to act."""
    players = ctx.table.players
    if ctx.seat in players:
        return players.index(ctx.seat)
    return players.index(ctx.active[0]) if len(ctx.active) == 1 else None


def acting(ctx: Ctx) -> int | None:
    """The seat for which this page can play a turn now."""
    if ctx.acting is None or ctx.table.state.phase != "play":
        return None
    return ctx.table.players.index(ctx.acting)


def acts_for_others(ctx: Ctx) -> bool:
    """Whether it has to be said whose hold and money these are."""
    return ctx.seat == BANKER or ctx.seat is None


def body_name(ctx: Ctx, body: str) -> str:
    """A body's name in the reader's language."""
    return ctx._(ctx.table.state.box["bodies"][body]["name"])


def letter(ctx: Ctx, body: str) -> str:
    """What stands for a body on the map."""
    name = body_name(ctx, body)
    return next((sign for sign in name if sign.isalnum()), name[:1])


def body_chip(ctx: Ctx, body: str) -> Element:
    """A body: its letter in its colour, and its name."""
    token = body_token(ctx.table.state.box, body)
    return h.span(".chip.player")[h.i(f".{token}", aria_hidden="true")[letter(ctx, body)], h.span[body_name(ctx, body)]]


def resource_name(ctx: Ctx, resource: str | None) -> str:
    """A resource's name in the reader's language; a dash where none is known yet."""
    return "–" if resource is None else ctx._(ctx.table.state.box["resources"][resource])


def resource_chip(ctx: Ctx, resource: str | None) -> Element:
    """A resource: its symbol in its colour, and its name."""
    if resource is None:  # no resource's sign: nobody knows it yet
        return parts.chip("?", "plain", resource_name(ctx, None))
    token = resource_token(ctx.table.state.box, resource)
    return parts.chip(SHAPES[token], token, resource_name(ctx, resource))


def resource_count(ctx: Ctx, resource: str, count: int | None) -> Element:
    """How many units of a resource (None: no number), short."""
    token = resource_token(ctx.table.state.box, resource)
    name = resource_name(ctx, resource)
    return h.span(".plu-count", title=name)[
        h.i(f".{token}", aria_hidden="true")[SHAPES[token]], count is not None and h.b[str(count)], h.span[name]
    ]


def hold(ctx: Ctx, held: dict[str, int]) -> Node:
    """What is in a hold; nothing of what is not."""
    units = [resource_count(ctx, resource, count) for resource, count in held.items() if count]
    return h.span(".plu-hold")[units] if units else h.span(".note")[ctx._("empty hold")]


def event_chip(ctx: Ctx, name: str) -> Element:
    """An event marker: its sign and name."""
    return h.span(".chip")[h.i(".plain", aria_hidden="true")[EVENTS[name]], h.span[ctx._(EVENT_NAMES[name])]]


def token_sign(ctx: Ctx, token: int | str) -> Element:
    """A disc (its seat's number and colour) or an event marker, as small as on the track."""
    if isinstance(token, str):
        return h.i(".plu-token.plain", title=ctx._(EVENT_NAMES[token]))[EVENTS[token]]
    return h.i(f".plu-token.{parts.player_colour(token)}", title=ctx.table.players[token])[str(token + 1)]


def place_name(ctx: Ctx, state: State, place: Position) -> str:
    """A position by the rotations after which its body will be there."""
    _, (body, index) = ctx._, place
    name, now = body_name(ctx, body), state.bodies[body]
    if now is None or (body == ASTEROID and index < now):
        return _("{body}’s track, place {index}").format(body=name, index=index)
    ahead = (index - now) % len(state.box["bodies"][body]["positions"])
    if ahead == 0:
        return name
    text = _.ngettext("{body} after the next rotation", "{body} after {count} rotations", ahead)
    return text.format(body=name, count=ahead)


def place_word(place: Position) -> str:
    """A position as a word that a page sends back."""
    return f"{place[0]}:{place[1]}"


def read_place(state: State, word: str) -> Position | None:
    """The position that a page has named; None where there is none such."""
    body, _, index = word.partition(":")
    place = (body, int(index)) if index.isdecimal() else ("", -1)
    return place if place in state.sky.places else None


def councilors(ctx: Ctx, count: int) -> str:
    """So many councilors, in words."""
    return ctx._.ngettext("{count} councilor", "{count} councilors", count).format(count=count)


def where(ctx: Ctx, seat: int) -> str:
    """Where a player's ship is."""
    _, state = ctx._, ctx.table.state
    player = state.players[seat]
    if player.removed:
        return _("out of the game")
    if player.retired:
        return _("retired")
    if player.ship is None:
        return _("no ship") if state.phase == "play" else _("not placed yet")
    if state.bodies[player.ship[0]] == player.ship[1]:
        return _("on {body}").format(body=body_name(ctx, player.ship[0]))
    return _("waits in space: {place}").format(place=place_name(ctx, state, player.ship))
