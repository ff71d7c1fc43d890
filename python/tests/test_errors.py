from __future__ import annotations

import pickle

import pytest

from petstore_client import PetstoreAnswerError, PetstoreError, PetstoreFailure, PetstoreTimeoutError
from petstore_client.types import BatchItem

from .harness.clients import Clients, collect
from .harness.network import Fault, error_response, respond_with, silence


async def test_raises_the_code_status_message_and_request_id_of_an_error_response(clients: Clients) -> None:
    with pytest.raises(PetstoreError) as failure:
        await clients.petstore().orders.get(2**62)
    error = failure.value
    assert (error.code, error.status, error.retry_after) == ("order_not_found", 404, None)
    assert str(2**62) in str(error)
    assert error.request_id is not None
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.status, str(copy), copy.request_id) == (
        error.code,
        404,
        str(error),
        error.request_id,
    )


async def test_raises_the_names_of_the_invalid_fields_and_a_code_that_it_does_not_know(
    clients: Clients,
) -> None:
    client = clients.simulated()
    headers = {"invalid-fields": "birthDate, sex"}
    client.network.inject(error_response(400, "new_code", headers), error_response(400, "invalid_body"))
    for expected in [("new_code", ("birthDate", "sex")), ("invalid_body", ())]:
        with pytest.raises(PetstoreError) as failure:
            await client.petstore.listings.change_profile(1, {"sex": "male"})
        assert (failure.value.code, failure.value.fields) == expected


async def test_returns_members_events_and_values_that_it_does_not_know(clients: Clients) -> None:
    client = clients.simulated()
    body = '[{"id": 7, "type": "kennel.moved", "at": "2027-01-01T00:00:00Z", "kennel": {"id": 9007199254740993}}]'
    headers = {"content-type": "application/json", "link": '</v1/events?after=7>; rel="next"'}
    client.network.inject(respond_with(200, headers, body))
    page = await client.petstore.events.page()
    assert page.next == 7
    assert dict(page.items[0])["kennel"] == {"id": 9007199254740993}
    assert page.items[0].get("pet") is None


async def test_refuses_an_invalid_key_with_401_and_does_not_quote_it(clients: Clients) -> None:
    key = f"petstore_live_{'x' * 49}"
    with pytest.raises(PetstoreError) as failure:
        await clients.petstore(api_key=key).usage()
    assert (failure.value.code, failure.value.status) == ("invalid_api_key", 401)
    assert key not in f"{failure.value!r}"


async def test_fails_if_a_response_takes_longer_than_timeout(clients: Clients) -> None:
    client = clients.simulated(timeout=4, retry_attempts=2)
    client.network.inject(silence, silence)
    with pytest.raises(PetstoreTimeoutError, match=r"^No response within 4 s\.$"):
        await client.petstore.usage()
    assert 8 <= client.clock.now() <= 8.5


async def test_fails_if_the_parts_of_a_response_come_too_slowly(clients: Clients) -> None:
    client = clients.simulated(timeout=4, retry_attempts=1)

    client.network.inject(Fault(before=lambda: client.clock.jump(5), response=respond_with(200).response))
    with pytest.raises(PetstoreTimeoutError, match=r"^No response within 4 s\.$"):
        await client.petstore.usage()


async def test_gives_an_upload_one_second_more_for_each_16_kib_and_at_most_5_minutes_more(
    clients: Clients,
) -> None:
    client = clients.simulated(timeout=4, retry_attempts=1)
    for size, seconds in [(10, 5), (64 * 1024, 8), (10_000_000, 304)]:
        client.network.inject(silence)
        with pytest.raises(PetstoreTimeoutError, match=f"No response within {seconds} s"):
            await client.petstore.photos.add(1, bytes(size))


async def test_gives_a_batch_one_second_more_for_each_16_kib_and_each_10_changes(clients: Clients) -> None:
    client = clients.simulated(timeout=4, retry_attempts=1)
    for count, name, seconds in [(1, "Frank", 4 + 1 + 1), (1_000, "x" * 2_048, 4 + 130 + 100)]:
        client.network.inject(silence)
        item: BatchItem = {"operation": "createPet", "pet": {"name": name, "categoryId": 1}}
        with pytest.raises(PetstoreTimeoutError, match=f"No response within {seconds} s"):
            await client.petstore.pets.batch([item] * count)


async def test_raises_a_petstore_answer_error_if_the_response_is_not_from_petstore(clients: Clients) -> None:
    client = clients.simulated(retry_attempts=1)
    json = {"content-type": "application/json"}
    client.network.inject(
        respond_with(200),
        respond_with(404),
        respond_with(502),
        respond_with(200, json, "[{"),
        respond_with(200, json, "null"),
        respond_with(403, json, '{"code": 7}'),
    )
    for status in (200, 404, 502, 200, 200, 403):
        with pytest.raises(PetstoreAnswerError, match=r"is not from Petstore|is not valid JSON") as failure:
            await client.petstore.usage()
        assert failure.value.status == status
        assert isinstance(pickle.loads(pickle.dumps(failure.value)), PetstoreFailure)


async def test_does_not_follow_a_redirect(clients: Clients) -> None:
    client = clients.simulated(base_url=clients.environment.redirecting_url)
    with pytest.raises(PetstoreAnswerError, match=r"^base_url redirects to .*\. Use that address\."):
        await client.petstore.usage()
    assert len(client.network.sent) == 1


async def test_accepts_a_base_url_with_and_without_v1(clients: Clients) -> None:
    for end in ("/", "/v1", "/v1/"):
        await clients.petstore(base_url=f"{clients.environment.url}{end}").usage()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"base_url": "adopt.example.org"}, "base_url must be like https"),
        ({"base_url": "ftp://adopt.example.org"}, "base_url must be like https"),
        (
            {"base_url": "https://user:secret@adopt.example.org"},
            "^base_url must be like [^ ]*, without a password$",
        ),
        ({"api_key": ""}, "api_key must be an API key"),
        ({"api_key": "petstore_live_\n"}, "api_key"),
        ({"retry_attempts": 0}, "retry_attempts must be a number of at least 1; got 0"),
        ({"retry_seconds": -1}, "retry_seconds"),
        ({"timeout": 0}, "timeout"),
    ],
)
async def test_refuses_an_invalid_option_with_a_message_that_describes_a_valid_one(
    clients: Clients, options: dict[str, object], message: str
) -> None:
    valid = {"base_url": "https://adopt.example.org", "api_key": "petstore_live_x"}
    with pytest.raises(ValueError, match=message):
        clients.petstore(**{**valid, **options})


async def test_refuses_an_idempotency_key_that_is_not_printable_and_an_every_seconds_below_0(
    clients: Clients,
) -> None:
    petstore = clients.petstore()
    for key in ("ä", " a", "", "a" * 256):
        with pytest.raises(ValueError, match="idempotency_key must be 1 to 255 printable"):
            await petstore.pets.create({"name": "x", "categoryId": 1}, idempotency_key=key)
    with pytest.raises(ValueError, match="every_seconds must be"):
        await collect(petstore.events.follow(every_seconds=-1))
