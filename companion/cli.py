"""The `companion` command: serve the tables, list them, take them out and in, replay a save.

Without a command's name it serves.

Exit codes: 0 when it is done, 1 when something that a person can put right stood in the way (one sentence on
stderr), 2 when the command line itself is wrong.
"""

import argparse
import gc
import io
import json
import os
import sys
from collections.abc import Sequence
from getpass import getpass
from importlib.metadata import version
from pathlib import Path

import companion
from companion import seal, seats
from companion.demo import demo_table
from companion.errors import CompanionError
from companion.files import write_whole
from companion.games import GAMES
from companion.serve.listening import SOCKETS
from companion.shapes import SAVE_BYTES
from companion.store import STORE, Store, data_folder, open_store
from companion.store.copying import copy_tables
from companion.store.touched import KEEP_DAYS
from companion.table import unpack
from companion.words import Translator, day, hour, system_language, translator

PORT = 8866
DISTRIBUTION = "tabletop-companion"
ABOUT = ("-h", "--help", "--version")  # of the command itself


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; gives the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # into a file Windows writes an alphabet that lacks some signs
    _ = translator(system_language())
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0].startswith("-") and words[0] not in ABOUT):
        words.insert(0, "serve")
    asked = _parser(_).parse_args(words)
    try:
        asked.run(asked, _)
        sys.stdout.flush()
    except CompanionError as refusal:
        return _complain(refusal.text(_))
    except BrokenPipeError:  # `companion tables | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    except OSError as trouble:
        where = f"{trouble.filename}: " if trouble.filename else ""
        return _complain(where + (trouble.strerror or str(trouble)))
    return 0


def serve(asked: argparse.Namespace, _: Translator) -> None:
    """Serve the tables until Ctrl-C."""
    from companion.serve.forks import start

    store = _address(asked)
    if store:
        os.environ[STORE] = store  # so that the kernels' fork server loads the driver
    started = start()  # it loads what pages need while the server itself is loaded
    try:
        gc.disable()  # what is loaded is no garbage, and looking for some takes a sixth of the time
        from companion.serve.app import serve as run

        gc.freeze()
        gc.enable()
        run(
            data_folder(asked.data),
            port=asked.port,
            door=asked.socket,
            lan_mode=asked.lan,
            open_browser=not asked.no_browser,
            proxied=asked.proxied,
            address=asked.address,
            own=asked.page,
            started=started,
            store=store,
            public=asked.public,
            keep=asked.keep,
        )
    finally:
        if started:
            started.close()  # the server has done so, unless it has refused to start


def tables(asked: argparse.Namespace, _: Translator) -> None:
    """Print the tables, newest first; an unreadable one says so and hides no other."""
    infos = _store(asked).tables(archived=asked.archived)
    if not infos:
        print(_("No table is put away.") if asked.archived else _("There is no table yet."))
    for info in infos:
        if info.error:
            print(f"{info.code or info.id}  {info.error.text(_)}")
            continue
        when = f"{day(info.changed, _.lang)} {hour(info.changed, _.lang)}"
        entries = _.ngettext("{count} entry", "{count} entries", info.entries).format(count=info.entries)
        print("  ".join(filter(None, [info.code, when, info.game, info.title, ", ".join(info.players), entries])))


def export(asked: argparse.Namespace, _: Translator) -> None:
    """Write a table's save to a file, or to stdout."""
    store = _store(asked)
    save = store.save(store.find(asked.code, archived=True))
    if asked.seal:
        save = seal.seal(save, getpass(_("Passphrase: ")))
    if asked.file:
        write_whole(asked.file, [save])
    else:
        sys.stdout.buffer.write(save)


def archive(asked: argparse.Namespace, _: Translator) -> None:
    """Put a table away and say how it comes back."""
    store = _store(asked)
    store.archive(store.find(asked.code, archived=True))
    print(_("Put away. It comes back with: companion restore {code}").format(code=asked.code.strip().upper()))


def restore(asked: argparse.Namespace, _: Translator) -> None:
    """Bring back a table that was put away."""
    store = _store(asked)
    store.restore(store.find(asked.code, archived=True))
    print(_("The table is back in the list."))


def import_(asked: argparse.Namespace, _: Translator) -> None:
    """Take a save in as a new table and print its code. It is replayed first: a bad one does not come in."""
    table = _load(asked.file, _)
    _keep(table, "", asked)
    if table.game.keeps_secrets:
        print(_("The banker’s seat has no PIN: sit down there and set one."), file=sys.stderr)
        print(_(seats.WITHOUT_PIN), file=sys.stderr)


def copy(asked: argparse.Namespace, _: Translator) -> None:
    """Copy tables from one store into another, print their codes, and say how many they are."""
    source, target = open_store(asked.source, make=False), open_store(asked.target)
    codes = copy_tables(source, target, asked.codes)
    for code in codes:
        print(code)
    said = _.ngettext("{count} table was copied.", "{count} tables were copied.", len(codes))
    print(said.format(count=len(codes)), file=sys.stderr)  # so that a program reads codes alone


def replay(asked: argparse.Namespace, _: Translator) -> None:
    """Replay a save and print what everyone may see at its end."""
    table = _load(asked.file, _)
    if asked.json:
        print(json.dumps(table.snapshot(), ensure_ascii=False))
    else:
        count = len(table.log)
        entries = _.ngettext("{count} entry", "{count} entries", count).format(count=count)
        print(f"{table.header.game}: {', '.join(table.players)}; {entries}")


def demo(asked: argparse.Namespace, _: Translator) -> None:
    """Make the demo table of a game and print its code."""
    _keep(demo_table(asked.game), _("Demo"), asked)


