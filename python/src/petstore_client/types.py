"""The objects of the API, and the queries of its lists.

Generated from openapi.json by `npm run openapi`: change the routes of the service instead. Responses may have more members than
these, and more values than those that a comment lists: a newer service sends them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from .options import CallOptions

class Error(TypedDict):
    """The body of every error."""
    code: str
    """Machine-readable error code. Known values: `malformed_json`, `invalid_body`, `invalid_parameter`, `invalid_image`, `invalid_mapping`, `missing_api_key`, `invalid_api_key`, `not_signed_in`, `passkey_refused`, `wrong_code`, `insufficient_role`, `origin_not_allowed`, `operation_not_allowed`, `not_owner`, `pet_not_found`, `order_not_found`, `photo_not_found`, `movement_not_found`, `import_not_found`, `application_not_found`, `partner_not_found`, `webhook_not_found`, `delivery_not_found`, `site_not_found`, `account_not_found`, `person_not_found`, `device_not_found`, `passkey_not_found`, `key_not_found`, `route_not_found`, `method_not_allowed`, `request_timeout`, `pet_not_available`, `invalid_transition`, `bond_conflict`, `applications_closed`, `too_many_messages`, `merge_conflict`, `setting_fixed`, `too_many_open_orders`, `too_many_photos`, `too_many_partners`, `too_many_webhooks`, `webhook_orphaned`, `limit_reached`, `account_exists`, `last_admin_key`, `email_in_use`, `passkeys_not_offered`, `email_not_set_up`, `publishing_off`, `secrets_key_missing`, `person_without_email`, `key_already_rotated`, `secret_already_issued`, `idempotency_key_in_use`, `link_expired`, `sign_in_expired`, `operation_removed`, `events_expired`, `precondition_failed`, `payload_too_large`, `unsupported_media_type`, `expectation_failed`, `idempotency_key_reused`, `rate_limit_exceeded`, `too_many_applications`, `too_many_followers`, `api_key_banned`, `headers_too_large`, `internal_error`, `service_unavailable`, `provider_unavailable`, `result_unknown`, `storage_full`. Later versions may add others."""
    message: str
    """Human-readable description: what is wrong and what to send instead."""
    status: int
    """The HTTP status code."""

PetStatus = Literal["available", "pending", "sold"]
"""Availability of an animal."""

class _NewPetRequired(TypedDict):
    name: str
    """The animal's name: 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. Stored unchanged."""
    categoryId: int
    """Identifier of the category the animal belongs to."""

class NewPet(_NewPetRequired, total=False):
    """An animal to add. Unknown members are ignored."""
    status: PetStatus

class _PetRequired(TypedDict):
    id: int
    """Unique identifier assigned by the service on creation."""
    name: str
    """The animal's name: 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. Stored unchanged."""
    categoryId: int
    """Identifier of the category the animal belongs to."""

class Pet(_PetRequired, total=False):
    """One animal in the catalogue."""
    status: PetStatus

class PetChange(TypedDict, total=False):
    """The members to change; at least one. `null` removes the status; no other member can be removed. Unknown members are ignored."""
    name: str
    """The animal's name: 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. Stored unchanged."""
    categoryId: int
    """Identifier of the category the animal belongs to."""
    status: Literal["available", "pending", "sold"] | None
    """Availability of an animal. `null` removes it: the animal is not for adoption at the moment."""

class _MovementRequired(TypedDict):
    id: int
    """Unique identifier assigned by the service."""
    petId: int
    """The animal."""
    type: str
    """An animal comes in, lives in foster care, or leaves. Known values: `intake`, `foster`, `outcome`. Later versions may add others."""
    date: str
    """The day of the shelter, a full-date of RFC 3339. It may lie in the past, and is not after today."""

class Movement(_MovementRequired, total=False):
    """What happened to one animal on one day of the shelter."""
    reason: str
    """Why. Of an intake: stray, surrender, transfer_in, seized, born_in_care, return, owner_intended_euthanasia, other. Of an outcome: adoption, return_to_owner, transfer_out, returned_to_field, died, euthanasia, owner_intended_euthanasia, lost, other_live, other. A stay in foster care has none. Known values: `stray`, `surrender`, `transfer_in`, `seized`, `born_in_care`, `return`, `owner_intended_euthanasia`, `other`, `adoption`, `return_to_owner`, `transfer_out`, `returned_to_field`, `died`, `euthanasia`, `lost`, `other_live`. Later versions may add others."""
    endDate: str
    """When a stay in foster care ended or will end. Only of a stay in foster care."""
    region: str
    """Where the other side of a transfer is, as seen from the shelter. Only of a transfer. Known values: `same`, `other`, `international`. Later versions may add others."""
    note: str
    """The reason in words: 1 to 500 characters, not only white space, without U+0000 and lone surrogates. Do not use personal data."""
    orderId: int
    """The completed order that was the adoption."""
    dayOrder: int
    """Its place among the movements of the animal on the same day: the smallest is the first, and those with the same place are in the order of their ids. Missing for 0. Without it, a new movement is the last of its day, or before an outcome that it explains. An import sets the second of the day."""

class _MovementRequestRequired(TypedDict):
    type: Literal["intake", "foster", "outcome"]
    """An animal comes in, lives in foster care, or leaves."""
    date: str
    """The day of the shelter, a full-date of RFC 3339. It may lie in the past, and is not after today."""

class MovementRequest(_MovementRequestRequired, total=False):
    """A movement to record. `reason` is required, except for a stay in foster care."""
    reason: Literal["stray", "surrender", "transfer_in", "seized", "born_in_care", "return", "owner_intended_euthanasia", "other", "adoption", "return_to_owner", "transfer_out", "returned_to_field", "died", "euthanasia", "lost", "other_live"]
    """Why. Of an intake: stray, surrender, transfer_in, seized, born_in_care, return, owner_intended_euthanasia, other. Of an outcome: adoption, return_to_owner, transfer_out, returned_to_field, died, euthanasia, owner_intended_euthanasia, lost, other_live, other. A stay in foster care has none."""
    endDate: str
    """When a stay in foster care ended or will end. Only of a stay in foster care."""
    region: Literal["same", "other", "international"]
    """Where the other side of a transfer is, as seen from the shelter. Only of a transfer."""
    note: str
    """The reason in words: 1 to 500 characters, not only white space, without U+0000 and lone surrogates. Do not use personal data."""
    dayOrder: int
    """Its place among the movements of the animal on the same day: the smallest is the first, and those with the same place are in the order of their ids. Missing for 0. Without it, a new movement is the last of its day, or before an outcome that it explains. An import sets the second of the day."""
    status: Literal["available", "pending"] | None
    """The status of an animal that came in; `null` for none. Only of an intake that is the last movement. Without it, an animal that was gone has none, and another one keeps its own."""

class MovementChange(TypedDict, total=False):
    """The members to change; at least one. `null` removes a member."""
    reason: Literal["stray", "surrender", "transfer_in", "seized", "born_in_care", "return", "owner_intended_euthanasia", "other", "adoption", "return_to_owner", "transfer_out", "returned_to_field", "died", "euthanasia", "lost", "other_live"]
    """Why. Of an intake: stray, surrender, transfer_in, seized, born_in_care, return, owner_intended_euthanasia, other. Of an outcome: adoption, return_to_owner, transfer_out, returned_to_field, died, euthanasia, owner_intended_euthanasia, lost, other_live, other. A stay in foster care has none."""
    date: str
    """The day of the shelter, a full-date of RFC 3339. It may lie in the past, and is not after today."""
    endDate: str | None
    """When a stay in foster care ended or will end. Only of a stay in foster care."""
    region: Literal["same", "other", "international"] | None
    """Where the other side of a transfer is, as seen from the shelter. Only of a transfer."""
    note: str | None
    """The reason in words: 1 to 500 characters, not only white space, without U+0000 and lone surrogates. Do not use personal data."""
    dayOrder: int
    """Its place among the movements of the animal on the same day: the smallest is the first, and those with the same place are in the order of their ids. Missing for 0. Without it, a new movement is the last of its day, or before an outcome that it explains. An import sets the second of the day."""

class ProfileAdoptionFee(TypedDict):
    """What an adopter pays."""
    amount: str
    """The amount in the main unit of the currency."""
    currency: str
    """The currency code of ISO 4217."""

class Profile(TypedDict, total=False):
    """The description of one animal for adopters. A field that is not set is absent."""
    description: str
    """What adopters should know, as plain text. 1 to 10,000 characters, not only white space, without U+0000 and lone surrogates."""
    breed: str
    """The breed. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    secondBreed: str
    """The second breed of an animal of several breeds. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    mixed: bool
    """Whether it is of more breeds than are named."""
    color: str
    """The colours of the animal. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    coatLength: str
    """The length of its hair. Known values: `hairless`, `short`, `medium`, `long`. Later versions may add others."""
    location: str
    """Where the animal lives now. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    sex: str
    """The sex. Known values: `female`, `male`. Later versions may add others."""
    size: str
    """The size of the animal when it is grown up. Known values: `small`, `medium`, `large`, `extra_large`. Later versions may add others."""
    birthDate: str
    """The date of birth. A full-date of RFC 3339, not in the future in every time zone."""
    birthDateEstimated: bool
    """True if the date of birth is an estimate."""
    goodWithChildren: bool
    """Whether it gets on with children."""
    goodWithDogs: bool
    """Whether it gets on with dogs."""
    goodWithCats: bool
    """Whether it gets on with cats."""
    spayedNeutered: bool
    """Whether it is spayed or neutered."""
    vaccinated: bool
    """Whether its vaccinations are up to date."""
    houseTrained: bool
    """Whether it is house-trained."""
    specialNeeds: str
    """What it needs more than others, such as medicine. 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates."""
    adoptionFee: ProfileAdoptionFee
    """What an adopter pays."""
    contactUrl: str
    """Where to ask about the animal: an `https:`, `mailto:` or `tel:` address of at most 2,000 characters."""
    videoUrl: str
    """Where a video of the animal is: an `https:` address of at most 2,000 characters."""
    tags: list[str]
    """Short words for adopters and for searches, each of 1 to 30 characters; at most 10."""
    intakeDate: str
    """When the shelter took it in. A full-date of RFC 3339, not in the future in every time zone."""
    bondedWith: list[int]
    """The animals that it goes together with: they are shown, held and adopted together, at most 5 in all. Setting it for one sets it for all of them; `null` takes the animal out of its group."""
    notForAdoptionReason: str
    """Why an animal without a status is not for adoption at the moment. No public page shows it. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""

class WholeProfileAdoptionFee(TypedDict):
    """What an adopter pays."""
    amount: str
    """The amount in the main unit of the currency."""
    currency: str
    """The currency code of ISO 4217."""

class WholeProfile(TypedDict, total=False):
    """The profile of one animal with what only those who may change it see. A field that is not set is absent."""
    description: str
    """What adopters should know, as plain text. 1 to 10,000 characters, not only white space, without U+0000 and lone surrogates."""
    breed: str
    """The breed. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    secondBreed: str
    """The second breed of an animal of several breeds. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    mixed: bool
    """Whether it is of more breeds than are named."""
    color: str
    """The colours of the animal. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    coatLength: str
    """The length of its hair. Known values: `hairless`, `short`, `medium`, `long`. Later versions may add others."""
    location: str
    """Where the animal lives now. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    sex: str
    """The sex. Known values: `female`, `male`. Later versions may add others."""
    size: str
    """The size of the animal when it is grown up. Known values: `small`, `medium`, `large`, `extra_large`. Later versions may add others."""
    birthDate: str
    """The date of birth. A full-date of RFC 3339, not in the future in every time zone."""
    birthDateEstimated: bool
    """True if the date of birth is an estimate."""
    goodWithChildren: bool
    """Whether it gets on with children."""
    goodWithDogs: bool
    """Whether it gets on with dogs."""
    goodWithCats: bool
    """Whether it gets on with cats."""
    spayedNeutered: bool
    """Whether it is spayed or neutered."""
    vaccinated: bool
    """Whether its vaccinations are up to date."""
    houseTrained: bool
    """Whether it is house-trained."""
    specialNeeds: str
    """What it needs more than others, such as medicine. 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates."""
    adoptionFee: WholeProfileAdoptionFee
    """What an adopter pays."""
    contactUrl: str
    """Where to ask about the animal: an `https:`, `mailto:` or `tel:` address of at most 2,000 characters."""
    videoUrl: str
    """Where a video of the animal is: an `https:` address of at most 2,000 characters."""
    tags: list[str]
    """Short words for adopters and for searches, each of 1 to 30 characters; at most 10."""
    intakeDate: str
    """When the shelter took it in. A full-date of RFC 3339, not in the future in every time zone."""
    bondedWith: list[int]
    """The animals that it goes together with: they are shown, held and adopted together, at most 5 in all. Setting it for one sets it for all of them; `null` takes the animal out of its group."""
    notForAdoptionReason: str
    """Why an animal without a status is not for adoption at the moment. No public page shows it. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    microchip: str
    """The number of its microchip: 15 digits as in ISO 11784, or 9 or 10 letters and digits of an older one. Stored without spaces and hyphens, in capital letters. Only who may change the animal sees it."""

class ProfileChangeAdoptionFee(TypedDict, total=False):
    """What an adopter pays."""
    amount: str
    """The amount in the main unit of the currency."""
    currency: str
    """The currency code of ISO 4217."""

class ProfileChange(TypedDict, total=False):
    """The fields to change; at least one. `null` removes a field."""
    description: str | None
    """What adopters should know, as plain text. 1 to 10,000 characters, not only white space, without U+0000 and lone surrogates."""
    breed: str | None
    """The breed. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    secondBreed: str | None
    """The second breed of an animal of several breeds. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    mixed: bool | None
    """Whether it is of more breeds than are named."""
    color: str | None
    """The colours of the animal. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    coatLength: Literal["hairless", "short", "medium", "long"] | None
    """The length of its hair."""
    location: str | None
    """Where the animal lives now. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    sex: Literal["female", "male"] | None
    """The sex."""
    size: Literal["small", "medium", "large", "extra_large"] | None
    """The size of the animal when it is grown up."""
    birthDate: str | None
    """The date of birth. A full-date of RFC 3339, not in the future in every time zone."""
    birthDateEstimated: bool | None
    """True if the date of birth is an estimate."""
    goodWithChildren: bool | None
    """Whether it gets on with children."""
    goodWithDogs: bool | None
    """Whether it gets on with dogs."""
    goodWithCats: bool | None
    """Whether it gets on with cats."""
    spayedNeutered: bool | None
    """Whether it is spayed or neutered."""
    vaccinated: bool | None
    """Whether its vaccinations are up to date."""
    houseTrained: bool | None
    """Whether it is house-trained."""
    specialNeeds: str | None
    """What it needs more than others, such as medicine. 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates."""
    adoptionFee: ProfileChangeAdoptionFee | None
    """What an adopter pays."""
    contactUrl: str | None
    """Where to ask about the animal: an `https:`, `mailto:` or `tel:` address of at most 2,000 characters."""
    videoUrl: str | None
    """Where a video of the animal is: an `https:` address of at most 2,000 characters."""
    tags: list[str] | None
    """Short words for adopters and for searches, each of 1 to 30 characters; at most 10."""
    intakeDate: str | None
    """When the shelter took it in. A full-date of RFC 3339, not in the future in every time zone."""
    bondedWith: list[int] | None
    """The animals that it goes together with: they are shown, held and adopted together, at most 5 in all. Setting it for one sets it for all of them; `null` takes the animal out of its group."""
    notForAdoptionReason: str | None
    """Why an animal without a status is not for adoption at the moment. No public page shows it. 1 to 200 characters, not only white space, without U+0000 and lone surrogates."""
    microchip: str | None
    """The number of its microchip: 15 digits as in ISO 11784, or 9 or 10 letters and digits of an older one. Stored without spaces and hyphens, in capital letters. Only who may change the animal sees it."""

