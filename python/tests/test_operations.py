from __future__ import annotations

import pytest

from petstore_client import AsyncPetstore, PetstoreError
from petstore_client.types import Pet

from .harness.clients import Clients, collect

EDGES = [0, 1, -1, 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63)]


async def test_adds_reads_changes_and_removes_an_animal(clients: Clients) -> None:
    pets = clients.petstore().pets
    pet = await pets.create({"name": "Frank", "categoryId": 7})
    assert await pets.get(pet["id"]) == {"id": pet["id"], "name": "Frank", "categoryId": 7}
    changed = await pets.change(pet["id"], {"name": "Franz", "categoryId": 8, "status": "available"})
    assert changed == {"id": pet["id"], "name": "Franz", "categoryId": 8, "status": "available"}
    await pets.remove(pet["id"])
    with pytest.raises(PetstoreError) as failure:
        await pets.get(pet["id"])
    assert failure.value.code == "pet_not_found"


async def test_places_reads_lists_approves_and_completes_an_order_that_holds_its_animal(
    clients: Clients,
) -> None:
    petstore = clients.petstore()
    pet = await petstore.pets.create({"name": "Frank", "categoryId": 1, "status": "available"})
    placed = await petstore.orders.place({"petId": pet["id"], "reference": "application 118"})
    assert (placed["petId"], placed["status"], placed["reference"]) == (
        pet["id"],
        "placed",
        "application 118",
    )
    assert (await petstore.pets.get(pet["id"]))["status"] == "pending"
    assert await petstore.orders.get(placed["id"]) == placed
    assert await collect(petstore.orders.list(pet_id=pet["id"], status="placed")) == [placed]
    for status in ("approved", "completed"):
        assert (await petstore.orders.change(placed["id"], {"status": status}))["status"] == status
    assert (await petstore.pets.get(pet["id"]))["status"] == "sold"


async def test_applies_a_batch_of_changes_and_returns_the_result_of_each(clients: Clients) -> None:
    petstore = clients.petstore()
    pet = await petstore.pets.create({"name": "Frank", "categoryId": 1, "status": "available"})
    applied = await petstore.pets.batch(
        [
            {
                "operation": "createPet",
                "pet": {"name": "Eve", "categoryId": 2**53 + 1},
                "profile": {"breed": "Beagle"},
            },
            {"operation": "changePet", "petId": pet["id"], "pet": {"name": "Franz"}, "ifMatch": '"old"'},
            {"operation": "removePet", "petId": pet["id"]},
        ]
    )
    assert applied["failed"] == 1
    assert [result["status"] for result in applied["results"]] == [201, 412, 204]
    assert applied["results"][0]["pet"]["categoryId"] == 2**53 + 1


async def test_reads_the_plan_both_quota_windows_and_30_days_of_usage(clients: Clients) -> None:
    petstore = clients.petstore(terms={"plan": "pro", "role": "reader"})
    assert petstore.quota is None
    usage = await petstore.usage()
    assert (usage["plan"], usage["role"], usage["minute"]["limit"], len(usage["days"])) == (
        "pro",
        "reader",
        300,
        30,
    )
    assert petstore.quota is not None
    assert petstore.quota.minute.remaining == usage["minute"]["remaining"]


async def test_keeps_all_digits_of_an_int64_in_a_body_a_filter_and_a_list(clients: Clients) -> None:
    pets = clients.petstore().pets
    for category in EDGES:
        pet = await pets.create({"name": "digits", "categoryId": category})
        assert pet["categoryId"] == category
        assert (await pets.page(category_id=category, limit=1)).items == [pet]


async def test_refuses_an_id_that_is_no_int_and_an_unknown_argument_without_sending_a_request(
    clients: Clients,
) -> None:
    client = clients.simulated()
    petstore = client.petstore
    for wrong in (1.0, True, "", "..", None):
        with pytest.raises(TypeError, match="petId must be an int"):
            await petstore.pets.change(wrong, {"name": "x"})  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match="listPets has no argument 'categoryId'; its arguments are limit, sort"
    ):
        await petstore.pets.page(categoryId=7)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="has no argument 'if_match'"):
        await petstore.usage(if_match='"1"')  # type: ignore[call-arg]
    assert client.network.sent == []


async def test_closes_its_own_connections_but_not_those_of_the_caller(clients: Clients) -> None:
    key = clients.environment.account()
    async with AsyncPetstore(clients.environment.url, key) as own:
        await own.usage()
    with pytest.raises(RuntimeError, match="closed"):
        await own.usage()
    given = clients.petstore()
    await given.close()
    await given.usage(timeout=20)


async def test_sends_a_request_that_it_does_not_know_with_its_retries_and_errors(clients: Clients) -> None:
    petstore = clients.petstore()
    category = clients.category()
    created = await petstore.request("post", "/pets", json={"name": "Raw", "categoryId": category})
    assert (created.status, created.json()["name"]) == (201, "Raw")
    assert created.headers["Location"] == f"/v1/pets/{created.json()['id']}"
    page = await petstore.request("GET", "/pets", query={"categoryId": category, "limit": 1, "status": None})
    assert page.json() == [created.json()]
    again = await petstore.request("GET", f"/pets/{created.json()['id']}", headers={"if-none-match": "*"})
    assert (again.status, again.content) == (304, b"")
    with pytest.raises(PetstoreError) as failure:
        await petstore.request("GET", "/nothing")
    assert failure.value.code == "route_not_found"
    for path in ("pets", "/pets?limit=1", "/pets/{petId}", "https://example.org/pets", "/pets/ä"):
        with pytest.raises(ValueError, match="path must begin with /"):
            await petstore.request("GET", path)


async def test_lists_each_animal_once_newest_first_while_others_are_added(clients: Clients) -> None:
    pets = clients.petstore().pets
    category = clients.category()
    ids = [
        (await pets.create({"name": f"pet {number}", "categoryId": category}))["id"] for number in range(11)
    ]
    seen: list[int] = []
    async for pet in pets.list(category_id=category, limit=4):
        seen.append(pet["id"])
        if len(seen) % 5 == 0:
            await pets.create({"name": "late", "categoryId": category})
    assert seen == ids[::-1]


async def test_continues_a_list_from_the_cursor_of_a_page_and_the_last_page_has_none(
    clients: Clients,
) -> None:
    pets = clients.petstore().pets
    category = clients.category()
    for name in ("a", "b", "c"):
        await pets.create({"name": name, "categoryId": category})
    page = await pets.page(category_id=category, sort="id", limit=2)
    assert _names(page.items) == ["a", "b"]
    rest = pets.list(category_id=category, sort="id", limit=2, cursor=page.next)
    assert _names(await collect(rest)) == ["c"]
    last = await pets.page(category_id=category, sort="id", limit=2, cursor=page.next)
    assert last.next is None


async def test_returns_a_page_only_if_it_has_changed(clients: Clients) -> None:
    pets = clients.petstore().pets
    category = clients.category()
    await pets.create({"name": "a", "categoryId": category})
    etag = (await pets.page(category_id=category)).etag
    assert await pets.page_if_changed(etag, category_id=category) is None
    await pets.create({"name": "b", "categoryId": category})
    changed = await pets.page_if_changed(etag, category_id=category)
    assert changed is not None
    assert len(changed.items) == 2


def _names(pets: list[Pet]) -> list[str]:
    return [pet["name"] for pet in pets]
