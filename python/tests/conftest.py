"""Runs each test with a client on both clients: `Petstore` and `AsyncPetstore`."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from .harness.clients import Clients, Mode
from .harness.environment import Environment, start_environment

_MAX_CALLS_TOGETHER = 150


@pytest.fixture(scope="session")
def environment() -> Environment:
    return start_environment()


@pytest.fixture(scope="session")
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(_MAX_CALLS_TOGETHER) as executor:
        yield executor


@pytest.fixture(params=["sync", "async"])
def clients(request: pytest.FixtureRequest, environment: Environment, threads: ThreadPoolExecutor) -> Clients:
    mode: Mode = request.param
    return Clients(mode, environment, threads)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs an asynchronous test, and closes its clients."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in names}

    async def run() -> None:
        try:
            await pyfuncitem.obj(**arguments)
        finally:
            clients = arguments.get("clients")
            if isinstance(clients, Clients):
                await clients.close()

    asyncio.run(run())
    return True
