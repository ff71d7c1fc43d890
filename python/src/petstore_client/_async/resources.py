"""The operations of the API, in groups.

Generated from openapi.json by `npm run openapi`: change the routes of the service, or the names in python/generator/names.py.
"""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, cast

from .batches import AsyncBatches
from .feed import AsyncFeed
from .resource import AsyncResource
from .transport import AsyncTransport
from .uploads import AsyncImportUploads, AsyncPhotoUploads

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .. import types
    from ..options import CallOptions, ChangeOptions, CreateOptions
    from ..response import Page


class AsyncPets(AsyncBatches):
    """The animals of the catalogue."""

    def list(self, **query: Unpack[types.ListPetsQuery]) -> AsyncIterator[types.Pet]:
        """List animals. Reads each page when it is needed.

        Returns a paginated list of animals, newest first. Follow `Link` with `rel="next"` for more. `X-Total-Count` is offered for all animals and for available ones, also of one category; not with `name`.
        """
        return self._items("listPets", (), query)

    async def page(self, **query: Unpack[types.ListPetsQuery]) -> Page[types.Pet]:
        """List animals. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listPets", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListPetsQuery]) -> Page[types.Pet] | None:
        """List animals. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listPets", (), query, etag)

    async def create(self, body: types.NewPet, /, **options: Unpack[CreateOptions]) -> types.Pet:
        """Add an animal.

        Adds an animal to the catalogue and assigns its `id`. The account becomes its owner.
        """
        return cast("types.Pet", await self._call("createPet", (), options, body))

    async def get(self, pet_id: int, /, **options: Unpack[CallOptions]) -> types.Pet:
        """Read one animal.

        Returns one animal. Removed on 5 December 2030: use `GET /pets` with a `status` filter, or `GET /listings/{petId}`, to which `Link` leads with `rel="alternate"`.
        """
        return cast("types.Pet", await self._call("getPet", (pet_id,), options))

    async def change(self, pet_id: int, body: types.PetChange, /, **options: Unpack[ChangeOptions]) -> types.Pet:
        """Change an animal.

        Changes the given members of `name`, `categoryId` and `status`. While an order holds the animal, only the order can change its status. `null` removes the status: the animal is not for adoption at the moment. A change to `sold` records an adoption today among the movements, and a change from it a return. A new status is also that of the animals that it goes together with (`bondedWith`).
        """
        return cast("types.Pet", await self._call("changePet", (pet_id,), options, body))

    async def remove(self, pet_id: int, /, **options: Unpack[ChangeOptions]) -> None:
        """Remove an animal.

        Moves an animal that no order holds to the bin: no read finds it, and its photos are unreachable. It leaves its group. `POST /v1/pets/{petId}/restore` brings it back for 30 days. Its id is never given to another animal.
        """
        await self._call("removePet", (pet_id,), options)

    async def merge(self, pet_id: int, body: types.PetMerge, /, **options: Unpack[CreateOptions]) -> types.Pet:
        """Merge an animal into another one.

        Merges a duplicate into the animal that remains. Its photos, orders with their holds, movements, applications, import references and history go along, and the fields of its profile that the other one lacks; all else is as the other one has it. The last intake or outcome of both decides the status. Its page leads to that of the other one, and it cannot be brought back. Refused if orders hold both, if both have more than 12 photos together, if an order holds it while the other one is sold or has left, and if both came in without an outcome in between. The feed has `pet.deleted` with `mergedInto`.
        """
        return cast("types.Pet", await self._call("mergePet", (pet_id,), options, body))

    async def permissions(self, ids: Sequence[int], /, **options: Unpack[CallOptions]) -> builtins.list[types.PetPermissions]:
        """List permissions.

        Returns the animals with the given ids, newest first, each with the operations and statuses that this account can use now. Unknown ids are omitted.
        """
        return cast("builtins.list[types.PetPermissions]", await self._call("listPermissions", (), {"ids": ids, **options}))


class AsyncListings(AsyncResource):
    """What adopters see of the animals: each with its profile and its photos."""

    def list(self, **query: Unpack[types.ListListingsQuery]) -> AsyncIterator[types.Listing]:
        """List what adopters see. Reads each page when it is needed.

        Returns a paginated list of animals with their profiles and photos, newest first or in another order. Follow `Link` with `rel="next"` for more: with `q`, with a filter on the profile or on photos, or with `categoryId` in another order than that of the ids, a page may have fewer animals than `limit`, or none, although there are more. `X-Total-Count` is offered for all animals and for available ones, also of one category; not with another filter.
        """
        return self._items("listListings", (), query)

    async def page(self, **query: Unpack[types.ListListingsQuery]) -> Page[types.Listing]:
        """List what adopters see. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listListings", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListListingsQuery]) -> Page[types.Listing] | None:
        """List what adopters see. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listListings", (), query, etag)

    async def get(self, pet_id: int, /, **options: Unpack[CallOptions]) -> types.Listing:
        """Read what adopters see of one animal.

        Returns one animal with its profile and its photos.
        """
        return cast("types.Listing", await self._call("getListing", (pet_id,), options))

    async def change_profile(self, pet_id: int, body: types.ProfileChange, /, **options: Unpack[ChangeOptions]) -> types.WholeProfile:
        """Change a profile.

        Changes the given fields of the profile by a JSON merge patch (RFC 7396): `null` removes a field. Every animal has a profile, which is empty at first.
        """
        return cast("types.WholeProfile", await self._call("changeProfile", (pet_id,), options, body))

    async def microchips(self, *, ids: Sequence[int] | None = None, microchip: str | None = None, **options: Unpack[CallOptions]) -> builtins.list[types.Microchip]:
        """Read microchips, or find the animal of one.

        Returns the microchips of the animals with the given `ids`, or the animals with the given `microchip`, oldest first and at most 100. Only of animals that the account may change; without either parameter the list is empty. Needs the role `volunteer`.
        """
        return cast("builtins.list[types.Microchip]", await self._call("listMicrochips", (), {"ids": ids, "microchip": microchip, **options}))


