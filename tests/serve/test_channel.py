"""What arrives while a line sends is heard at once. The kernel's side is played by a socket of the test."""

import asyncio
import selectors
import time

import zmq
import zmq.asyncio
from jupyter_client.session import Session

from companion.serve.channel import Channel, Client

SECONDS = 10


def is_announced(socket: zmq.Socket, seconds: float) -> bool:
    """Whether it is said within so many seconds that something has arrived."""
    with selectors.DefaultSelector() as selector:
        selector.register(socket.FD, selectors.EVENT_READ)
        return bool(selector.select(seconds))


def send_until_nothing_is_announced(line: Channel) -> None:
    """Sending takes an announcement away, but looks for one a thousand times a second at most."""
    while is_announced(line.socket, 0):
        line.send(line.session.msg("comm_msg"))
        time.sleep(0.01)


def test_what_arrives_just_before_something_is_sent_is_heard():
    async def heard() -> float:
        context = zmq.Context.instance()
        with zmq.asyncio.Socket(context, zmq.DEALER) as ours, context.socket(zmq.DEALER) as kernel:
            port = kernel.bind_to_random_port("tcp://127.0.0.1")
            ours.connect(f"tcp://127.0.0.1:{port}")
            line = Channel(ours, Session(key=b"a key"), None)
            waiting = asyncio.ensure_future(ours.poll(SECONDS * 1000))
            kernel.send(b"made friends")
            await waiting
            await ours.recv()

            waiting = asyncio.ensure_future(ours.poll(SECONDS * 1000))
            await asyncio.sleep(0)  # it is waiting now
            kernel.send(b"the answer")
            assert is_announced(ours, SECONDS)  # it is here, and the loop has not looked yet
            send_until_nothing_is_announced(line)
            begun = time.monotonic()
            assert await waiting == zmq.POLLIN
            return time.monotonic() - begun

    assert asyncio.run(heard()) < SECONDS / 2


def test_the_client_that_runs_cells_has_such_a_line():
    assert Client().shell_channel_class is Channel
