"""The Python half of the pulse: which pongs were sent when, and which keys were seen."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

EVERY = 1.5  # seconds between two pings of a visible page
LIMIT = 2.5  # seconds without an answer after which the page says so: 4 s after a cut at the worst
FRESH = 4.5  # seconds after its last answered ping for which the page accepts taps
LEASE = 6.0  # seconds after that pong for which Python does: a tap that a broken line kept is refused
PONGS = 16
KEYS = 512


class Pulse:
    """Remembers the latest pongs and keys, a bounded number of each."""

    def __init__(self, lease: float = LEASE, now: Callable[[], float] = monotonic) -> None:
        self.lease = lease
        self._now = now
        self._pongs: OrderedDict[int, float] = OrderedDict()
        self._keys: OrderedDict[str, None] = OrderedDict()

    def answered(self, number: int) -> None:
        """Note that this ping is being answered now."""
        self._pongs[number] = self._now()
        while len(self._pongs) > PONGS:
            self._pongs.popitem(last=False)

    def late(self, pong: object) -> bool:
        """Whether a message that follows this pong was on its way for too long to be obeyed.

        A line that is cut can hold a tap back and deliver it when it mends, long after the page has told
        its reader that nothing is recorded.
        """
        if not isinstance(pong, int):
            return False
        at = self._pongs.get(pong)
        return pong > 0 and (at is None or self._now() - at > self.lease)

    def seen(self, key: str) -> bool:
        """Whether this key came before; from now on it has, so that nothing with it is obeyed later."""
        if key in self._keys:
            return True
        self._keys[key] = None
        while len(self._keys) > KEYS:
            self._keys.popitem(last=False)
        return False
