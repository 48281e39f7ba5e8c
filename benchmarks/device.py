"""A page without a browser: it reads the answer, opens the line to its kernel, and says and hears what a page would."""

from __future__ import annotations

import asyncio
import json
import math
import time
import uuid
from dataclasses import dataclass
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

from tests.browser import Server

PAINTED = b'class="companion"'
MODEL = b'class="companion-model">'
PATIENCE = 60.0


@dataclass
class Device:
    """A page that is alive: seconds to its first paint and to its kernel's answer, and the open line.

    No number for the paint where the server was too busy to send one ahead. ``drawn`` is the message that drew it.
    """

    painted: float
    ready: float
    line: Any
    model: str
    drawn: str = ""

    async def say(self, data: dict[str, Any]) -> None:
        """Tells the page's Python something, as `companion.widgets.view.View.receive` takes it."""
        header = {"msg_id": uuid.uuid4().hex, "session": "page", "username": "", "version": "5.3"}
        content = {"comm_id": self.model, "data": {"method": "custom", "content": data}}
        said = {"header": {**header, "msg_type": "comm_msg"}, "parent_header": {}, "metadata": {}, "content": content}
        await self.line.write_message(json.dumps({"channel": "shell", **said, "buffers": []}))

    async def heard(self, sign: str) -> str:
        """Waits for a message with this in it; returns it."""
        while True:
            message = await asyncio.wait_for(self.line.read_message(), PATIENCE)
            assert message is not None, "the line was closed"
            if sign in message:
                return str(message)

    def leave(self) -> None:
        """Goes away as a page does that is closed."""
        self.line.close(1001)


async def join(server: Server, query: str = "") -> Device:
    """Opens a page as a phone does. Raises AssertionError or TimeoutError where it does not come alive."""
    start, body, seen = time.perf_counter(), bytearray(), []

    def arrived(chunk: bytes) -> None:
        body.extend(chunk)
        if not seen and PAINTED in body:
            seen.append(time.perf_counter() - start)

    browser = AsyncHTTPClient(force_instance=True)  # one that all share asks for ten pages at once, and no more
    await browser.fetch(f"{server.url}/{query}", streaming_callback=arrived, request_timeout=PATIENCE)
    browser.close()
    model = json.loads(bytes(body).split(MODEL, 1)[1].split(b"<", 1)[0])
    address = f"ws://127.0.0.1:{server.port}/api/kernels/{model['kernel']}/channels?session_id={uuid.uuid4()}"
    asked = HTTPRequest(address, headers={"Origin": server.url})
    line = await websocket_connect(asked, max_message_size=50_000_000, compression_options={})
    device = Device(seen[0] if seen else math.nan, 0.0, line, model["model"])
    await device.heard("companion_connected")
    await device.say({"hello": {"device": uuid.uuid4().hex, "url": f"{server.url}/{query}"}, "rev": 0})
    device.drawn = await device.heard('"patch"')
    device.ready = time.perf_counter() - start
    return device
