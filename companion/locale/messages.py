"""The developer's side of the words: find every message in the code and keep the translations complete.

python -m companion.locale new de             begin a language; it is spoken once nothing is missing
python -m companion.locale update             add new messages to the .po files, drop the ones that are gone
python -m companion.locale missing it         print what has no translation yet, as JSON to fill in
python -m companion.locale fill it FILE       take the translations from such a JSON file
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from string import Formatter

from babel import Locale, localedata
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po, write_po

from companion.words import CONTEXT, LANGUAGES, UNFINISHED, begun, capital, in_context, po_file, translated

SHOWN = "|"  # between a context and its text in the JSON that people fill in
PACKAGE = Path(__file__).parent.parent
TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]
# Which arguments of a call are messages, by the called name. Two make a singular and a plural.
KEYWORDS = {
    "_": (0,),
    "C_": (0, 1),
    "N_": (0,),
    "ngettext": (0, 1),
    "Counted": (0, 1),
    "RuleError": (1,),
    "LogError": (1,),
    "StoreError": (1,),
}
# No dates and no versions of tools in it: the file changes when its words do.
HEADER = """\
# {name}: the words of companion. Made by `python -m companion.locale update`, filled in by people.
msgid ""
msgstr ""
"Language: {lang}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"
{unfinished}
"""
Message = str | tuple[str, str]  # one that means several things begins with its context (`companion.words.C_`)


def messages() -> dict[Message, set[str]]:
    """Every message in the package and in its notebooks, with the files that it is in.

    Raises ValueError for a mark round something that is not a plain text (an f-string, say).
    """
    found: dict[Message, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE.parent).as_posix()
        for message in _in_source(path.read_text("utf-8"), name):
            found.setdefault(message, set()).add(name)
    for path in sorted((PACKAGE.parent / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        source = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        for message in _in_source(source, path.name):
            found.setdefault(message, set()).add(f"notebooks/{path.name}")
    return found


def _in_source(source: str, name: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source, name)):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        positions = KEYWORDS.get(called, ())
        if not positions or len(node.args) <= positions[-1]:
            continue
        arguments = [node.args[position] for position in positions]
        texts = [each.value for each in arguments if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if len(texts) == len(arguments):
            if called == "C_":
                yield in_context(*texts)
            else:
                yield texts[0] if len(texts) == 1 else (texts[0], texts[1])
        elif called in ("C_", "N_", "ngettext") or any(isinstance(each, ast.JoinedStr) for each in arguments):
            raise ValueError(f"{name}:{node.lineno}: {called}() marks plain texts only")


def catalog(lang: str) -> Catalog:
    """A language's translations as its file has them; empty when there is none yet."""
    path = po_file(lang)
    text = path.read_text("utf-8") if path.exists() else _header(lang, unfinished=True)
    return read_po(StringIO(text), locale=lang)


def update(lang: str) -> None:
    """Bring a language's file in line with the code: new messages come in empty, old ones go."""
    now = Catalog()
    for message, files in messages().items():
        context, english = _apart(message)
        now.add(english, context=context, locations=[(file, 0) for file in sorted(files)])
    kept = catalog(lang)
    kept.update(now, no_fuzzy_matching=True, update_creation_date=False)
    kept.obsolete.clear()
    _write(lang, kept)


def new(lang: str) -> None:
    """Begin a language: its file, with every message empty. Its name, its plurals and how it writes come from Babel.

    Raises ValueError for one that Babel does not know, or that is begun already.
    """
    if not re.fullmatch("[a-z]{2,3}", lang) or not localedata.exists(lang):
        raise ValueError(f"no language has the code {lang!r}")
    if lang == "en" or po_file(lang).exists():
        raise ValueError(f"{lang} is here already")
    update(lang)


def fill(lang: str, texts: dict[str, str | list[str]]) -> None:
    """Put translations, by their English text (for plurals: its singular), into a language's file."""
    update(lang)
    filled = catalog(lang)
    for english, text in texts.items():
        context, _, plain = english.rpartition(SHOWN)
        message = filled.get(plain, context or None)
        if message is None:
            raise ValueError(f"no such message in the code: {english!r}")
        if not isinstance(text, str) and len(text) != filled.num_plurals:
            raise ValueError(f"{filled.num_plurals} forms are needed in this language: {english!r}")
        message.string = typeset(lang, text) if isinstance(text, str) else tuple(typeset(lang, form) for form in text)
    _write(lang, filled)


def typeset(lang: str, text: str) -> str:
    """The text with the spaces that its language wants: narrow ones that do not break, round French signs.

    >>> typeset("fr", "Qui ? « Anna » : {count}") == "Qui\u202f? «\u202fAnna\u202f»\u202f: {count}"
    True
    """
    if lang != "fr":
        return text
    text = re.sub(r"[ \u00a0]+(?=[;!?»]|:(?:\s|$))", "\u202f", text)
    return re.sub(r"«[ \u00a0\u202f]*", "«\u202f", text)


