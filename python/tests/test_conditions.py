from __future__ import annotations

import json

import httpx
import pytest

from petstore_client import PetstoreConnectionError, PetstoreError, etag_of

from .harness.clients import Clients
from .harness.network import Fault, lost_response


async def test_provides_the_etag_of_a_single_object_but_not_of_an_item_of_a_list_or_of_a_copy(
    clients: Clients,
) -> None:
    petstore = clients.petstore()
    pet = await petstore.pets.create({"name": "Frank", "categoryId": 1, "status": "available"})
    assert etag_of(await petstore.pets.get(pet["id"])) == etag_of(pet)
    changed = await petstore.pets.change(pet["id"], {"name": "Franz"}, if_match=etag_of(pet))
    assert etag_of(changed) != etag_of(pet)
    order = await petstore.orders.place({"petId": pet["id"]})
    approved = await petstore.orders.change(order["id"], {"status": "approved"}, if_match=etag_of(order))
    assert approved["status"] == "approved"
    listed = (await petstore.pets.page(limit=1)).items[0]
    for without in (listed, dict(pet)):
        with pytest.raises(ValueError, match="this object has no ETag"):
            etag_of(without)
    assert json.loads(json.dumps(pet)) == pet


async def test_refuses_a_change_and_a_removal_of_an_old_version_without_a_retry_or_an_effect(
    clients: Clients,
) -> None:
    client = clients.simulated()
    pets = client.petstore.pets
    pet = await pets.create({"name": "Frank", "categoryId": 1})
    await pets.change(pet["id"], {"name": "Franz"})
    before = len(client.network.sent)
    for change in (
        pets.change(pet["id"], {"name": "Max"}, if_match=etag_of(pet)),
        pets.remove(pet["id"], if_match=etag_of(pet)),
    ):
        with pytest.raises(PetstoreError) as failure:
            await change
        assert (failure.value.code, failure.value.status) == ("precondition_failed", 412)
    assert len(client.network.sent) - before == 2
    assert (await pets.get(pet["id"]))["name"] == "Franz"


async def test_reports_a_lost_connection_not_412_if_the_response_to_a_conditional_change_is_lost(
    clients: Clients,
) -> None:
    client = clients.simulated()
    pets = client.petstore.pets
    pet = await pets.create({"name": "Frank", "categoryId": 1})
    client.network.inject(lost_response)
    # The retry receives 412, because the first attempt has created the new version.
    with pytest.raises(PetstoreConnectionError):
        await pets.change(pet["id"], {"name": "Franz"}, if_match=etag_of(pet))
    now = await pets.get(pet["id"])
    assert now["name"] == "Franz"
    client.network.inject(lost_response)
    await pets.remove(pet["id"], if_match=etag_of(now))


async def test_accepts_an_etag_that_a_compressing_proxy_has_marked_as_weak(clients: Clients) -> None:
    client = clients.simulated()

    def weakened(response: httpx.Response | None) -> httpx.Response:
        assert response is not None
        response.headers["etag"] = f"W/{response.headers['etag']}"
        return response

    client.network.inject(Fault(is_sent=True, response=weakened))
    pet = await client.petstore.pets.create({"name": "Frank", "categoryId": 1})
    changed = await client.petstore.pets.change(pet["id"], {"name": "Franz"}, if_match=etag_of(pet))
    assert changed["name"] == "Franz"


async def test_refuses_an_if_match_without_a_value_without_sending_a_request(clients: Clients) -> None:
    client = clients.simulated()
    for wrong in (None, "", "a\nb"):
        with pytest.raises(TypeError, match="if_match must be an ETag"):
            await client.petstore.pets.change(1, {"name": "x"}, if_match=wrong)  # type: ignore[arg-type]
    assert client.network.sent == []