class AsyncPhotos(AsyncPhotoUploads):
    """The photos of the animals. They are read with a listing."""

    async def change(self, pet_id: int, photo_id: str, body: types.PhotoChange, /, **options: Unpack[CallOptions]) -> types.Photo:
        """Change a photo.

        Changes the given members of `alt`, `position` and `focalPoint`. A position beyond the last photo is that of the last photo. The preview of a link to the animal is made again for a new focal point.
        """
        return cast("types.Photo", await self._call("changePhoto", (pet_id, photo_id), options, body))

    async def remove(self, pet_id: int, photo_id: str, /, **options: Unpack[CallOptions]) -> None:
        """Remove a photo.

        Removes a photo. Its addresses respond with 404 at once; copies in browsers and caches may remain.
        """
        await self._call("removePhoto", (pet_id, photo_id), options)

    async def edit(self, pet_id: int, photo_id: str, body: types.PhotoEdit | None = None, /, **options: Unpack[CreateOptions]) -> types.Photo:
        """Rotate and crop a photo.

        Replaces a photo by its rotated and cropped picture, which is made from the largest stored file. The new photo has another id, the same text and place, and the focal point at the same part of the picture. The addresses of the replaced photo respond with 404.
        """
        return cast("types.Photo", await self._call("editPhoto", (pet_id, photo_id), options, body or {}))


class AsyncBin(AsyncResource):
    """Animals that were removed in the last 30 days; a manager sees all, another account its own."""

    def list(self, **query: Unpack[types.ListBinQuery]) -> AsyncIterator[types.RemovedPet]:
        """List removed animals. Reads each page when it is needed.

        Returns the animals of the account that were removed in the last 30 days, the last removed first (`sort` goes by the removal); a manager sees all.
        """
        return self._items("listBin", (), query)

    async def page(self, **query: Unpack[types.ListBinQuery]) -> Page[types.RemovedPet]:
        """List removed animals. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listBin", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListBinQuery]) -> Page[types.RemovedPet] | None:
        """List removed animals. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listBin", (), query, etag)

    async def restore(self, pet_id: int, /, **options: Unpack[CreateOptions]) -> types.Pet:
        """Restore a removed animal.

        Moves an animal from the bin back to the catalogue, with its id, status, profile and photos. The feed has `pet.created`, and `listing.updated` if it has a profile or photos.
        """
        return cast("types.Pet", await self._call("restorePet", (pet_id,), options))

    async def erase(self, pet_id: int, /, **options: Unpack[CallOptions]) -> None:
        """Delete a removed animal for good.

        Deletes an animal in the bin now, instead of 30 days after its removal. It cannot be restored.
        """
        await self._call("erasePet", (pet_id,), options)


class AsyncMovements(AsyncResource):
    """When and why an animal came in, lived in foster care and left; for accounts that may change it."""

    def list(self, pet_id: int, /, **query: Unpack[types.ListMovementsQuery]) -> AsyncIterator[types.Movement]:
        """List the movements of an animal. Reads each page when it is needed.

        Returns when and why the animal came in, lived in foster care and left, the last recorded first: sort by `date` to show them. Only for accounts that may change the animal.
        """
        return self._items("listMovements", (pet_id,), query)

    async def page(self, pet_id: int, /, **query: Unpack[types.ListMovementsQuery]) -> Page[types.Movement]:
        """List the movements of an animal. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listMovements", (pet_id,), query)

    async def page_if_changed(self, pet_id: int, etag: str | None, /, **query: Unpack[types.ListMovementsQuery]) -> Page[types.Movement] | None:
        """List the movements of an animal. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listMovements", (pet_id,), query, etag)

    async def add(self, pet_id: int, body: types.MovementRequest, /, **options: Unpack[CreateOptions]) -> types.Movement:
        """Record a movement.

        Records what happened to the animal today or earlier. If it is the last intake or outcome, the status follows: an adoption makes the animal `sold`, every other outcome leaves it without a status, and an intake sets the `status` of the body. While an order holds the animal, the status cannot change. Two open stays, overlapping stays in foster care, an outcome before its intake, and a movement more than 500 are 409; an outcome whose intake is not known is recorded. An animal that leaves or comes back without those that it goes together with leaves their group. A completed order records its adoption itself, and `changePet` an adoption or a return.
        """
        return cast("types.Movement", await self._call("addMovement", (pet_id,), options, body))

    async def change(self, pet_id: int, movement_id: int, body: types.MovementChange, /, **options: Unpack[ChangeOptions]) -> types.Movement:
        """Correct a movement.

        Changes the given members by a JSON merge patch (RFC 7396): `null` removes a member. The type cannot change. The status follows as if the movement had been recorded so: an animal that is in care again has no status.
        """
        return cast("types.Movement", await self._call("changeMovement", (pet_id, movement_id), options, body))

    async def remove(self, pet_id: int, movement_id: int, /, **options: Unpack[ChangeOptions]) -> None:
        """Delete a movement.

        Deletes a movement that did not happen. The status follows: an animal whose outcome is deleted is in care again, and has no status.
        """
        await self._call("removeMovement", (pet_id, movement_id), options)


class AsyncCategories(AsyncResource):
    """The categories, each with the number of its available animals."""

    def list(self, **query: Unpack[types.ListCategoriesQuery]) -> AsyncIterator[types.Category]:
        """List categories. Reads each page when it is needed.

        Returns the categories that have an animal or a name, by id, each with the number of its available animals. `X-Total-Count` is offered without `ids`, up to 10,000 categories.
        """
        return self._items("listCategories", (), query)

    async def page(self, **query: Unpack[types.ListCategoriesQuery]) -> Page[types.Category]:
        """List categories. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listCategories", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListCategoriesQuery]) -> Page[types.Category] | None:
        """List categories. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listCategories", (), query, etag)

    async def rename(self, category_id: int, body: types.CategoryName, /, **options: Unpack[CallOptions]) -> types.Category:
        """Name a category.

        Sets the name of a category, with or without animals. Needs the role `admin`. An import names only categories without a name.
        """
        return cast("types.Category", await self._call("nameCategory", (category_id,), options, body))


class AsyncOrders(AsyncResource):
    """The orders that the account may see: its own and those for its animals; a manager sees all."""

    def list(self, **query: Unpack[types.ListOrdersQuery]) -> AsyncIterator[types.Order]:
        """List orders. Reads each page when it is needed.

        Returns a page of the orders that the account placed and of those for pets that it added, newest first; a manager sees all.
        """
        return self._items("listOrders", (), query)

    async def page(self, **query: Unpack[types.ListOrdersQuery]) -> Page[types.Order]:
        """List orders. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listOrders", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListOrdersQuery]) -> Page[types.Order] | None:
        """List orders. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listOrders", (), query, etag)

    async def place(self, body: types.OrderRequest, /, **options: Unpack[CreateOptions]) -> types.Order:
        """Ask to adopt a pet.

        Places an order for an available pet and holds the pet, which becomes `pending`. Animals that go together (`bondedWith`) are held together: each gets an order of its own, which `bondedOrderIds` names. The hold ends automatically at `expiresAt`, after `holdHours` or the setting of the service.
        """
        return cast("types.Order", await self._call("placeOrder", (), options, body))

    async def get(self, order_id: int, /, **options: Unpack[CallOptions]) -> types.Order:
        """Read one order.

        Returns an order to the account that placed it, to the one that added its pet, and to managers.
        """
        return cast("types.Order", await self._call("getOrder", (order_id,), options))

    async def change(self, order_id: int, body: types.OrderChange, /, **options: Unpack[ChangeOptions]) -> types.Order:
        """Approve, complete or cancel an order.

        Changes the status of an order and of its pet: `cancelled` makes the pet `available` again, `completed` makes it `sold`. The orders of animals that go together (`bondedOrderIds`) change with it. The account that placed the order can cancel it; the owner of the pet and managers can set any allowed status.
        """
        return cast("types.Order", await self._call("changeOrder", (order_id,), options, body))


