"""Files that are written beside the tables: whole or not at all, and never out of the tables' last room.

The folder of the tables and what is in it is shut to everybody else on the machine.
"""

import logging
import os
import shutil
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

SPARE_BYTES = 50_000_000  # what stays free for the tables

log = logging.getLogger("companion")


def has_room(folder: Path) -> bool:
    """Whether the disk of a folder, or of the nearest one above it that is there, has more than the tables' room."""
    try:
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
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


def keep_private(data: Path) -> None:
    """Shut the folder of the tables and its files to everybody else on this machine, whoever made them."""
    for path in (data, *data.glob("*"), *data.glob("cache/**/*")):
        shut(path)


def shut(path: Path) -> None:
    """Take everybody else's rights to a file or folder away.

    A link stays as it is, and so does a folder that is everybody's, like ``/tmp``.
    """
    try:
        if path.is_symlink() or not path.exists():
            return
        mode = path.stat().st_mode
        if not mode & stat.S_ISVTX:
            path.chmod(mode & 0o700)
    except OSError as problem:
        log.warning("others on this machine may be able to read %s: %s", path, problem)
