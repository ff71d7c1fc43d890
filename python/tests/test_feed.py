from __future__ import annotations

import pytest

from petstore_client import PetstoreError
from petstore_client.types import Event

from .harness.clients import Clients, collect, take


async def test_follow_yields_each_later_event_once_and_in_order_also_after_long_pauses(
    clients: Clients,
) -> None:
    client = clients.simulated(terms={"role": "manager"})
    pets, events = client.petstore.pets, client.petstore.events
    await pets.create({"name": "before", "categoryId": 1})
    start = await events.page(after="latest")
    assert (start.items, start.is_head) == ([], True)
    feed = events.follow(after=start.next, limit=2, every_seconds=10)
    for name in ("a", "b", "c"):
        await pets.create({"name": name, "categoryId": 1})
    assert _names(await take(feed, 3)) == ["a", "b", "c"]

    async def later_changes() -> None:
        for seconds in (25, 3):
            await client.clock.sleep(seconds)
            await pets.create({"name": f"after {seconds}", "categoryId": 1})

    later, _ = await client.clock.together(take(feed, 2), later_changes())
    assert _names(later) == ["after 25", "after 3"]
    assert 10 in client.clock.waits


async def test_follow_continues_after_the_service_was_unreachable_for_longer_than_retry_seconds(
    clients: Clients,
) -> None:
    client = clients.simulated(retry_attempts=2, retry_seconds=5)
    pets, events = client.petstore.pets, client.petstore.events
    pet = await pets.create({"name": "a", "categoryId": 1})
    feed = events.follow(pet_id=pet["id"], every_seconds=10)
    assert _names(await take(feed, 1)) == ["a"]
    client.network.is_down = True

    async def repaired() -> None:
        await client.clock.sleep(3600)
        client.network.is_down = False
        await pets.change(pet["id"], {"name": "b"})

    later, _ = await client.clock.together(take(feed, 1), repaired())
    assert _names(later) == ["b"]


async def test_follow_uses_at_most_half_of_each_quota(clients: Clients) -> None:
    client = clients.simulated(terms={"plan": "free"})
    pets = clients.petstore().pets
    feed = client.petstore.events.follow(after="latest")

    async def first_change() -> None:
        await client.clock.sleep(3 * 3600)
        await pets.create({"name": "new", "categoryId": 1})

    await client.clock.together(take(feed, 1), first_change())
    # The plan Free has 1,000 requests a day.
    assert 50 < len(client.network.sent) <= 65


async def test_pages_marks_the_page_at_the_end_of_the_feed(clients: Clients) -> None:
    client = clients.simulated(terms={"role": "manager"})
    pets, events = client.petstore.pets, client.petstore.events
    start = await events.page(after="latest")
    for name in ("a", "b", "c"):
        await pets.create({"name": name, "categoryId": 1})
    pages = await take(events.pages(after=start.next, limit=2), 3)
    seen = [(_names(page.items), page.is_head) for page in pages]
    assert seen == [(["a", "b"], False), (["c"], False), ([], True)]


async def test_pages_yields_the_events_of_one_animal_and_its_orders_and_waits_at_its_end(
    clients: Clients,
) -> None:
    client = clients.simulated(terms={"role": "manager"})
    petstore = client.petstore
    pet = await petstore.pets.create({"name": "Olive", "categoryId": 1, "status": "available"})
    await petstore.pets.create({"name": "Bruno", "categoryId": 1})
    await petstore.orders.place({"petId": pet["id"]})
    types = [event["type"] for event in (await petstore.events.page(pet_id=pet["id"])).items]
    assert sorted(types) == ["order.placed", "pet.created", "pet.updated"]
    pages = petstore.events.pages(pet_id=pet["id"])
    assert (await take(pages, 1))[0].is_head is True
    await petstore.pets.change(pet["id"], {"name": "Oliver"})
    assert _names((await take(pages, 1))[0].items) == ["Oliver"]
    assert client.clock.now() >= 5


async def test_follow_raises_events_expired_for_a_position_that_is_not_kept(clients: Clients) -> None:
    with pytest.raises(PetstoreError) as failure:
        await collect(clients.petstore().events.follow(after=2**62))
    assert failure.value.code == "events_expired"


async def test_a_stream_yields_each_event_once_also_after_the_service_has_ended_it(clients: Clients) -> None:
    client = clients.simulated()
    pets, events = client.petstore.pets, client.petstore.events
    start = await events.page(after="latest")
    feed = events.stream(after=start.next)
    for name in ("a", "b"):
        await pets.create({"name": name, "categoryId": 1})
        assert _names(await take(feed, 1)) == [name]
    clients.environment.advance(3_600_000)
    later, _ = await client.clock.together(take(feed, 1), pets.create({"name": "c", "categoryId": 1}))
    assert _names(later) == ["c"]


async def test_a_stream_raises_what_waiting_cannot_resolve(clients: Clients) -> None:
    pet = await clients.petstore().pets.create({"name": "a", "categoryId": 1})
    wrong = clients.petstore(api_key="petstore_test_wrong").events.stream(pet_id=pet["id"])
    with pytest.raises(PetstoreError) as refused:
        await take(wrong, 1)
    assert refused.value.code == "invalid_api_key"


def _names(events: list[Event]) -> list[str | None]:
    return [event["pet"]["name"] if "pet" in event else None for event in events]
