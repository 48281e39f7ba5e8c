"""The documentation builds without a warning, and no link of it leads nowhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"""\]\(([^)#\s]+)|(?:src|href)="([^"#]+)""")


def dead(page: Path) -> list[str]:
    """The links to files that are not there."""
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    found = [one or other for one, other in LINK.findall(text)]
    return [link for link in found if "://" not in link and not (page.parent / link).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_link_is_dead(page: Path) -> None:
    assert dead(page) == []


def test_a_dead_link_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text('[a](there.md) [b](page.md#b) [c](https://python.org) `[d](code.md)` <img src="none.jpg">')
    assert dead(page) == ["there.md", "none.jpg"]


def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    ended = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    programmers = (tmp_path / "site" / "programmers" / "index.html").read_text("utf-8")
    assert 'id="companion.new_table"' in programmers
    assert 'id="companion.table.Table.snapshot"' in programmers


def test_every_game_has_a_page_with_small_pictures() -> None:
    for game in GAMES:
        assert "../pictures/" in (ROOT / "docs" / "players" / f"{game}.md").read_text("utf-8")
    pictures = list((ROOT / "docs" / "pictures").glob("*.jpg"))
    assert len(pictures) >= len(GAMES)
    assert all(picture.stat().st_size <= 60_000 for picture in pictures)
