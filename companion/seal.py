"""Sealing a save with a passphrase: what players hide can then be kept anywhere.

A sealed save is one line of JSON. The key is scrypt's of the passphrase; what is inside is encrypted and signed by
`cryptography` (its recipe "Fernet"), the optional dependency ``tabletop-companion[seal]``.
"""

import base64
import hashlib
import json
import secrets
import unicodedata
from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.errors import RuleError
from companion.words import N_

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

FORMAT = "companion-sealed"
VERSION = 1
SHORTEST = 8  # characters
COST = 2**15  # scrypt's n: 32 MB and a tenth of a second for each guess
GROWTH = 2  # a sealed save has at most so many times the bytes of the save in it
MEMORY = 64 * 2**20  # bytes that scrypt may take


def available() -> bool:
    """Whether saves can be sealed and opened here."""
    return find_spec("cryptography") is not None


def is_sealed(save: bytes) -> bool:
    """Whether this is a sealed save."""
    return save.lstrip(b"\xef\xbb\xbf \r\n").startswith(b'{"format":"' + FORMAT.encode() + b'"')


def seal(save: bytes, passphrase: str) -> bytes:
    """A save that only the passphrase opens. Raises RuleError ``passphrase-short``, ``seal-missing``."""
    if len(_plain(passphrase)) < SHORTEST:
        raise RuleError("passphrase-short", N_("A passphrase has {least} characters at least."), least=SHORTEST)
    salt = secrets.token_bytes(16)
    sealed = {"format": FORMAT, "version": VERSION, "salt": salt.hex()}
    sealed["sealed"] = _box(passphrase, salt).encrypt(save).decode()
    return json.dumps(sealed, separators=(",", ":")).encode() + b"\n"


def unseal(sealed: bytes, passphrase: str) -> bytes:
    """The save inside. Raises RuleError ``bad-seal``, ``wrong-passphrase``, ``seal-missing``."""
    try:
        read = json.loads(sealed.removeprefix(b"\xef\xbb\xbf"))
        salt, inside = bytes.fromhex(read["salt"]), read["sealed"].encode()
        known = read["format"] == FORMAT and read["version"] == VERSION
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        known = False
    if not known:
        raise RuleError("bad-seal", N_("This is no sealed save, or one of a newer version."))
    box = _box(passphrase, salt)
    from cryptography.fernet import InvalidToken

    try:
        return box.decrypt(inside)
    except InvalidToken:
        raise RuleError("wrong-passphrase", N_("That passphrase does not open this save.")) from None


def _box(passphrase: str, salt: bytes) -> "Fernet":
    try:
        from cryptography.fernet import Fernet
    except ImportError:
        raise RuleError(
            "seal-missing", N_("Sealed saves need the package “cryptography”: pip install cryptography.")
        ) from None
    key = hashlib.scrypt(_plain(passphrase).encode(), salt=salt, n=COST, r=8, p=1, dklen=32, maxmem=MEMORY)
    return Fernet(base64.urlsafe_b64encode(key))


def _plain(passphrase: str) -> str:
    """What was meant, from whatever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", passphrase).strip()
