"""The names of the operations in Python, and what openapi.json does not say about them."""

from __future__ import annotations

# The groups and their descriptions; "" is the client itself.
GROUPS = {
    "": "All operations of the API.",
    "pets": "The animals of the catalogue.",
    "listings": "What adopters see of the animals: each with its profile and its photos.",
    "photos": "The photos of the animals. They are read with a listing.",
    "bin": "Animals that were removed in the last 30 days; a manager sees all, another account its own.",
    "movements": "When and why an animal came in, lived in foster care and left; for accounts that may change it.",
    "categories": "The categories, each with the number of its available animals.",
    "orders": "The orders that the account may see: its own and those for its animals; a manager sees all.",
    "imports": "The imports of files. They need the role `admin`.",
    "exports": "Exports of the catalogue. They need the role `manager`.",
    "reports": "Figures from the movements: a member gets those of its own animals, a manager those of all.",
    "people": "The persons who sign in. The full role of an account manages its persons, an admin those of all accounts.",
    "accounts": "The accounts of the service. All of this needs the role `admin`.",
    "keys": "The API keys of the account; with the role `admin`, also those of other accounts.",
    "audit": 'Who changed what, for admins: newest first, or from an entry on with `sort="id"` and `after`.',
    "settings": "The settings of the shelter: its name, its contact, and whether its public pages are on.",
}

# The classes with the methods that are written by hand.
BASES = {"pets": "AsyncBatches", "photos": "AsyncPhotoUploads", "imports": "AsyncImportUploads"}

# The operations that these classes call.
WRITTEN_BY_HAND = {"addPhoto", "applyBatch", "createImport", "listEvents"}

# The method of each operation. A list has `page` and `page_if_changed` as well.
METHODS = {
    "listPets": "pets.list",
    "createPet": "pets.create",
    "getPet": "pets.get",
    "changePet": "pets.change",
    "removePet": "pets.remove",
    "mergePet": "pets.merge",
    "listBin": "bin.list",
    "restorePet": "bin.restore",
    "erasePet": "bin.erase",
    "listPermissions": "pets.permissions",
    "listMovements": "movements.list",
    "addMovement": "movements.add",
    "changeMovement": "movements.change",
    "removeMovement": "movements.remove",
    "listCategories": "categories.list",
    "nameCategory": "categories.rename",
    "listListings": "listings.list",
    "getListing": "listings.get",
    "changeProfile": "listings.change_profile",
    "changePhoto": "photos.change",
    "editPhoto": "photos.edit",
    "removePhoto": "photos.remove",
    "listOrders": "orders.list",
    "placeOrder": "orders.place",
    "getOrder": "orders.get",
    "changeOrder": "orders.change",
    "exportPets": "exports.pets",
    "getStaysReport": "reports.stays",
    "exportStaysReport": "reports.stays_csv",
    "getAnimalsCount": "reports.animals_count",
    "exportAnimalsCount": "reports.animals_count_csv",
    "listImports": "imports.list",
    "getImport": "imports.get",
    "changeImport": "imports.change",
    "cancelImport": "imports.cancel",
    "getBadRows": "imports.bad_rows",
    "listAccounts": "accounts.list",
    "createAccount": "accounts.create",
    "getAccount": "accounts.get",
    "updateAccount": "accounts.update",
    "listPeople": "people.list",
    "addPerson": "people.add",
    "getPerson": "people.get",
    "updatePerson": "people.update",
    "removePerson": "people.remove",
    "invitePerson": "people.invite",
    "listDevices": "people.devices",
    "signOutEverywhere": "people.sign_out_everywhere",
    "signOutDevice": "people.sign_out",
    "listPasskeys": "people.passkeys",
    "removePasskey": "people.remove_passkey",
    "listKeys": "keys.list",
    "listAccountKeys": "keys.list_of",
    "createKey": "keys.create",
    "updateKey": "keys.label",
    "revokeKey": "keys.revoke",
    "liftBan": "keys.lift_ban",
    "rotateKey": "keys.rotate",
    "listAudit": "audit.list",
    "getSettings": "settings.get",
    "changeSettings": "settings.change",
    "getEmailSettings": "settings.get_email",
    "changeEmailSettings": "settings.change_email",
    "removeEmailSettings": "settings.remove_email",
    "getEmailTexts": "settings.get_email_texts",
    "changeEmailTexts": "settings.change_email_texts",
    "previewEmailText": "settings.preview_email_text",
    "sendTestEmail": "settings.send_test_email",
    "getSummary": "summary",
    "getUsage": "usage",
}

# The error code that proves, on a retry after a lost response, that an earlier attempt succeeded.
DONE_IF = {
    "removePet": "pet_not_found",
    "erasePet": "pet_not_found",
    "removePhoto": "photo_not_found",
    "removeMovement": "movement_not_found",
    "removePerson": "person_not_found",
    "signOutDevice": "device_not_found",
    "removePasskey": "passkey_not_found",
}

# The parameters that are optional in the document only because it also has their deprecated names.
REQUIRED = {"listPermissions": "ids"}