class Microchip(TypedDict):
    """The microchip of one animal."""
    petId: int
    """Identifier of the animal."""
    microchip: str
    """The number of its microchip."""

PhotoUrls = TypedDict("PhotoUrls", {
    "320": "str",
    "800": "str",
    "1600": "str",
})
"""The addresses of the pictures, by their width. They need no key and never change."""

class _PhotoRequired(TypedDict):
    id: str
    """Unique identifier, which cannot be guessed."""
    alt: str
    """What the picture shows, for readers who cannot see it: at most 300 characters, without U+0000 and lone surrogates. Empty until it is set."""
    width: int
    """The width of the upload in pixels, as it is displayed."""
    height: int
    """The height of the upload in pixels, as it is displayed."""
    color: str
    """The average colour, for a placeholder while the picture loads."""
    urls: PhotoUrls
    """The addresses of the pictures, by their width. They need no key and never change."""

class PhotoFocalPoint(TypedDict):
    """What the picture is framed by where its place has another shape: `object-position` of CSS. The upper third until it is set. Absent in events of older versions."""
    x: int
    """In percent of the width, from the left."""
    y: int
    """In percent of the height, from the top."""

class Photo(_PhotoRequired, total=False):
    """One picture of an animal, stored in a few sizes. The first one of an animal is its cover."""
    focalPoint: PhotoFocalPoint
    """What the picture is framed by where its place has another shape: `object-position` of CSS. The upper third until it is set. Absent in events of older versions."""

class PhotoChangeFocalPoint(TypedDict):
    """What the picture is framed by where its place has another shape, such as the face."""
    x: int
    """In percent of the width, from the left."""
    y: int
    """In percent of the height, from the top."""

class PhotoChange(TypedDict, total=False):
    """The members to change; at least one."""
    alt: str
    """What the picture shows, for readers who cannot see it: at most 300 characters, without U+0000 and lone surrogates. Empty until it is set."""
    position: int
    """The place among the photos of the animal; 0 is the cover. The others shift."""
    focalPoint: PhotoChangeFocalPoint
    """What the picture is framed by where its place has another shape, such as the face."""

class PhotoEditCrop(TypedDict):
    """The part to keep, in percent of the width and the height of the rotated picture. `x` and `width`, and `y` and `height`, are at most 100 together."""
    x: int
    """The left edge."""
    y: int
    """The upper edge."""
    width: int
    """The width of the part."""
    height: int
    """The height of the part."""

class PhotoEdit(TypedDict, total=False):
    """How a photo is edited; at least one member. It is rotated first, and then cropped."""
    rotate: int
    """Clockwise, in degrees: 90, 180 or 270."""
    crop: PhotoEditCrop
    """The part to keep, in percent of the width and the height of the rotated picture. `x` and `width`, and `y` and `height`, are at most 100 together."""

class ListingEtags(TypedDict):
    """For conditional changes of the parts of a listing."""
    pet: str
    """The `ETag` that `If-Match` of `changePet` takes."""
    profile: str
    """The `ETag` that `If-Match` of `changeProfile` takes."""

class _ListingRequired(TypedDict):
    pet: Pet
    profile: Profile
    photos: list[Photo]
    """The photos; the first one is the cover."""
    etags: ListingEtags
    """For conditional changes of the parts of a listing."""

class Listing(_ListingRequired, total=False):
    """One animal with its profile and its photos. A time is absent if the store does not know it any more."""
    createdAt: str
    """When the animal was added. In UTC."""
    statusChangedAt: str
    """When its status was last set. In UTC."""
    updatedAt: str
    """The last change of the animal, its profile or its photos. In UTC."""
    url: str
    """The address of the public page of the animal, which anyone can read while the animal is available or on hold. Absent if public pages are off."""

class _BatchItemRequired(TypedDict):
    operation: Literal["createPet", "changePet", "changeProfile", "removePet"]
    """The single operation that the item stands for."""

class BatchItem(_BatchItemRequired, total=False):
    """One change of a batch. Unknown members are an error of the item, also in `pet` and `profile`."""
    petId: int
    """Identifier of the animal to change or to remove. Not with `createPet`."""
    pet: PetChange
    """The body of `createPet`, which needs `name` and `categoryId`, or of `changePet`."""
    profile: ProfileChange
    """The body of `changeProfile`; with `createPet`, the profile of the new animal."""
    ifMatch: str
    """As the header `If-Match` of the single operation, such as `"\\"k3Jx0cRk0N6m\\""`. Not with `createPet`."""

class Batch(TypedDict):
    """Changes of many animals."""
    items: list[BatchItem]
    """The changes, in the order in which they are applied."""

class _BatchResultRequired(TypedDict):
    status: int
    """The status with which the single operation would have responded."""

class BatchResult(_BatchResultRequired, total=False):
    """The result of one item of a batch."""
    pet: Pet
    """The animal that was added or changed."""
    etag: str
    """The `ETag` of the animal, or of the profile that was changed, for the next `ifMatch`."""
    error: Error
    """The error, if the item was not applied."""

class BatchResults(TypedDict):
    """The results of a batch."""
    failed: int
    """The number of items that were not applied."""
    results: list[BatchResult]
    """The result of each item, in the order of the items."""

class RemovedPet(TypedDict):
    """One animal in the bin, as it was when it was removed."""
    pet: Pet
    removedAt: str
    """When it was removed, in UTC."""
    expiresAt: str
    """From then on it is deleted for good, in UTC."""

class PetMerge(TypedDict):
    """The merge of an animal into another one."""
    into: int
    """The animal that remains."""

OrderStatus = str
"""Status of an order. `placed` and `approved` orders are open and hold the pet. Known values: `placed`, `approved`, `completed`, `cancelled`, `expired`. Later versions may add others."""

class _OrderRequestRequired(TypedDict):
    petId: int
    """The pet to adopt."""

class OrderRequest(_OrderRequestRequired, total=False):
    """A request to adopt one pet. Unknown members are ignored."""
    reference: str
    """The client's own string, at most 100 characters, such as an application number, without U+0000 and lone surrogates. Do not use personal data."""
    holdHours: int
    """How long the hold lasts, in hours: at most 720, which are 30 days. Only the account that added the animal and managers can choose a hold that is longer than the setting of the service."""

class OrderChange(TypedDict):
    """A change of an order. Unknown members are ignored."""
    status: Literal["approved", "completed", "cancelled"]
    """The new status."""

class _OrderRequired(TypedDict):
    id: int
    """Unique identifier assigned by the service."""
    petId: int
    """The pet to adopt."""
    status: OrderStatus
    placedAt: str
    """Time when it was placed, in UTC."""
    updatedAt: str
    """Time of the last change of its status, in UTC."""

class Order(_OrderRequired, total=False):
    """A request to adopt one pet. While it is open, it holds the pet."""
    reference: str
    """The client's own string, at most 100 characters, such as an application number, without U+0000 and lone surrogates. Do not use personal data."""
    expiresAt: str
    """Time when the hold ends automatically; only while `placed`."""
    bondedOrderIds: list[int]
    """The orders of the animals that go together with this one (`bondedWith` of its profile). They were placed with it, and always have the same status: a change of one changes all."""

class _EventRequired(TypedDict):
    id: int
    """Position in the feed; ids only increase."""
    type: str
    """What changed. Known values: `pet.created`, `pet.updated`, `pet.deleted`, `order.placed`, `order.approved`, `order.completed`, `order.cancelled`, `order.expired`, `listing.updated`, `category.named`, `movement.created`, `movement.updated`, `movement.deleted`, `application.created`, `application.updated`, `application.erased`. Later versions may add others."""
    at: str
    """When it changed, in UTC."""

class EventEtags(TypedDict):
    """For conditional changes of the parts of a listing."""
    pet: str
    """The `ETag` that `If-Match` of `changePet` takes."""
    profile: str
    """The `ETag` that `If-Match` of `changeProfile` takes."""

class EventCategory(TypedDict):
    """The category."""
    id: int
    """Identifier of the category."""
    name: str
    """Its name after the change."""

class _EventApplicationRequired(TypedDict):
    id: int
    """Identifier of the application."""
    state: str
    """Its state after the change. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others."""

class EventApplication(_EventApplicationRequired, total=False):
    """The application, without anything of the applicant."""
    petId: int
    """The animal; absent if the applicant looks for any."""

class Event(_EventRequired, total=False):
    """One recorded change. Skip an event whose `type` you do not know. One recorded change of a pet. `pet` is the pet after the change; a deleted pet as it last was. The times, `url` and `etags` are those of its listing after the change, whose profile and photos stay the same; those of a new pet are empty. A pet that is restored from the bin has `pet.created` again, and `listing.updated` if it has a profile or photos. A pet that was merged into another one has `pet.deleted` with `mergedInto`, followed by the changes of the other one. The times and tags are absent if the pet was deleted, and in changes that an older version recorded. One recorded change of an order. `order` is the order after the change. One recorded change of the profile or the photos of a pet. `listing` is the listing after the change. One recorded name of a category, which an admin or an import has set. One movement that was recorded, corrected or deleted; `movement` is the movement after the change, a deleted one as it last was. The accounts that may change the animal see it. The movements that a completed order or a change of the status records have no event of their own. One application that arrived, changed or was erased. The members of the account that may read it see it, and no one else."""
    pet: Pet
    createdAt: str
    """When the animal was added. In UTC."""
    statusChangedAt: str
    """When its status was last set. In UTC."""
    updatedAt: str
    """The last change of the animal, its profile or its photos. In UTC."""
    url: str
    """The address of the public page of the animal, which anyone can read while the animal is available or on hold. Absent if public pages are off."""
    etags: EventEtags
    """For conditional changes of the parts of a listing."""
    mergedInto: int
    """Only of `pet.deleted`: the animal into which the removed one was merged. It has the photos, orders and history of both; an order keeps its id, and its `petId` is this one."""
    order: Order
    listing: Listing
    category: EventCategory
    """The category."""
    movement: Movement
    application: EventApplication
    """The application, without anything of the applicant."""

class ImportSummarySkippedItem(TypedDict):
    reason: str
    rows: int
    """Rows that were skipped."""

class ImportSummaryLeftItem(TypedDict):
    reference: str
    reason: str

class _ImportSummaryRequired(TypedDict):
    rows: int
    """Rows of the file."""
    created: int
    """Animals that were added."""
    updated: int
    """Animals that were changed."""
    unchanged: int
    """Animals that are in the catalogue already, without a change."""
    kept: int
    """Animals that this store exported; they differ from the file and stay unchanged."""
    held: int
    """Animals whose status an open order sets; other changes of their rows were applied."""
    deleted: int
    """Animals that were deleted from the catalogue earlier; they are not added again."""
    superseded: int
    """Rows for which another row with the same reference is newer, or has the same date and stands below."""
    older: int
    """Rows that are older than the one that an earlier import applied; they change nothing."""
    skipped: list[ImportSummarySkippedItem]
    """The rows that the mapping skips, by reason."""
    failed: int
    """Rows that have a fault and were not imported."""
    left: list[ImportSummaryLeftItem]
    """Skipped animals that are in the catalogue and stay there, the first 100."""
    leftInCatalogue: int
    """The number of these animals."""
    withoutReference: int
    """Added animals without a reference, which another import of the file adds again."""

class ImportSummary(_ImportSummaryRequired, total=False):
    """The effects of an import, as those that `petstore pets import` prints. The counts after `rows`, up to `failed`, add up to it."""
    movementsAdded: int
    """Movements that were added."""
    movementsChanged: int
    """Movements that the store had, and that have changed in the file."""
    movementsUnchanged: int
    """Movements that the store had already."""
    movementsFailed: int
    """Rows whose movement was not added; their animals count as those of other rows."""
    bondsChanged: int
    """Rows whose animals go together with others from now on, or no longer."""
    bondsUnchanged: int
    """Rows whose animals go together with the named ones already."""
    bondsFailed: int
    """Rows whose animals cannot go together; they count as those of other rows."""

class ImportPreviewSheetsItem(TypedDict):
    name: str
    isHidden: bool

class ImportPreviewColumnsItemValuesItemWords(TypedDict, total=False):
    """What it means in each field in which it is understood; `null` if it states that something is not known, or that there is nothing to record; `no stay` for a reason whose rows are left out, because they are no stay of a living animal."""
    status: str | bool | None
    sex: str | bool | None
    size: str | bool | None
    mixed: str | bool | None
    coatLength: str | bool | None
    spayedNeutered: str | bool | None
    vaccinated: str | bool | None
    houseTrained: str | bool | None
    goodWithChildren: str | bool | None
    goodWithDogs: str | bool | None
    goodWithCats: str | bool | None
    birthDateEstimated: str | bool | None
    intakeReason: str | bool | None
    outcomeReason: str | bool | None

class _ImportPreviewColumnsItemValuesItemRequired(TypedDict):
    text: str
    """The value as it is in the file."""
    rows: int
    """The rows that have it."""
    words: ImportPreviewColumnsItemValuesItemWords
    """What it means in each field in which it is understood; `null` if it states that something is not known, or that there is nothing to record; `no stay` for a reason whose rows are left out, because they are no stay of a living animal."""

class ImportPreviewColumnsItemValuesItem(_ImportPreviewColumnsItemValuesItemRequired, total=False):
    dayFirst: str
    """The date that it means if the day comes first."""
    monthFirst: str
    """The date that it means if the month comes first."""
    amount: str
    """The amount of money that it means."""
    categoryId: str
    """The category that it names: the digits of an id, which is new if there is no such category."""

class ImportPreviewColumnsItemDatesDayFirst(TypedDict):
    """The first date that is possible only with the day first."""
    line: int
    """The line of the file; of a spreadsheet, the row."""
    column: str
    """The name of its column."""
    text: str
    """The date as it is written."""

class ImportPreviewColumnsItemDatesMonthFirst(TypedDict):
    """The first date that is possible only with the month first."""
    line: int
    """The line of the file; of a spreadsheet, the row."""
    column: str
    """The name of its column."""
    text: str
    """The date as it is written."""

class ImportPreviewColumnsItemDatesAmbiguous(TypedDict):
    """The first date whose day depends on the order."""
    line: int
    """The line of the file; of a spreadsheet, the row."""
    column: str
    """The name of its column."""
    text: str
    """The date as it is written."""

class ImportPreviewColumnsItemDates(TypedDict, total=False):
    """What the dates of the column show about their order."""
    dayFirst: ImportPreviewColumnsItemDatesDayFirst
    """The first date that is possible only with the day first."""
    monthFirst: ImportPreviewColumnsItemDatesMonthFirst
    """The first date that is possible only with the month first."""
    ambiguous: ImportPreviewColumnsItemDatesAmbiguous
    """The first date whose day depends on the order."""

class ImportPreviewColumnsItem(TypedDict):
    name: str
    """The name of the column."""
    distinct: int
    """The number of different values; at most 1000."""
    hasMore: bool
    """True if there are more different values than were counted."""
    empty: int
    """The rows without a value."""
    values: list[ImportPreviewColumnsItemValuesItem]
    """The most frequent values; at most 100."""
    dates: ImportPreviewColumnsItemDates
    """What the dates of the column show about their order."""
    currencies: list[str]
    """The currencies that symbols suggest, the most frequent first."""

class _ImportPreviewDateOrderRequired(TypedDict):
    kind: str
    """Whether the dates of the guessed columns show their order. Known values: `not needed`, `proven`, `unknown`, `contradiction`. Later versions may add others."""

class ImportPreviewDateOrderExample(TypedDict):
    """A date whose day depends on the order."""
    line: int
    """The line of the file; of a spreadsheet, the row."""
    column: str
    """The name of its column."""
    text: str
    """The date as it is written."""

class ImportPreviewDateOrderDayFirst(TypedDict):
    """The first date that is possible only with the day first."""
    line: int
    """The line of the file; of a spreadsheet, the row."""
    column: str
    """The name of its column."""
    text: str
    """The date as it is written."""

