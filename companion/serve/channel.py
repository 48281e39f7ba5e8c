"""The lines to a kernel: Voila's, on which it has a notebook's cells run, and a page's."""

from contextlib import suppress
from typing import Any

import zmq
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.websocket import WebSocketClosedError
from traitlets import Type


class Channel(AsyncZMQSocketChannel):
    """A line that still hears what arrives while it sends.

    A socket announces what has arrived once, and jupyter_client's `send` takes that announcement away from the loop
    that waits for it: a cell's answer then lay unread until the cell's time was up. An *Output* widget makes the
    client send in the middle of a cell.
    """

    def send(self, msg: dict[str, object]) -> None:
        """Send a message, and have the loop look for what arrived meanwhile."""
        super().send(msg)
        assert self.socket is not None
        self.socket.get(zmq.EVENTS)  # asked for by name, it is not only told: the loop is woken for it


class Client(AsyncKernelClient):
    """What runs a notebook's cells."""

    shell_channel_class = Type(Channel)


class PageLine(ZMQChannelsWebsocketConnection):
    """What a page of ours hears of its kernel: messages as they are, of which it reads the type and the content.

    Jupyter would take each apart, dates and all, check its signature and put it together again: most of what a server
    does for a page that is open.
    """

    def handle_outgoing_message(self, _stream: Any, message: list[bytes]) -> None:
        """Sends on what the kernel says. It is JSON already; a page of ours takes no bytes beside it."""
        parts: Any = self.session.feed_identities(message)[1]
        _signature, header, _parent, _metadata, content, *_buffers = parts
        with suppress(WebSocketClosedError):  # the page has just gone
            self.write_message(b'{"header":%b,"content":%b}' % (header, content))