class AsyncImports(AsyncImportUploads):
    """The imports of files. They need the role `admin`."""

    def list(self, **query: Unpack[types.ListImportsQuery]) -> AsyncIterator[types.Import]:
        """List imports. Reads each page when it is needed.

        Returns the imports of all accounts that wait, run or ended within 7 days, newest first.
        """
        return self._items("listImports", (), query)

    async def page(self, **query: Unpack[types.ListImportsQuery]) -> Page[types.Import]:
        """List imports. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listImports", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListImportsQuery]) -> Page[types.Import] | None:
        """List imports. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listImports", (), query, etag)

    async def get(self, import_id: int, /, **options: Unpack[CallOptions]) -> types.Import:
        """Read one import.

        Returns the progress of an import, or its effects. It is deleted 7 days after its end.
        """
        return cast("types.Import", await self._call("getImport", (import_id,), options))

    async def change(self, import_id: int, body: types.ImportChange, /, **options: Unpack[CallOptions]) -> types.Import:
        """Import or check a preview.

        Imports the file of a preview with a mapping, or with `dryRun` only counts the effects, after which it is a preview again. With `sheet` or `headerRow`, the file is read again for its preview. A preview is kept for 60 minutes.
        """
        return cast("types.Import", await self._call("changeImport", (import_id,), options, body))

    async def cancel(self, import_id: int, /, **options: Unpack[CallOptions]) -> types.Import:
        """Cancel an import or a preview.

        Stops an import that waits or runs within a second, or ends a preview, and deletes its file. Rows that were applied already stay: `processed` is their number. The import itself can be read for 7 days. Cancelling it again changes nothing.
        """
        return cast("types.Import", await self._call("cancelImport", (import_id,), options))

    async def bad_rows(self, import_id: int, /, **options: Unpack[CallOptions]) -> bytes:
        """Download the rows that failed.

        Returns the rows that were not imported, up to 20 MB of them, with the line and the fault of each, and all its cells: correct them and import the file with the same mapping. The file begins with a byte order mark, so that a spreadsheet reads accents; an import skips it. A text that a spreadsheet would run as a formula has an apostrophe before it. It counts as a download, as an export does.
        """
        return cast("bytes", await self._call("getBadRows", (import_id,), options))


class AsyncExports(AsyncResource):
    """Exports of the catalogue. They need the role `manager`."""

    async def pets(self, **options: Unpack[CallOptions]) -> bytes:
        """Export all animals.

        Returns all animals as CSV, oldest first, while it reads them: each one that exists all the time is in it once. `goesTogetherWith` has the ids of the animals of its group. A name or a reference that a spreadsheet would run as a formula has an apostrophe before it, and its row has `apostrophe` in the column `escaped`, so that an import of the file removes it. The file begins with a byte order mark, so that a spreadsheet reads accents; an import skips it. An import of the file into this store changes nothing. An account has one download at a time, the service two; further ones get 503 with `Retry-After`.
        """
        return cast("bytes", await self._call("exportPets", (), options))