def notebooks(asked: argparse.Namespace, _: Translator) -> None:
    """Copy our notebooks out, to be opened and changed; one that is there already stays as it is."""
    from companion.serve.notebooks import TO_WORK_WITH, shipped_notebook

    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in TO_WORK_WITH:
        path = asked.folder / name
        if path.exists():
            print(_("{file} is there already and stays as it is.").format(file=path))
        else:
            write_whole(path, [shipped_notebook(name).read_bytes()])
            print(path)


def _load(path: Path, _: Translator) -> companion.Table:
    """The table in a save; for a sealed one its passphrase is asked."""
    most = SAVE_BYTES * seal.GROWTH
    with path.open("rb") as file:  # once: from a pipe it cannot be read again
        save = file.read(most + 1)
    if seal.is_sealed(save) and len(save) <= most:
        save = seal.unseal(save, getpass(_("Passphrase: ")))
    return unpack(save)


def _keep(table: companion.Table, title: str, asked: argparse.Namespace) -> None:
    store = _store(asked)
    lines = [table.header.line(), *(entry.line() for entry in table.log)]
    print(store.table(store.import_log(lines, title=title)).code)


def _parser(_: Translator) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion", description=_("The bookkeeping companion for economic board games.")
    )
    parser.add_argument("--version", action="version", version=version(DISTRIBUTION))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    data = argparse.ArgumentParser(add_help=False)
    data.add_argument("--data", type=Path, metavar="DIR", help=_("the folder of the tables"))
    url = "postgresql+psycopg://USER@HOST/DATABASE"
    data.add_argument("--store", metavar="URL", help=_("a database for the tables, {url}").format(url=url))

    def command(name: str, run: object, text: str, *, store: bool = True) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text, parents=[data] if store else [])
        sub.set_defaults(run=run)
        return sub

    sub = command("serve", serve, _("serve the tables to the browsers"))
    at = sub.add_mutually_exclusive_group()
    at.add_argument("--port", type=_port, default=PORT, help=_("the port ({port} unless you say so)").format(port=PORT))
    sub.set_defaults(socket=None)
    if SOCKETS:
        at.add_argument("--socket", type=Path, metavar="FILE", help=_("a socket, for this user alone, instead"))
    sub.add_argument("--lan", action="store_true", help=_("open to the devices in the room, behind a token"))
    sub.add_argument(
        "--address", metavar="ADDRESS", help=_("with --lan: which of this machine's addresses the players are told")
    )
    sub.add_argument(
        "--page",
        type=Path,
        metavar="NOTEBOOK",
        help=_("a notebook of one’s own, served as a page that the first page links to"),
    )
    sub.add_argument(
        "--public", action="store_true", help=_("an open host: everybody sees only the tables whose code they know")
    )
    sub.add_argument(
        "--keep",
        type=_days,
        default=KEEP_DAYS,
        metavar="DAYS",
        help=_(
            "with --public: put tables away that nobody has touched for so long ({days} days unless you say so)"
        ).format(days=KEEP_DAYS),
    )
    sub.add_argument("--no-browser", action="store_true", help=_("do not open a browser here"))
    sub.add_argument(
        "--proxied", metavar="PATH", help=_("behind a Jupyter server of this machine, which passes this path on")
    )
    sub = command("tables", tables, _("list the tables"))
    sub.add_argument("--archived", action="store_true", help=_("those that were put away"))
    for name, run, text in (
        ("archive", archive, _("put a table away: it leaves the list, nothing of it is lost")),
        ("restore", restore, _("bring back a table that was put away")),
    ):
        command(name, run, text).add_argument("code", metavar="CODE", help=_("the table's code"))
    sub = command("export", export, _("write a table's save to a file"))
    sub.add_argument("code", metavar="CODE", help=_("the table's code"))
    sub.add_argument("file", metavar="FILE", nargs="?", type=Path, help=_("the file (without: stdout)"))
    sub.add_argument("--seal", action="store_true", help=_("behind a passphrase, which is asked"))
    sub = command("import", import_, _("take a save in as a new table"))
    sub.add_argument("file", metavar="FILE", type=Path, help=_("the save"))
    text = _("copy tables into another store, with their codes, PINs and boxes")
    sub = command("copy", copy, text, store=False)
    where = _("a folder or a database’s URL")
    sub.add_argument("--from", dest="source", required=True, metavar="STORE", help=where)
    sub.add_argument("--to", dest="target", required=True, metavar="STORE", help=where)
    sub.add_argument("codes", metavar="CODE", nargs="*", help=_("the tables’ codes (without: all of them)"))
    sub = command("replay", replay, _("replay a save and show how it ends"), store=False)
    sub.add_argument("file", metavar="FILE", type=Path, help=_("the save"))
    sub.add_argument("--json", action="store_true", help=_("print the public snapshot as JSON"))
    sub = command("demo", demo, _("make a table to look round in"))
    sub.add_argument(
        "game", metavar="GAME", nargs="?", choices=GAMES, default="good-brokers", help=_("the game, by its id")
    )
    sub = command("notebooks", notebooks, _("copy out the notebooks, to work with them"), store=False)
    sub.add_argument(
        "folder", metavar="DIR", nargs="?", type=Path, default=Path("notebooks"), help=_("where to (notebooks)")
    )
    return parser


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) not in range(1, 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port (1 to 65535)")
    return int(text)


def _address(asked: argparse.Namespace) -> str | None:
    """The database's address; None where the tables are in the folder."""
    return asked.store or (None if asked.data else os.environ.get(STORE))


def _days(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) not in range(1, 10_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days (1 to 9999)")
    return int(text)


def _store(asked: argparse.Namespace) -> Store:
    return open_store(_address(asked) or data_folder(asked.data))


def _complain(sentence: str) -> int:
    print(f"companion: {sentence}", file=sys.stderr)
    return 1
