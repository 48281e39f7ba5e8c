"""The three ways in which the companion says no. Every one carries a plain sentence for the reader."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.words import N_, fill


class CompanionError(Exception):
    """A refusal with a stable code and a sentence that can be translated.

    ``template`` is the English sentence with ``{fields}``; ``message`` is that sentence filled in.
    """

    def __init__(self, code: str, template: str, **fields: Any) -> None:
        self.code = code
        self.template = template
        self.fields = fields
        super().__init__(code)

    def __str__(self) -> str:
        """The sentence, put together only where somebody reads it: what may be done is found by trying."""
        return self.message

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.text(lambda template: template)

    def text(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language of ``translate`` (a gettext function)."""
        return fill(self.template, self.fields, translate)


class RuleError(CompanionError):
    """A move that the rules or the contract refuse; the table is as it was before.

    ``needs`` lists the box values (JSON Pointers) that the move waits for, ``clashes`` the numbers of the
    entries that an amendment would make illegal. Both are empty for other refusals.
    """

    def __init__(
        self,
        code: str,
        template: str,
        *,
        needs: Sequence[str] = (),
        clashes: Sequence[int] = (),
        **fields: Any,
    ) -> None:
        super().__init__(code, template, **fields)
        self.needs = list(needs)
        self.clashes = list(clashes)


class LogError(CompanionError):
    """A save that cannot be read. ``line`` is the number of the unreadable line; the header is line 1."""

    def __init__(self, line: int, template: str, **fields: Any) -> None:
        self.line = line
        super().__init__("unreadable-line", template, line=line, **fields)

    @classmethod
    def unplayable(cls, line: int, reason: RuleError) -> "LogError":
        """The refusal of a line that the rules refuse."""
        return cls(line, N_("Line {line} cannot be played: {reason}"), reason=reason)


class StoreError(CompanionError):
    """The place where tables are kept cannot be read or written."""