class AsyncPublishing(AsyncResource):
    """The sites where adopters look, and what they get; for managers, each account its own."""

    async def sites(self, **options: Unpack[CallOptions]) -> types.PublishingSites:
        """See where adopters look.

        Returns the sites, how the account sends its animals to each, and how many of the animals that it has added and that are available or on hold are sent. Needs the role `manager`; each account has its own.
        """
        return cast("types.PublishingSites", await self._call("getPublishing", (), options))

    async def get(self, site_id: str, /, **options: Unpack[CallOptions]) -> types.PublishingSiteSettings:
        """Read how animals are sent to a site.

        Returns the settings of the account for one site, never the password. Needs the role `manager`; each account has its own.
        """
        return cast("types.PublishingSiteSettings", await self._call("getPublishingSite", (site_id,), options))

    async def change(self, site_id: str, body: types.PublishingSiteChange, /, **options: Unpack[ChangeOptions]) -> types.PublishingSiteSettings:
        """Change how animals are sent to a site.

        Changes the given settings. The password is stored encrypted. Needs the role `manager`; each account has its own.
        """
        return cast("types.PublishingSiteSettings", await self._call("changePublishingSite", (site_id,), options, body))

    def list_animals(self, site_id: str, /, **query: Unpack[types.ListPublishedAnimalsQuery]) -> AsyncIterator[types.PublishedAnimal]:
        """See which animals a site gets. Reads each page when it is needed.

        Returns the animals of the account that are available or on hold, each with the reasons if it is left out. A page with `leftOut` may have fewer items than `limit` although there are more: `Link` leads on. Needs the role `manager`.
        """
        return self._items("listPublishedAnimals", (site_id,), query)

    async def page_animals(self, site_id: str, /, **query: Unpack[types.ListPublishedAnimalsQuery]) -> Page[types.PublishedAnimal]:
        """See which animals a site gets. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listPublishedAnimals", (site_id,), query)

    async def page_animals_if_changed(self, site_id: str, etag: str | None, /, **query: Unpack[types.ListPublishedAnimalsQuery]) -> Page[types.PublishedAnimal] | None:
        """See which animals a site gets. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listPublishedAnimals", (site_id,), query, etag)

    async def file(self, site_id: str, file: str, /, **options: Unpack[CallOptions]) -> bytes:
        """Download a file as a site gets it.

        Returns the file exactly as it is sent now, byte for byte, in UTF-8. An account has one download at a time, the service two; further ones get 503 with `Retry-After`. Needs the role `manager`.
        """
        return cast("bytes", await self._call("getPublishingFile", (site_id, file), options))

    async def words(self, site_id: str, /, **options: Unpack[CallOptions]) -> types.PublishingWords:
        """Read what the words of the shelter are at a site.

        Returns the words of the animals that are available or on hold, with the word that the site gets, and the words of the site. A word that the site has is sent without being set. Needs the role `manager`.
        """
        return cast("types.PublishingWords", await self._call("getPublishingWords", (site_id,), options))

    async def change_words(self, site_id: str, body: types.PublishingWordsRequest, /, **options: Unpack[CallOptions]) -> types.PublishingWords:
        """Set what the words of the shelter are at a site.

        Replaces what the account has set, with at most 2,000 words. A site may know words that are not in the list of choices. Needs the role `manager`.
        """
        return cast("types.PublishingWords", await self._call("changePublishingWords", (site_id,), options, body))

    def list_runs(self, site_id: str, /, **query: Unpack[types.ListPublishingRunsQuery]) -> AsyncIterator[types.PublishingRun]:
        """See what was sent to a site. Reads each page when it is needed.

        Returns the last 100 runs of the account to a site, newest first. Needs the role `manager`; each account has its own.
        """
        return self._items("listPublishingRuns", (site_id,), query)

    async def page_runs(self, site_id: str, /, **query: Unpack[types.ListPublishingRunsQuery]) -> Page[types.PublishingRun]:
        """See what was sent to a site. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listPublishingRuns", (site_id,), query)

    async def page_runs_if_changed(self, site_id: str, etag: str | None, /, **query: Unpack[types.ListPublishingRunsQuery]) -> Page[types.PublishingRun] | None:
        """See what was sent to a site. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listPublishingRuns", (site_id,), query, etag)

    async def start(self, site_id: str, body: types.PublishingRunRequest | None = None, /, **options: Unpack[CreateOptions]) -> types.PublishingRun:
        """Send the animals to a site now.

        Starts a run, or returns the one that is open. One that asks goes on: with `confirm` it sends, otherwise it first looks again whether it has to ask. The run goes on after the response; the list of runs, to which `Location` leads, has its result. Needs the role `manager`.
        """
        return cast("types.PublishingRun", await self._call("startPublishingRun", (site_id,), options, body or {}))

    async def partners(self, **options: Unpack[CallOptions]) -> builtins.list[types.Partner]:
        """List the partners.

        Returns the other catalogues whose animals the public pages show: at most 10, so there is one page. Needs the role `manager`.
        """
        return cast("builtins.list[types.Partner]", await self._call("listPartners", (), options))

    async def add_partner(self, body: types.PartnerRequest, /, **options: Unpack[CreateOptions]) -> types.Partner:
        """Add a partner.

        Shows the animals of another catalogue on the public pages, by its `/.well-known/adoptable.json`, which is read now and every 15 minutes. Needs the role `manager`.
        """
        return cast("types.Partner", await self._call("addPartner", (), options, body))

    async def get_partner(self, partner_id: int, /, **options: Unpack[CallOptions]) -> types.Partner:
        """Read a partner.

        Returns one partner, and why its last read failed if it did. Needs the role `manager`.
        """
        return cast("types.Partner", await self._call("getPartner", (partner_id,), options))

    async def change_partner(self, partner_id: int, body: types.PartnerChange, /, **options: Unpack[CallOptions]) -> types.Partner:
        """Switch a partner on or off.

        Switches a partner off, with its animals, or on; `isOn: true` also reads one that is on at once. Needs the role `manager`.
        """
        return cast("types.Partner", await self._call("changePartner", (partner_id,), options, body))

    async def remove_partner(self, partner_id: int, /, **options: Unpack[CallOptions]) -> None:
        """Remove a partner.

        Removes a partner with its animals and their pictures. Needs the role `manager`.
        """
        await self._call("removePartner", (partner_id,), options)


class AsyncReports(AsyncResource):
    """Figures: a member gets those of its own animals, a manager those of all; of applications each its own."""

    async def stays(self, *, from_: str | None = None, to: str | None = None, **options: Unpack[CallOptions]) -> types.StaysReport:
        """See what came in, what left, and how long it stayed.

        Counts the dated movements: how many animals came in and left in each month and why, how many were in care and in foster care at its end, and how long the stays that ended had lasted, by category and age. Computed at each request, so a corrected movement changes its month. At most 240 months. A member gets the figures of its own animals, managers and admins those of all. Animals in the bin do not count.
        """
        return cast("types.StaysReport", await self._call("getStaysReport", (), {"from_": from_, "to": to, **options}))

    async def stays_csv(self, *, from_: str | None = None, to: str | None = None, **options: Unpack[CallOptions]) -> bytes:
        """Download what came in, what left, and how long it stayed.

        Counts the dated movements: how many animals came in and left in each month and why, how many were in care and in foster care at its end, and how long the stays that ended had lasted, by category and age. Computed at each request, so a corrected movement changes its month. At most 240 months. A member gets the figures of its own animals, managers and admins those of all. Animals in the bin do not count.
        """
        return cast("bytes", await self._call("exportStaysReport", (), {"from_": from_, "to": to, **options}))

    async def animals_count(self, *, month: str | None = None, **options: Unpack[CallOptions]) -> types.AnimalsCount:
        """Count a month for Shelter Animals Count.

        Counts the movements of one month by species group and age, as the Basic Data Matrix of Shelter Animals Count. The group follows from the name of the category. A return counts as relinquished by its owner, a transfer without a region as one in the state. A member gets the figures of its own animals, managers and admins those of all. Animals in the bin do not count.
        """
        return cast("types.AnimalsCount", await self._call("getAnimalsCount", (), {"month": month, **options}))

    async def animals_count_csv(self, *, month: str | None = None, **options: Unpack[CallOptions]) -> bytes:
        """Download a month for Shelter Animals Count.

        Counts the movements of one month by species group and age, as the Basic Data Matrix of Shelter Animals Count. The group follows from the name of the category. A return counts as relinquished by its owner, a transfer without a region as one in the state. A member gets the figures of its own animals, managers and admins those of all. Animals in the bin do not count.
        """
        return cast("bytes", await self._call("exportAnimalsCount", (), {"month": month, **options}))

    async def applications(self, *, from_: str | None = None, to: str | None = None, **options: Unpack[CallOptions]) -> types.ApplicationsReport:
        """See how many applications arrived and were answered.

        Counts the applications that arrived in each month, how many of them were answered, how many within the promise, and how long an answer took. Erased applications count: their dates stay. At most 240 months. For the applications that the account reads: those for its animals, and for managers those for animals without an owner.
        """
        return cast("types.ApplicationsReport", await self._call("getApplicationsReport", (), {"from_": from_, "to": to, **options}))

    async def applications_csv(self, *, from_: str | None = None, to: str | None = None, **options: Unpack[CallOptions]) -> bytes:
        """Download how many applications arrived and were answered.

        Counts the applications that arrived in each month, how many of them were answered, how many within the promise, and how long an answer took. Erased applications count: their dates stay. At most 240 months. For the applications that the account reads: those for its animals, and for managers those for animals without an owner.
        """
        return cast("bytes", await self._call("exportApplicationsReport", (), {"from_": from_, "to": to, **options}))


