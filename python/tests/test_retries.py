from __future__ import annotations

import httpx
import pytest

from petstore_client import PetstoreConnectionError, PetstoreError, PetstoreTimeoutError
from petstore_client.types import NewPet

from .harness.clients import Clients, collect
from .harness.network import (
    Fault,
    error_response,
    lost_request,
    lost_response,
    respond_with,
    silence,
    unavailable,
)

FRANK: NewPet = {"name": "Frank", "categoryId": 1}


async def test_waits_for_retry_after_plus_a_growing_backoff_while_the_service_is_unavailable(
    clients: Clients,
) -> None:
    client = clients.simulated()
    client.network.inject(unavailable(3), lost_request, respond_with(502), unavailable(1))
    await client.petstore.usage()
    assert len(client.network.sent) == 5
    ranges = [(3, 4), (0, 1), (0, 2), (1, 5)]
    for wait, (shortest, longest) in zip(client.waits, ranges, strict=True):
        assert shortest <= wait.seconds <= longest


async def test_obeys_retry_after_of_a_proxy_and_sends_no_other_request_before_it_ends(
    clients: Clients,
) -> None:
    client = clients.simulated()
    damaged = {"content-type": "application/json", "retry-after": "4"}
    client.network.inject(respond_with(503, damaged, ""), respond_with(429, {"retry-after": "9"}))
    await client.petstore.usage()
    assert client.waits[0].seconds >= 4
    assert client.waits[1].seconds >= 9
    client.network.inject(respond_with(429, {"retry-after": "50"}))
    before = len(client.network.sent)

    async def later_call() -> None:
        await client.clock.sleep(1)
        await client.petstore.usage()

    async def no_other_request() -> None:
        await client.clock.sleep(49)
        assert len(client.network.sent) - before == 1

    await client.clock.together(client.petstore.usage(), later_call(), later_call(), no_other_request())


async def test_retries_an_addition_with_one_idempotency_key_after_lost_responses_and_adds_it_once(
    clients: Clients,
) -> None:
    client = clients.simulated()
    pets = client.petstore.pets
    category = clients.category()
    # The service sends result_unknown if it does not know whether the write is stored.
    unknown = Fault(is_sent=True, response=lambda _: _unknown_result())
    client.network.inject(lost_response, unknown, lost_response, lost_request)
    pet = await pets.create({"name": "once", "categoryId": category})
    assert await collect(pets.list(category_id=category)) == [pet]
    keys = [request.key for request in client.network.sent if request.method == "POST"]
    assert (len(keys), len(set(keys))) == (5, 1)
    await pets.create({"name": "once more", "categoryId": category})
    assert client.network.sent[-1].key not in keys


async def test_adds_an_animal_once_if_two_clients_send_the_same_idempotency_key(clients: Clients) -> None:
    key = clients.environment.account()
    first, second = clients.petstore(api_key=key), clients.petstore(api_key=key)
    added = await first.pets.create(FRANK, idempotency_key='"row" \\17')
    assert await second.pets.create(FRANK, idempotency_key='"row" \\17') == added


async def test_completes_a_removal_and_an_approval_although_their_responses_are_lost(
    clients: Clients,
) -> None:
    client = clients.simulated()
    petstore = client.petstore
    pet = await petstore.pets.create({**FRANK, "status": "available"})
    order = await petstore.orders.place({"petId": pet["id"]})
    client.network.inject(lost_response)
    assert (await petstore.orders.change(order["id"], {"status": "approved"}))["status"] == "approved"
    await petstore.orders.change(order["id"], {"status": "cancelled"})
    client.network.inject(lost_response)
    await petstore.pets.remove(pet["id"])
    with pytest.raises(PetstoreError) as failure:
        await petstore.pets.remove(pet["id"])
    assert failure.value.code == "pet_not_found"


async def test_reports_a_lost_connection_if_the_service_may_have_made_the_change(clients: Clients) -> None:
    client = clients.simulated()
    petstore = client.petstore
    client.network.inject(lost_response, error_response(403, "insufficient_role"))
    with pytest.raises(PetstoreConnectionError):
        await petstore.pets.create(FRANK)
    client.network.inject(
        Fault(is_sent=True, response=lambda _: _unknown_result()), error_response(404, "pet_not_found")
    )
    with pytest.raises(PetstoreError) as unknown:
        await petstore.pets.change(1, {"name": "x"})
    assert unknown.value.code == "result_unknown"
    # A 400 proves that the first attempt changed nothing.
    client.network.inject(lost_response)
    with pytest.raises(PetstoreError) as invalid:
        await petstore.pets.create({"name": "", "categoryId": 1})
    assert invalid.value.code == "invalid_body"


async def test_fails_with_the_last_error_after_retry_attempts(clients: Clients) -> None:
    client = clients.simulated(retry_attempts=3)
    client.network.inject(lost_request, lost_request, unavailable(1), lost_request)
    with pytest.raises(PetstoreError) as failure:
        await client.petstore.usage()
    assert (failure.value.code, failure.value.retry_after) == ("service_unavailable", 1)
    assert len(client.network.sent) == 3


async def test_fails_without_waiting_if_the_next_attempt_would_start_after_retry_seconds(
    clients: Clients,
) -> None:
    client = clients.simulated(retry_seconds=10)
    client.network.inject(unavailable(11))
    with pytest.raises(PetstoreError):
        await client.petstore.usage()
    assert (len(client.network.sent), client.clock.now()) == (1, 0)


async def test_limits_the_attempts_and_the_time_of_a_single_call(clients: Clients) -> None:
    client = clients.simulated()
    client.network.inject(lost_request, lost_request)
    with pytest.raises(PetstoreConnectionError):
        await client.petstore.usage(retry_attempts=2)
    client.network.inject(silence)
    with pytest.raises(PetstoreTimeoutError, match=r"No response within 2\.5 s\."):
        await client.petstore.usage(retry_attempts=1, timeout=2.5)
    client.network.inject(unavailable(11))
    with pytest.raises(PetstoreError):
        await client.petstore.pets.create(FRANK, retry_seconds=10)
    assert len(client.network.sent) == 4


async def test_fails_after_retry_seconds_if_other_calls_block_the_queue(clients: Clients) -> None:
    client = clients.simulated(timeout=30, retry_seconds=40)
    client.network.inject(*[silence] * 100)
    messages: list[str] = []

    async def fails() -> None:
        with pytest.raises(PetstoreTimeoutError) as failure:
            await client.petstore.usage()
        messages.append(str(failure.value))

    await client.clock.together(*[fails() for _ in range(20)])
    assert client.clock.now() <= 75
    assert any(message.startswith("Not sent within 40 s") for message in messages)


async def test_does_not_retry_an_error_that_waiting_cannot_resolve(clients: Clients) -> None:
    client = clients.simulated(terms={"role": "reader"})
    with pytest.raises(PetstoreError) as failure:
        await client.petstore.pets.create(FRANK)
    assert (failure.value.code, len(client.network.sent)) == ("insufficient_role", 1)


async def test_names_the_address_of_the_service_if_no_response_comes(clients: Clients) -> None:
    client = clients.simulated(retry_attempts=1)
    client.network.inject(lost_request)
    with pytest.raises(PetstoreConnectionError) as failure:
        await client.petstore.usage()
    assert str(failure.value) == f"No response from {clients.environment.url}: connection lost."
    assert isinstance(failure.value.__cause__, httpx.ConnectError)


def _unknown_result() -> httpx.Response:
    body = {"code": "result_unknown", "message": "The write may be stored.", "status": 503}
    return httpx.Response(503, json=body)
