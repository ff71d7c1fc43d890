from __future__ import annotations

from typing import Any, cast

from petstore_client import listing_after
from petstore_client.types import Event, Listing, Pet

AT = "2026-11-21T12:00:00.000Z"
LATER = "2026-11-22T12:00:00.000Z"
FRANK: Pet = {"id": 1, "name": "Frank", "categoryId": 1}
STATE: Any = {
    "createdAt": AT,
    "statusChangedAt": AT,
    "updatedAt": AT,
    "etags": {"pet": '"a"', "profile": '"b"'},
}
BEFORE = cast("Listing", {"pet": FRANK, "profile": {"breed": "Beagle"}, "photos": [], **STATE})


def _event(type: str, **members: object) -> Event:
    return cast("Event", {"id": 5, "type": type, "at": LATER, **members})


def test_a_changed_animal_keeps_its_profile_and_photos_and_has_the_times_and_tags_of_the_event() -> None:
    pet = {**FRANK, "name": "Franz"}
    state = {**STATE, "updatedAt": LATER}
    assert listing_after(BEFORE, _event("pet.updated", pet=pet, **state)) == {**BEFORE, "pet": pet, **state}


def test_a_new_animal_has_an_empty_profile_and_no_photos() -> None:
    assert listing_after(None, _event("pet.created", pet=FRANK, **STATE)) == {**BEFORE, "profile": {}}


def test_an_event_without_the_state_of_a_listing_replaces_the_animal_only() -> None:
    pet = {**FRANK, "name": "Franz"}
    assert listing_after(BEFORE, _event("pet.updated", pet=pet)) == {**BEFORE, "pet": pet}
    assert listing_after(None, _event("pet.created", pet=pet)) is None


def test_a_removed_animal_has_no_listing_and_an_unknown_one_stays_unknown() -> None:
    assert listing_after(BEFORE, _event("pet.deleted", pet=FRANK)) is None
    assert listing_after(None, _event("pet.updated", pet=FRANK, **STATE)) is None


def test_an_event_of_a_listing_replaces_it_and_those_of_categories_and_unknown_types_change_nothing() -> None:
    after = cast("Listing", {**BEFORE, "profile": {}})
    assert listing_after(BEFORE, _event("listing.updated", listing=after)) == after
    named = _event("category.named", category={"id": 1, "name": "Dog"})
    for event in (named, _event("shelter.moved", shelter={})):
        assert listing_after(BEFORE, event) == BEFORE
