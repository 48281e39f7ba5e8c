"""Where a kernel's mistakes go."""

import logging
from logging.handlers import WatchedFileHandler

from companion.store import data_folder


def log_to_file() -> None:
    """The tracebacks of this kernel go to the log file beside the tables; a page never shows one."""
    logger = logging.getLogger("companion")
    if not logger.handlers:
        file = WatchedFileHandler(data_folder() / "companion.log", delay=True, encoding="utf-8")
        file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logger.addHandler(file)