class AsyncApplications(AsyncResource):
    """What visitors ask for, and the answers of the shelter; for members of the account that owns the animal."""

    def list(self, **query: Unpack[types.ListApplicationsQuery]) -> AsyncIterator[types.ApplicationSummary]:
        """List applications. Reads each page when it is needed.

        Returns the applications for the animals of the account, newest first. Only for persons and keys of the account that owns the animal, with the role `member` or above; for animals without an owner for managers.
        """
        return self._items("listApplications", (), query)

    async def page(self, **query: Unpack[types.ListApplicationsQuery]) -> Page[types.ApplicationSummary]:
        """List applications. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listApplications", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListApplicationsQuery]) -> Page[types.ApplicationSummary] | None:
        """List applications. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listApplications", (), query, etag)

    async def send(self, body: types.ApplicationRequest, /, **options: Unpack[CreateOptions]) -> types.SentApplication:
        """Send an application.

        Sends what a visitor of a web site asks for. It goes to the account that owns the animal; without an animal to the first account that takes such applications. The questions are those of `GET /v1/application-questions`. Of the response only `id` and `state` are stored for repetitions. Needs a key with the scope `applications:create`, which sends and reads nothing, or the role `member`.
        """
        return cast("types.SentApplication", await self._call("sendApplication", (), options, body))

    async def get(self, application_id: int, /, **options: Unpack[CallOptions]) -> types.Application:
        """Read an application.

        Returns an application with its answers, messages and notes. Clients must not store it. Its `ETag` leaves `failedEmail` out: a letter that could not be sent does not refuse a change. Only for persons and keys of the account that owns the animal, with the role `member` or above; for animals without an owner for managers.
        """
        return cast("types.Application", await self._call("getApplication", (application_id,), options))

    async def change(self, application_id: int, body: types.ApplicationChange, /, **options: Unpack[ChangeOptions]) -> types.Application:
        """Decide about an application.

        Changes the state, or who looks after it. An acceptance places the order that holds the animal, in the same transaction; the order has no end. When it is completed, here or in any other way, the application is `adopted`, and the others for the animal are `closed`; when it ends otherwise, the application is `in_review` again. Only for persons and keys of the account that owns the animal, with the role `member` or above; for animals without an owner for managers.
        """
        return cast("types.Application", await self._call("changeApplication", (application_id,), options, body))

    async def erase(self, application_id: int, /, **options: Unpack[ChangeOptions]) -> None:
        """Erase an application.

        Erases at once all that the applicant and the shelter have written, on request of the applicant. An open application ends before, with the order of its acceptance. Its dates and its state stay for the figures. Only for persons and keys of the account that owns the animal, with the role `member` or above; for animals without an owner for managers.
        """
        await self._call("eraseApplication", (application_id,), options)

    async def send_message(self, application_id: int, body: types.ApplicationEntryRequest, /, **options: Unpack[CreateOptions]) -> types.AddedApplicationEntry:
        """Write to the applicant.

        Adds a message, which the applicant reads on the private page.
        """
        return cast("types.AddedApplicationEntry", await self._call("sendApplicationMessage", (application_id,), options, body))

    async def add_note(self, application_id: int, body: types.ApplicationEntryRequest, /, **options: Unpack[CreateOptions]) -> types.AddedApplicationEntry:
        """Add a note.

        Adds a note, which only the shelter reads.
        """
        return cast("types.AddedApplicationEntry", await self._call("addApplicationNote", (application_id,), options, body))

    async def questions(self, *, pet_id: int | None = None, **options: Unpack[CallOptions]) -> types.ApplicationQuestions:
        """Read the questions.

        Returns the questions of the account, or with `petId` those that are asked for an animal, by the account that owns it. Until an account sets its own, it has those as delivered, in every language of the product.
        """
        return cast("types.ApplicationQuestions", await self._call("getApplicationQuestions", (), {"pet_id": pet_id, **options}))

    async def change_questions(self, body: types.ApplicationQuestionsRequest, /, **options: Unpack[ChangeOptions]) -> types.ApplicationQuestions:
        """Change the questions.

        Replaces the questions of the account. Applications keep those that they were asked. What another service has returned can be sent. Needs the role `manager`.
        """
        return cast("types.ApplicationQuestions", await self._call("changeApplicationQuestions", (), options, body))

    async def settings(self, **options: Unpack[CallOptions]) -> types.ApplicationSettings:
        """Read how applications are taken.

        Returns how the account takes applications.
        """
        return cast("types.ApplicationSettings", await self._call("getApplicationSettings", (), options))

    async def change_settings(self, body: types.ApplicationSettingsRequest, /, **options: Unpack[ChangeOptions]) -> types.ApplicationSettings:
        """Change how applications are taken.

        Replaces the settings of the account. A new promise counts for applications that arrive from now on. Needs the role `manager`.
        """
        return cast("types.ApplicationSettings", await self._call("changeApplicationSettings", (), options, body))


