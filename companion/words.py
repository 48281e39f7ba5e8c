"""Every text that a person reads, in the language of their device.

The code holds the English. ``N_("…")`` marks a text that is translated later, where it is shown::

    refused = RuleError("price-is-zero", N_("{company} has no price."), company="Ford")
    _ = translator("it")
    refused.text(_)

Translations are in ``locale/<language>/LC_MESSAGES/companion.po`` and are read as they are: there is
nothing to compile. ``python -m companion.locale update`` brings those files in line with the code, ``… new`` begins a
language: it is spoken as soon as every message has been filled in.
"""

import gettext
import os
import unicodedata
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

if TYPE_CHECKING:
    from babel.messages.catalog import Message

LOCALE = Path(__file__).parent / "locale"
YEARS = range(2, 9999)  # so that a time can be told in every time zone
UNFINISHED = "X-Unfinished"  # a header of the translations that nobody is shown yet


def po_file(lang: str) -> Path:
    """Where a language's translations are."""
    return LOCALE / lang / "LC_MESSAGES" / "companion.po"


def begun() -> list[str]:
    """The languages that have translations, whole or not."""
    return sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/companion.po"))


def finished() -> dict[str, str]:
    """The languages that are whole, each named in its own words by its file's first line; English is in the code."""
    found = {"en": "English"}
    for lang in begun():
        with po_file(lang).open(encoding="utf-8") as file:
            header = "".join(iter(file.readline, "\n"))
        if UNFINISHED not in header:
            found[lang] = header[2 : header.index(":")]
    return found


LANGUAGES = finished()


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a text for translation and give it back as it is.

    >>> N_("Buy")
    'Buy'
    """
    return text


CONTEXT = "\x04"  # between a context and its text, as in gettext's own files


def C_(context: str, text: str) -> str:  # noqa: N802 - as `N_`
    """Mark a text that means something else elsewhere: it is translated by its context, which no reader sees.

    >>> translator("en")(C_("a side", "left"))
    'left'
    """
    return in_context(context, text)


def in_context(context: str | None, text: str) -> str:
    """A text as it stands where it is translated: with its context before it, where it has one."""
    return f"{context}{CONTEXT}{text}" if context else text


def bare(text: str) -> str:
    """A text without its context."""
    return text.rpartition(CONTEXT)[2]


LONGEST_NUMBER = 10**40


class Word(str):
    """A word that fills a sentence and is translated with it: the name of a planet, say."""

    __slots__ = ()


class Counted:
    """A count of things within a sentence: in the form that goes with the count.

    >>> Counted("{count} second", "{count} seconds", 1).text(str)
    '1 second'
    """

    __slots__ = ("forms",)

    def __init__(self, one: str, many: str, count: int) -> None:
        self.forms = (one, many, count)

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, as two sentences of the same words do."""
        return isinstance(other, Counted) and self.forms == other.forms

    def __hash__(self) -> int:
        """Equal counts have equal hashes."""
        return hash(self.forms)

    def __repr__(self) -> str:
        """What it is made of; an address in the memory could be taken for somebody's amount."""
        return f"Counted{self.forms}"

    def text(self, translate: Callable[[str], str]) -> str:
        """The count and its things in the language of ``translate``."""
        words = translate if isinstance(translate, Translator) else translator("en")
        return words.ngettext(*self.forms).format(count=self.forms[-1])


def fill(template: str, fields: dict[str, Any], translate: Callable[[str], str]) -> str:
    """The sentence in the language of ``translate``, filled in.

    A `Word` or a sentence (what has a ``text`` of its own) among the fields is translated too; text that others typed
    is kept from turning its surroundings round.
    """
    return str.format(bare(translate(template)), **{name: _filling(value, translate) for name, value in fields.items()})


def worded(name: str, translate: Callable[[str], str]) -> str:
    """A name in the reader's language where it is a `Word`, else as it was typed."""
    return bare(translate(name)) if isinstance(name, Word) else isolated(name)


