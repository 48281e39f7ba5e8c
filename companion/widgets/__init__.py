"""The live view: one widget that shows what Python renders and hands taps back to it."""

from companion.widgets.messages import Event, Hello
from companion.widgets.view import View

__all__ = ["Event", "Hello", "View"]