class ImportPreviewDateOrderMonthFirst(TypedDict):
    """The first date that is possible only with the month first."""
    line: int
    """The line of the file; of a spreadsheet, the row."""
    column: str
    """The name of its column."""
    text: str
    """The date as it is written."""

class ImportPreviewDateOrder(_ImportPreviewDateOrderRequired, total=False):
    """The order of day and month, which a file has once for all of its columns."""
    order: str
    """Known values: `day-first`, `month-first`. Later versions may add others."""
    example: ImportPreviewDateOrderExample
    """A date whose day depends on the order."""
    dayFirst: ImportPreviewDateOrderDayFirst
    """The first date that is possible only with the day first."""
    monthFirst: ImportPreviewDateOrderMonthFirst
    """The first date that is possible only with the month first."""

class _ImportPreviewSampleItemRequired(TypedDict):
    row: int
    """The line of the file; of a spreadsheet, the row."""

class _ImportPreviewSampleItemPetRequired(TypedDict):
    name: str
    categoryId: str
    """The digits of the id."""
    status: str | None
    reference: str | None
    profile: WholeProfile

class ImportPreviewSampleItemPetMovementsItem(TypedDict):
    type: str
    """Known values: `intake`, `foster`, `outcome`. Later versions may add others."""
    reason: str | None
    date: str
    """The day."""

class ImportPreviewSampleItemPet(_ImportPreviewSampleItemPetRequired, total=False):
    """The animal; missing if the row is not imported."""
    movements: list[ImportPreviewSampleItemPetMovementsItem]
    """What the row records; missing if it records nothing."""
    goesTogetherWith: list[str]
    """The animals that it goes together with, by their numbers in the file."""

class ImportPreviewSampleItem(_ImportPreviewSampleItemRequired, total=False):
    pet: ImportPreviewSampleItemPet
    """The animal; missing if the row is not imported."""
    skipped: str
    """Why the row is left out."""
    faults: list[str]
    """What is wrong with the row."""

class _ImportPreviewProblemsItemRequired(TypedDict):
    code: str
    """One of no_name, no_kind, no_status, no_reference, status_unknown, reason_unknown, date_order_unknown, date_order_contradiction, no_currency, no_date, no_amount, repeated_column, unreadable_rows, shortened_numbers, formula_errors; others may be added."""
    message: str
    """What is wrong, and what to do."""

class ImportPreviewProblemsItem(_ImportPreviewProblemsItemRequired, total=False):
    column: str
    """The column that has the problem."""

class ImportPreviewUnreadableItem(TypedDict):
    row: int
    """The line of the file; of a spreadsheet, the row."""
    reason: str

class _ImportPreviewRequired(TypedDict):
    rows: int
    """The rows of the file."""
    sheets: list[ImportPreviewSheetsItem]
    """The sheets of a spreadsheet; empty for another file."""
    headerRow: int
    """The line, or the row of the sheet, that names the columns; 0 for NDJSON."""
    isExport: bool
    """True for an export of a Petstore, which needs no mapping."""
    columns: list[ImportPreviewColumnsItem]
    """The columns in their order."""
    mapping: dict[str, Any]
    """The guessed mapping. It can be incomplete: `problems` lists what must be chosen."""
    dateOrder: ImportPreviewDateOrder
    """The order of day and month, which a file has once for all of its columns."""
    sample: list[ImportPreviewSampleItem]
    """The first 10 rows as they are understood: by the guessed mapping, or by the one that was checked last."""
    problems: list[ImportPreviewProblemsItem]
    """What must be chosen or corrected before the import."""
    unreadable: list[ImportPreviewUnreadableItem]
    """The first 100 rows that cannot be read."""

class ImportPreview(_ImportPreviewRequired, total=False):
    """What a file contains, and how it would be imported."""
    sheet: str
    """The sheet that was read."""
    encoding: str
    """The encoding of a text file."""
    delimiter: str
    """What separates its values."""

class _ImportRequired(TypedDict):
    id: int
    """Unique identifier assigned by the service."""
    state: str
    """`preview` if the file was read and `PATCH` with a mapping imports it; `done` if all rows were read, also if some of them failed; `failed` if the file cannot be imported; `cancelled` if a request has cancelled it: the rows that were applied before stay. Known values: `waiting`, `running`, `preview`, `done`, `failed`, `cancelled`. Later versions may add others."""
    dryRun: bool
    """True if the import only counts its effects."""
    fileName: str
    """The name of the file."""
    owner: int
    """Identifier of the account that owns new animals."""
    processed: int
    """Of these, the rows that were applied so far."""
    createdAt: str
    """Time when the file was received, in UTC."""

class ImportBadRowsItem(TypedDict):
    row: int
    """Line in the file; of a spreadsheet, the row."""
    reason: str
    """What is wrong with it."""

class Import(_ImportRequired, total=False):
    """An import of a file. It runs after the response, and continues after a restart."""
    rows: int
    """Rows that are applied, without failed ones; missing until the file was read."""
    summary: ImportSummary
    badRows: list[ImportBadRowsItem]
    """The first 100 rows that failed. `bad-rows.csv` has all of them, up to 20 MB."""
    failure: str
    """Why the file cannot be imported, or why a preview cannot be imported with the last mapping."""
    preview: ImportPreview
    finishedAt: str
    """Time when the import ended, in UTC."""

class ImportChange(TypedDict, total=False):
    """What to do with a preview: import it, check it, or read another sheet or header."""
    mapping: dict[str, Any]
    """Maps columns of the file to the fields of an animal, as for `POST /v1/imports`; begin with the one of the preview. Without it, the file has the columns of an export. An id of a category may be a text of digits."""
    dryRun: bool
    """True to only count the effects. The import is a preview again afterwards."""
    sheet: str
    """The sheet to read for the preview."""
    headerRow: int
    """The line, or the row of the sheet, with the names of the columns, to read for the preview."""

class _CategoryRequired(TypedDict):
    id: int
    """Identifier of the category."""
    available: int
    """Number of its available animals."""

class Category(_CategoryRequired, total=False):
    """A kind of animal."""
    name: str
    """Its name, if an import or an admin has set one."""

class CategoryName(TypedDict):
    """The name of a category."""
    name: str
    """Its name: 1 to 100 characters, not only white space, without U+0000 and lone surrogates. Stored unchanged."""

class PetPermissions(TypedDict):
    """An animal with the current permissions of the account."""
    pet: Pet
    allowedOperations: list[str]
    """The operations on the animal and on its open order that the account can use now."""
    allowedPetStatuses: list[str]
    """The statuses that `changePet` can set. Empty while an order holds the animal."""
    allowedOrderStatuses: list[str]
    """The statuses that `changeOrder` can set on the open order. Empty if no order holds the animal."""

class AccountQuota(TypedDict):
    """The requests that it may make."""
    perMinute: int
    """Requests a UTC minute."""
    perDay: int
    """Requests a UTC day."""

class Account(TypedDict):
    """A user of the service, with API keys."""
    id: int
    """Unique identifier."""
    name: str
    """Its name: 1 to 100 characters, not used by another account."""
    plan: str
    """Its plan, which sets the quota. Known values: `free`, `pro`, `business`, `enterprise`. Later versions may add others."""
    role: str
    """`reader` reads; `member` also adds animals and manages its own; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. Known values: `reader`, `member`, `manager`, `admin`. Later versions may add others."""
    quota: AccountQuota
    """The requests that it may make."""
    requestsToday: int
    """The requests that were counted on this UTC day, up to a few seconds ago."""
    disabled: bool
    """True if none of its keys is accepted."""
    createdAt: str
    """When it was created, in UTC."""

class _AccountRequestRequired(TypedDict):
    name: str
    """Its name: 1 to 100 characters, not used by another account."""
    plan: Literal["free", "pro", "business", "enterprise"]
    """Its plan, which sets the quota."""

class AccountRequestQuota(TypedDict):
    """The requests that it may make. Only for the plan `enterprise`, which needs it."""
    perMinute: int
    """Requests a UTC minute."""
    perDay: int
    """Requests a UTC day."""

class AccountRequest(_AccountRequestRequired, total=False):
    """An account to create."""
    role: Literal["reader", "member", "manager", "admin"]
    """`reader` reads; `member` also adds animals and manages its own; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports."""
    quota: AccountRequestQuota
    """The requests that it may make. Only for the plan `enterprise`, which needs it."""

class AccountChangeQuota(TypedDict):
    """The requests that it may make. Only for the plan `enterprise`, which needs it."""
    perMinute: int
    """Requests a UTC minute."""
    perDay: int
    """Requests a UTC day."""

class AccountChange(TypedDict, total=False):
    """The members to change; at least one."""
    name: str
    """Its name: 1 to 100 characters, not used by another account."""
    plan: Literal["free", "pro", "business", "enterprise"]
    """Its plan, which sets the quota."""
    role: Literal["reader", "member", "manager", "admin"]
    """`reader` reads; `member` also adds animals and manages its own; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports."""
    quota: AccountChangeQuota
    """The requests that it may make. Only for the plan `enterprise`, which needs it."""
    disabled: bool
    """True to reject all of its keys."""

class _KeyRequired(TypedDict):
    id: int
    """Unique identifier."""
    accountId: int
    """Identifier of its account."""
    hint: str
    """The beginning and the end of the key."""
    createdAt: str
    """When it was created, in UTC."""
    current: bool
    """True for the key of the request."""

class Key(_KeyRequired, total=False):
    """An API key without its secret."""
    label: str
    """What the key is for: 1 to 100 characters."""
    role: str
    """The role of requests with the key, not above that of the account. Absent for the same. Known values: `reader`, `member`, `manager`, `admin`. Later versions may add others."""
    allowedOrigins: list[str]
    """The origins of the web pages that may use the key, which needs the role `reader` and reads only animals, listings, categories and their events. Absent for any client. Only browsers state the origin truthfully, so this keeps a key off other sites, but is no secret."""
    scopes: list[str]
    """What the key may do, and nothing else; it needs the role `reader`. Absent for all that the role may do. With `allowedOrigins` it is for the web pages of these origins."""
    rotatedFrom: int
    """The key that it replaced. Absent if none."""
    expiresAt: str
    """From then on it is not accepted. Absent if it does not expire."""
    revokedAt: str
    """Since then it is not accepted. Absent if it was not revoked."""
    lastUsedAt: str
    """When it was last used, to the minute. Absent if it never was."""
    bannedUntil: str
    """The end of its ban. Absent without a ban."""

class KeyChange(TypedDict):
    """The members to change."""
    label: str | None
    """What the key is for; null removes it."""

class _IssuedKeyRequired(TypedDict):
    id: int
    """Unique identifier."""
    accountId: int
    """Identifier of its account."""
    hint: str
    """The beginning and the end of the key."""
    createdAt: str
    """When it was created, in UTC."""
    current: bool
    """True for the key of the request."""
    secret: str
    """The key itself. It is sent only once, and cannot be read again."""

class IssuedKey(_IssuedKeyRequired, total=False):
    """A new API key with its secret."""
    label: str
    """What the key is for: 1 to 100 characters."""
    role: str
    """The role of requests with the key, not above that of the account. Absent for the same. Known values: `reader`, `member`, `manager`, `admin`. Later versions may add others."""
    allowedOrigins: list[str]
    """The origins of the web pages that may use the key, which needs the role `reader` and reads only animals, listings, categories and their events. Absent for any client. Only browsers state the origin truthfully, so this keeps a key off other sites, but is no secret."""
    scopes: list[str]
    """What the key may do, and nothing else; it needs the role `reader`. Absent for all that the role may do. With `allowedOrigins` it is for the web pages of these origins."""
    rotatedFrom: int
    """The key that it replaced. Absent if none."""
    expiresAt: str
    """From then on it is not accepted. Absent if it does not expire."""
    revokedAt: str
    """Since then it is not accepted. Absent if it was not revoked."""
    lastUsedAt: str
    """When it was last used, to the minute. Absent if it never was."""
    bannedUntil: str
    """The end of its ban. Absent without a ban."""

class KeyRequest(TypedDict, total=False):
    """A key to create."""
    label: str
    """What the key is for: 1 to 100 characters."""
    role: Literal["reader", "member", "manager", "admin"]
    """The role of requests with the key, not above that of the account. Absent for the same."""
    allowedOrigins: list[str]
    """The origins of the web pages that may use the key, which needs the role `reader` and reads only animals, listings, categories and their events. Absent for any client. Only browsers state the origin truthfully, so this keeps a key off other sites, but is no secret."""
    scopes: list[Literal["applications:create"]]
    """What the key may do, and nothing else; it needs the role `reader`. Absent for all that the role may do. With `allowedOrigins` it is for the web pages of these origins."""
    expiresAt: str
    """When it expires, as `2027-01-31T00:00:00Z`. By default it does not."""

class Rotation(TypedDict, total=False):
    """How a key is replaced."""
    overlapSeconds: int
    """How long the old key stays valid."""
    expiresAt: str
    """When the new key expires. By default as the old one would have; a key that rotates itself cannot be extended."""

class _PersonRequired(TypedDict):
    id: int
    """Unique identifier."""
    accountId: int
    """The account that the person works for."""
    name: str
    """The name that others at the shelter see: 1 to 100 characters."""
    role: str
    """`volunteer` adds animals, and changes profiles and photos; `member` manages all animals of the account; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. The role of the account is the upper limit. Known values: `volunteer`, `member`, `manager`, `admin`. Later versions may add others."""
    devices: int
    """In how many browsers the person is signed in."""
    passkeys: int
    """How many passkeys the person has."""
    createdAt: str
    """When the person was added, in UTC."""

class Person(_PersonRequired, total=False):
    """Someone who works for an account and signs in."""
    email: str
    """The e-mail address, which no other person of the account has. Codes to sign in are sent to it if e-mail is set up."""
    lastUsedAt: str
    """When one of these browsers was last used, in UTC."""
    invitedUntil: str
    """When the last open invitation expires, in UTC. Absent without one."""

class _PersonRequestRequired(TypedDict):
    name: str
    """The name that others at the shelter see: 1 to 100 characters."""
    role: Literal["volunteer", "member", "manager", "admin"]
    """`volunteer` adds animals, and changes profiles and photos; `member` manages all animals of the account; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. The role of the account is the upper limit."""

class PersonRequest(_PersonRequestRequired, total=False):
    """A person to add."""
    email: str
    """The e-mail address, which no other person of the account has. Codes to sign in are sent to it if e-mail is set up."""
    accountId: int
    """The account that the person works for; by default that of the request."""

class PersonChange(TypedDict, total=False):
    """The members to change; at least one."""
    name: str
    """The name that others at the shelter see: 1 to 100 characters."""
    role: Literal["volunteer", "member", "manager", "admin"]
    """`volunteer` adds animals, and changes profiles and photos; `member` manages all animals of the account; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. The role of the account is the upper limit."""
    email: str | None
    """The e-mail address; null removes it."""

class InvitationRequest(TypedDict, total=False):
    """How an invitation is sent."""
    send: Literal["email"]
    """The link is sent to the e-mail address of the person as well."""
    language: Literal["en", "es", "fr", "de"]
    """The language of the e-mail."""

class _InvitationRequired(TypedDict):
    url: str
    """The address that signs the person in on one device, once."""
    expiresAt: str
    """When it expires, in UTC."""

class Invitation(_InvitationRequired, total=False):
    """A link that signs a person in. The first one to open it acts as that person."""
    sent: bool
    """With `send`: true if the link is sent to the address of the person."""
    reason: str
    """Which limit of the day is met, so that the link is not sent; for people, in English. Pass the link on yourself."""

class Device(TypedDict):
    """A browser in which a person is signed in."""
    id: int
    """Unique identifier."""
    name: str
    """The browser and the system, as the browser names them."""
    createdAt: str
    """When the person signed in, in UTC."""
    lastUsedAt: str
    """When it was last used, in UTC."""
    current: bool
    """True for the browser that sends the request."""

