"""Reads what a client of 1.0.0 reads: pets, a page of them, and errors."""

import os

import httpx
from petstore_api import AuthenticatedClient
from petstore_api.api.pets import create_pet, get_pet, list_pets
from petstore_api.models import NewPet, PetStatus

url = f"{os.environ['PETSTORE_URL']}/v1"


def client_with(key):
    return AuthenticatedClient(base_url=url, token=key, timeout=httpx.Timeout(60))


client = client_with(os.environ["PETSTORE_KEY"])

pet = create_pet.sync(client=client, body=NewPet(name="Frank", category_id=9007199254740993, status=PetStatus.SOLD))
print(f"created {pet.name} in category {pet.category_id}")

for pet in list_pets.sync(client=client, limit=1):
    print(f"listed {pet.name}, {pet.status}")

for pet_id, caller in [(404, client), (pet.id, client_with("unknown"))]:
    error = get_pet.sync(pet_id, client=caller)
    print(f"error {error.status} {error.code}")
