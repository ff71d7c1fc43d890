/** The introduction of the reference (`info.description`), in Markdown. */
export const INTRODUCTION = `Browse and manage animals available for adoption. Requests and responses are JSON. All paths begin with \`/v1\`.

## Keys
Every operation needs an API key: \`Authorization: Bearer <API_KEY>\`. The operator of the service issues it. The key belongs to an
account, and the role of the account decides what it may do: a \`reader\` reads; a \`member\` also adds animals, changes its own
and places orders; a \`manager\` may act on every animal and order; an \`admin\` also manages accounts, keys, bans, imports and
settings, names categories, and reads the audit. A missing or invalid key is 401.

## Quotas and bans
An account may make a number of requests per minute and per day (UTC), depending on its plan: Free 60 and 1,000, Pro 300 and
10,000, Business 1,000 and 100,000. Every response describes the window with the fewest requests left: \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (a Unix timestamp). \`RateLimit\` and \`RateLimit-Policy\` describe both windows.
Beyond a quota the response is 429. Wait for the seconds in \`Retry-After\`. A rejected request does not count, but a client that keeps
sending after a 429 is banned for five minutes or longer. \`GET /usage\` answers beyond a quota, too.

## Lists
A list is a bare array, newest first, of at most \`limit\` items (default 20, maximum 100). If there is a next page, the
response has \`Link: <...>; rel="next"\`: request that URL unchanged. Its \`cursor\` is opaque and valid only with the same
filters and order. Each page has an \`ETag\`; send it in \`If-None-Match\` to get 304 if nothing has changed.

## Parameters
A query parameter that is unknown, or has an invalid value, is 400. \`GET /pets\`, \`POST /pets\` and \`GET /pets/{petId}\` ignore
unknown parameters, except names that mislead, because they would have no effect: those of other operations, such as \`after\`, of
members, such as \`breed\`, and of other APIs, such as \`page\`; in any case, and as \`status[]\`. This list does not grow.
\`POST /pets\` also ignores \`limit\`, \`sort\`, \`cursor\`, \`status\` and \`categoryId\`, as 1.0.0 did.
Unknown members of a body are 400, too; adding and changing animals and orders ignores them.

## Identifiers
\`id\`, \`petId\` and \`categoryId\` are 64-bit integers (\`int64\`). The service never rounds them, but a JSON parser that converts
numbers to floating point rounds those above 2^53. Use a parser that keeps all digits.

## Errors
Every error has the same body: a \`code\` for programs, a \`message\` for people, and the \`status\`. Each operation lists its codes.
A 400 names all invalid fields in its message, and in the header \`Invalid-Fields\`.
Give \`X-Request-Id\` to the operator when you ask about a request. After 408, 429, 500 or 503 the same request may succeed later;
after any other error, change it first.

## Writing safely
Send a unique \`Idempotency-Key\` with each \`POST\`. If the connection breaks, repeat the request with the same key within 24 hours:
it runs only once, and you get the first response with \`Idempotent-Replayed: true\`. To change only the version that you have
read, send its \`ETag\` in \`If-Match\`: if the resource has changed meanwhile, the response is 412.

## The feed
\`GET /v1/events\` returns every change, oldest first. Its \`Link\` always has the next page. To keep a copy of the catalogue, request
the end of the feed (\`after=latest\`), read all pages of \`GET /v1/pets\`, then follow the feed from that end: you miss no event and get none
twice. Events are kept for a limited time. If the next ones have expired, the response is 410, and you start again.

## Stability
\`X-API-Stability\` and this reference contain the stability of each operation. A *stable* operation does not change in \`/v1\`. A
*beta* operation may still change. An *experimental* one may change or be removed. A *deprecated* one is removed at the time in
\`Sunset\`.

## What may be added
Later versions add operations, optional parameters, members of responses, header fields, error codes, types of events, and
values of strings with known values (\`x-extensible-enum\`). Ignore members, header fields and events that you do not know. Treat an unknown
\`code\` by its status, and expect other values where a text states that later versions may add some.`;
