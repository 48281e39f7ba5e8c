"""The chart script of the installed plotly package, for pages that no server of ours serves."""

import gzip
import importlib.util
from functools import cache
from pathlib import Path


def plain() -> bytes:
    """The script. The package is not imported for it: that is slow. Raises FileNotFoundError."""
    spec = importlib.util.find_spec("plotly")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("plotly")
    return (Path(spec.origin).parent / "package_data" / "plotly.min.js").read_bytes()


@cache
def gzipped() -> bytes:
    """The script, compressed. Raises FileNotFoundError."""
    return gzip.compress(plain(), 6)