class _PasskeyRequired(TypedDict):
    id: str
    """Identifier of the passkey, in base64url."""
    name: str
    """The browser and the system that added it."""
    createdAt: str
    """When it was added, in UTC."""

class Passkey(_PasskeyRequired, total=False):
    """A key in a device or a password manager, with which a person signs in."""
    lastUsedAt: str
    """When it last signed in, in UTC. Absent before that."""

class _AuditEntrySubjectRequired(TypedDict):
    type: str
    """What changed. Known values: `pet`, `order`, `movement`, `account`, `key`, `person`, `category`, `import`, `settings`, `application`, `form`, `webhook`, `publishing`, `partner`. Later versions may add others."""

class AuditEntrySubject(_AuditEntrySubjectRequired, total=False):
    """What changed."""
    id: int
    """Its identifier; absent for settings."""
    name: str
    """Its name after the change, if it has one."""

class _AuditEntryRequired(TypedDict):
    id: int
    """Position in the audit, which shares its numbers with the feed; ids only increase."""
    at: str
    """When it changed, in UTC."""
    action: str
    """What happened. Known values: `pet.restored`, `pet.erased`, `pet.merged`, `microchip.updated`, `account.created`, `account.updated`, `key.created`, `key.updated`, `key.rotated`, `key.revoked`, `person.created`, `person.updated`, `person.removed`, `person.invited`, `person.signed_in`, `person.signed_out`, `person.passkey_added`, `person.passkey_removed`, `person.provider_bound`, `ban.lifted`, `import.created`, `import.cancelled`, `settings.updated`, `form.updated`, `webhook.created`, `webhook.updated`, `webhook.rotated`, `webhook.removed`, `partner.added`, `partner.updated`, `partner.removed`, `publishing.updated`, `publishing.started`, `publishing.asked`, `publishing.sent`, `publishing.failed`, `category.named`, `pet.created`, `pet.updated`, `pet.deleted`, `listing.updated`, `movement.created`, `movement.updated`, `movement.deleted`, `order.placed`, `order.approved`, `order.completed`, `order.cancelled`, `order.expired`, `application.created`, `application.updated`, `application.erased`. Later versions may add others."""
    subject: AuditEntrySubject
    """What changed."""

class AuditEntryAccount(TypedDict):
    """The author. Absent for the command line and for holds that expired."""
    id: int
    """Identifier of the account."""
    name: str
    """Its name today."""

class _AuditEntryKeyRequired(TypedDict):
    id: int
    """Identifier of the key."""
    hint: str
    """The beginning and the end of the key."""

class AuditEntryKey(_AuditEntryKeyRequired, total=False):
    """The API key of the author."""
    label: str
    """The name of the key today, if it has one."""

class AuditEntryPerson(TypedDict):
    """The person of the author, who signed in without a key."""
    id: int
    """Identifier of the person."""
    name: str
    """The name today, or when the person was removed."""

class _AuditEntryChangesItemRequired(TypedDict):
    field: str
    """The name of the field."""

class AuditEntryChangesItem(_AuditEntryChangesItemRequired, total=False):
    before: Any
    """Its value before; absent if it had none."""
    after: Any
    """Its value now; absent if it was removed."""

class AuditEntry(_AuditEntryRequired, total=False):
    """One change and its author."""
    account: AuditEntryAccount
    """The author. Absent for the command line and for holds that expired."""
    key: AuditEntryKey
    """The API key of the author."""
    person: AuditEntryPerson
    """The person of the author, who signed in without a key."""
    details: dict[str, Any]
    """The members that changed. For an animal, its profile, its photos, a movement or an order: all of them after the change, as the feed has them."""
    changes: list[AuditEntryChangesItem]
    """The old and the new value of each field, for a change of an animal, its profile, its photos, an account, a key or the settings. Absent if the state before is no longer kept."""

class ApplicationQuestionText(TypedDict, total=False):
    """The question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""
    en: str
    es: str
    fr: str
    de: str

class _ApplicationQuestionRequired(TypedDict):
    id: str
    """Its own name, which answers refer to: small letters, digits, `_` and `-`."""
    kind: str
    """What the answer is: `choices` is a list of options, `yes_no` is true or false. Known values: `short_text`, `long_text`, `choice`, `choices`, `yes_no`, `number`, `date`. Later versions may add others."""
    required: bool
    """Whether an application needs an answer."""
    text: ApplicationQuestionText
    """The question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""

class ApplicationQuestionHelp(TypedDict, total=False):
    """A sentence below the question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""
    en: str
    es: str
    fr: str
    de: str

class ApplicationQuestionOptionsItemText(TypedDict, total=False):
    """The option. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""
    en: str
    es: str
    fr: str
    de: str

class ApplicationQuestionOptionsItem(TypedDict):
    id: str
    """Its own name, which answers refer to: small letters, digits, `_` and `-`."""
    text: ApplicationQuestionOptionsItemText
    """The option. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""

class ApplicationQuestion(_ApplicationQuestionRequired, total=False):
    """A question of the form."""
    categoryId: int
    """Asked only for animals of this category."""
    help: ApplicationQuestionHelp
    """A sentence below the question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""
    options: list[ApplicationQuestionOptionsItem]
    """What can be chosen: 2 to 20 options."""

class ApplicationQuestions(TypedDict):
    """The questions of a shelter. What was read can be sent to this or another service."""
    questions: list[ApplicationQuestion]
    """In the order in which they are asked."""

class ApplicationQuestionRequestText(TypedDict, total=False):
    """The question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""
    en: str
    es: str
    fr: str
    de: str

class _ApplicationQuestionRequestRequired(TypedDict):
    id: str
    """Its own name, which answers refer to: small letters, digits, `_` and `-`."""
    kind: Literal["short_text", "long_text", "choice", "choices", "yes_no", "number", "date"]
    """What the answer is: `choices` is a list of options, `yes_no` is true or false."""
    required: bool
    """Whether an application needs an answer."""
    text: ApplicationQuestionRequestText
    """The question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""

class ApplicationQuestionRequestHelp(TypedDict, total=False):
    """A sentence below the question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""
    en: str
    es: str
    fr: str
    de: str

class ApplicationQuestionRequestOptionsItemText(TypedDict, total=False):
    """The option. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""
    en: str
    es: str
    fr: str
    de: str

