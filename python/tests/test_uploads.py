from __future__ import annotations

import base64
from pathlib import Path

import pytest

from .harness.clients import Clients

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NoaGgAAAMEAYGa8M1PAAAAAElFTkSuQmCC"
)
"""A PNG of one grey pixel."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MAPPING = {"name": {"column": "Name"}, "categoryId": {"column": "Kind", "values": {"Dog": 7}}}


async def test_adds_photos_from_bytes_and_from_a_file_changes_and_removes_them(
    clients: Clients, tmp_path: Path
) -> None:
    petstore = clients.petstore()
    pet = await petstore.pets.create({"name": "Frank", "categoryId": 7})
    file = tmp_path / "frank.PNG"
    file.write_bytes(PIXEL)
    first = await petstore.photos.add(pet["id"], PIXEL)
    second = await petstore.photos.add(pet["id"], file)
    third = await petstore.photos.add(pet["id"], str(file), type="image/webp")
    assert (first["width"], first["height"], first["alt"]) == (1, 1, "")
    cover = await petstore.photos.change(pet["id"], second["id"], {"alt": "Frank asleep", "position": 0})
    assert (await petstore.listings.get(pet["id"]))["photos"] == [cover, first, third]
    await petstore.photos.remove(pet["id"], cover["id"])
    assert (await petstore.listings.get(pet["id"]))["photos"] == [first, third]


async def test_adds_one_photo_when_an_upload_is_repeated_with_its_idempotency_key(clients: Clients) -> None:
    petstore = clients.petstore()
    pet = await petstore.pets.create({"name": "Frank", "categoryId": 7})
    added = await petstore.photos.add(pet["id"], PIXEL, idempotency_key="cover")
    assert await petstore.photos.add(pet["id"], PIXEL, idempotency_key="cover") == added
    assert (await petstore.listings.get(pet["id"]))["photos"] == [added]


async def test_imports_a_file_reads_the_rows_that_failed_and_exports_the_animals(
    clients: Clients, tmp_path: Path
) -> None:
    petstore = clients.petstore(terms={"role": "admin"})
    file = tmp_path / "animals.csv"
    file.write_text("Name,Kind\n=Zoë,Dog\n,Dog\n", encoding="utf-8")
    added = await petstore.imports.create(file, mapping=MAPPING)
    found = await petstore.imports.get(added["id"])
    while found["state"] in ("waiting", "running"):
        found = await petstore.imports.get(added["id"])
    assert (found["state"], found["summary"]["created"]) == ("done", 1)
    bad_rows = await petstore.imports.bad_rows(added["id"])
    assert bad_rows.startswith(BYTE_ORDER_MARK)
    assert bad_rows.decode("utf-8-sig").split("\n")[1] == "3,Name is missing or empty,,Dog"
    animals = (await petstore.exports.pets()).decode("utf-8-sig")
    assert '"\'=Zoë"' in animals


async def test_imports_one_file_when_it_is_sent_again_and_counts_only_in_a_dry_run(clients: Clients) -> None:
    petstore = clients.petstore(terms={"role": "admin"})
    content = b"name,categoryId\nOnly counted,1\n"
    added, again = [
        await petstore.imports.create(content, file_name="a.csv", dry_run=True, idempotency_key="monday")
        for _ in range(2)
    ]
    assert added["id"] == again["id"]
    assert (await petstore.pets.page(name="Only counted")).items == []
    with pytest.raises(TypeError, match="file_name is missing"):
        await petstore.imports.create(content)