class AsyncWebhooks(AsyncResource):
    """Where the events of the feed are sent to, signed as Standard Webhooks has it. They need the role `member`."""

    async def list(self, **options: Unpack[CallOptions]) -> builtins.list[types.Webhook]:
        """List your webhooks.

        Returns the webhooks of the account, newest first: at most 20, so there is one page. Needs the role `member`.
        """
        return cast("builtins.list[types.Webhook]", await self._call("listWebhooks", (), options))

    async def create(self, body: types.WebhookRequest, /, **options: Unpack[CreateOptions]) -> types.IssuedWebhook:
        """Add a webhook.

        Sends the events of the feed that the sender of the request may read to an address, signed as Standard Webhooks has it. The secret is only in this response. Needs the role `member`.
        """
        return cast("types.IssuedWebhook", await self._call("createWebhook", (), options, body))

    async def get(self, webhook_id: int, /, **options: Unpack[CallOptions]) -> types.Webhook:
        """Read a webhook.

        Returns one webhook of the account. Needs the role `member`.
        """
        return cast("types.Webhook", await self._call("getWebhook", (webhook_id,), options))

    async def change(self, webhook_id: int, body: types.WebhookChange, /, **options: Unpack[CallOptions]) -> types.Webhook:
        """Change a webhook.

        Changes where and what is sent. `afterEventId` sends the events after an earlier one again; `isOn` switches it off, or on again, from where it stopped. It then belongs to who switches it on, or sets its `url`. Needs the role that the webhook has.
        """
        return cast("types.Webhook", await self._call("changeWebhook", (webhook_id,), options, body))

    async def remove(self, webhook_id: int, /, **options: Unpack[CallOptions]) -> None:
        """Remove a webhook.

        Removes a webhook and its deliveries. Needs the role that the webhook has, unless it is `orphaned`.
        """
        await self._call("removeWebhook", (webhook_id,), options)

    async def rotate_secret(self, webhook_id: int, body: types.WebhookRotation | None = None, /, **options: Unpack[CreateOptions]) -> types.IssuedWebhook:
        """Replace the secret of a webhook.

        Makes a new secret, which is only in this response. Messages are signed with both for the overlap, so that the receiver can change in between. Needs the role `member`.
        """
        return cast("types.IssuedWebhook", await self._call("rotateWebhookSecret", (webhook_id,), options, body or {}))

    def list_deliveries(self, webhook_id: int, /, **query: Unpack[types.ListWebhookDeliveriesQuery]) -> AsyncIterator[types.WebhookDelivery]:
        """List what was sent. Reads each page when it is needed.

        Returns the messages of a webhook, newest first, each with its last attempt. The last 100 are kept. Needs the role that the webhook has.
        """
        return self._items("listWebhookDeliveries", (webhook_id,), query)

    async def page_deliveries(self, webhook_id: int, /, **query: Unpack[types.ListWebhookDeliveriesQuery]) -> Page[types.WebhookDelivery]:
        """List what was sent. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listWebhookDeliveries", (webhook_id,), query)

    async def page_deliveries_if_changed(self, webhook_id: int, etag: str | None, /, **query: Unpack[types.ListWebhookDeliveriesQuery]) -> Page[types.WebhookDelivery] | None:
        """List what was sent. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listWebhookDeliveries", (webhook_id,), query, etag)

    async def test(self, webhook_id: int, /, **options: Unpack[CreateOptions]) -> types.WebhookDelivery:
        """Send a test message.

        Sends a signed message of the type `test` now, and returns what the host answered. It takes up to 10 seconds, and changes nothing else; 20 messages a minute can be sent by request, and 5 at a time. Needs the role that the webhook has.
        """
        return cast("types.WebhookDelivery", await self._call("testWebhook", (webhook_id,), options))

    async def retry(self, webhook_id: int, delivery_id: int, /, **options: Unpack[CreateOptions]) -> types.WebhookDelivery:
        """Send a message again.

        Sends a message again now, with the same `webhook-id`, and returns what the host answered. The position of the webhook changes only if it is the message that waits. Needs the role that the webhook has.
        """
        return cast("types.WebhookDelivery", await self._call("retryWebhookDelivery", (webhook_id, delivery_id), options))


class AsyncPeople(AsyncResource):
    """The persons who sign in. The full role of an account manages its persons, an admin those of all accounts."""

    def list(self, **query: Unpack[types.ListPeopleQuery]) -> AsyncIterator[types.Person]:
        """List persons. Reads each page when it is needed.

        Returns the persons of an account, newest first, without those who were removed. Admins manage the persons of all accounts; persons and keys with the full role of their account, at least `member`, those of that one.
        """
        return self._items("listPeople", (), query)

    async def page(self, **query: Unpack[types.ListPeopleQuery]) -> Page[types.Person]:
        """List persons. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listPeople", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListPeopleQuery]) -> Page[types.Person] | None:
        """List persons. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listPeople", (), query, etag)

    async def add(self, body: types.PersonRequest, /, **options: Unpack[CreateOptions]) -> types.Person:
        """Add a person.

        Adds a person, who signs in by an invitation: `POST /v1/people/{personId}/invitations`. Admins manage the persons of all accounts; persons and keys with the full role of their account, at least `member`, those of that one.
        """
        return cast("types.Person", await self._call("addPerson", (), options, body))

    async def get(self, person_id: int, /, **options: Unpack[CallOptions]) -> types.Person:
        """Read a person.

        Returns one person. Persons may read themselves. Admins manage the persons of all accounts; persons and keys with the full role of their account, at least `member`, those of that one.
        """
        return cast("types.Person", await self._call("getPerson", (person_id,), options))

    async def update(self, person_id: int, body: types.PersonChange, /, **options: Unpack[CallOptions]) -> types.Person:
        """Change a person.

        Changes the given members of a person, within one second in all processes. Persons may change their own name and e-mail address. Another address withdraws the open invitations. Admins manage the persons of all accounts; persons and keys with the full role of their account, at least `member`, those of that one.
        """
        return cast("types.Person", await self._call("updatePerson", (person_id,), options, body))

    async def remove(self, person_id: int, /, **options: Unpack[CallOptions]) -> None:
        """Remove a person.

        Signs a person out everywhere within one second, and takes all ways in away. The audit keeps the name. Admins manage the persons of all accounts; persons and keys with the full role of their account, at least `member`, those of that one.
        """
        await self._call("removePerson", (person_id,), options)

    async def invite(self, person_id: int, body: types.InvitationRequest | None = None, /, **options: Unpack[CreateOptions]) -> types.Invitation:
        """Invite a person.

        Creates a link that signs the person in on one device, once, within 7 days. Of a person the ten newest work. Its address is only in this response, and in an e-mail with `send`. Persons may invite themselves, to add another device. The link ends when who made it may not invite the person any more. Admins manage the persons of all accounts; persons and keys with the full role of their account, at least `member`, those of that one.
        """
        return cast("types.Invitation", await self._call("invitePerson", (person_id,), options, body or {}))

    async def devices(self, person_id: int, /, **options: Unpack[CallOptions]) -> builtins.list[types.Device]:
        """List the devices of a person.

        Returns the browsers in which the person is signed in, the last used first. Persons see their own; those who manage a person see them, too.
        """
        return cast("builtins.list[types.Device]", await self._call("listDevices", (person_id,), options))

    async def sign_out_everywhere(self, person_id: int, /, **options: Unpack[CallOptions]) -> None:
        """Sign a person out everywhere.

        Signs the person out on all devices within one second. Passkeys and invitations by others stay; those that the person has made for another device end.
        """
        await self._call("signOutEverywhere", (person_id,), options)

    async def sign_out(self, person_id: int, device_id: int, /, **options: Unpack[CallOptions]) -> None:
        """Sign a person out on one device.

        Signs the person out on one device within one second. Invitations that the person has made for another device end.
        """
        await self._call("signOutDevice", (person_id, device_id), options)

    async def passkeys(self, person_id: int, /, **options: Unpack[CallOptions]) -> builtins.list[types.Passkey]:
        """List the passkeys of a person.

        Returns the passkeys with which the person signs in, newest first. Persons see their own; those who manage a person see them, too. Only the console adds them.
        """
        return cast("builtins.list[types.Passkey]", await self._call("listPasskeys", (person_id,), options))

    async def remove_passkey(self, person_id: int, passkey_id: str, /, **options: Unpack[CallOptions]) -> None:
        """Remove a passkey.

        Removes a passkey, with which no one signs in any more. Browsers that are signed in stay so: see `DELETE /v1/people/{personId}/devices`.
        """
        await self._call("removePasskey", (person_id, passkey_id), options)


