"""Makes the pictures of README and docs: ``python -m docs.pictures.make [NAME …]`` drives the app and looks at it.

Each is of a game's demo table, the same moves every time. A picture is a JPEG of some 20 to 60 kB.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from companion.demo import demo_table
from companion.store import Store, open_store
from tests.browser import PHONE, Server, launch, leave

HERE = Path(__file__).parent
BIG = {"width": 1280, "height": 800}
QUALITY = 72
LARGEST = 60_000  # bytes


class Picture(NamedTuple):
    """What is to be seen: a page of a game by its query, light or dark, and what stands there once it is drawn."""

    game: str
    place: str
    scheme: str
    wait: str = ".tabs"
    size: dict[str, int] = PHONE
    scale: float = 1


PICTURES = {
    "good-brokers-phone": Picture("good-brokers", "seat=3", "dark"),
    "good-brokers-market": Picture("good-brokers", "seat=0&screen=market", "light", ".main-svg"),
    "greed-phone": Picture("greed", "seat=0", "light"),
    "greed-big": Picture("greed", "seat=screen", "dark", ".bigscreen", BIG, 0.5),
    "ponzi-scheme-phone": Picture("ponzi-scheme", "seat=0", "light"),
    "plutocracy-map": Picture("plutocracy", "seat=0&screen=map", "dark"),
    "own-phone": Picture("own", "seat=1", "light"),
}


def take(browser: Any, server: Server, store: Store, name: str) -> int:
    """Make one of them; gives its bytes."""
    wanted = PICTURES[name]
    code = store.table(store.import_log(demo_table(wanted.game).lines())).code
    look = {"color_scheme": wanted.scheme, "reduced_motion": "reduce", "device_scale_factor": wanted.scale}
    context = browser.new_context(viewport=wanted.size, **look)
    page = context.new_page()
    page.goto(f"{server.url}/?table={code}&{wanted.place}", timeout=90_000)
    page.wait_for_selector(".companion", timeout=90_000)
    page.wait_for_selector(wanted.wait, timeout=90_000)
    told = page.locator("[data-do='call.heard']")
    if told.count():  # what has followed by itself is told first, and tapped away
        told.click()
        told.wait_for(state="detached")
    page.wait_for_timeout(1500)  # what moves has come to rest
    path = HERE / f"{name}.jpg"
    page.screenshot(path=path, type="jpeg", quality=QUALITY)
    leave(context)
    return path.stat().st_size


def main() -> None:
    """Make those that are named, or all."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, Server(Path(folder)) as server:
        browser = launch(playwright)
        store = open_store(Path(folder))
        for name in sys.argv[1:] or PICTURES:
            size = take(browser, server, store, name)
            print(f"{name}: {size / 1000:.0f} kB" + (" – too large" if size > LARGEST else ""), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
