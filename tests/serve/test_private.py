"""The folder of the tables is its owner's: other users of the machine read no secret, no token and no log in it."""

from __future__ import annotations

import stat
import urllib.request
from pathlib import Path

from companion.store import open_store
from companion.table import new_table
from tests.browser import Server


def modes(data: Path) -> dict[str, str]:
    return {str(path.relative_to(data)): oct(stat.S_IMODE(path.stat().st_mode)) for path in [data, *data.rglob("*")]}


def test_what_others_could_read_is_shut_and_what_is_made_later_is_shut_too(tmp_path: Path) -> None:
    data, outside = tmp_path / "data", tmp_path / "outside.txt"
    (data / "cache" / "evenings").mkdir(parents=True)
    store = open_store(data)
    store.create(new_table("good-brokers", players=["Anna", "Bruno", "Carla"]).header.line())
    outside.touch()
    (data / "link").symlink_to(outside)
    for name in ("companion.log", "companion.log.1", "lan-token", "cache/old.js.gz", "cache/evenings/1.json"):
        (data / name).write_text("kept")
    for path in (data, data / "cache", data / "cache" / "evenings"):
        path.chmod(0o755)
    for path in (*data.glob("*.*"), *data.glob("cache/*.*"), *data.glob("cache/evenings/*"), outside):
        path.chmod(0o644)
    with Server(data) as running:
        page = urllib.request.urlopen(running.url, timeout=30).read().decode()
        script = page.split('name="companion-plotly" content="')[1].split('"')[0]
        wanted = urllib.request.Request(running.url + script, headers={"Accept-Encoding": "gzip"})
        urllib.request.urlopen(wanted, timeout=60).close()
        found = modes(data)
        store.close()
    assert len(found) > 8
    assert any(name.endswith("-wal") for name in found)
    assert any(name.startswith("cache/") and "old" not in name for name in found)
    link = found.pop("link")
    assert link == "0o644"  # not ours
    folders = {found.pop("."), found.pop("cache"), found.pop("cache/evenings")}
    assert folders == {"0o700"}
    assert set(found.values()) == {"0o600"}, found
