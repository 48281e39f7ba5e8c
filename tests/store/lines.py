"""Plain lines for tests that need a log but no game."""

from companion.log import Entry, Header

HEADER = Header(game="good-brokers", rules=1, players=["Anna", "Bruno", "<b>x</b>"], options={}, box={}).line()


def line(n: int, text: str = "a remark") -> str:
    """Entry ``n``, a note."""
    return Entry(n, f"2026-11-27T20:{n // 60 % 60:02}:{n % 60:02}Z", "Anna", "note", {"text": text}).line()
