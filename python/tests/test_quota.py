from __future__ import annotations

import asyncio
from datetime import datetime, timezone

import httpx
import pytest

from petstore_client import Deprecation, PetstoreError, Quota

from .harness.clients import Clients
from .harness.environment import Environment
from .harness.network import respond_with


async def test_delays_calls_beyond_the_quota_of_the_minute_and_completes_all(clients: Clients) -> None:
    client = clients.simulated(terms={"perMinute": 10})
    clients.environment.next_minute()
    await client.clock.together(*[client.petstore.pets.page(limit=1) for _ in range(35)])
    assert len(client.network.sent) == 35
    assert 120 < client.clock.now() <= 184
    codes = {wait.error.code for wait in client.waits if isinstance(wait.error, PetstoreError)}
    assert codes == {"rate_limit_exceeded"}


async def test_waits_for_retry_after_when_others_have_used_up_the_quota(clients: Clients) -> None:
    key = clients.environment.account(perMinute=5)
    own, other = clients.simulated(api_key=key), clients.simulated(api_key=key)
    clients.environment.next_minute()
    await own.petstore.pets.page()
    for _ in range(4):
        await other.petstore.pets.page()
    await own.petstore.pets.page()
    assert len(own.network.sent) == 3
    assert 60 <= own.waits[0].seconds <= 61


async def test_with_pace_spreads_requests_evenly_over_the_minute_and_meets_no_429(clients: Clients) -> None:
    client = clients.simulated(pace=True, terms={"plan": "free"})
    clients.environment.next_minute()
    times: list[float] = []

    async def read() -> None:
        await client.petstore.pets.page(limit=1)
        times.append(client.clock.now())

    await client.clock.together(*[read() for _ in range(130)])
    assert (len(client.network.sent), client.waits) == (130, [])
    assert max(sum(start <= time < start + 10 for time in times) for start in times) <= 12
    assert max(times) <= 135


async def test_with_pace_sends_a_single_call_immediately(clients: Clients) -> None:
    client = clients.simulated(pace=True, terms={"plan": "free"})
    await client.petstore.usage()
    await client.clock.sleep(30)
    await client.petstore.usage()
    assert client.clock.now() == 30


async def test_sends_nothing_for_any_call_until_the_ban_of_its_key_ends(clients: Clients) -> None:
    key = _banned_key(clients.environment)
    client = clients.simulated(api_key=key, retry_seconds=400)

    async def second_call() -> None:
        await client.clock.sleep(1)
        assert len(client.network.sent) == 1
        await client.petstore.pets.page()

    async def no_request_during_the_ban() -> None:
        await client.clock.sleep(299)
        assert len(client.network.sent) == 1

    await client.clock.together(client.petstore.pets.page(), second_call(), no_request_during_the_ban())
    assert len(client.network.sent) == 3
    first = client.waits[0].error
    assert isinstance(first, PetstoreError)
    assert first.code == "api_key_banned"


async def test_refuses_a_call_immediately_without_sending_it_if_a_ban_or_the_quota_outlasts_its_time(
    clients: Clients,
) -> None:
    banned = clients.simulated(api_key=_banned_key(clients.environment), retry_seconds=60)
    errors: list[PetstoreError] = []
    for _ in range(2):
        with pytest.raises(PetstoreError) as failure:
            await banned.petstore.usage()
        errors.append(failure.value)
    sent, unsent = errors
    assert (sent.code, unsent.code, unsent.status) == ("api_key_banned", "api_key_banned", 429)
    assert (str(unsent), unsent.request_id) == (str(sent), None)
    assert (unsent.retry_after or 0) > 290
    assert len(banned.network.sent) == 1

    used = clients.simulated(retry_seconds=60, terms={"perMinute": 10, "perDay": 2})
    for _ in range(2):
        await used.petstore.usage()
    with pytest.raises(PetstoreError, match="2 requests per day is used up") as refused:
        await used.petstore.usage()
    assert (refused.value.request_id, len(used.network.sent)) == (None, 2)


@pytest.mark.parametrize(("pace", "maximum"), [(True, 1), (False, 6)])
async def test_limits_concurrent_requests(clients: Clients, pace: bool, maximum: int) -> None:
    client = clients.simulated(pace=pace)
    client.network.inject(*[respond_with(502)] * 20)
    await client.clock.together(*[client.petstore.usage() for _ in range(30)])
    assert client.network.busiest <= maximum


@pytest.mark.parametrize("clients", ["async"], indirect=True)
async def test_a_cancelled_call_leaves_the_queue(clients: Clients) -> None:
    waiting: asyncio.Future[object] = asyncio.Future()
    client = clients.simulated(terms={"perMinute": 1}, on_wait=lambda _: waiting.cancel())
    clients.environment.next_minute()
    await client.petstore.usage()
    waiting = asyncio.ensure_future(client.petstore.usage())
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await client.petstore.usage()
    assert len(client.network.sent) == 2


async def test_calls_on_deprecation_once_for_a_deprecated_operation(clients: Clients) -> None:
    deprecations: list[Deprecation] = []
    petstore = clients.petstore(on_deprecation=deprecations.append)
    pet = await petstore.pets.create({"name": "Frank", "categoryId": 1})
    assert deprecations == []
    for _ in range(2):
        await petstore.pets.get(pet["id"])
    dates = [datetime(2026, 11, 20, tzinfo=timezone.utc), datetime(2030, 12, 5, tzinfo=timezone.utc)]
    assert deprecations == [Deprecation("getPet", *dates)]


async def test_calls_on_quota_with_both_windows_after_every_response(clients: Clients) -> None:
    quotas: list[Quota] = []
    petstore = clients.petstore(terms={"plan": "free"}, on_quota=quotas.append)
    for _ in range(2):
        await petstore.usage()
    assert [(quota.minute.limit, quota.minute.remaining) for quota in quotas] == [(60, 59), (60, 58)]
    assert [(quota.day.limit, quota.day.remaining) for quota in quotas] == [(1000, 999), (1000, 998)]
    assert 1 <= quotas[1].minute.seconds_to_reset <= 60 < quotas[1].day.seconds_to_reset
    assert petstore.quota == quotas[1]


async def test_logs_the_error_of_a_listener_and_returns_the_result(
    clients: Clients, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Quota) -> None:
        raise RuntimeError("a mistake in the listener")

    assert (await clients.petstore(on_quota=fail).usage())["role"] == "member"
    assert "a mistake in the listener" in caplog.text


def _banned_key(environment: Environment) -> str:
    """Gets a key banned: a 429, a pause of more than a second, then further requests."""
    key = environment.account(perMinute=1)
    environment.next_minute()
    with httpx.Client(headers={"authorization": f"Bearer {key}"}) as client:
        for _ in range(2):
            client.get(f"{environment.url}/v1/pets")
        environment.advance(1_100)
        for _ in range(60):
            if "api_key_banned" in client.get(f"{environment.url}/v1/pets").text:
                return key
    raise AssertionError("the key is not banned")
