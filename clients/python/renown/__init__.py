"""Calls the API of Renown: brand visibility in AI assistants, and publishing."""

from __future__ import annotations

from typing import Callable

from .api import *  # noqa: F403
from .api import ERRORS, Groups, Run, RunsService
from .call import Caller, Download, RenownError
from .webhook import WebhookError, verify_webhook

_WAIT = 30  # seconds one request waits for a change


class Runs(RunsService):
    def wait(self, run_id: str, progress: Callable[[Run], None] | None = None) -> Run:
        """A run that has ended, however it ended; progress is told each state on the way."""
        while True:
            run = self.get(run_id, wait=_WAIT)
            if progress:
                progress(run)
            if run["status"] not in ("queued", "running"):
                return run


class Renown(Groups):
    """The API of one account. url and key default to RENOWN_URL and RENOWN_KEY of the environment."""

    def __init__(self, url: str | None = None, key: str | None = None, patience: float = 60) -> None:
        caller = Caller(url, key, patience, ERRORS)
        super().__init__(caller)
        self.runs = Runs(caller)
