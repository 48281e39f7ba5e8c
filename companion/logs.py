"""The log beside the tables: where the mistakes of the server and of its pages go."""

import logging
from contextlib import suppress
from logging.handlers import WatchedFileHandler
from pathlib import Path

from companion.files import has_room
from companion.store import data_folder

LOG = "companion.log"


class LogFile(WatchedFileHandler):
    """The log file in a data folder. It never takes the tables' last room.

    Nor does anybody learn of what goes wrong with it: whoever has something to log has something else to do.
    """

    def __init__(self, data: Path) -> None:
        super().__init__(data / LOG, encoding="utf-8", delay=True)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record down, where that can be done."""
        with suppress(Exception):  # the folder may be gone, or not be ours to write in
            if has_room(Path(self.baseFilename).parent):
                super().emit(record)


def log_to_file() -> None:
    """The tracebacks of this kernel go to the log file beside the tables; a page never shows one."""
    logger = logging.getLogger("companion")
    if not logger.handlers:
        logger.addHandler(LogFile(data_folder()))
