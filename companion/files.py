"""Files that are written beside the tables: whole or not at all, and never out of the tables' last room."""

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

SPARE_BYTES = 50_000_000  # what stays free for the tables


def has_room(folder: Path) -> bool:
    """Whether the disk of a folder, or of the nearest one above it that is there, has more than the tables' room."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        return shutil.disk_usage(folder).free >= SPARE_BYTES
    except OSError:
        return False


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Put a file in the place of ``path`` at once; where that fails, nothing of it stays. Raises OSError."""
    if path.exists() and not path.is_file():  # a pipe or a device takes what comes
        path.write_bytes(b"".join(parts))
        return
    target = path.resolve()
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
