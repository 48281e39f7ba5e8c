"""The screens: functions from what a seat may see to HTML, and what a tap on them does."""

from companion.screens.paint import first_paint

__all__ = ["first_paint", "open_page"]


def open_page() -> None:
    """Show the app under a notebook's cell."""
    from companion.screens.app import open_page as show  # the server paints without any widget

    show()
