"""A page's kernel as a process: ``python -m companion.serve.kernel -f CONNECTION_FILE``.

It is IPython's kernel without the debugger, which no page can reach and which costs every device its memory.
"""

import sys
from typing import Any

if __name__ == "__main__":
    modules: dict[str, Any] = sys.modules
    modules["debugpy"] = None  # ipykernel then does without

    from ipykernel.kernelapp import launch_new_instance

    launch_new_instance()
