"""What the rules, or a seat's rights, say no to."""

from typing import Any

import pytest

from companion import seats
from companion.errors import RuleError
from companion.table import Table


def refusal(table: Table, action: str, **fields: Any) -> RuleError:
    """The refusal of a move: a whole sentence; the table is as it was."""
    before, log = table.state, list(table.log)
    with pytest.raises(RuleError) as caught:
        table.do(action, **fields)
    assert table.state == before
    assert table.log == log
    assert "." in caught.value.message
    return caught.value


def refused(table: Table, action: str, **fields: Any) -> str:
    """The code of the refusal of a move."""
    return refusal(table, action, **fields).code


def kept_out(table: Table, seat: str, action: str, **fields: Any) -> str:
    """The code with which a seat may not do something; "" where it may."""
    try:
        seats.check(table, seat, action, fields)
    except RuleError as caught:
        return caught.code
    return ""
