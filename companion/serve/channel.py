"""The line on which Voila tells a kernel to run a notebook's cells, and hears what came of it."""

import zmq
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
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
