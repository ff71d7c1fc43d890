"""The operations of the service.

Generated from openapi.json by `npm run openapi`: change the routes of the service instead.
"""

from __future__ import annotations

from .operation import Operation

OPERATIONS = {
    "listPets": Operation("GET", "/pets", query={"limit": "limit", "sort": "sort", "cursor": "cursor", "status": "status", "category_id": "categoryId", "name": "name", "approximate": "approximate"}, is_counted=True),
    "createPet": Operation("POST", "/pets"),
    "getPet": Operation("GET", "/pets/{petId}"),
    "changePet": Operation("PATCH", "/pets/{petId}", is_conditional=True),
    "removePet": Operation("DELETE", "/pets/{petId}", is_conditional=True, done_if="pet_not_found"),
    "listCategories": Operation("GET", "/categories", query={"limit": "limit", "sort": "sort", "cursor": "cursor", "ids": "ids"}, is_counted=True),
    "nameCategory": Operation("PUT", "/categories/{categoryId}"),
    "listListings": Operation("GET", "/listings", query={"limit": "limit", "sort": "sort", "cursor": "cursor", "status": "status", "category_id": "categoryId", "ids": "ids", "q": "q", "approximate": "approximate", "sex": "sex", "size": "size", "good_with": "goodWith", "born_after": "bornAfter", "born_before": "bornBefore"}, is_counted=True),
    "getListing": Operation("GET", "/listings/{petId}"),
    "changeProfile": Operation("PATCH", "/pets/{petId}/profile", is_conditional=True),
    "applyBatch": Operation("POST", "/batches"),
    "listBin": Operation("GET", "/bin", query={"limit": "limit", "sort": "sort", "cursor": "cursor"}),
    "restorePet": Operation("POST", "/pets/{petId}/restore"),
    "erasePet": Operation("DELETE", "/bin/{petId}", done_if="pet_not_found"),
    "mergePet": Operation("POST", "/pets/{petId}/merge"),
    "addPhoto": Operation("POST", "/pets/{petId}/photos"),
    "changePhoto": Operation("PATCH", "/pets/{petId}/photos/{photoId}"),
    "removePhoto": Operation("DELETE", "/pets/{petId}/photos/{photoId}", done_if="photo_not_found"),
    "editPhoto": Operation("POST", "/pets/{petId}/photos/{photoId}/edits"),
    "listOrders": Operation("GET", "/store/orders", query={"limit": "limit", "sort": "sort", "cursor": "cursor", "status": "status", "pet_id": "petId"}),
    "placeOrder": Operation("POST", "/store/orders"),
    "getOrder": Operation("GET", "/store/orders/{orderId}"),
    "changeOrder": Operation("PATCH", "/store/orders/{orderId}", is_conditional=True),
    "listPermissions": Operation("GET", "/permissions", query={"ids": "ids"}),
    "exportPets": Operation("GET", "/exports/pets.csv"),
    "createImport": Operation("POST", "/imports", query={"dry_run": "dryRun", "preview": "preview", "language": "language", "owner": "owner"}),
    "listImports": Operation("GET", "/imports", query={"limit": "limit", "sort": "sort", "cursor": "cursor"}),
    "getImport": Operation("GET", "/imports/{importId}"),
    "changeImport": Operation("PATCH", "/imports/{importId}"),
    "cancelImport": Operation("DELETE", "/imports/{importId}"),
    "getBadRows": Operation("GET", "/imports/{importId}/bad-rows.csv"),
    "listEvents": Operation("GET", "/events", query={"limit": "limit", "after": "after", "pet_id": "petId"}),
    "listAccounts": Operation("GET", "/accounts", query={"limit": "limit", "sort": "sort", "cursor": "cursor"}, is_counted=True),
    "createAccount": Operation("POST", "/accounts"),
    "getAccount": Operation("GET", "/accounts/{accountId}"),
    "updateAccount": Operation("PATCH", "/accounts/{accountId}"),
    "listKeys": Operation("GET", "/keys", query={"limit": "limit", "sort": "sort", "cursor": "cursor"}),
    "listAccountKeys": Operation("GET", "/accounts/{accountId}/keys", query={"limit": "limit", "sort": "sort", "cursor": "cursor"}),
    "createKey": Operation("POST", "/accounts/{accountId}/keys"),
    "updateKey": Operation("PATCH", "/keys/{keyId}"),
    "revokeKey": Operation("DELETE", "/keys/{keyId}", query={"with_successors": "withSuccessors"}),
    "liftBan": Operation("DELETE", "/keys/{keyId}/ban"),
    "rotateKey": Operation("POST", "/keys/{keyId}/rotation"),
    "listAudit": Operation("GET", "/audit", query={"limit": "limit", "sort": "sort", "cursor": "cursor", "after": "after", "pet_id": "petId", "account_id": "accountId", "key_id": "keyId", "day": "day"}),
    "getSettings": Operation("GET", "/settings"),
    "changeSettings": Operation("PUT", "/settings"),
    "getSummary": Operation("GET", "/summary"),
    "getUsage": Operation("GET", "/usage"),
}
