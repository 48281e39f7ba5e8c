"""The `companion` command: what it prints, and how it ends."""

import json
import os
import shlex
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion import cli, seal
from companion.demo import demo_table
from companion.serve import forks
from companion.store import open_store
from tests.postgres import Postgres


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
    """Run a command on a data folder of this test's; gives (exit code, stdout, stderr)."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def command(*words: object) -> tuple[int, str, str]:
        try:
            code = cli.main([str(word) for word in words])
        except SystemExit as ended:  # argparse ends the program itself
            code = int(ended.code or 0)
        said = capfd.readouterr()
        assert "Traceback" not in said.out + said.err
        return code, said.out, said.err

    return command


def test_the_demo_table_goes_out_and_comes_back_in(run, tmp_path: Path) -> None:
    save, again = tmp_path / "demo.jsonl", tmp_path / "again.jsonl"
    code, made, _ = run("demo")
    assert code == 0
    assert run("export", made.strip().lower(), save)[0] == 0
    code, taken_in, _ = run("import", save)
    assert code == 0
    assert run("export", taken_in.strip(), again)[0] == 0
    assert again.read_bytes() == save.read_bytes()
    listed = run("tables")[1].splitlines()
    assert [line[:5] for line in listed] == [taken_in.strip(), made.strip()]
    assert "Anna, Bruno, Carla, Dario" in listed[0]


def test_a_table_that_is_taken_in_has_no_pin_and_it_is_said(run, tmp_path: Path) -> None:
    for game, secret in (("ponzi-scheme", True), ("plutocracy", False)):
        demo_table(game).save(tmp_path / "save.jsonl")
        code, made, said = run("import", tmp_path / "save.jsonl")
        assert (code, len(made.strip())) == (0, 5)
        assert said == secret * (
            "The banker’s seat has no PIN: sit down there and set one.\n"
            "Without it anybody can become the banker, ask to take a forgotten PIN away, and take out the save with "
            "all that players hide.\n"
        )


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.skipif(os.name != "posix", reason="Windows has rights of its own")
@pytest.mark.parametrize("made_before", [True, False])
@pytest.mark.parametrize("command", ["demo", "tables", "import", "copy"])
def test_whoever_writes_first_shuts_the_folder_of_the_tables(
    run, tmp_path: Path, usual_umask: None, command: str, made_before: bool
) -> None:
    data, save = tmp_path / "elsewhere" / "tables", tmp_path / "demo.jsonl"
    demo_table().save(save)
    if made_before:
        data.mkdir(parents=True)
        (data / "notes.txt").touch()
    if command == "copy":
        open_store(tmp_path / "data").close()
    words = {"import": ["import", save], "copy": ["copy", "--from", tmp_path / "data", "--to", data]}
    code = run(*words.get(command, [command]), *(["--data", data] if command != "copy" else []))[0]
    assert code == 0
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [data, *data.iterdir()]}
    assert modes.pop("tables") == 0o700
    assert modes.pop("notes.txt", 0o644) == 0o644  # it is none of ours
    assert modes == dict.fromkeys(modes, 0o600)
    assert "tables.sqlite" in modes


def test_a_folder_that_is_everybody_s_stays_so(tmp_path: Path, usual_umask: None) -> None:
    data = tmp_path / "tmp"
    data.mkdir()
    data.chmod(0o1777)
    store = open_store(data)
    store.create(demo_table().header.line())
    found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.iterdir()}
    store.close()
    assert stat.S_IMODE(data.stat().st_mode) == 0o1777
    assert len(found) == 3
    assert set(found.values()) == {0o600}


def test_export_without_a_file_prints_the_save(run) -> None:
    code = run("demo")[1].strip()
    header = json.loads(run("export", code)[1].splitlines()[0])
    assert header["format"] == "companion-log"


def test_replay_prints_what_everyone_may_see(run, tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    table = companion.new_table("good-brokers", players=["<b>x</b>", "Zoë", "שרה"])
    table.do("buy", player="<b>x</b>", shares={"ford": 2})
    table.save(save)
    code, out, _ = run("replay", save, "--json")
    assert code == 0
    assert json.loads(out) == table.snapshot()
    assert run("replay", save)[1].startswith("good-brokers: <b>x</b>, Zoë, שרה; 1 entry")


@pytest.mark.parametrize("command", ["replay", "import"])
def test_a_bad_save_is_named_by_its_line(run, tmp_path: Path, command: str) -> None:
    save = tmp_path / "bad.jsonl"
    table = demo_table()
    lines = [table.header.line(), *(entry.line() for entry in table.log)]
    lines[4] = '{"n": 4, "at": '
    save.write_text("\n".join(lines), "utf-8")
    code, out, err = run(command, save)
    assert (code, out) == (1, "")
    assert "Line 5" in err
    assert len(err.splitlines()) == 1
    assert run("tables")[1] == "There is no table yet.\n"


@pytest.mark.skipif(os.name != "posix", reason="pipes have no names there")
@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("command", ["replay", "import"])
def test_a_save_comes_through_a_pipe(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, sealed: bool
) -> None:
    save = "".join(line + "\n" for line in demo_table().lines()).encode()
    monkeypatch.setattr("companion.cli.getpass", lambda _prompt: "correct horse")
    os.mkfifo(tmp_path / "pipe")
    fed = threading.Thread(
        target=(tmp_path / "pipe").write_bytes, args=(seal.seal(save, "correct horse") if sealed else save,)
    )
    fed.start()
    code, out, err = run(command, tmp_path / "pipe")
    fed.join(10)
    assert (code, "has no PIN" in err) == (0, command == "import")
    if command == "replay":
        assert out.startswith("good-brokers: Anna, Bruno, Carla")
    else:
        run("export", out.strip(), tmp_path / "again.jsonl")
        assert (tmp_path / "again.jsonl").read_bytes() == save


@pytest.mark.parametrize("beginning", [b"", b'{"format":"companion-sealed",'])
def test_no_more_is_read_than_a_save_has(run, tmp_path: Path, beginning: bytes) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.write(beginning)
        file.truncate(20_000_000)
    endless = [Path("/dev/zero")] if os.name == "posix" else []
    for path in [tmp_path / "large", *endless]:
        code, out, err = run("replay", path)
        assert (code, out) == (1, "")
        assert err == "companion: Line 1 is too much: a save has at most 5 million bytes.\n"


def test_a_seal_of_brackets_is_one_sentence(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.getpass", lambda _prompt: "correct horse")
    (tmp_path / "deep").write_bytes(b'{"format":"companion-sealed","x":' + b"[" * 100_000)
    code, out, err = run("import", tmp_path / "deep")
    assert (code, out, err) == (1, "", "companion: This is no sealed save, or one of a newer version.\n")


def test_what_a_person_can_put_right_is_one_sentence(run, tmp_path: Path) -> None:
    for words in (("export", "QQQQQ"), ("replay", tmp_path / "none.jsonl"), ("import", tmp_path)):
        code, out, err = run(*words)
        assert (code, out, len(err.splitlines())) == (1, "", 1), words
    assert "none.jsonl" in run("replay", tmp_path / "none.jsonl")[2]


def test_a_wrong_command_line_is_exit_code_2(run) -> None:
    for words in (("fly",), ("--fly",), ("serve", "--port", "99999"), ("export",), ("replay", "a", "b")):
        code, out, err = run(*words)
        assert (code, out) == (2, ""), words
        assert "usage: companion" in err


def test_without_a_command_s_name_it_serves(run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr("companion.serve.forks.start", lambda: None)
    monkeypatch.setattr("companion.serve.app.serve", lambda _data, **given: asked.append(given["lan_mode"]))
    for words in ((), ("--lan",), ("serve", "--lan")):
        assert run(*words)[0] == 0
    assert asked == [False, True, True]


def test_a_server_that_refuses_to_start_leaves_no_process_behind(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = forks.start()
    if started is None:
        pytest.skip("kernels are forked on Linux only")
    monkeypatch.setattr("companion.serve.forks.start", lambda: started)
    code, _out, err = run("--public", "--page", tmp_path / "own.ipynb")
    assert (code, err.count("\n")) == (1, 1)
    assert not started.alive


def test_every_command_has_help(run) -> None:
    for words in (
        (),
        ("serve",),
        ("tables",),
        ("export",),
        ("import",),
        ("archive",),
        ("restore",),
        ("replay",),
        ("demo",),
        ("notebooks",),
    ):
        code, out, _ = run(*words, "--help")
        assert code == 0
        assert out.startswith("usage: companion")


def test_the_words_follow_the_system(run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("demo")
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert "entries" not in run("tables")[1]


def test_a_table_is_put_away_and_brought_back(run) -> None:
    code = run("demo")[1].strip()
    other = run("demo", "greed")[1].strip()
    assert run("archive", code.lower()) == (0, f"Put away. It comes back with: companion restore {code}\n", "")
    assert [line[:5] for line in run("tables")[1].splitlines()] == [other]
    assert [line[:5] for line in run("tables", "--archived")[1].splitlines()] == [code]
    assert run("export", code)[0] == 0
    assert run("restore", code)[0] == 0
    assert {line[:5] for line in run("tables")[1].splitlines()} == {code, other}
    assert run("tables", "--archived")[1] == "No table is put away.\n"
    assert run("archive", "ZZZZZ")[0] == 1


def test_a_port_that_is_taken_is_said_in_words(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "companion", "serve", "--no-browser", "--data", str(tmp_path)]
        command += ["--port", str(taken.getsockname()[1])]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert f"Port {command[-1]} is taken" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1, ended.stderr


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m companion demo --data {shlex.quote(str(tmp_path))} | true"
    ended = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.stderr == ""


def test_a_save_goes_out_sealed(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.getpass", lambda _prompt: "correct horse")
    code = run("demo", "ponzi-scheme")[1].strip()
    save = tmp_path / "sealed.json"
    assert run("export", code, str(save), "--seal")[0] == 0
    assert b"offer" not in save.read_bytes()
    assert run("import", str(save))[0] == 0
    assert "96 entries" in run("replay", str(save))[1]


def test_tables_go_into_a_database_and_back(run, tmp_path: Path, postgres: Postgres) -> None:
    url, save, again = postgres.store(), tmp_path / "save.jsonl", tmp_path / "again.jsonl"
    codes = {run("demo", game)[1].strip() for game in ("good-brokers", "greed")}
    code = min(codes)
    assert run("export", code, save)[0] == 0
    assert run("archive", code)[0] == 0
    copied = run("copy", "--from", tmp_path / "data", "--to", url)
    assert (copied[0], set(copied[1].split()), copied[2]) == (0, codes, "2 tables were copied.\n")
    assert run("tables", "--store", url)[1].split()[0] in codes
    assert run("tables", "--store", url, "--archived")[1].startswith(code)
    assert run("copy", "--from", url, "--to", tmp_path / "new", code) == (0, f"{code}\n", "1 table was copied.\n")
    assert run("export", code, again, "--data", tmp_path / "new")[0] == 0
    assert again.read_bytes() == save.read_bytes()
    refused = run("copy", "--from", url, "--to", tmp_path / "new", code)
    assert refused[0] == 1
    assert "nothing was copied" in refused[2]


def test_a_store_that_is_not_there_is_not_copied_nor_made(run, tmp_path: Path, postgres: Postgres) -> None:
    (tmp_path / "empty").mkdir()
    url = postgres.store()
    for source, place in (
        (tmp_path / "typo", tmp_path / "typo"),
        (tmp_path / "empty", tmp_path / "empty"),
        (url, url),
    ):
        code, out, err = run("copy", "--from", source, "--to", tmp_path / "new")
        assert (code, out, err) == (1, "", f"companion: No tables are kept at {place}.\n")
    assert not (tmp_path / "typo").exists()
    assert not (tmp_path / "new").exists()
    assert not list((tmp_path / "empty").iterdir())
    assert postgres.ask(f"SELECT count(*) FROM pg_tables WHERE schemaname = '{url.rpartition('%3D')[2]}'") == [(0,)]
    secret = url.replace("companion@", "companion:secret@")
    assert "secret" not in run("copy", "--from", secret, "--to", tmp_path / "new")[2]


def test_an_empty_store_is_copied_and_said_to_be(run, tmp_path: Path) -> None:
    open_store(tmp_path / "one").close()
    copied = run("copy", "--from", tmp_path / "one", "--to", tmp_path / "two")
    assert copied == (0, "", "0 tables were copied.\n")


def test_the_environment_names_the_database(run, monkeypatch: pytest.MonkeyPatch, postgres: Postgres) -> None:
    monkeypatch.setenv("COMPANION_STORE", postgres.store())
    code = run("demo")[1].strip()
    assert companion.open(code).revision > 0
    assert [info.code for info in companion.tables()] == [code]
    monkeypatch.delenv("COMPANION_STORE")
    assert run("tables")[1] == "There is no table yet.\n"


def test_a_database_that_cannot_be_had_is_said_in_words(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "serve", "--no-browser", "--data", str(tmp_path)]
    command += ["--store", "postgresql://me:secret@127.0.0.1:9/none"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith("companion: The database of the tables does not answer")
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert "secret" not in (tmp_path / "companion.log").read_text()