class ApplicationQuestionRequestOptionsItem(TypedDict):
    id: str
    """Its own name, which answers refer to: small letters, digits, `_` and `-`."""
    text: ApplicationQuestionRequestOptionsItemText
    """The option. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""

class ApplicationQuestionRequest(_ApplicationQuestionRequestRequired, total=False):
    """A question of the form."""
    categoryId: int
    """Asked only for animals of this category."""
    help: ApplicationQuestionRequestHelp
    """A sentence below the question. At least one language; a visitor in another one sees the first of en, es, fr, de that it has."""
    options: list[ApplicationQuestionRequestOptionsItem]
    """What can be chosen: 2 to 20 options."""

class ApplicationQuestionsRequest(TypedDict):
    """The questions of a shelter. What this or another service has returned can be sent."""
    questions: list[ApplicationQuestionRequest]
    """In the order in which they are asked."""

class ApplicationSettings(TypedDict):
    """How an account takes applications."""
    isOpen: bool
    """Whether visitors can apply for the animals of the account."""
    takesGeneral: bool
    """Whether applications without an animal may go to the account. They go to the first open account that takes them."""
    promiseDays: int
    """Within how many days the shelter promises an answer."""
    showAnswerTime: bool
    """Whether visitors see how long an answer usually takes, measured by at least ten answers of the last 90 days."""

class ApplicationSettingsRequest(TypedDict):
    """How an account takes applications."""
    isOpen: bool
    """Whether visitors can apply for the animals of the account."""
    takesGeneral: bool
    """Whether applications without an animal may go to the account. They go to the first open account that takes them."""
    promiseDays: int
    """Within how many days the shelter promises an answer."""
    showAnswerTime: bool
    """Whether visitors see how long an answer usually takes, measured by at least ten answers of the last 90 days."""

class ApplicationRequestAnswersItem(TypedDict):
    questionId: str
    """The `id` of the question."""
    value: Any
    """A text, a number or a boolean; for a choice the `id` of the option, for `choices` a list of them; a date as `2026-11-30`."""

class _ApplicationRequestRequired(TypedDict):
    name: str
    """The name of the applicant: one line."""
    answers: list[ApplicationRequestAnswersItem]
    """The answers; questions without an answer are left out."""

class ApplicationRequest(_ApplicationRequestRequired, total=False):
    """What a visitor sends."""
    petId: int
    """The animal. Absent if the applicant looks for any."""
    categoryId: int
    """The category that an applicant without an animal looks for."""
    email: str
    """Where the shelter answers."""
    telephone: str
    """The telephone number, as people write it."""
    language: Literal["en", "es", "fr", "de"]
    """The language of the applicant."""
    message: str
    """What else the applicant writes."""

class _SentApplicationRequired(TypedDict):
    id: int
    """Identifier of the application."""
    state: str
    """`received` and `in_review` wait for the shelter; `accepted` has an approved order; `adopted`, `declined`, `withdrawn` (by the applicant) and `closed` (the animal went to someone else, or was removed) have ended. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others."""

class SentApplication(_SentApplicationRequired, total=False):
    """An application that was sent."""
    url: str
    """The private page of the applicant: the one who has it reads the answers of the shelter, and may withdraw. Only in the first response, and absent in its repetitions."""

class _ApplicationSummaryApplicantRequired(TypedDict):
    name: str
    """The name of the applicant: one line."""

class ApplicationSummaryApplicant(_ApplicationSummaryApplicantRequired, total=False):
    """Who applies."""
    email: str
    """Where the shelter answers."""
    telephone: str
    """The telephone number, as people write it."""

class _ApplicationSummaryRequired(TypedDict):
    id: int
    """Identifier of the application."""
    state: str
    """`received` and `in_review` wait for the shelter; `accepted` has an approved order; `adopted`, `declined`, `withdrawn` (by the applicant) and `closed` (the animal went to someone else, or was removed) have ended. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others."""
    queue: int
    """2 if 50 other applications for the animal were open when it arrived, else 1."""
    language: str
    """The language of the applicant. Known values: `en`, `es`, `fr`, `de`. Later versions may add others."""
    createdAt: str
    """When it arrived, in UTC."""
    updatedAt: str
    """When its state, its messages or the applicant last changed, in UTC."""
    dueAt: str
    """Until when the shelter promised an answer, in UTC."""
    applicant: ApplicationSummaryApplicant
    """Who applies."""

class ApplicationSummaryAssignee(TypedDict):
    """The person of the shelter who looks after it."""
    id: int
    """Identifier of the person."""
    name: str
    """The name."""

class ApplicationSummary(_ApplicationSummaryRequired, total=False):
    """An application without its answers and messages."""
    petId: int
    """The animal; absent if the applicant looks for any."""
    categoryId: int
    """The category that an applicant without an animal looks for."""
    answeredAt: str
    """When the shelter first decided or wrote to the applicant, in UTC."""
    endedAt: str
    """When it ended, in UTC. Absent while it is open."""
    assignee: ApplicationSummaryAssignee
    """The person of the shelter who looks after it."""
    orderId: int
    """The order that its acceptance placed."""

class _ApplicationEntryRequired(TypedDict):
    id: int
    """Identifier."""
    at: str
    """When it was written, in UTC."""
    author: str
    """Who did it; `service` for what follows from another change. Known values: `applicant`, `shelter`, `service`. Later versions may add others."""
    text: str
    """The text."""

class ApplicationEntryPerson(TypedDict):
    """The person of the shelter, who signed in."""
    id: int
    """Identifier of the person."""
    name: str
    """The name."""

class ApplicationEntry(_ApplicationEntryRequired, total=False):
    """A message or a note."""
    person: ApplicationEntryPerson
    """The person of the shelter, who signed in."""

class _ApplicationApplicantRequired(TypedDict):
    name: str
    """The name of the applicant: one line."""

class ApplicationApplicant(_ApplicationApplicantRequired, total=False):
    """Who applies."""
    email: str
    """Where the shelter answers."""
    telephone: str
    """The telephone number, as people write it."""

class ApplicationAnswersItem(TypedDict):
    questionId: str
    """The `id` of the question."""
    value: Any
    """A text, a number or a boolean; for a choice the `id` of the option, for `choices` a list of them; a date as `2026-11-30`."""

class _ApplicationStatesItemRequired(TypedDict):
    state: str
    """`received` and `in_review` wait for the shelter; `accepted` has an approved order; `adopted`, `declined`, `withdrawn` (by the applicant) and `closed` (the animal went to someone else, or was removed) have ended. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others."""
    at: str
    """When it was reached, in UTC."""
    author: str
    """Who did it; `service` for what follows from another change. Known values: `applicant`, `shelter`, `service`. Later versions may add others."""

class ApplicationStatesItemPerson(TypedDict):
    """The person of the shelter, who signed in."""
    id: int
    """Identifier of the person."""
    name: str
    """The name."""

class ApplicationStatesItem(_ApplicationStatesItemRequired, total=False):
    person: ApplicationStatesItemPerson
    """The person of the shelter, who signed in."""
    reason: str
    """What the shelter wrote to the applicant."""

class _ApplicationRequired(TypedDict):
    id: int
    """Identifier of the application."""
    state: str
    """`received` and `in_review` wait for the shelter; `accepted` has an approved order; `adopted`, `declined`, `withdrawn` (by the applicant) and `closed` (the animal went to someone else, or was removed) have ended. Known values: `received`, `in_review`, `accepted`, `adopted`, `declined`, `withdrawn`, `closed`. Later versions may add others."""
    queue: int
    """2 if 50 other applications for the animal were open when it arrived, else 1."""
    language: str
    """The language of the applicant. Known values: `en`, `es`, `fr`, `de`. Later versions may add others."""
    createdAt: str
    """When it arrived, in UTC."""
    updatedAt: str
    """When its state, its messages or the applicant last changed, in UTC."""
    dueAt: str
    """Until when the shelter promised an answer, in UTC."""
    applicant: ApplicationApplicant
    """Who applies."""
    someoneAhead: bool
    """True if another application for the animal is accepted."""
    questions: list[ApplicationQuestion]
    """The questions as they were asked."""
    answers: list[ApplicationAnswersItem]
    """The answers; questions without an answer are left out."""
    states: list[ApplicationStatesItem]
    """The states that it reached, the first one first."""
    messages: list[ApplicationEntry]
    """What applicant and shelter wrote to each other."""
    notes: list[ApplicationEntry]
    """What only the shelter reads."""

class ApplicationAssignee(TypedDict):
    """The person of the shelter who looks after it."""
    id: int
    """Identifier of the person."""
    name: str
    """The name."""

class ApplicationFailedEmail(TypedDict):
    """The last e-mail to the applicant that could not be sent, for 7 days."""
    at: str
    """When it was given up, in UTC."""
    reason: str
    """What the mail server refused, in words."""

class Application(_ApplicationRequired, total=False):
    """An application."""
    petId: int
    """The animal; absent if the applicant looks for any."""
    categoryId: int
    """The category that an applicant without an animal looks for."""
    answeredAt: str
    """When the shelter first decided or wrote to the applicant, in UTC."""
    endedAt: str
    """When it ended, in UTC. Absent while it is open."""
    assignee: ApplicationAssignee
    """The person of the shelter who looks after it."""
    orderId: int
    """The order that its acceptance placed."""
    failedEmail: ApplicationFailedEmail
    """The last e-mail to the applicant that could not be sent, for 7 days."""

class ApplicationChange(TypedDict, total=False):
    """The members to change."""
    state: Literal["received", "in_review", "accepted", "adopted", "declined", "withdrawn", "closed"]
    """The new state: `in_review`, `accepted`, `adopted` or `declined`. `accepted` places an approved order that holds the animal, `adopted` completes it; another state after `accepted` cancels it."""
    reason: str
    """What the applicant reads about the new state. Only with `state`."""
    assignedTo: int | None
    """The person who looks after it; null for no one."""
    petId: int
    """The animal for an applicant who looks for any; it cannot change later."""

class ApplicationEntryRequest(TypedDict):
    """A message or a note."""
    text: str
    """The text."""

class AddedApplicationEntry(TypedDict):
    """What was added."""
    id: int
    """Identifier."""
    at: str
    """When it was written, in UTC."""

class PublishingSiteSettingsOptions(TypedDict):
    """Which animals are sent."""
    includeHeld: bool
    """Whether animals on hold are sent as such. Only Petfinder shows them."""
    includeUnaltered: bool
    """Whether animals are sent that are not spayed or neutered, or of which that is not known."""

class PublishingSiteSettings(TypedDict):
    """How the account sends its animals to a site where adopters look."""
    id: str
    """Identifier of the site. Known values: `petfinder`, `adopt_a_pet`, `rescue_groups`. Later versions may add others."""
    name: str
    """Its name."""
    isOn: bool
    """Whether the animals are sent by themselves every few hours."""
    username: str | None
    """The login at the site; null until it is set."""
    host: str
    """The server that takes the files."""
    port: int
    """Its port."""
    security: str
    """`explicit_tls`: the connection is encrypted. `none`: it is not, and neither is the password. Known values: `none`, `explicit_tls`. Later versions may add others."""
    everyHours: int
    """How often the animals are sent, in hours."""
    hasPassword: bool
    """True if a password is set. It is never returned."""
    options: PublishingSiteSettingsOptions
    """Which animals are sent."""

class PublishingSiteOptions(TypedDict):
    """Which animals are sent."""
    includeHeld: bool
    """Whether animals on hold are sent as such. Only Petfinder shows them."""
    includeUnaltered: bool
    """Whether animals are sent that are not spayed or neutered, or of which that is not known."""

class _PublishingSiteRequired(TypedDict):
    id: str
    """Identifier of the site. Known values: `petfinder`, `adopt_a_pet`, `rescue_groups`. Later versions may add others."""
    name: str
    """Its name."""
    isOn: bool
    """Whether the animals are sent by themselves every few hours."""
    username: str | None
    """The login at the site; null until it is set."""
    host: str
    """The server that takes the files."""
    port: int
    """Its port."""
    security: str
    """`explicit_tls`: the connection is encrypted. `none`: it is not, and neither is the password. Known values: `none`, `explicit_tls`. Later versions may add others."""
    everyHours: int
    """How often the animals are sent, in hours."""
    hasPassword: bool
    """True if a password is set. It is never returned."""
    options: PublishingSiteOptions
    """Which animals are sent."""
    sentCount: int
    """How many animals are sent."""
    leftOutCount: int
    """How many animals are available or on hold, and are not sent."""
    unmappedWords: int
    """How many words of the shelter keep animals from being sent."""
    nextRunAt: str | None
    """When the next run is due, in UTC; null if the site is off, or while a run is open."""

class PublishingSite(_PublishingSiteRequired, total=False):
    """A site where adopters look, how the account sends its animals to it, and how many."""
    lastRun: PublishingRun
    waitsFor: str
    """What a person has to confirm before anything is sent: `first_upload`, because it replaces everything at the site, or `sudden_drop`, because many animals are gone. Absent if there is nothing to confirm. Known values: `first_upload`, `sudden_drop`. Later versions may add others."""

class PublishingSites(TypedDict):
    """The sites where adopters look."""
    sites: list[PublishingSite]
    """The sites, always in the same order."""

class PublishingSiteChangeOptions(TypedDict, total=False):
    """Which animals are sent."""
    includeHeld: bool
    """Whether animals on hold are sent as such. Only Petfinder shows them."""
    includeUnaltered: bool
    """Whether animals are sent that are not spayed or neutered, or of which that is not known."""

class PublishingSiteChange(TypedDict, total=False):
    """The members to change; at least one."""
    isOn: bool
    """Whether the animals are sent by themselves every few hours."""
    username: str | None
    """The login at the site; null until it is set."""
    password: str | None
    """The password at the site; null removes it. It is stored encrypted and never returned. Needed with another host, port or username, and with less `security`."""
    host: str | None
    """The server; null for that of the site."""
    port: int | None
    """Its port; null for that of the site."""
    security: Literal["none", "explicit_tls"] | None
    """`explicit_tls`: the connection is encrypted. `none`: it is not, and neither is the password."""
    everyHours: int
    """How often the animals are sent, in hours."""
    options: PublishingSiteChangeOptions
    """Which animals are sent."""

class PublishedAnimalReasonsItem(TypedDict):
    code: str
    """`on_hold`: the animal is on hold. `missing`: the field is not set. `unmapped`: its word is none of the site. `unaltered`: the animal is not spayed or neutered, and the settings leave such animals out. Known values: `on_hold`, `missing`, `unmapped`, `unaltered`. Later versions may add others."""
    field: str
    """The field of the animal or of its profile that decides it. Known values: `status`, `name`, `categoryId`, `sex`, `breed`, `spayedNeutered`. Later versions may add others."""

class PublishedAnimal(TypedDict):
    """Whether a site gets an animal, and if not, why."""
    petId: int
    """Identifier of the animal."""
    name: str
    """Its name."""
    isSent: bool
    """Whether it is in the file."""
    reasons: list[PublishedAnimalReasonsItem]
    """Why it is left out; empty if it is sent."""

class PublishingWordsWordsItem(TypedDict):
    kind: str
    """What it is. Known values: `species`, `breed`, `color`, `coat`. Later versions may add others."""
    categoryId: int
    """The category of the animals that have it."""
    word: str
    """The word of the shelter. Case, accents and punctuation do not matter. For `species` it is the name of the category, which does not matter either."""
    animals: int
    """How many animals that are available or on hold have it."""
    siteWord: str | None
    """The word that the site gets; null if there is none."""
    guess: str | None
    """The most similar word of the site, if `siteWord` is null. It is not sent."""

class PublishingWordsChoicesItem(TypedDict):
    species: str
    """The species."""
    breeds: list[str]
    """Its common breeds."""
    colors: list[str]
    """Its colours; empty if the site takes none."""
    coats: list[str]
    """The lengths of its hair; empty if the site takes none."""

class PublishingWords(TypedDict):
    """What the words of the shelter are at a site."""
    words: list[PublishingWordsWordsItem]
    """The words, those without a word of the site first; at most 2,000."""
    choices: list[PublishingWordsChoicesItem]
    """The words of the site that are known here. It may know others."""

class PublishingWordsRequestWordsItem(TypedDict):
    kind: Literal["species", "breed", "color", "coat"]
    """What it is."""
    categoryId: int
    """The category of the animals that have it."""
    word: str
    """The word of the shelter. Case, accents and punctuation do not matter. For `species` it is the name of the category, which does not matter either."""
    siteWord: str | None
    """The word of the site; null for the same word, if the site has it."""

class PublishingWordsRequest(TypedDict):
    """What the words of the shelter are at a site."""
    words: list[PublishingWordsRequestWordsItem]
    """All words that the account sets."""

class _PublishingRunRequired(TypedDict):
    id: int
    """Its identifier."""
    state: str
    """`waiting` and `running`: it will end by itself. `asks`: it sends nothing before `POST` with `confirm`. `done`: everything is at the site. `failed`: the site has what it had before; it is tried again. Known values: `waiting`, `running`, `asks`, `done`, `failed`. Later versions may add others."""
    photos: int
    """How many photos it has sent. Those that the site has are not sent again."""
    bytes: int
    """How many bytes it has sent."""
    startedAt: str
    """When it began to wait, in UTC."""
    startedBy: str
    """A request, whose author the audit names, or the schedule of the site. Known values: `request`, `schedule`. Later versions may add others."""

class PublishingRun(_PublishingRunRequired, total=False):
    """One try to send everything to a listing site."""
    reason: str
    """Why it failed, or what it asks; absent in other states. Known values: `not_set_up`, `password_unreadable`, `host_not_found`, `address_not_allowed`, `not_reached`, `no_tls`, `certificate_not_trusted`, `unavailable`, `wrong_password`, `no_passive_mode`, `refused`, `disk_full`, `cut_off`, `too_slow`, `too_large`, `turned_off`, `interrupted`, `service_fault`, `first_upload`, `sudden_drop`. Later versions may add others."""
    message: str
    """What to do about it, for people; in English."""
    animals: int
    """How many animals the site shows afterwards; absent until the files are made."""
    endedAt: str
    """When it ended, in UTC; absent until then."""

class PublishingRunRequest(TypedDict, total=False):
    """Starts a run, or lets the one that asks go on."""
    confirm: bool
    """`true` answers what the open run asks with yes. It has no meaning for a run that asks nothing."""

class _PartnerRequired(TypedDict):
    id: int
    """Unique identifier."""
    url: str
    """The address of the catalogue."""
    state: str
    """`on`; `off` if someone switched it off; `gone` if its host answered 410. Known values: `on`, `off`, `gone`. Later versions may add others."""
    animalCount: int
    """How many of its animals are known: the newest, at most 50."""
    createdAt: str
    """When it was added, in UTC."""

class Partner(_PartnerRequired, total=False):
    """Another catalogue whose animals are shown."""
    name: str
    """What it calls itself. Absent until it was read."""
    license: str
    """Of its texts and photos. Absent if all rights are reserved."""
    coordinates: str
    """Where it is, rounded to 0.1 degree."""
    readAt: str
    """When it was read the last time. A day later its animals are gone."""
    failingSince: str
    """Since when it could not be read. Absent if the last read did not fail."""
    failure: str
    """Why the last read failed, for programs. Known values: `host_not_found`, `address_not_allowed`, `not_https`, `not_reached`, `certificate_not_trusted`, `too_slow`, `too_large`, `invalid_answer`, `status`, `not_adoptable`, `other_address`. Later versions may add others."""
    reason: str
    """Why the last read failed, for people; in English."""

class PartnerRequest(TypedDict):
    """A partner to add."""
    url: str
    """An `https:` address of the catalogue. Only its host counts: it must have `/.well-known/adoptable.json`."""

class PartnerChange(TypedDict):
    """What to change."""
    isOn: bool
    """False removes its animals and reads it no more; true reads it at once."""

class _SettingsRequestRequired(TypedDict):
    publicPages: bool
    """Whether everyone can see the available animals at `/adopt`, without a key."""

class SettingsRequest(_SettingsRequestRequired, total=False):
    """The settings of the shelter. Without `shelterName` or `contactUrl` these are not set. Each other one stays as it is if it is absent, and null removes it."""
    shelterName: str
    """The name of the shelter on the public pages; `Petstore` if it is not set. One line."""
    contactUrl: str
    """Where visitors ask about an animal without a `contactUrl`: an `https:`, `mailto:` or `tel:` address."""
    timeZone: str | None
    """The time zone of the shelter, by its name in the IANA database. Its days are those of the console, the public pages and the summary; UTC if it is not set."""
    currency: str | None
    """The currency code of ISO 4217 that the console uses for adoption fees."""
    address: str | None
    """The address of the shelter, for visitors: up to six lines."""
    hours: str | None
    """When the shelter is open, for visitors: up to six lines."""
    telephone: str | None
    """The telephone number of the shelter, for visitors, as people write it."""
    coordinates: str | None
    """Where the shelter is, for lists with `near` and for partners: its latitude and longitude in degrees, rounded to 0.1."""
    license: Literal["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-ND-4.0", "CC-BY-NC-4.0", "CC-BY-NC-SA-4.0", "CC-BY-NC-ND-4.0"] | None
    """What others may do with the texts and photos of the animals, as a name in the list of SPDX. If it is not set, all rights are reserved."""
    fixedBy: dict[str, Any]
    """Ignored, so that the settings that were read can be sent."""

class SettingsFixedBy(TypedDict, total=False):
    """The settings that the environment of the service fixes, which cannot be changed here."""
    shelterName: str
    """The variable that fixes it."""
    contactUrl: str
    """The variable that fixes it."""
    timeZone: str
    """The variable that fixes it."""
    publicPages: str
    """The variable that fixes it."""

class _SettingsRequired(TypedDict):
    publicPages: bool
    """Whether everyone can see the available animals at `/adopt`, without a key."""
    fixedBy: SettingsFixedBy
    """The settings that the environment of the service fixes, which cannot be changed here."""

class Settings(_SettingsRequired, total=False):
    """The settings that apply."""
    shelterName: str
    """The name of the shelter on the public pages; `Petstore` if it is not set. One line."""
    contactUrl: str
    """Where visitors ask about an animal without a `contactUrl`: an `https:`, `mailto:` or `tel:` address."""
    timeZone: str
    """The time zone of the shelter, by its name in the IANA database. Its days are those of the console, the public pages and the summary; UTC if it is not set."""
    currency: str
    """The currency code of ISO 4217 that the console uses for adoption fees."""
    address: str
    """The address of the shelter, for visitors: up to six lines."""
    hours: str
    """When the shelter is open, for visitors: up to six lines."""
    telephone: str
    """The telephone number of the shelter, for visitors, as people write it."""
    coordinates: str
    """Where the shelter is, for lists with `near` and for partners: its latitude and longitude in degrees, rounded to 0.1."""
    license: str
    """What others may do with the texts and photos of the animals, as a name in the list of SPDX. If it is not set, all rights are reserved. Known values: `CC0-1.0`, `CC-BY-4.0`, `CC-BY-SA-4.0`, `CC-BY-ND-4.0`, `CC-BY-NC-4.0`, `CC-BY-NC-SA-4.0`, `CC-BY-NC-ND-4.0`. Later versions may add others."""

EmailSettingsRequest = TypedDict("EmailSettingsRequest", {
    "host": "str",
    "user": "str",
    "from": "str",
    "port": "int",
    "security": 'Literal["starttls", "tls", "none"]',
    "password": "str",
}, total=False)
"""The server that sends e-mails, and their sender."""

EmailSettings = TypedDict("EmailSettings", {
    "isSetUp": "bool",
    "host": "str",
    "port": "int",
    "security": "str",
    "user": "str",
    "hasPassword": "bool",
    "from": "str",
    "problem": "str",
    "fixedBy": "str",
}, total=False)
"""How e-mails are sent."""

class EmailText(TypedDict):
    """The text of a letter to an applicant."""
    kind: Literal["received", "asked", "accepted", "declined", "closed"]
    """`received`: an application has arrived. `asked`: a message of the shelter. `accepted`, `declined`: the decision. `closed`: the animal no longer looks for a home."""
    language: Literal["en", "es", "fr", "de"]
    """The language of the letter, which is that of the applicant."""
    subject: str
    """One line, with placeholders."""
    body: str
    """Plain text with placeholders such as `{animal}`. An empty line begins a paragraph; a paragraph with a placeholder that has no value is left out."""

class EmailTextsRequest(TypedDict):
    """All texts that an admin has changed."""
    texts: list[EmailText]
    """The texts that differ from those delivered. The others are as delivered."""

class EmailTextsTextsItemDelivered(TypedDict):
    """The text as delivered."""
    subject: str
    """One line, with placeholders."""
    body: str
    """Plain text with placeholders such as `{animal}`. An empty line begins a paragraph; a paragraph with a placeholder that has no value is left out."""

class EmailTextsTextsItem(TypedDict):
    kind: str
    """`received`: an application has arrived. `asked`: a message of the shelter. `accepted`, `declined`: the decision. `closed`: the animal no longer looks for a home. Known values: `received`, `asked`, `accepted`, `declined`, `closed`. Later versions may add others."""
    language: str
    """The language of the letter, which is that of the applicant. Known values: `en`, `es`, `fr`, `de`. Later versions may add others."""
    subject: str
    """One line, with placeholders."""
    body: str
    """Plain text with placeholders such as `{animal}`. An empty line begins a paragraph; a paragraph with a placeholder that has no value is left out."""
    isChanged: bool
    """True if an admin has changed it."""
    delivered: EmailTextsTextsItemDelivered
    """The text as delivered."""
    placeholders: list[str]
    """What the text may have in braces."""
    required: list[str]
    """What the text must have in braces."""

class EmailTexts(TypedDict):
    """The texts of the letters to applicants."""
    texts: list[EmailTextsTextsItem]
    """One for each kind and language."""

class EmailPreview(TypedDict):
    """A letter with sample values."""
    subject: str
    """The subject."""
    text: str
    """The letter as plain text."""
    html: str
    """The letter as HTML."""

class TestEmailRequest(TypedDict, total=False):
    """Where a test is sent."""
    to: str
    """Where it is sent; by default to the person who sends the request."""
    language: Literal["en", "es", "fr", "de"]
    """The language of the e-mail."""

class _TestEmailRequired(TypedDict):
    sent: bool
    """True if the mail server has accepted it."""
    to: str
    """Where it was sent."""

class TestEmail(_TestEmailRequired, total=False):
    """What the mail server answered to a test."""
    reason: str
    """What the mail server refused, or which limit of the day is met, for people; in English. Absent if it was sent."""

class _WebhookRequired(TypedDict):
    id: int
    """Unique identifier."""
    url: str
    """Where messages are sent to: an `https:` address on the public internet, without a user and a password. The operator of the service can allow others."""
    batches: bool
    """True if one request has up to 100 events, in the order of the feed; false for one event a request."""
    state: str
    """`on`; `off` if someone switched it off; `failed` if nothing could be delivered for three days; `gone` if the host answered 410; `orphaned` if it belongs to no one any more, because the person was removed, or the key and those that replaced it are not valid. Nothing is sent unless it is `on`; its position stays. Known values: `on`, `off`, `failed`, `gone`, `orphaned`. Later versions may add others."""
    role: str
    """It is sent at most what this role of the account may read in the feed: that of the key or person who made it. Less while the key or person that it belongs to may read less. Known values: `reader`, `volunteer`, `member`, `manager`, `admin`. Later versions may add others."""
    afterEventId: int
    """The last event that was delivered, or is not for this webhook. To set it repeats the events after it; 0 stands for the beginning of the feed."""
    createdAt: str
    """When it was made, in UTC."""

class Webhook(_WebhookRequired, total=False):
    """Where the feed is sent to, without its secret."""
    description: str
    """What it is for."""
    eventTypes: list[str]
    """The types of the events that are sent; absent for all."""
    failingSince: str
    """Since when every attempt has failed. Absent if the last one did not."""
    nextAttemptAt: str
    """When the next attempt is made after one that failed."""

class _IssuedWebhookRequired(TypedDict):
    id: int
    """Unique identifier."""
    url: str
    """Where messages are sent to: an `https:` address on the public internet, without a user and a password. The operator of the service can allow others."""
    batches: bool
    """True if one request has up to 100 events, in the order of the feed; false for one event a request."""
    state: str
    """`on`; `off` if someone switched it off; `failed` if nothing could be delivered for three days; `gone` if the host answered 410; `orphaned` if it belongs to no one any more, because the person was removed, or the key and those that replaced it are not valid. Nothing is sent unless it is `on`; its position stays. Known values: `on`, `off`, `failed`, `gone`, `orphaned`. Later versions may add others."""
    role: str
    """It is sent at most what this role of the account may read in the feed: that of the key or person who made it. Less while the key or person that it belongs to may read less. Known values: `reader`, `volunteer`, `member`, `manager`, `admin`. Later versions may add others."""
    afterEventId: int
    """The last event that was delivered, or is not for this webhook. To set it repeats the events after it; 0 stands for the beginning of the feed."""
    createdAt: str
    """When it was made, in UTC."""
    secret: str
    """With which messages are signed, as Standard Webhooks has it. It is sent only once, and cannot be read again."""

class IssuedWebhook(_IssuedWebhookRequired, total=False):
    """A webhook with a new secret."""
    description: str
    """What it is for."""
    eventTypes: list[str]
    """The types of the events that are sent; absent for all."""
    failingSince: str
    """Since when every attempt has failed. Absent if the last one did not."""
    nextAttemptAt: str
    """When the next attempt is made after one that failed."""

class _WebhookRequestRequired(TypedDict):
    url: str
    """Where messages are sent to: an `https:` address on the public internet, without a user and a password. The operator of the service can allow others."""

class WebhookRequest(_WebhookRequestRequired, total=False):
    """A webhook to add. Without `afterEventId` it begins with the next event, and without `batches` it has them."""
    description: str
    """What it is for."""
    eventTypes: list[Literal["pet.created", "pet.updated", "pet.deleted", "order.placed", "order.approved", "order.completed", "order.cancelled", "order.expired", "listing.updated", "movement.created", "movement.updated", "movement.deleted", "application.created", "application.updated", "application.erased", "category.named"]]
    """The types of the events that are sent; absent for all."""
    batches: bool
    """True if one request has up to 100 events, in the order of the feed; false for one event a request."""
    afterEventId: int
    """The last event that was delivered, or is not for this webhook. To set it repeats the events after it; 0 stands for the beginning of the feed."""

class WebhookChange(TypedDict, total=False):
    """What to change. `null` removes a description or the choice of types."""
    url: str
    """Where messages are sent to: an `https:` address on the public internet, without a user and a password. The operator of the service can allow others."""
    description: str | None
    """What it is for."""
    eventTypes: list[Literal["pet.created", "pet.updated", "pet.deleted", "order.placed", "order.approved", "order.completed", "order.cancelled", "order.expired", "listing.updated", "movement.created", "movement.updated", "movement.deleted", "application.created", "application.updated", "application.erased", "category.named"]] | None
    """The types of the events that are sent; absent for all."""
    batches: bool
    """True if one request has up to 100 events, in the order of the feed; false for one event a request."""
    isOn: bool
    """False sends nothing more; true sends again, from where it stopped, what the sender of this request may read."""
    afterEventId: int
    """The last event that was delivered, or is not for this webhook. To set it repeats the events after it; 0 stands for the beginning of the feed."""

class WebhookRotation(TypedDict, total=False):
    """How to replace a secret."""
    overlapSeconds: int
    """How long messages are signed with the old secret as well."""

class _WebhookDeliveryRequired(TypedDict):
    id: int
    """Unique identifier."""
    kind: str
    """`events`; `resync`: the feed has a gap, so the receiver must read the catalogue again; `test`. Known values: `events`, `resync`, `test`. Later versions may add others."""
    state: str
    """`waiting` for its first or next attempt; `delivered`; `failed` for good; `replaced` because the webhook went on from another position. Known values: `waiting`, `delivered`, `failed`, `replaced`. Later versions may add others."""
    afterEventId: int
    """It has the events after this one."""
    lastEventId: int
    """The last event that it has, or that lies in its range."""
    events: int
    """How many events it has."""
    createdAt: str
    """When it was made, in UTC."""
    attempts: int
    """How often it was sent."""

class WebhookDelivery(_WebhookDeliveryRequired, total=False):
    """One message, and how it was sent."""
    attemptedAt: str
    """When it was sent the last time."""
    durationMs: int
    """How long the last attempt took, in milliseconds."""
    status: int
    """The status of the answer; absent without one."""
    failure: str
    """Why the last attempt failed, for programs. Absent if it did not. Known values: `host_not_found`, `address_not_allowed`, `not_https`, `not_reached`, `certificate_not_trusted`, `too_slow`, `too_large`, `invalid_answer`, `status`, `secret_unreadable`. Later versions may add others."""
    reason: str
    """Why the last attempt failed, for people; in English."""
    answer: str
    """The beginning of what the host answered, up to 500 characters."""

class SummaryHoldsEndingSoonItem(TypedDict):
    order: Order
    listing: Listing

class SummaryOrdersToDecide(TypedDict):
    """The placed orders that the sender may approve."""
    count: int
    """How many, up to 100."""
    more: bool
    """True if there are more."""

class SummaryDaysItem(TypedDict):
    date: str
    """A day of the shelter."""
    added: int
    """Animals that were added in this time and were not removed since."""
    adopted: int
    """Animals whose order was completed, for managers, or whose status was set to `sold`."""
    moreAdded: bool
    """True if more animals may have been added."""
    moreAdopted: bool
    """True if more animals may have been adopted."""

class SummaryMonthsItem(TypedDict):
    month: str
    """A month of the shelter."""
    added: int
    """Animals that were added in this time and were not removed since."""
    adopted: int
    """Animals whose order was completed, for managers, or whose status was set to `sold`."""
    moreAdded: bool
    """True if more animals may have been added."""
    moreAdopted: bool
    """True if more animals may have been adopted."""

class SummaryFailedEmails(TypedDict):
    """The e-mails that could not be sent in the last 7 days; for admins."""
    count: int
    """How many, up to 100."""
    more: bool
    """True if there are more."""

class SummaryApplicationsWaiting(TypedDict):
    """The applications to the account that wait: `received` and `in_review`."""
    count: int
    """How many, up to 100."""
    more: bool
    """True if there are more."""

class SummaryApplicationsPastPromise(TypedDict):
    """Those of them that got no answer within the promise."""
    count: int
    """How many, up to 100."""
    more: bool
    """True if there are more."""

class SummaryApplicationsNextItem(TypedDict):
    applicationId: int
    """The application that waits first."""
    petId: int
    """The animal."""

class SummaryApplicationsFailedEmailsItem(TypedDict):
    applicationId: int
    """The application."""

class SummaryApplications(TypedDict):
    """The applications of visitors, for members of the account."""
    waiting: SummaryApplicationsWaiting
    """The applications to the account that wait: `received` and `in_review`."""
    pastPromise: SummaryApplicationsPastPromise
    """Those of them that got no answer within the promise."""
    next: list[SummaryApplicationsNextItem]
    """Who is next for an animal that is available again because the order of an accepted application ended without an adoption."""
    failedEmails: list[SummaryApplicationsFailedEmailsItem]
    """The applications of which an e-mail to the applicant could not be sent in 7 days."""

class _SummaryPublishingItemRequired(TypedDict):
    siteId: str
    """The listing site."""
    name: str
    """Its name."""

class SummaryPublishingItem(_SummaryPublishingItemRequired, total=False):
    state: str
    """`waiting` and `running`: it will end by itself. `asks`: it sends nothing before `POST` with `confirm`. `done`: everything is at the site. `failed`: the site has what it had before; it is tried again. Known values: `waiting`, `running`, `asks`, `done`, `failed`. Later versions may add others."""
    reason: str
    """Why it failed, or what it asks; absent in other states. Known values: `not_set_up`, `password_unreadable`, `host_not_found`, `address_not_allowed`, `not_reached`, `no_tls`, `certificate_not_trusted`, `unavailable`, `wrong_password`, `no_passive_mode`, `refused`, `disk_full`, `cut_off`, `too_slow`, `too_large`, `turned_off`, `interrupted`, `service_fault`, `first_upload`, `sudden_drop`. Later versions may add others."""
    message: str
    """What to do about it, for people; in English."""
    animals: int
    """How many animals the site shows afterwards; absent until the files are made."""
    at: str
    """When that run ended, or began if it has not ended, in UTC."""

class SummaryCountsItem(TypedDict):
    status: PetStatus
    count: int
    """How many, up to 10,000."""
    more: bool
    """True if there are more."""

class Summary(TypedDict):
    """What needs attention today, and the last two weeks."""
    holdsEndingSoon: list[SummaryHoldsEndingSoonItem]
    """The 5 placed orders that the account may see whose holds end first, with their animals."""
    ordersToDecide: SummaryOrdersToDecide
    """The placed orders that the sender may approve."""
    longestInCare: list[Listing]
    """The 5 available animals that have been in care for the longest time: since their `intakeDate`, or since they were added."""
    longestOnHold: list[Listing]
    """The 5 animals that have been on hold for the longest time: first those of an older store, whose time is not known."""
    timeZone: str
    """The zone of the days: that of the shelter, or UTC."""
    addedThisWeek: int
    """The sum of the last seven days."""
    adoptedThisWeek: int
    """The sum of the last seven days."""
    days: list[SummaryDaysItem]
    """The last 14 days, today last. The counts of a day stop at 10,000 and 500."""
    months: list[SummaryMonthsItem]
    """The last month, and the current one so far. The counts stop where those of a day do."""
    failedEmails: SummaryFailedEmails
    """The e-mails that could not be sent in the last 7 days; for admins."""
    unsentEmails: int
    """The e-mails of the account that were not sent in the last 7 days, because a limit of the day was met."""
    webhooksSwitchedOff: int
    """The webhooks of the account that were switched off because nothing could be delivered, or because they belong to no one any more (`orphaned`)."""
    applications: SummaryApplications
    """The applications of visitors, for members of the account."""
    publishing: list[SummaryPublishingItem]
    """The listing sites that are on, with their last runs, for managers of the account. One that `asks` or has `failed` needs attention."""
    counts: list[SummaryCountsItem]
    """The number of animals of each status."""

StaysReportTotalIntakesByReason = TypedDict("StaysReportTotalIntakesByReason", {
    "stray": "int",
    "surrender": "int",
    "transfer_in": "int",
    "seized": "int",
    "born_in_care": "int",
    "return": "int",
    "owner_intended_euthanasia": "int",
    "other": "int",
}, total=False)
"""Intakes by their reasons; without those that did not happen."""

class StaysReportTotalOutcomesByReason(TypedDict, total=False):
    """Outcomes by their reasons; without those that did not happen."""
    adoption: int
    """Reason adoption."""
    return_to_owner: int
    """Reason return_to_owner."""
    transfer_out: int
    """Reason transfer_out."""
    returned_to_field: int
    """Reason returned_to_field."""
    died: int
    """Reason died."""
    euthanasia: int
    """Reason euthanasia."""
    owner_intended_euthanasia: int
    """Reason owner_intended_euthanasia."""
    lost: int
    """Reason lost."""
    other_live: int
    """Reason other_live."""
    other: int
    """Reason other."""

StaysReportTotalByCategoryItemIntakesByReason = TypedDict("StaysReportTotalByCategoryItemIntakesByReason", {
    "stray": "int",
    "surrender": "int",
    "transfer_in": "int",
    "seized": "int",
    "born_in_care": "int",
    "return": "int",
    "owner_intended_euthanasia": "int",
    "other": "int",
}, total=False)
"""Intakes by their reasons; without those that did not happen."""

class StaysReportTotalByCategoryItemOutcomesByReason(TypedDict, total=False):
    """Outcomes by their reasons; without those that did not happen."""
    adoption: int
    """Reason adoption."""
    return_to_owner: int
    """Reason return_to_owner."""
    transfer_out: int
    """Reason transfer_out."""
    returned_to_field: int
    """Reason returned_to_field."""
    died: int
    """Reason died."""
    euthanasia: int
    """Reason euthanasia."""
    owner_intended_euthanasia: int
    """Reason owner_intended_euthanasia."""
    lost: int
    """Reason lost."""
    other_live: int
    """Reason other_live."""
    other: int
    """Reason other."""

class StaysReportTotalByCategoryItem(TypedDict):
    categoryId: int
    """The category."""
    name: str | None
    """The name of the category."""
    begin: int
    """Animals in care when the period begins, with those in foster care."""
    intakes: int
    """Intakes in the period."""
    outcomes: int
    """Outcomes in the period."""
    end: int
    """Animals in care when the period ends."""
    inFoster: int
    """Of these, the animals in foster care."""
    intakesByReason: StaysReportTotalByCategoryItemIntakesByReason
    """Intakes by their reasons; without those that did not happen."""
    outcomesByReason: StaysReportTotalByCategoryItemOutcomesByReason
    """Outcomes by their reasons; without those that did not happen."""
    stays: int
    """Stays that ended in the period and whose intake is known."""
    medianDays: int | None
    """Half of these stays lasted up to so many days; `null` without one."""
    p90Days: int | None
    """Nine of ten of these stays lasted up to so many days; `null` without one."""
    liveReleaseRate: float | None
    """(adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome."""
    withoutIntake: int
    """Outcomes of which no intake is known. Animals at the beginning do not include them."""
    withoutOutcome: int
    """Intakes of animals that were in care already: their outcome before is not known."""

StaysReportTotalByAgeItemIntakesByReason = TypedDict("StaysReportTotalByAgeItemIntakesByReason", {
    "stray": "int",
    "surrender": "int",
    "transfer_in": "int",
    "seized": "int",
    "born_in_care": "int",
    "return": "int",
    "owner_intended_euthanasia": "int",
    "other": "int",
}, total=False)
"""Intakes by their reasons; without those that did not happen."""

class StaysReportTotalByAgeItemOutcomesByReason(TypedDict, total=False):
    """Outcomes by their reasons; without those that did not happen."""
    adoption: int
    """Reason adoption."""
    return_to_owner: int
    """Reason return_to_owner."""
    transfer_out: int
    """Reason transfer_out."""
    returned_to_field: int
    """Reason returned_to_field."""
    died: int
    """Reason died."""
    euthanasia: int
    """Reason euthanasia."""
    owner_intended_euthanasia: int
    """Reason owner_intended_euthanasia."""
    lost: int
    """Reason lost."""
    other_live: int
    """Reason other_live."""
    other: int
    """Reason other."""

class StaysReportTotalByAgeItem(TypedDict):
    age: str
    """The age on the day of the intake or outcome: young, adult, unknown. `young` is below five months. At the beginning and the end it is that on this day, so an animal that grew up in care changes its row."""
    begin: int
    """Animals in care when the period begins, with those in foster care."""
    intakes: int
    """Intakes in the period."""
    outcomes: int
    """Outcomes in the period."""
    end: int
    """Animals in care when the period ends."""
    inFoster: int
    """Of these, the animals in foster care."""
    intakesByReason: StaysReportTotalByAgeItemIntakesByReason
    """Intakes by their reasons; without those that did not happen."""
    outcomesByReason: StaysReportTotalByAgeItemOutcomesByReason
    """Outcomes by their reasons; without those that did not happen."""
    stays: int
    """Stays that ended in the period and whose intake is known."""
    medianDays: int | None
    """Half of these stays lasted up to so many days; `null` without one."""
    p90Days: int | None
    """Nine of ten of these stays lasted up to so many days; `null` without one."""
    liveReleaseRate: float | None
    """(adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome."""
    withoutIntake: int
    """Outcomes of which no intake is known. Animals at the beginning do not include them."""
    withoutOutcome: int
    """Intakes of animals that were in care already: their outcome before is not known."""

class StaysReportTotal(TypedDict):
    """The whole period."""
    begin: int
    """Animals in care when the period begins, with those in foster care."""
    intakes: int
    """Intakes in the period."""
    outcomes: int
    """Outcomes in the period."""
    end: int
    """Animals in care when the period ends."""
    inFoster: int
    """Of these, the animals in foster care."""
    intakesByReason: StaysReportTotalIntakesByReason
    """Intakes by their reasons; without those that did not happen."""
    outcomesByReason: StaysReportTotalOutcomesByReason
    """Outcomes by their reasons; without those that did not happen."""
    stays: int
    """Stays that ended in the period and whose intake is known."""
    medianDays: int | None
    """Half of these stays lasted up to so many days; `null` without one."""
    p90Days: int | None
    """Nine of ten of these stays lasted up to so many days; `null` without one."""
    liveReleaseRate: float | None
    """(adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome."""
    withoutIntake: int
    """Outcomes of which no intake is known. Animals at the beginning do not include them."""
    withoutOutcome: int
    """Intakes of animals that were in care already: their outcome before is not known."""
    byCategory: list[StaysReportTotalByCategoryItem]
    """The same for each category."""
    byAge: list[StaysReportTotalByAgeItem]
    """The same for each age."""

StaysReportMonthsItemIntakesByReason = TypedDict("StaysReportMonthsItemIntakesByReason", {
    "stray": "int",
    "surrender": "int",
    "transfer_in": "int",
    "seized": "int",
    "born_in_care": "int",
    "return": "int",
    "owner_intended_euthanasia": "int",
    "other": "int",
}, total=False)
"""Intakes by their reasons; without those that did not happen."""

class StaysReportMonthsItemOutcomesByReason(TypedDict, total=False):
    """Outcomes by their reasons; without those that did not happen."""
    adoption: int
    """Reason adoption."""
    return_to_owner: int
    """Reason return_to_owner."""
    transfer_out: int
    """Reason transfer_out."""
    returned_to_field: int
    """Reason returned_to_field."""
    died: int
    """Reason died."""
    euthanasia: int
    """Reason euthanasia."""
    owner_intended_euthanasia: int
    """Reason owner_intended_euthanasia."""
    lost: int
    """Reason lost."""
    other_live: int
    """Reason other_live."""
    other: int
    """Reason other."""

StaysReportMonthsItemByCategoryItemIntakesByReason = TypedDict("StaysReportMonthsItemByCategoryItemIntakesByReason", {
    "stray": "int",
    "surrender": "int",
    "transfer_in": "int",
    "seized": "int",
    "born_in_care": "int",
    "return": "int",
    "owner_intended_euthanasia": "int",
    "other": "int",
}, total=False)
"""Intakes by their reasons; without those that did not happen."""

class StaysReportMonthsItemByCategoryItemOutcomesByReason(TypedDict, total=False):
    """Outcomes by their reasons; without those that did not happen."""
    adoption: int
    """Reason adoption."""
    return_to_owner: int
    """Reason return_to_owner."""
    transfer_out: int
    """Reason transfer_out."""
    returned_to_field: int
    """Reason returned_to_field."""
    died: int
    """Reason died."""
    euthanasia: int
    """Reason euthanasia."""
    owner_intended_euthanasia: int
    """Reason owner_intended_euthanasia."""
    lost: int
    """Reason lost."""
    other_live: int
    """Reason other_live."""
    other: int
    """Reason other."""

class StaysReportMonthsItemByCategoryItem(TypedDict):
    categoryId: int
    """The category."""
    name: str | None
    """The name of the category."""
    begin: int
    """Animals in care when the period begins, with those in foster care."""
    intakes: int
    """Intakes in the period."""
    outcomes: int
    """Outcomes in the period."""
    end: int
    """Animals in care when the period ends."""
    inFoster: int
    """Of these, the animals in foster care."""
    intakesByReason: StaysReportMonthsItemByCategoryItemIntakesByReason
    """Intakes by their reasons; without those that did not happen."""
    outcomesByReason: StaysReportMonthsItemByCategoryItemOutcomesByReason
    """Outcomes by their reasons; without those that did not happen."""
    stays: int
    """Stays that ended in the period and whose intake is known."""
    medianDays: int | None
    """Half of these stays lasted up to so many days; `null` without one."""
    p90Days: int | None
    """Nine of ten of these stays lasted up to so many days; `null` without one."""
    liveReleaseRate: float | None
    """(adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome."""
    withoutIntake: int
    """Outcomes of which no intake is known. Animals at the beginning do not include them."""
    withoutOutcome: int
    """Intakes of animals that were in care already: their outcome before is not known."""

StaysReportMonthsItemByAgeItemIntakesByReason = TypedDict("StaysReportMonthsItemByAgeItemIntakesByReason", {
    "stray": "int",
    "surrender": "int",
    "transfer_in": "int",
    "seized": "int",
    "born_in_care": "int",
    "return": "int",
    "owner_intended_euthanasia": "int",
    "other": "int",
}, total=False)
"""Intakes by their reasons; without those that did not happen."""

class StaysReportMonthsItemByAgeItemOutcomesByReason(TypedDict, total=False):
    """Outcomes by their reasons; without those that did not happen."""
    adoption: int
    """Reason adoption."""
    return_to_owner: int
    """Reason return_to_owner."""
    transfer_out: int
    """Reason transfer_out."""
    returned_to_field: int
    """Reason returned_to_field."""
    died: int
    """Reason died."""
    euthanasia: int
    """Reason euthanasia."""
    owner_intended_euthanasia: int
    """Reason owner_intended_euthanasia."""
    lost: int
    """Reason lost."""
    other_live: int
    """Reason other_live."""
    other: int
    """Reason other."""

class StaysReportMonthsItemByAgeItem(TypedDict):
    age: str
    """The age on the day of the intake or outcome: young, adult, unknown. `young` is below five months. At the beginning and the end it is that on this day, so an animal that grew up in care changes its row."""
    begin: int
    """Animals in care when the period begins, with those in foster care."""
    intakes: int
    """Intakes in the period."""
    outcomes: int
    """Outcomes in the period."""
    end: int
    """Animals in care when the period ends."""
    inFoster: int
    """Of these, the animals in foster care."""
    intakesByReason: StaysReportMonthsItemByAgeItemIntakesByReason
    """Intakes by their reasons; without those that did not happen."""
    outcomesByReason: StaysReportMonthsItemByAgeItemOutcomesByReason
    """Outcomes by their reasons; without those that did not happen."""
    stays: int
    """Stays that ended in the period and whose intake is known."""
    medianDays: int | None
    """Half of these stays lasted up to so many days; `null` without one."""
    p90Days: int | None
    """Nine of ten of these stays lasted up to so many days; `null` without one."""
    liveReleaseRate: float | None
    """(adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome."""
    withoutIntake: int
    """Outcomes of which no intake is known. Animals at the beginning do not include them."""
    withoutOutcome: int
    """Intakes of animals that were in care already: their outcome before is not known."""

class StaysReportMonthsItem(TypedDict):
    month: str
    """The month."""
    begin: int
    """Animals in care when the period begins, with those in foster care."""
    intakes: int
    """Intakes in the period."""
    outcomes: int
    """Outcomes in the period."""
    end: int
    """Animals in care when the period ends."""
    inFoster: int
    """Of these, the animals in foster care."""
    intakesByReason: StaysReportMonthsItemIntakesByReason
    """Intakes by their reasons; without those that did not happen."""
    outcomesByReason: StaysReportMonthsItemOutcomesByReason
    """Outcomes by their reasons; without those that did not happen."""
    stays: int
    """Stays that ended in the period and whose intake is known."""
    medianDays: int | None
    """Half of these stays lasted up to so many days; `null` without one."""
    p90Days: int | None
    """Nine of ten of these stays lasted up to so many days; `null` without one."""
    liveReleaseRate: float | None
    """(adoption + return_to_owner + transfer_out + returned_to_field + other_live) / (all outcomes - owner_intended_euthanasia), to four decimals; `null` without an outcome."""
    withoutIntake: int
    """Outcomes of which no intake is known. Animals at the beginning do not include them."""
    withoutOutcome: int
    """Intakes of animals that were in care already: their outcome before is not known."""
    byCategory: list[StaysReportMonthsItemByCategoryItem]
    """The same for each category."""
    byAge: list[StaysReportMonthsItemByAgeItem]
    """The same for each age."""

class StaysReportGapsAnimalsItem(TypedDict):
    petId: int
    """The animal."""
    name: str
    """Its name."""
    date: str
    """The day of the outcome, or of the second intake."""
    problem: str
    """`no_intake`: how it came in is not known; `no_outcome`: how it left before is not known."""

class StaysReportGaps(TypedDict):
    """The animals for which begin + in - out is not the end."""
    count: int
    """The number of unknown intakes and outcomes."""
    animals: list[StaysReportGapsAnimalsItem]
    """The first 200 of them."""

StaysReport = TypedDict("StaysReport", {
    "from": "str",
    "to": "str",
    "timeZone": "str",
    "liveReleaseFormula": "str",
    "isBalanced": "bool",
    "total": "StaysReportTotal",
    "months": "list[StaysReportMonthsItem]",
    "gaps": "StaysReportGaps",
})
"""What came in, what left, and how long it stayed, by months."""

class AnimalsCountRowsItem(TypedDict):
    species: str
    """The species group: canine, feline, rabbit, equine, small_mammal, farm_animal, bird, reptile_or_amphibian."""
    age: str
    """The age on that day: up_to_5_months, adult, unknown."""
    beginningInShelter: int
    """The column beginningInShelter of the matrix."""
    beginningInFoster: int
    """The column beginningInFoster of the matrix."""
    strayAtLarge: int
    """The column strayAtLarge of the matrix."""
    relinquishedByOwner: int
    """The column relinquishedByOwner of the matrix."""
    ownerIntendedEuthanasiaIntake: int
    """The column ownerIntendedEuthanasiaIntake of the matrix."""
    transferredInInState: int
    """The column transferredInInState of the matrix."""
    transferredInOutOfState: int
    """The column transferredInOutOfState of the matrix."""
    transferredInInternational: int
    """The column transferredInInternational of the matrix."""
    seizedOrImpounded: int
    """The column seizedOrImpounded of the matrix."""
    otherIntakes: int
    """The column otherIntakes of the matrix."""
    adoption: int
    """The column adoption of the matrix."""
    returnedToOwner: int
    """The column returnedToOwner of the matrix."""
    transferredOutInState: int
    """The column transferredOutInState of the matrix."""
    transferredOutOutOfState: int
    """The column transferredOutOutOfState of the matrix."""
    transferredOutInternational: int
    """The column transferredOutInternational of the matrix."""
    returnedToField: int
    """The column returnedToField of the matrix."""
    otherLiveOutcomes: int
    """The column otherLiveOutcomes of the matrix."""
    diedInCare: int
    """The column diedInCare of the matrix."""
    lostInCare: int
    """The column lostInCare of the matrix."""
    shelterEuthanasia: int
    """The column shelterEuthanasia of the matrix."""
    ownerIntendedEuthanasiaOutcome: int
    """The column ownerIntendedEuthanasiaOutcome of the matrix."""
    endingInShelter: int
    """The column endingInShelter of the matrix."""
    endingInFoster: int
    """The column endingInFoster of the matrix."""

class AnimalsCountOtherCategoriesItem(TypedDict):
    categoryId: int
    """The category."""
    name: str | None
    """The name of the category."""
    intakes: int
    """Its intakes."""
    outcomes: int
    """Its outcomes."""

class AnimalsCountGapsAnimalsItem(TypedDict):
    petId: int
    """The animal."""
    name: str
    """Its name."""
    date: str
    """The day of the outcome, or of the second intake."""
    problem: str
    """`no_intake`: how it came in is not known; `no_outcome`: how it left before is not known."""

class AnimalsCountGaps(TypedDict):
    """The animals for which begin + in - out is not the end."""
    count: int
    """The number of unknown intakes and outcomes."""
    animals: list[AnimalsCountGapsAnimalsItem]
    """The first 200 of them."""

class AnimalsCount(TypedDict):
    """The Basic Data Matrix of Shelter Animals Count for one month."""
    month: str
    """The month."""
    rows: list[AnimalsCountRowsItem]
    """A row for each species group and age."""
    otherCategories: list[AnimalsCountOtherCategoriesItem]
    """The categories whose name belongs to no species group. The matrix is without them."""
    outcomesWithoutColumn: int
    """Outcomes with the reason `other`, for which the matrix has no column."""
    gaps: AnimalsCountGaps
    """The animals for which begin + in - out is not the end."""

class ApplicationsReportTotal(TypedDict):
    """The whole period."""
    received: int
    """Applications that arrived in the period, also those that were erased since."""
    answered: int
    """Of these, those with an answer of the shelter, whenever it was: its first message or its decision."""
    answeredInTime: int
    """Of these, those that were answered by the day that was promised."""
    waiting: int
    """Those that still wait for an answer. The others without one have ended."""
    medianDays: float | None
    """Half of the answers took up to so many days, to one decimal; `null` without one."""

class ApplicationsReportMonthsItem(TypedDict):
    month: str
    """The month."""
    received: int
    """Applications that arrived in the period, also those that were erased since."""
    answered: int
    """Of these, those with an answer of the shelter, whenever it was: its first message or its decision."""
    answeredInTime: int
    """Of these, those that were answered by the day that was promised."""
    waiting: int
    """Those that still wait for an answer. The others without one have ended."""
    medianDays: float | None
    """Half of the answers took up to so many days, to one decimal; `null` without one."""

ApplicationsReport = TypedDict("ApplicationsReport", {
    "from": "str",
    "to": "str",
    "timeZone": "str",
    "total": "ApplicationsReportTotal",
    "months": "list[ApplicationsReportMonthsItem]",
})
"""How many applications arrived and were answered, by months."""

class Window(TypedDict):
    """One window of the quota."""
    limit: int
    """Requests allowed in the window."""
    used: int
    """Requests counted in the window, this one included unless the quota is used up."""
    remaining: int
    """Requests left; never below 0."""
    reset: int
    """Unix timestamp, in seconds, at which the window resets."""

class UsageBansItem(TypedDict):
    key: str
    """The first and the last characters of the banned key."""
    until: str
    """When the ban ends, in UTC."""

class UsageDaysItem(TypedDict):
    day: str
    """A UTC day."""
    requests: int
    """Requests counted on that day."""

class Usage(TypedDict):
    """The usage of an account: its quotas, bans and requests."""
    plan: str
    """The plan of the account. Known values: `free`, `pro`, `business`, `enterprise`. Later versions may add others."""
    role: str
    """The role of the account. Known values: `reader`, `volunteer`, `member`, `manager`, `admin`. Later versions may add others."""
    minute: Window
    day: Window
    bans: list[UsageBansItem]
    """The account's keys that are banned now."""
    days: list[UsageDaysItem]
    """The last 30 days, today last. Days without requests are included."""

class ListPetsQuery(CallOptions, total=False):
    """The arguments of: list animals."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""
    status: Literal["available", "pending", "sold"] | None
    """Filter by availability status."""
    category_id: int | None
    """Filter by category."""
    name: str | None
    """Only animals whose name has all of these words. A page may then have fewer animals than `limit`, or none, although there are more. Each word may be the beginning of a word; case, accents and apostrophes do not matter. In Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, it may be any part of a word. 1 to 100 characters, with a word of at least 2 letters or digits, or one letter of these scripts; with `approximate`, any letter or digit. Of a long text the first words are found: about 350 different ones in English. 503 with `Retry-After` while the animals of an older version are being indexed."""
    approximate: bool | None
    """`true` for a search that a person types. A number, such as `3562` or `#3562`, finds the animal with this id. If no animal has the words, the search finds those that were imported with this reference, or else one page of those with the most similar names, the most similar first. `Search-Match` states how the animals were found."""
    total: bool | None
    """Whether `total` of the page is the number of all items that match."""

class ListMovementsQuery(CallOptions, total=False):
    """The arguments of: list the movements of an animal."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""

class ListCategoriesQuery(CallOptions, total=False):
    """The arguments of: list categories."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`id` for the lowest identifier first, `-id` for the highest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""
    ids: Sequence[int] | None
    """Only these categories, separated by commas. Those that do not exist are left out."""
    total: bool | None
    """Whether `total` of the page is the number of all items that match."""

class ListListingsQuery(CallOptions, total=False):
    """The arguments of: list what adopters see."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id", "name", "-name", "birthDate", "-birthDate", "intakeDate", "-intakeDate", "updatedAt", "-updatedAt"] | None
    """`-id` for newest first, `id` for oldest first. `name` from A to Z, in which case and the accents of European alphabets do not matter. `birthDate` for the oldest animals first; those without a date of birth are last in both directions. `intakeDate` for those that have waited longest: since their intake date, else since they were added. `-updatedAt` for the latest changes first. The reverse with `-`. Only `-id` and `id` can be used with `q` and `ids`."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""
    status: Literal["available", "pending", "sold"] | None
    """Filter by availability status."""
    category_id: int | None
    """Filter by category."""
    ids: Sequence[int] | None
    """Only these animals, separated by commas. Those that do not exist are left out."""
    q: str | None
    """Only animals whose name, breeds, color, tags or description together have all of these words. Each word may be the beginning of a word; case, accents and apostrophes do not matter. In Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, it may be any part of a word. 1 to 100 characters, with a word of at least 2 letters or digits, or one letter of these scripts; with `approximate`, any letter or digit. Of a long text the first words are found: about 350 different ones in English. 503 with `Retry-After` while the animals of an older version are being indexed."""
    approximate: bool | None
    """`true` for a search that a person types. A number, such as `3562` or `#3562`, finds the animal with this id. If no animal has the words, the search finds those that were imported with this reference, or else one page of those with the most similar names, the most similar first. `Search-Match` states how the animals were found."""
    sex: Literal["female", "male"] | None
    """Filter by sex."""
    size: Literal["small", "medium", "large", "extra_large"] | None
    """Filter by size."""
    good_with: Sequence[Literal["children", "dogs", "cats"]] | None
    """Only animals that get on with all of these, separated by commas."""
    tag: str | None
    """Only animals that have exactly this tag."""
    born_after: str | None
    """Only animals that were born on this day or later. A full-date of RFC 3339."""
    born_before: str | None
    """Only animals that were born on this day or earlier. A full-date of RFC 3339."""
    near: str | None
    """Only if the shelter is near this latitude and longitude, which are rounded to 0.1 degree: the list is empty if the shelter is farther away, or if its coordinates are not set."""
    within: int | None
    """How far from `near` it may be, in kilometres; 50 if it is not given."""
    photos: Literal["with", "without"] | None
    """Only animals with at least one photo, or only those without."""
    total: bool | None
    """Whether `total` of the page is the number of all items that match."""

class ListBinQuery(CallOptions, total=False):
    """The arguments of: list removed animals."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""

class ListOrdersQuery(CallOptions, total=False):
    """The arguments of: list orders."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""
    status: Literal["placed", "approved", "completed", "cancelled", "expired"] | None
    """Filter by status."""
    pet_id: int | None
    """Filter by pet."""

class ListApplicationsQuery(CallOptions, total=False):
    """The arguments of: list applications."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""
    state: Literal["received", "in_review", "accepted", "adopted", "declined", "withdrawn", "closed"] | None
    """Filter by state."""
    pet_id: int | None
    """Filter by animal, with those that it goes together with: an application for one is for all."""
    assigned_to: int | None
    """Filter by the person who looks after it."""
    waiting: bool | None
    """`true` for those that wait for the shelter: `received` and `in_review`; `false` for the others."""
    late: Literal["true"] | None
    """`true` for those that wait without an answer past the promise."""
    ended: bool | None
    """`true` for `adopted`, `declined`, `withdrawn` and `closed`; `false` for the others."""
    queue: Literal["1", "2"] | None
    """Filter by queue: `2` for those beyond the first 50 for an animal."""

class ListPublishedAnimalsQuery(CallOptions, total=False):
    """The arguments of: see which animals a site gets."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""
    left_out: bool | None
    """`true` for those that are left out, `false` for those that are sent."""

class ListPublishingRunsQuery(CallOptions, total=False):
    """The arguments of: see what was sent to a site."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""

class ListImportsQuery(CallOptions, total=False):
    """The arguments of: list imports."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""

class ListAccountsQuery(CallOptions, total=False):
    """The arguments of: list accounts."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""
    total: bool | None
    """Whether `total` of the page is the number of all items that match."""

class ListKeysQuery(CallOptions, total=False):
    """The arguments of: list your keys."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""

class ListAccountKeysQuery(CallOptions, total=False):
    """The arguments of: list the keys of an account."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""

class ListAuditQuery(CallOptions, total=False):
    """The arguments of: see who changed what."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""
    after: int | str | None
    """Only entries after the one with this id."""
    pet_id: int | None
    """Only changes of this animal, its profile, its photos and its orders, and merges of others into it."""
    account_id: int | None
    """Only changes by this account."""
    key_id: int | None
    """Only changes with this API key."""
    day: str | None
    """Only changes on this day in the time zone of the shelter. A full-date of RFC 3339."""

class ListPeopleQuery(CallOptions, total=False):
    """The arguments of: list persons."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""
    account_id: int | None
    """The account; by default that of the request."""

class ListWebhookDeliveriesQuery(CallOptions, total=False):
    """The arguments of: list what was sent."""
    limit: int | None
    """Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on."""
    sort: Literal["-id", "id"] | None
    """`-id` for newest first, `id` for oldest first."""
    cursor: str | None
    """A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order."""

__all__ = [
    "Account",
    "AccountChange",
    "AccountChangeQuota",
    "AccountQuota",
    "AccountRequest",
    "AccountRequestQuota",
    "AddedApplicationEntry",
    "AnimalsCount",
    "AnimalsCountGaps",
    "AnimalsCountGapsAnimalsItem",
    "AnimalsCountOtherCategoriesItem",
    "AnimalsCountRowsItem",
    "Application",
    "ApplicationAnswersItem",
    "ApplicationApplicant",
    "ApplicationAssignee",
    "ApplicationChange",
    "ApplicationEntry",
    "ApplicationEntryPerson",
    "ApplicationEntryRequest",
    "ApplicationFailedEmail",
    "ApplicationQuestion",
    "ApplicationQuestionHelp",
    "ApplicationQuestionOptionsItem",
    "ApplicationQuestionOptionsItemText",
    "ApplicationQuestionRequest",
    "ApplicationQuestionRequestHelp",
    "ApplicationQuestionRequestOptionsItem",
    "ApplicationQuestionRequestOptionsItemText",
    "ApplicationQuestionRequestText",
    "ApplicationQuestionText",
    "ApplicationQuestions",
    "ApplicationQuestionsRequest",
    "ApplicationRequest",
    "ApplicationRequestAnswersItem",
    "ApplicationSettings",
    "ApplicationSettingsRequest",
    "ApplicationStatesItem",
    "ApplicationStatesItemPerson",
    "ApplicationSummary",
    "ApplicationSummaryApplicant",
    "ApplicationSummaryAssignee",
    "ApplicationsReport",
    "ApplicationsReportMonthsItem",
    "ApplicationsReportTotal",
    "AuditEntry",
    "AuditEntryAccount",
    "AuditEntryChangesItem",
    "AuditEntryKey",
    "AuditEntryPerson",
    "AuditEntrySubject",
    "Batch",
    "BatchItem",
    "BatchResult",
    "BatchResults",
    "Category",
    "CategoryName",
    "Device",
    "EmailPreview",
    "EmailSettings",
    "EmailSettingsRequest",
    "EmailText",
    "EmailTexts",
    "EmailTextsRequest",
    "EmailTextsTextsItem",
    "EmailTextsTextsItemDelivered",
    "Error",
    "Event",
    "EventApplication",
    "EventCategory",
    "EventEtags",
    "Import",
    "ImportBadRowsItem",
    "ImportChange",
    "ImportPreview",
    "ImportPreviewColumnsItem",
    "ImportPreviewColumnsItemDates",
    "ImportPreviewColumnsItemDatesAmbiguous",
    "ImportPreviewColumnsItemDatesDayFirst",
    "ImportPreviewColumnsItemDatesMonthFirst",
    "ImportPreviewColumnsItemValuesItem",
    "ImportPreviewColumnsItemValuesItemWords",
    "ImportPreviewDateOrder",
    "ImportPreviewDateOrderDayFirst",
    "ImportPreviewDateOrderExample",
    "ImportPreviewDateOrderMonthFirst",
    "ImportPreviewProblemsItem",
    "ImportPreviewSampleItem",
    "ImportPreviewSampleItemPet",
    "ImportPreviewSampleItemPetMovementsItem",
    "ImportPreviewSheetsItem",
    "ImportPreviewUnreadableItem",
    "ImportSummary",
    "ImportSummaryLeftItem",
    "ImportSummarySkippedItem",
    "Invitation",
    "InvitationRequest",
    "IssuedKey",
    "IssuedWebhook",
    "Key",
    "KeyChange",
    "KeyRequest",
    "ListAccountKeysQuery",
    "ListAccountsQuery",
    "ListApplicationsQuery",
    "ListAuditQuery",
    "ListBinQuery",
    "ListCategoriesQuery",
    "ListImportsQuery",
    "ListKeysQuery",
    "ListListingsQuery",
    "ListMovementsQuery",
    "ListOrdersQuery",
    "ListPeopleQuery",
    "ListPetsQuery",
    "ListPublishedAnimalsQuery",
    "ListPublishingRunsQuery",
    "ListWebhookDeliveriesQuery",
    "Listing",
    "ListingEtags",
    "Microchip",
    "Movement",
    "MovementChange",
    "MovementRequest",
    "NewPet",
    "Order",
    "OrderChange",
    "OrderRequest",
    "OrderStatus",
    "Partner",
    "PartnerChange",
    "PartnerRequest",
    "Passkey",
    "Person",
    "PersonChange",
    "PersonRequest",
    "Pet",
    "PetChange",
    "PetMerge",
    "PetPermissions",
    "PetStatus",
    "Photo",
    "PhotoChange",
    "PhotoChangeFocalPoint",
    "PhotoEdit",
    "PhotoEditCrop",
    "PhotoFocalPoint",
    "PhotoUrls",
    "Profile",
    "ProfileAdoptionFee",
    "ProfileChange",
    "ProfileChangeAdoptionFee",
    "PublishedAnimal",
    "PublishedAnimalReasonsItem",
    "PublishingRun",
    "PublishingRunRequest",
    "PublishingSite",
    "PublishingSiteChange",
    "PublishingSiteChangeOptions",
    "PublishingSiteOptions",
    "PublishingSiteSettings",
    "PublishingSiteSettingsOptions",
    "PublishingSites",
    "PublishingWords",
    "PublishingWordsChoicesItem",
    "PublishingWordsRequest",
    "PublishingWordsRequestWordsItem",
    "PublishingWordsWordsItem",
    "RemovedPet",
    "Rotation",
    "SentApplication",
    "Settings",
    "SettingsFixedBy",
    "SettingsRequest",
    "StaysReport",
    "StaysReportGaps",
    "StaysReportGapsAnimalsItem",
    "StaysReportMonthsItem",
    "StaysReportMonthsItemByAgeItem",
    "StaysReportMonthsItemByAgeItemIntakesByReason",
    "StaysReportMonthsItemByAgeItemOutcomesByReason",
    "StaysReportMonthsItemByCategoryItem",
    "StaysReportMonthsItemByCategoryItemIntakesByReason",
    "StaysReportMonthsItemByCategoryItemOutcomesByReason",
    "StaysReportMonthsItemIntakesByReason",
    "StaysReportMonthsItemOutcomesByReason",
    "StaysReportTotal",
    "StaysReportTotalByAgeItem",
    "StaysReportTotalByAgeItemIntakesByReason",
    "StaysReportTotalByAgeItemOutcomesByReason",
    "StaysReportTotalByCategoryItem",
    "StaysReportTotalByCategoryItemIntakesByReason",
    "StaysReportTotalByCategoryItemOutcomesByReason",
    "StaysReportTotalIntakesByReason",
    "StaysReportTotalOutcomesByReason",
    "Summary",
    "SummaryApplications",
    "SummaryApplicationsFailedEmailsItem",
    "SummaryApplicationsNextItem",
    "SummaryApplicationsPastPromise",
    "SummaryApplicationsWaiting",
    "SummaryCountsItem",
    "SummaryDaysItem",
    "SummaryFailedEmails",
    "SummaryHoldsEndingSoonItem",
    "SummaryMonthsItem",
    "SummaryOrdersToDecide",
    "SummaryPublishingItem",
    "TestEmail",
    "TestEmailRequest",
    "Usage",
    "UsageBansItem",
    "UsageDaysItem",
    "Webhook",
    "WebhookChange",
    "WebhookDelivery",
    "WebhookRequest",
    "WebhookRotation",
    "WholeProfile",
    "WholeProfileAdoptionFee",
    "Window",
]
