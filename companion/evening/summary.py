"""The evening in a few lines."""

from companion.evening import moves, times
from companion.evening.end import standings
from companion.table import Table
from companion.words import Translator, day, hour, isolated, labelled, money

MINUTE = 60
Lines = list[tuple[str, str]]


def summary(table: Table, _: Translator, seat: str | None = None) -> Lines:
    """What one tells of the evening, as (what it is, what there is to say)."""
    if not table.log:
        return []
    return [*_when(table, _), *_won(table, _), *_deals(table, _, seat), *_clock(table, _)]


def span(seconds: float, _: Translator) -> str:
    """A length of time in words.

    >>> from companion.words import translator
    >>> [span(seconds, translator("en")) for seconds in (42, 125, 7500)]
    ['42 s', '2 min 5 s', '2 h 5 min']
    """
    whole = round(seconds)
    hours, minutes, rest = whole // MINUTE**2, whole // MINUTE % MINUTE, whole % MINUTE
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    if minutes:
        return _("{minutes} min {seconds} s").format(minutes=minutes, seconds=rest)
    return _("{seconds} s").format(seconds=rest)


def _when(table: Table, _: Translator) -> Lines:
    first = table.log[0].at
    began = f"{day(first, _.lang, _.zone)}, {hour(first, _.lang, _.zone)}"
    count = len(table.effective)
    moves_made = _.ngettext("{count} move", "{count} moves", count).format(count=count)
    return [(_("When"), f"{began} · {span(times.length(table), _)} · {moves_made}")]


def _won(table: Table, _: Translator) -> Lines:
    first = [each for each in standings(table) if each.place == 1]
    if not first:
        return []
    total = first[0].total
    said = ", ".join(isolated(each.player) for each in first)
    return [(_("Won"), said if total is None else f"{said} ({money(total, _.lang)})")]


def _deals(table: Table, _: Translator, seat: str | None) -> Lines:
    rows = [row for row in moves.gains(table, seat) if row["action"] not in ("correct", "amend")]
    best = max((row for row in rows if row["change"] > 0), key=_change, default=None)
    worst = min((row for row in rows if row["change"] < 0), key=_change, default=None)
    loss = _("Biggest loss") if table.game.counts_goods else _("Most spent")
    told = {line.n: line.line.text(_) for line in table.history(seat)} if best or worst else {}
    return [
        (label, f"{isolated(row['player'])} {signed(row['change'], _)} ({labelled(str(row['n']), told[row['n']], _)})")
        for label, row in ((_("Best deal"), best), (loss, worst))
        if row
    ]


def _change(row: moves.Row) -> int:
    change: int = row["change"]
    return change


def _clock(table: Table, _: Translator) -> Lines:
    longest = times.longest_turn(table)
    spent = {player: seconds for player, seconds in times.used(table).items() if seconds}
    lines: Lines = []
    if longest:
        said = f"{isolated(longest['player'])} {span(longest['seconds'], _)}"
        lines.append((_("Longest turn"), f"{said} ({_('from entry {n}').format(n=longest['n'])})"))
    if spent:
        order = sorted(spent, key=lambda player: -spent[player])
        lines.append((_("Time"), ", ".join(f"{isolated(player)} {span(spent[player], _)}" for player in order)))
    return lines


def signed(amount: int, _: Translator) -> str:
    """An amount with its sign."""
    return ("+" if amount > 0 else "−") + money(abs(amount), _.lang)
