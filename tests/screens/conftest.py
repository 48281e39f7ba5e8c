from pathlib import Path

import pytest

from companion.live import LiveTable


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of its own for every test; others' entries come when the test says so."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("COMPANION_URL", raising=False)
    monkeypatch.setattr(LiveTable, "watch", lambda *_: None)
