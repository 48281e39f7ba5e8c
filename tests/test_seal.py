"""Saves behind a passphrase."""

import json
import sys

import pytest

from companion import seal
from companion.errors import RuleError

SAVE = b'{"format":"companion-log"}\n{"n":1,"amount":57371}\n'


def code(call, *args):
    with pytest.raises(RuleError) as refused:
        call(*args)
    return refused.value.code


def test_only_the_passphrase_opens_it():
    sealed = seal.seal(SAVE, "correct horse")
    assert seal.is_sealed(sealed)
    assert not seal.is_sealed(SAVE)
    assert b"57371" not in sealed
    assert seal.unseal(sealed, " correct horse ") == SAVE
    assert code(seal.unseal, sealed, "battery staple") == "wrong-passphrase"


def test_twice_the_same_save_is_not_twice_the_same_seal():
    assert seal.seal(SAVE, "correct horse") != seal.seal(SAVE, "correct horse")


def test_what_was_changed_does_not_open():
    whole = json.loads(seal.seal(SAVE, "correct horse"))
    whole["sealed"] = whole["sealed"][:-8] + "AAAAAA=="
    assert code(seal.unseal, json.dumps(whole).encode(), "correct horse") == "wrong-passphrase"
    for other in (
        b"",
        b"[]",
        b"{}",
        json.dumps({**whole, "version": 2}).encode(),
        json.dumps({**whole, "salt": 5}).encode(),
        b'{"format":"companion-sealed","x":' + b"[" * 100_000,
        b'{"format":"companion-sealed","x":' + b'{"a":' * 100_000,
    ):
        assert code(seal.unseal, other, "correct horse") == "bad-seal"


def test_a_short_passphrase_is_refused():
    assert code(seal.seal, SAVE, "1234567") == "passphrase-short"


def test_without_the_package_it_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.fernet", None)
    assert code(seal.seal, SAVE, "correct horse") == "seal-missing"
