"""The prices of everything that has one, by what it is."""

from companion.table import Table


def prices(table: Table, seat: str | None = None) -> dict[tuple[str, ...], list[tuple[int, float]]]:
    """The price of each good after each change, by its ids: (entry, price). Nothing in a game without prices."""
    found: dict[tuple[str, ...], list[tuple[int, float]]] = {}
    if "prices" not in table.game.records:
        return found
    printed = table.as_of(0).snapshot().get("prices")  # where the records tell changes alone
    if isinstance(printed, dict):
        found = {(name,): [(0, price)] for name, price in printed.items() if isinstance(price, int)}
    for row in table.records("prices", seat):
        if row["price"] is not None:
            found.setdefault(tuple(row[key] for key in table.game.priced), []).append((row["n"], row["price"]))
    return found
