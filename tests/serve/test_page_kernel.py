"""A page's kernel as it starts where none can be forked: it brings in what a page is made of, and no more."""

import os
import subprocess
import sys
from pathlib import Path

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.connect import write_connection_file

from companion.serve.page_kernel import SERVED

# Each would cost a start what it takes to load, and a page its memory.
NOT_FOR_A_PAGE = {
    "debugpy",
    "http.client",
    "ipywidgets.widgets.widget_int",
    "jedi",
    "jinja2",
    "jsonschema",
    "jupyter_server",
    "matplotlib",
    "nbconvert",
    "nbformat",
    "numpy",
    "pandas",
    "plotly",
    "psycopg",
    "sqlalchemy.dialects.postgresql",
    "sqlalchemy.orm",
    "tornado.web",
    "voila",
}


def loaded(code: str, **more: str) -> set[str]:
    """The modules that are there once this has run in a Python of its own."""
    code += "; import sys; print(*(name for name, module in sys.modules.items() if module))"
    environ = {name: value for name, value in os.environ.items() if name != SERVED} | more
    said = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    return set(said.stdout.split())


def test_a_kernel_loads_what_a_page_is_made_of_and_nothing_else() -> None:
    found = loaded("from companion.serve import page_kernel; page_kernel.load()", **{SERVED: "yes"})
    assert {"companion.screens.app", "anywidget.widget", "sqlalchemy"} <= found
    assert NOT_FOR_A_PAGE & found == set()


def test_what_is_not_loaded_is_installed() -> None:
    """Else the test above would go on passing where a module has another name by now."""
    asked = sorted(NOT_FOR_A_PAGE - {"debugpy", "jedi", "matplotlib"})  # which others may do without
    assert loaded(f"import {', '.join(asked)}") >= set(asked)


def test_a_kernel_for_somebody_s_own_page_has_all_widgets() -> None:
    code = "from companion.serve import page_kernel; page_kernel.load(); import ipywidgets; ipywidgets.IntSlider()"
    assert "ipywidgets.widgets.widget_int" in loaded(code)


def test_a_kernel_that_ends_says_nothing(tmp_path: Path) -> None:
    """What it says stands on the terminal of who serves the tables, once for each page that is closed."""
    file, _ = write_connection_file(str(tmp_path / "kernel-1.json"), ip=str(tmp_path / "k"), transport="ipc")
    command = [sys.executable, "-m", "companion.serve.page_kernel", file]
    kernel = subprocess.Popen(command, env=os.environ | {SERVED: "yes"}, stderr=subprocess.PIPE, text=True)
    client = BlockingKernelClient(connection_file=file)
    client.load_connection_file()
    client.start_channels(hb=False)  # the kernel is not there yet: what is asked of it waits until it is
    try:
        client.kernel_info(reply=True, timeout=60)
        client.shutdown()
        _, said = kernel.communicate(timeout=60)
    finally:
        client.stop_channels()
        kernel.kill()
    assert (said, kernel.returncode) == ("", 0)
