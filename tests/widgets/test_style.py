"""The look of a widget on pages that are not ours."""

import re

from companion.widgets.script import SERVED, style


def test_the_look_holds_on_to_the_widget_alone(monkeypatch) -> None:
    monkeypatch.delenv(SERVED, raising=False)
    style.cache_clear()
    hosted = style()
    monkeypatch.setenv(SERVED, "yes")
    style.cache_clear()
    own = style()
    style.cache_clear()
    assert hosted.startswith(own)
    look = hosted.removeprefix(own).strip()
    assert look.startswith(".companion-host {")
    assert look.count("{") == look.count("}")
    assert not re.search(r":root(?!.*&)|^(html|body) ", look, re.MULTILINE)
    assert "--felt" in look
