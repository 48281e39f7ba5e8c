"""A video of our own that shows one grey picture and says nothing: while it plays, a phone's display stays on.

Where a browser keeps the display on by itself (``navigator.wakeLock``: https and this machine) it is not asked for. It
has a track of sound, since browsers let the display go dark while a picture alone is hidden. The picture is H.264
without compression (I_PCM), the sound AAC frames without any band: both can be written down without an encoder.
"""

import struct
from functools import cache

SIDE, SECONDS = 16, 5
GREY = 128
RATE, FRAME, LOW_RATE = 8000, 1024, 11  # samples a second, samples a frame of AAC, and how AAC numbers that rate
SILENCE = bytes.fromhex("00000007")  # one channel, no band, the end
MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


class Bits:
    """Bits in a row, as H.264 writes them."""

    def __init__(self) -> None:
        self.text = ""

    def plain(self, *fields: tuple[int, int]) -> "Bits":
        """Numbers with so many bits each."""
        self.text += "".join(format(value, f"0{width}b") for value, width in fields)
        return self

    def golomb(self, *values: int) -> "Bits":
        """Numbers that say themselves how long they are."""
        for value in values:
            digits = format(value + 1, "b")
            self.text += "0" * (len(digits) - 1) + digits
        return self

    def aligned(self) -> "Bits":
        """Up to the next whole byte."""
        self.text += "0" * (-len(self.text) % 8)
        return self

    def unit(self, kind: int) -> bytes:
        """A whole unit of H.264 of this kind. None of ours has bytes that would have to be escaped."""
        text = self.text + "1"
        text += "0" * (-len(text) % 8)
        return bytes([kind]) + int(text, 2).to_bytes(len(text) // 8, "big")


def _sequence() -> bytes:
    """Baseline, level 1, one block of 16 by 16."""
    bits = Bits().plain((66, 8), (0xC0, 8), (10, 8)).golomb(0, 0, 2, 1).plain((0, 1)).golomb(0, 0)
    return bits.plain((1, 1), (1, 1), (0, 1), (0, 1)).unit(0x67)


def _picture_set() -> bytes:
    bits = Bits().golomb(0, 0).plain((0, 2)).golomb(0, 0, 0).plain((0, 3)).golomb(0, 0, 0)
    return bits.plain((0, 3)).unit(0x68)


def _picture() -> bytes:
    """The one picture: a slice of one block, whose points stand there as they are."""
    bits = Bits().golomb(0, 7, 0).plain((0, 4)).golomb(0).plain((0, 2)).golomb(0, 25).aligned()
    unit = bits.plain(*[(GREY, 8)] * (SIDE * SIDE * 3 // 2)).unit(0x65)
    return struct.pack(">I", len(unit)) + unit


def _box(kind: str, *parts: bytes) -> bytes:
    inside = b"".join(parts)
    return struct.pack(">I", 8 + len(inside)) + kind.encode() + inside


def _numbers(*values: int) -> bytes:
    return struct.pack(f">{len(values)}I", *values)


def _described(tag: int, *parts: bytes) -> bytes:
    inside = b"".join(parts)
    return bytes([tag, len(inside)]) + inside


def _looks() -> bytes:
    """How the picture is to be read."""
    first, second = _sequence(), _picture_set()
    setup = bytes([1, *first[1:4], 0xFF, 0xE1])
    setup += struct.pack(">H", len(first)) + first + b"\x01" + struct.pack(">H", len(second)) + second
    size = struct.pack(">2H", SIDE, SIDE) + _numbers(0x480000, 0x480000, 0) + struct.pack(">H", 1)
    return _box("avc1", bytes(6), b"\0\1", bytes(16), size, bytes(32), b"\0\x18\xff\xff", _box("avcC", setup))


def _sounds() -> bytes:
    """How the sound is to be read: AAC of low complexity, one channel."""
    setup = struct.pack(">H", 2 << 11 | LOW_RATE << 7 | 1 << 3)
    decoder = _described(4, bytes([0x40, 0x15, 0, 0, 0]), _numbers(RATE, RATE), _described(5, setup))
    stream = _described(3, b"\0\2\0", decoder, _described(6, b"\2"))
    rate = struct.pack(">4H", 1, 16, 0, 0) + _numbers(RATE << 16)
    return _box("mp4a", bytes(6), b"\0\1", bytes(8), rate, _box("esds", bytes(4), stream))


def _track(number: int, description: bytes, *, each: int, count: int, size: int, start: int, scale: int) -> bytes:
    """``count`` samples of ``size`` bytes and ``each`` of ``scale`` a second, one after another from ``start`` on."""
    sound = number > 1
    samples = _box(
        "stbl",
        _box("stsd", _numbers(0, 1), description),
        _box("stts", _numbers(0, 1, count, each)),
        _box("stsc", _numbers(0, 1, 1, count, 1)),
        _box("stsz", _numbers(0, size, count)),
        _box("stco", _numbers(0, 1, start)),
    )
    kind = _box("smhd", bytes(8)) if sound else _box("vmhd", _numbers(1), bytes(8))
    reference = _box("dinf", _box("dref", _numbers(0, 1), _box("url ", _numbers(1))))
    media = _box(
        "mdia",
        _box("mdhd", _numbers(0, 0, 0, scale, each * count), b"\x55\xc4\0\0"),
        _box("hdlr", _numbers(0, 0), b"soun" if sound else b"vide", bytes(13)),
        _box("minf", kind, reference, samples),
    )
    wide = 0 if sound else SIDE << 16
    volume = 0x100 << 16 if sound else 0
    head = _numbers(7, 0, 0, number, 0, SECONDS * 1000, 0, 0, 0, volume) + MATRIX + _numbers(wide, wide)
    return _box("trak", _box("tkhd", head), media)


@cache
def video() -> bytes:
    """The video as an MP4 file of some five seconds, to be played again and again."""
    picture, frames = _picture(), SECONDS * RATE // FRAME
    kind = _box("ftyp", b"isom", _numbers(0x200), b"isomavc1")

    def head(start: int) -> bytes:
        movie = _numbers(0, 0, 0, 1000, SECONDS * 1000, 0x10000, 0x1000000, 0, 0) + MATRIX + bytes(24) + _numbers(3)
        seen = _track(1, _looks(), each=1, count=SECONDS, size=len(picture), start=start, scale=1)
        behind = start + SECONDS * len(picture)
        heard = _track(2, _sounds(), each=FRAME, count=frames, size=len(SILENCE), start=behind, scale=RATE)
        return _box("moov", _box("mvhd", movie), seen, heard)

    start = len(kind) + len(head(0)) + 8
    return kind + head(start) + _box("mdat", picture * SECONDS, SILENCE * frames)
