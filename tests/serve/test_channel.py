"""What arrives while a line sends is heard at once, and a page hears what its kernel says, and nothing needless."""

import asyncio
import json
import selectors
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import zmq
import zmq.asyncio
from jupyter_client.session import Session
from tornado.websocket import WebSocketClosedError

from benchmarks.device import Device, join
from companion.serve.channel import Channel, Client, PageLine
from companion.serve.page_kernel import is_ping
from tests.browser import Server, run

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

    assert run(heard()) < SECONDS / 2


def test_the_client_that_runs_cells_has_such_a_line():
    assert Client().shell_channel_class is Channel


def test_a_page_is_sent_what_the_kernel_says_as_it_says_it():
    said: list[bytes] = []
    line: Any = SimpleNamespace(session=Session(key=b"a key"), write_message=said.append)
    content = {"data": {"content": "Zoë’s “</script>” 🎲"}}
    message = line.session.serialize(line.session.msg("comm_msg", content), ident=b"comm-1")
    PageLine.handle_outgoing_message(line, "iopub", message)
    told = json.loads(said[0])
    assert (told["header"]["msg_type"], told["content"]) == ("comm_msg", content)


def test_a_page_that_has_just_gone_is_no_error():
    def refuse(_text: bytes) -> None:
        raise WebSocketClosedError

    line: Any = SimpleNamespace(session=Session(key=b"a key"), write_message=refuse)
    PageLine.handle_outgoing_message(line, "iopub", line.session.serialize(line.session.msg("comm_msg")))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"content": {"data": {"method": "custom", "content": {"ping": 3, "ages": False}}}}, True),
        ({"content": {"data": {"method": "custom", "content": {"event": {"do": "undo"}}}}}, False),
        ({"content": {"data": {"method": "custom", "content": "ping"}}}, False),
        ({"content": {"code": "ping"}}, False),
        ({}, False),
    ],
)
def test_a_ping_is_told_from_what_takes_time(message: dict[str, Any], expected: bool):
    assert is_ping(message) is expected


def test_a_ping_is_answered_with_one_message_and_a_tap_tells_that_the_kernel_is_busy(tmp_path: Path):
    async def heard(device: Device, said: dict[str, Any], last: str) -> list[str]:
        """What comes until a message with this in it, without what was on its way before."""
        await device.say(said)
        types = []
        while True:
            message = json.loads(await asyncio.wait_for(device.line.read_message(), SECONDS))
            types.append(message["content"].get("execution_state") or message["header"]["msg_type"])
            if last in json.dumps(message):
                return types

    async def both(server: Server) -> tuple[list[str], list[str]]:
        device = await join(server)
        await heard(device, {"ping": 1, "ages": False}, '"pong": 1')
        pinged = await heard(device, {"ping": 2, "ages": False}, '"pong": 2')
        event = {"do": "go", "key": "k" * 32, "args": {"to": "settings"}, "values": {}}
        tapped = await heard(device, {"event": event, "pong": 2}, '"idle"')
        device.leave()
        return pinged, tapped

    with Server(tmp_path) as server:
        pinged, tapped = run(both(server))
    assert pinged == ["comm_msg"]
    assert tapped[0] == "busy"
    assert tapped[-1] == "idle"
