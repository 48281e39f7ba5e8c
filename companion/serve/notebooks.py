"""The notebooks that are pages: ours, and one of the host's own."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat.sign import MemorySignatureStore, NotebookNotary

from companion.errors import CompanionError
from companion.words import N_

HERE = Path(__file__).parent
TABLE, HISTORY = "table.ipynb", "market_history.ipynb"
TO_WORK_WITH = (HISTORY, "own_page.ipynb", "your_own_analysis.ipynb")  # what a person opens and changes
NO_NOTEBOOK = N_("{file} is no notebook that could be shown as a page: choose an .ipynb file.")


def shipped_notebook(name: str) -> Path:
    """A notebook that is a page: beside this file in a wheel, in `notebooks/` in a checkout."""
    for path in (HERE / name, HERE.parent.parent / "notebooks" / name):
        if path.is_file():
            return path.resolve()
    raise FileNotFoundError(f"{name} is missing: install the companion again")


@dataclass(frozen=True)
class OwnNotebook:
    """The notebook that is to be a page, and what the pages call it."""

    path: Path
    title: str


def own_notebook(path: Path) -> OwnNotebook:
    """The notebook in this file. Raises CompanionError ``no-notebook`` where there is none."""
    try:
        metadata = nbformat.read(path, as_version=4).metadata  # type: ignore[no-untyped-call]
    except Exception as problem:  # nbformat has many: no file, no JSON, no notebook
        raise CompanionError("no-notebook", NO_NOTEBOOK, file=str(path)) from problem
    title = metadata.get("title")
    return OwnNotebook(path.resolve(), title if isinstance(title, str) and title else path.stem.replace("_", " "))


def notary(*notebooks: Path) -> NotebookNotary:
    """One that knows our own notebooks: Jupyter would warn of each as of a stranger's. Nothing of it is kept."""
    found: Any = NotebookNotary(secret=secrets.token_bytes(), store_factory=MemorySignatureStore)  # type: ignore[no-untyped-call]
    for notebook in notebooks:
        found.sign(nbformat.read(notebook, as_version=4))  # type: ignore[no-untyped-call]
    return found
