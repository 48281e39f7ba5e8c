"""Words of the book that several of its pages and files say."""

from companion.games import load_game
from companion.group.facts import Evening
from companion.words import Translator


def title(evening: Evening, _: Translator) -> str:
    """What the game of an evening is called."""
    return _(evening.own) if evening.own else load_game(evening.game).called(_)


def counted(count: int, _: Translator) -> str:
    """So many evenings."""
    return _.ngettext("{count} evening", "{count} evenings", count).format(count=count)
