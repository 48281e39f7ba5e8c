"""The server: Voila with a page of our own, pre-heated kernels and a door that can be locked.

Nothing is imported here: the kernels start from this package too, and need none of the server.
"""

import sys
from typing import Any

# jsonschema, which Jupyter's server brings, checks one format less without it. It works out a grammar when it is
# imported, which is half of the server's start.
_modules: dict[str, Any] = sys.modules
_modules.setdefault("rfc3987_syntax", None)