def missing(lang: str) -> dict[str, str | list[str]]:
    """The messages without a translation, in the form that `fill` takes."""
    have = catalog(lang)
    absent: dict[str, str | list[str]] = {}
    for message in messages():
        context, english = _apart(message)
        entry = have.get(english, context)
        if entry is None or entry.fuzzy or not translated(entry):
            absent.update(
                {message.replace(CONTEXT, SHOWN): ""}
                if isinstance(message, str)
                else {message[0]: [""] * have.num_plurals}
            )
    return absent


def problems(lang: str) -> list[str]:
    """What is wrong with a language's file, a line each; empty when it is complete."""
    have, wanted = catalog(lang), messages()
    found = [f"missing: {english!r}" for english in missing(lang)]
    for entry in have:
        if not entry.id:
            continue
        key = _message(entry)
        if key not in wanted:
            found.append(f"not in the code any more: {key!r}")
        found += _wrong_fields(key, translated(entry))
    return found


def _message(entry: Entry) -> Message:
    """A catalogue's entry as it stands in the code."""
    if isinstance(entry.id, str):
        return in_context(entry.context, entry.id)
    return entry.id[0], entry.id[1]


def _apart(message: Message) -> tuple[str | None, Message]:
    """A message's context, where it has one, and what it says."""
    if not isinstance(message, str):
        return None, message
    context, _, text = message.rpartition(CONTEXT)
    return context or None, text


def _wrong_fields(message: Message, forms: tuple[str, ...]) -> Iterator[str]:
    """The forms whose `{fields}` are not the message's. A singular form may leave out the number."""
    english = (message,) if isinstance(message, str) else message
    for number, form in enumerate(forms):
        last = number == len(forms) - 1
        wanted, allowed = fields(english[-1]), fields(english[0]) | fields(english[-1])
        try:
            got = fields(form)
        except ValueError:
            yield f"unbalanced braces: {form!r}"
            continue
        if got != wanted if last else not got <= allowed:
            yield f"other fields than {english[-1]!r}: {form!r}"


def fields(template: str) -> set[str]:
    """The names between braces in a template.

    >>> sorted(fields("{player} has {amount:+}"))
    ['amount', 'player']
    """
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def _header(lang: str, *, unfinished: bool) -> str:
    return HEADER.format(
        name=capital(Locale.parse(lang).get_language_name(lang) or lang),
        lang=lang,
        plural=Catalog(locale=lang).plural_forms,
        unfinished=f'"{UNFINISHED}: yes\\n"\n' if unfinished else "",
    )


def _write(lang: str, what: Catalog) -> None:
    """Write a language's file. Once whole it stays spoken: what comes in later is missing, which a test tells."""
    path = po_file(lang)
    whole = all(translated(entry) for entry in what if entry.id)
    unfinished = not whole and (not path.exists() or UNFINISHED in path.read_text("utf-8"))
    path.parent.mkdir(parents=True, exist_ok=True)
    body = BytesIO()
    # No line numbers either: they would change with every edit of the code.
    write_po(body, what, width=110, omit_header=True, sort_by_file=True, include_lineno=False)
    path.write_bytes(_header(lang, unfinished=unfinished).encode() + body.getvalue())


def main(arguments: list[str] | None = None) -> None:
    """The command line of this tool."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.locale", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("do", choices=["new", "update", "missing", "fill"])
    parser.add_argument("language", nargs="?")
    parser.add_argument("file", nargs="?", type=Path)
    asked = parser.parse_args(arguments)
    lang = asked.language
    if not lang and asked.do != "update":
        parser.error(f"{asked.do} needs a language" + (" and a file" if asked.do == "fill" else ""))
    if asked.do == "fill" and not asked.file:
        parser.error("fill needs a file")
    if lang and asked.do != "new" and lang not in begun():
        parser.error(f"{lang} is not begun; there are {', '.join(begun())}, and `new {lang}` begins it")
    try:
        _do(asked.do, lang, asked.file)
    except ValueError as wrong:
        parser.error(str(wrong))


def _do(what: str, lang: str | None, file: Path | None) -> None:
    if lang and what == "missing":
        json.dump(missing(lang), sys.stdout, ensure_ascii=False, indent=1)
        print()
        return
    if lang and what == "new":
        new(lang)
    elif lang and file:
        fill(lang, json.loads(file.read_text("utf-8")))
    for each in [lang] if lang else begun():
        if what == "update":
            update(each)
        print(f"{each}: {len(messages())} messages, {len(missing(each))} without a translation")
