"""The same widget in a Voila as it comes: another front end, another way to lose a kernel."""

from typing import Any

import pytest

from tests.browser import PHONE, Proxy, leave
from tests.widgets.conftest import Shop
from tests.widgets.test_line import (  # noqa: F401 - collected here too, on another host
    test_a_cut_of_a_moment_heals_and_replays_nothing,
    test_a_cut_of_eight_seconds_shows_heals_and_replays_nothing,
    test_a_dead_kernel_shows_and_the_page_comes_back,
    works_again,
)
from tests.widgets.test_oldest import GONE
from tests.widgets.test_page import (  # noqa: F401
    test_a_chart_is_drawn_follows_and_goes,
    test_a_tap_arrives_and_its_control_is_free_again,
)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def kind() -> str:
    return "stock"


def test_a_line_that_jupyterlab_mends_is_not_mended_beside_it(shop: Shop) -> None:
    """The server takes the later of two for the one in use, and it may be the one that was given up."""
    lines = []
    shop.page.on("websocket", lambda line: lines.append(line.url))
    for number in range(1, 6):
        shop.line.cut()
        shop.page.wait_for_timeout(200)
        shop.line.restore()
        works_again(shop, number)
        assert len(lines) == number


def test_a_browser_that_cannot_unpack_takes_the_chart_script_as_it_is(browser: Any, line: Proxy) -> None:
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(GONE["DecompressionStream"])
    shop = Shop(context.new_page(), line).open()
    shop.tap("chart")
    shop.page.locator(".js-plotly-plot .main-svg").first.wait_for()
    leave(context)
