"""The chart script of the installed plotly package, for pages that no server of ours serves."""

import gzip
import importlib.util
from functools import cache
from pathlib import Path


@cache
def gzipped() -> bytes:
    """The script, compressed. The package is not imported for it: that is slow. Raises FileNotFoundError."""
    spec = importlib.util.find_spec("plotly")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("plotly")
    return gzip.compress((Path(spec.origin).parent / "package_data" / "plotly.min.js").read_bytes(), 6)