def _filling(value: Any, translate: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return worded(value, translate)
    if isinstance(value, int) and abs(value) > LONGEST_NUMBER:
        return "…"  # Python itself refuses to write thousands of digits
    return value.text(translate) if hasattr(value, "text") else value


def labelled(what: str, value: object, _: Callable[[str], str]) -> str:
    """What something is, and how much or which: the colon between them is the language's.

    >>> labelled("Prix", 40, translator("fr")) == "Prix\u202f: 40"
    True
    """
    return _("{what}: {value}").format(what=what, value=value)


# What opens a stretch of text of its own direction, what closes one, and what ends a paragraph and all of them.
_OPENS, _CLOSES = "\u2066\u2067\u2068", "\u2069"
ISOLATES = _OPENS + _CLOSES
_TURNS = frozenset(("R", "AL", "AN", "RLE", "LRE", "RLO", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"))


def isolated(text: str) -> str:
    """The text so that it can stand inside another one and turn only itself round, whatever signs are in it.

    >>> isolated("Anna"), isolated("\u202eAnna") == "\u2068\u202eAnna\u2069"
    ('Anna', True)
    """
    if text.isascii() or not any(unicodedata.bidirectional(sign) in _TURNS for sign in text):
        return text
    text = "".join(" " if unicodedata.bidirectional(sign) == "B" else sign for sign in text)
    unopened = unclosed = 0
    for sign in text:
        if sign in _OPENS:
            unclosed += 1
        elif sign == _CLOSES and unclosed:
            unclosed -= 1
        elif sign == _CLOSES:
            unopened += 1
    return "\u2068" * (1 + unopened) + text + _CLOSES * (1 + unclosed)


def capital(word: str) -> str:
    """A word as it begins a line.

    >>> capital("steel mill")
    'Steel mill'
    """
    return word[:1].upper() + word[1:]


class Sentence(str):
    """A text in a reader's language, to be filled with what others typed as `fill` does it."""

    __slots__ = ()

    def format(self, /, *args: Any, **fields: Any) -> str:
        """The sentence filled in; nothing in it turns the rest round."""
        return super().format(*args, **{name: isolated(v) if isinstance(v, str) else v for name, v in fields.items()})


class Translator:
    """The words of one language; called with an English text, it gives the translated one.

    A text without a translation stays English. ``zone`` is the reader's time zone: times are written as the clock on
    the reader's wall has them. None where it is not known, which means this machine's.
    """

    def __init__(
        self,
        lang: str,
        texts: dict[str, str],
        plurals: dict[str, Sequence[str]],
        form: Callable[[int], int],
        zone: tzinfo | None = None,
    ) -> None:
        self.lang = lang
        self.zone = zone
        self._texts = texts
        self._plurals = plurals
        self._form = form

    def __call__(self, text: str) -> str:
        """The text in this language."""
        return Sentence(self._texts.get(text) or bare(text))

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form of the text that goes with this count (``one`` and ``many`` are the English forms)."""
        forms = self._plurals.get(one)
        if forms is None:
            return Sentence(one if count == 1 else many)
        return Sentence(forms[self._form(count)])

    def at(self, zone: str) -> "Translator":
        """The same words for a reader in a time zone: its name, as browsers tell it ("" where it is not known)."""
        try:
            return Translator(self.lang, self._texts, self._plurals, self._form, ZoneInfo(zone)) if zone else self
        except (ValueError, OSError, ZoneInfoNotFoundError):
            return self


@cache
def translator(lang: str) -> Translator:
    """The words of a language; English for one that we do not have.

    >>> _ = translator("en")
    >>> _.ngettext("{count} share", "{count} shares", 2).format(count=2)
    '2 shares'
    """
    path = po_file(lang)
    if lang == "en" or lang not in LANGUAGES or not path.exists():
        return Translator("en", {}, {}, lambda count: int(count != 1))
    from babel.messages.pofile import read_po  # here, because the rules mark their words and need no more

    with path.open("rb") as file:
        catalog = read_po(file, locale=lang)
    texts: dict[str, str] = {}
    plurals: dict[str, Sequence[str]] = {}
    for message in catalog:
        done = () if message.fuzzy else translated(message)
        if done and isinstance(message.id, str):
            texts[in_context(message.context, message.id)] = done[0]
        elif done:
            plurals[message.id[0]] = done
    return Translator(lang, texts, plurals, gettext.c2py(catalog.plural_expr))


def translated(message: "Message") -> tuple[str, ...]:
    """A catalogue message in its language: one text, or one a plural form; empty while any is missing."""
    string = message.string or ""
    forms = (string,) if isinstance(string, str) else tuple(string)
    return forms if message.id and all(forms) else ()


def direction(lang: str) -> str:
    """Which way a language is written: ``ltr`` or ``rtl``.

    >>> direction("fr"), direction("he")
    ('ltr', 'rtl')
    """
    from babel import Locale

    return str(Locale.parse(lang).text_direction)


def pick_language(cookie: str | None, accept: str | Sequence[str]) -> str:
    """The language to speak: the one chosen on this device, else what its browser likes best of ours.

    ``cookie`` is a language, ``auto`` or nothing; ``accept`` an ``Accept-Language`` header, or
    ``navigator.languages``. English when nothing fits.

    >>> pick_language("auto", "tlh, fr;q=0.7, it-IT;q=0.9")
    'it'
    """
    if cookie in LANGUAGES:
        return cookie
    wishes = []
    for wish in accept.split(",") if isinstance(accept, str) else accept:
        tag, _, quality = wish.partition(";q=")
        try:
            wishes.append((-float(quality or 1), tag.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    wishes.sort(key=lambda wish: wish[0])
    return next((lang for quality, lang in wishes if lang in LANGUAGES and quality < 0), "en")


def signed(number: int) -> str:
    """A number with its sign.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '+0')
    """
    return f"{number:+d}".replace("-", "−")


@lru_cache(maxsize=10_000)
def money(amount: float, lang: str) -> str:
    """An amount with the language's grouping.

    >>> money(1234567, "it")
    '1.234.567'
    """
    from babel.numbers import format_decimal

    return format_decimal(amount, locale=lang)


def separators(lang: str) -> str:
    """What a language writes before decimals and between thousands.

    >>> separators("en"), separators("de")
    ('.,', ',.')
    """
    from babel.numbers import get_decimal_symbol, get_group_symbol

    return get_decimal_symbol(lang) + get_group_symbol(lang)


def system_language() -> str:
    """The language that this machine's terminal speaks."""
    set_here = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return pick_language(None, set_here.replace("_", "-"))


def day(at: str, lang: str, zone: tzinfo | None = None) -> str:
    """The date of an entry's time (ISO 8601, UTC), in a time zone (None = this machine's).

    >>> day("2026-11-27T12:15:00Z", "en")
    'Nov 27, 2026'
    """
    from babel.dates import format_date

    return format_date(local(at, zone), format="medium", locale=lang)


def hour(at: str, lang: str, zone: tzinfo | None = None) -> str:
    """The time of day of an entry's time (ISO 8601, UTC), in a time zone (None = this machine's)."""
    from babel.dates import format_time

    return format_time(local(at, zone), format="short", locale=lang)


def local(at: str, zone: tzinfo | None) -> datetime:
    """An entry's time as the clocks of a time zone have it (None = this machine's)."""
    moment = utc(at)
    try:
        return moment.astimezone(zone)
    except OSError:  # Windows knows its own zone from 1970 on alone
        return moment


def utc(at: str | datetime) -> datetime:
    """A time in UTC, which is also meant where no zone is said. Raises ValueError or OverflowError."""
    moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    if moment.year not in YEARS:
        raise ValueError("out of range")
    return moment
