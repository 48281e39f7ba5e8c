"""The server: Voila with a page of our own, pre-heated kernels and a door that can be locked."""

from companion.serve.app import serve

__all__ = ["serve"]