class AsyncAccounts(AsyncResource):
    """The accounts of the service. All of this needs the role `admin`."""

    def list(self, **query: Unpack[types.ListAccountsQuery]) -> AsyncIterator[types.Account]:
        """List accounts. Reads each page when it is needed.

        Returns the accounts, newest first. Needs the role `admin`. `X-Total-Count` is offered up to 10,000 accounts.
        """
        return self._items("listAccounts", (), query)

    async def page(self, **query: Unpack[types.ListAccountsQuery]) -> Page[types.Account]:
        """List accounts. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listAccounts", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListAccountsQuery]) -> Page[types.Account] | None:
        """List accounts. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listAccounts", (), query, etag)

    async def create(self, body: types.AccountRequest, /, **options: Unpack[CreateOptions]) -> types.Account:
        """Create an account.

        Creates an account without a key: `POST /v1/accounts/{accountId}/keys` creates its first one. Needs the role `admin`.
        """
        return cast("types.Account", await self._call("createAccount", (), options, body))

    async def get(self, account_id: int, /, **options: Unpack[CallOptions]) -> types.Account:
        """Read an account.

        Returns one account. Needs the role `admin`.
        """
        return cast("types.Account", await self._call("getAccount", (account_id,), options))

    async def update(self, account_id: int, body: types.AccountChange, /, **options: Unpack[CallOptions]) -> types.Account:
        """Change an account.

        Changes the given members of an account, within one second in all processes. Another plan than `enterprise` ends its own quota. Needs the role `admin`.
        """
        return cast("types.Account", await self._call("updateAccount", (account_id,), options, body))


class AsyncKeys(AsyncResource):
    """The API keys of the account; with the role `admin`, also those of other accounts."""

    def list(self, **query: Unpack[types.ListKeysQuery]) -> AsyncIterator[types.Key]:
        """List your keys. Reads each page when it is needed.

        Returns the keys of your account, newest first. Needs the role `member` or above.
        """
        return self._items("listKeys", (), query)

    async def page(self, **query: Unpack[types.ListKeysQuery]) -> Page[types.Key]:
        """List your keys. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listKeys", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListKeysQuery]) -> Page[types.Key] | None:
        """List your keys. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listKeys", (), query, etag)

    def list_of(self, account_id: int, /, **query: Unpack[types.ListAccountKeysQuery]) -> AsyncIterator[types.Key]:
        """List the keys of an account. Reads each page when it is needed.

        Returns the keys of an account, also revoked and expired ones, newest first. Needs the role `admin`.
        """
        return self._items("listAccountKeys", (account_id,), query)

    async def page_of(self, account_id: int, /, **query: Unpack[types.ListAccountKeysQuery]) -> Page[types.Key]:
        """List the keys of an account. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listAccountKeys", (account_id,), query)

    async def page_of_if_changed(self, account_id: int, etag: str | None, /, **query: Unpack[types.ListAccountKeysQuery]) -> Page[types.Key] | None:
        """List the keys of an account. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listAccountKeys", (account_id,), query, etag)

    async def create(self, account_id: int, body: types.KeyRequest | None = None, /, **options: Unpack[CreateOptions]) -> types.IssuedKey:
        """Create a key.

        Creates a key for an account. Its secret is only in this response. Needs the role `admin`.
        """
        return cast("types.IssuedKey", await self._call("createKey", (account_id,), options, body or {}))

    async def label(self, key_id: int, body: types.KeyChange, /, **options: Unpack[CallOptions]) -> types.Key:
        """Label a key.

        Sets or removes the label of a key. Needs the role `admin`.
        """
        return cast("types.Key", await self._call("updateKey", (key_id,), options, body))

    async def revoke(self, key_id: int, /, *, with_successors: bool | None = None, **options: Unpack[CallOptions]) -> None:
        """Revoke a key.

        Revokes a key for ever, within one second in all processes; a stolen one with the keys that replaced it. Needs the role `admin`.
        """
        await self._call("revokeKey", (key_id,), {"with_successors": with_successors, **options})

    async def lift_ban(self, key_id: int, /, **options: Unpack[CallOptions]) -> None:
        """Lift the ban of a key.

        Ends the ban of a key, if it has one. Needs the role `admin`.
        """
        await self._call("liftBan", (key_id,), options)

    async def rotate(self, key_id: int, body: types.Rotation | None = None, /, **options: Unpack[CreateOptions]) -> types.IssuedKey:
        """Replace a key.

        Creates a key with the account, label, role, origins and scopes of another one, which stays valid for the overlap. An admin may rotate any key; any other key of a member or manager only itself, without a longer life. Of a key and its successors at most two are valid: during the overlap neither can be rotated.
        """
        return cast("types.IssuedKey", await self._call("rotateKey", (key_id,), options, body or {}))


class AsyncAudit(AsyncResource):
    """Who changed what, for admins: newest first, or from an entry on with `sort="id"` and `after`."""

    def list(self, **query: Unpack[types.ListAuditQuery]) -> AsyncIterator[types.AuditEntry]:
        """See who changed what. Reads each page when it is needed.

        Returns the changes of accounts, keys, bans, categories, imports, settings, animals and orders with their authors, newest first. Entries are kept as long as events. To follow them, send `sort=id` and the last id as `after`. A list by author or day is in the order of the times. Needs the role `admin`.
        """
        return self._items("listAudit", (), query)

    async def page(self, **query: Unpack[types.ListAuditQuery]) -> Page[types.AuditEntry]:
        """See who changed what. Reads one page, of 1 to 100 items, 20 by default."""
        return await self._page("listAudit", (), query)

    async def page_if_changed(self, etag: str | None, /, **query: Unpack[types.ListAuditQuery]) -> Page[types.AuditEntry] | None:
        """See who changed what. Reads one page; None if it still has this `etag`."""
        return await self._page_if_changed("listAudit", (), query, etag)


