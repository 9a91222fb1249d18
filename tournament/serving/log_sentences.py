"""A full disk fails every move: the terminal then says one sentence now and then, not a traceback each."""

import logging
import time

SECONDS_BETWEEN = 10


class OneSentence(logging.Filter):
    """Faults of the surroundings without their traceback, and each of them only every few seconds."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        problem = record.exc_info[1] if record.exc_info else None
        fault = None if problem is None else self._fault(problem)
        if fault is None:
            return True
        record.msg, record.args, record.exc_info, record.exc_text = fault, (), None, None
        now = time.monotonic()
        if now - self._said.get(fault, -SECONDS_BETWEEN) < SECONDS_BETWEEN:
            return False
        self._said[fault] = now
        return True

    def _fault(self, problem: BaseException) -> str | None:
        from tournament.services.backup.updating import (
            surroundings_fault,  # needs the settings, which name us
        )

        fault = surroundings_fault(problem)
        return None if fault is None else str(fault)
