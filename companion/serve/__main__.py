"""``python -m companion.serve``: the server alone, on any notebook. For tests and benchmarks."""

import argparse
from pathlib import Path

from companion.serve.app import PORT, serve


def main() -> None:
    """Reads the command line and serves."""
    parser = argparse.ArgumentParser(prog="python -m companion.serve", description=__doc__)
    parser.add_argument("notebook", nargs="?", type=Path, help="a notebook that shows one widget (the table's)")
    parser.add_argument("--data", type=Path, required=True, help="the folder of the tables")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--lan", action="store_true", help="open to the network, behind a token")
    parser.add_argument("--token", help="the token for --lan (the data folder's own)")
    parser.add_argument("--pool", type=int, help="kernels that wait for pages (as many as come at once)")
    parser.add_argument("--store", help="the address of the tables' database")
    parser.add_argument("--public", action="store_true", help="an open host")
    parser.add_argument("--no-browser", action="store_true")
    given = parser.parse_args()
    serve(
        given.data,
        port=given.port,
        lan_mode=given.lan,
        token=given.token,
        open_browser=not given.no_browser,
        notebook=given.notebook,
        pool=given.pool,
        store=given.store,
        public=given.public,
    )


if __name__ == "__main__":
    main()