class AsyncSettings(AsyncResource):
    """The settings of the shelter: its name, its contact, and whether its public pages are on."""

    async def get(self, **options: Unpack[CallOptions]) -> types.Settings:
        """Read the settings of the shelter.

        Returns the settings that apply. Those in `fixedBy` come from the environment of the service.
        """
        return cast("types.Settings", await self._call("getSettings", (), options))

    async def change(self, body: types.SettingsRequest, /, **options: Unpack[ChangeOptions]) -> types.Settings:
        """Change the settings of the shelter.

        Replaces all settings that the environment does not fix, for every process within a second. Needs the role `admin`.
        """
        return cast("types.Settings", await self._call("changeSettings", (), options, body))

    async def get_email(self, **options: Unpack[CallOptions]) -> types.EmailSettings:
        """Read how e-mails are sent.

        Returns the server and the sender of e-mails, never the password. Needs the role `admin`.
        """
        return cast("types.EmailSettings", await self._call("getEmailSettings", (), options))

    async def change_email(self, body: types.EmailSettingsRequest, /, **options: Unpack[ChangeOptions]) -> types.EmailSettings:
        """Set up e-mail.

        Sets the server and the sender of e-mails, for every process within a second, and sends what waits. The password is stored encrypted. Needs the role `admin`.
        """
        return cast("types.EmailSettings", await self._call("changeEmailSettings", (), options, body))

    async def remove_email(self, **options: Unpack[ChangeOptions]) -> None:
        """Send no more e-mails.

        Removes the server and the sender of e-mails, with the password. E-mails that wait are kept for a day. Needs the role `admin`.
        """
        await self._call("removeEmailSettings", (), options)

    async def get_email_texts(self, **options: Unpack[CallOptions]) -> types.EmailTexts:
        """Read the texts of letters.

        Returns the texts of the letters to applicants, of each kind in each language, with those delivered. Needs the role `admin`.
        """
        return cast("types.EmailTexts", await self._call("getEmailTexts", (), options))

    async def change_email_texts(self, body: types.EmailTextsRequest, /, **options: Unpack[ChangeOptions]) -> types.EmailTexts:
        """Change the texts of letters.

        Replaces the changed texts of the letters to applicants. A text that is not in the body is as delivered. Letters that wait are written with the new texts. Needs the role `admin`.
        """
        return cast("types.EmailTexts", await self._call("changeEmailTexts", (), options, body))

    async def preview_email_text(self, body: types.EmailText, /, **options: Unpack[CreateOptions]) -> types.EmailPreview:
        """Preview a letter.

        Returns a letter with a text and sample values, without storing or sending anything. Needs the role `admin`.
        """
        return cast("types.EmailPreview", await self._call("previewEmailText", (), options, body))

    async def send_test_email(self, body: types.TestEmailRequest | None = None, /, **options: Unpack[CreateOptions]) -> types.TestEmail:
        """Send a test e-mail.

        Sends an e-mail now, and returns what the mail server answered. `PUT /v1/settings/email`, or `SMTP_URL` and `SMTP_FROM` in the environment of the service, set up e-mail. Each request sends another one. Needs the role `admin`.
        """
        return cast("types.TestEmail", await self._call("sendTestEmail", (), options, body or {}))


class AsyncResources(AsyncResource):
    """All operations of the API."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.pets = AsyncPets(transport)
        """The animals of the catalogue."""
        self.listings = AsyncListings(transport)
        """What adopters see of the animals: each with its profile and its photos."""
        self.photos = AsyncPhotos(transport)
        """The photos of the animals. They are read with a listing."""
        self.bin = AsyncBin(transport)
        """Animals that were removed in the last 30 days; a manager sees all, another account its own."""
        self.movements = AsyncMovements(transport)
        """When and why an animal came in, lived in foster care and left; for accounts that may change it."""
        self.categories = AsyncCategories(transport)
        """The categories, each with the number of its available animals."""
        self.orders = AsyncOrders(transport)
        """The orders that the account may see: its own and those for its animals; a manager sees all."""
        self.imports = AsyncImports(transport)
        """The imports of files. They need the role `admin`."""
        self.exports = AsyncExports(transport)
        """Exports of the catalogue. They need the role `manager`."""
        self.publishing = AsyncPublishing(transport)
        """The sites where adopters look, and what they get; for managers, each account its own."""
        self.reports = AsyncReports(transport)
        """Figures: a member gets those of its own animals, a manager those of all; of applications each its own."""
        self.applications = AsyncApplications(transport)
        """What visitors ask for, and the answers of the shelter; for members of the account that owns the animal."""
        self.webhooks = AsyncWebhooks(transport)
        """Where the events of the feed are sent to, signed as Standard Webhooks has it. They need the role `member`."""
        self.people = AsyncPeople(transport)
        """The persons who sign in. The full role of an account manages its persons, an admin those of all accounts."""
        self.accounts = AsyncAccounts(transport)
        """The accounts of the service. All of this needs the role `admin`."""
        self.keys = AsyncKeys(transport)
        """The API keys of the account; with the role `admin`, also those of other accounts."""
        self.audit = AsyncAudit(transport)
        """Who changed what, for admins: newest first, or from an entry on with `sort="id"` and `after`."""
        self.settings = AsyncSettings(transport)
        """The settings of the shelter: its name, its contact, and whether its public pages are on."""
        self.events = AsyncFeed(transport)
        """The feed of changes."""

    async def summary(self, **options: Unpack[CallOptions]) -> types.Summary:
        """See what needs attention.

        Returns what the start page of the console shows: orders and animals that need attention, and counts; each role sees what its other operations show it. Its cost does not depend on the size of the catalogue. Needs the role `volunteer`.
        """
        return cast("types.Summary", await self._call("getSummary", (), options))

    async def usage(self, **options: Unpack[CallOptions]) -> types.Usage:
        """Get the usage of the account.

        Returns the plan, both windows of the keys, the bans, and the requests of each of the last 30 days. It also answers when the quota is used up: such a request is not counted in it, and an address has 300 of them a minute. A banned key gets 429.
        """
        return cast("types.Usage", await self._call("getUsage", (), options))
