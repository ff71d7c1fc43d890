"""Lists animals, adds one with a photo, reads an error and the first events: `python petstore.py PHOTO.jpg`."""

import os
import sys

import httpx
from petstore_api import AuthenticatedClient
from petstore_api.api.events import list_events
from petstore_api.api.listings import add_photo, get_listing
from petstore_api.api.pets import create_pet, list_pets
from petstore_api.models import Error, NewPet
from petstore_api.types import File


def result(value):
    """The client returns errors that the document describes as values."""
    if isinstance(value, Error):
        sys.exit(f"{value.status} {value.code}: {value.message}")
    return value


client = AuthenticatedClient(
    base_url=f"{os.environ['PETSTORE_URL']}/v1",
    token=os.environ["PETSTORE_KEY"],
    timeout=httpx.Timeout(60),  # seconds; a photo may wait for others to be prepared
)

pets = result(list_pets.sync(client=client, limit=5))
print(f"listed {len(pets)}")

pet = result(create_pet.sync(client=client, body=NewPet(name="Frank", category_id=9007199254740993)))
print(f"created {pet.name} in category {pet.category_id}")

with open(sys.argv[1], "rb") as picture:
    photo = result(add_photo.sync(pet.id, client=client, body=File(payload=picture.read())))
print(f"photo of {photo.width} x {photo.height} pixels")

missing = get_listing.sync(404, client=client)
if isinstance(missing, Error):
    print(f"error {missing.status} {missing.code}")

# A later version may send types of events that this client does not know.
for event in result(list_events.sync(client=client, limit=100)):
    print(f"event {event.type_}")
