"""A move of a game that somebody asks for: whose it is, before it is made."""

from typing import Any, NamedTuple

from companion.games.common import Game, Sight


class Asked(NamedTuple):
    """A move as it was read, and the state in which it is asked for."""

    game: Game
    state: Any
    move: Any

    @property
    def actor(self) -> str | None:
        """The player who acts in it; None where no player does."""
        seat = self.game.actor(self.state, self.move)
        return None if seat is None else self.state.names[seat]

    @property
    def partners(self) -> list[str]:
        """The players who may make it beside its actor."""
        return [self.state.names[seat] for seat in self.game.partners(self.state, self.move)]

    @property
    def for_banker(self) -> bool:
        """Whether no player makes it."""
        return self.game.for_banker(self.state, self.move)

    @property
    def is_own(self) -> bool:
        """Whether only the own seat tries it, where its action may tell a secret."""
        return self.game.is_own(self.state, self.move)

    def met(self, sight: Sight) -> list[str]:
        """The players whose hidden things decide what comes of it, where ``sight`` does not see them."""
        return [self.state.names[seat] for seat in sorted(self.game.meets(self.state, self.move, sight))]
