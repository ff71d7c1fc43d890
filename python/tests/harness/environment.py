"""The real service, in another process, with a clock that only moves when a test moves it."""

from __future__ import annotations

import json
import os
import urllib.request
from typing import Any


class Environment:
    """Controls the service through the environment server of client/test/environment-server.ts."""

    def __init__(self, server: str) -> None:
        self._server = server
        self.url: str = self._post("service", {})["url"]
        self.redirecting_url = f"{server}/redirecting"

    def account(self, **terms: object) -> str:
        """Creates an account and returns its API key. By default it is a member on the plan Business."""
        return str(self._post("account", terms)["key"])

    def advance(self, milliseconds: int) -> None:
        """Moves the clock of the service."""
        self._post("advance", {"ms": milliseconds})

    def next_minute(self) -> None:
        """Moves the clock of the service to the start of the next minute."""
        self._post("next-minute", {})

    def _post(self, action: str, body: object) -> Any:
        request = urllib.request.Request(f"{self._server}/{action}", json.dumps(body).encode())
        with urllib.request.urlopen(request) as response:
            return json.load(response)


def start_environment() -> Environment:
    """Connects to the environment server, which `npm test` starts."""
    server = os.environ.get("PETSTORE_TEST_ENVIRONMENT")
    if server is None:
        raise RuntimeError("PETSTORE_TEST_ENVIRONMENT is not set: run npm test -- python")
    return Environment(server)
