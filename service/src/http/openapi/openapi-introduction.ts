/** The introduction of the reference (`info.description`), in Markdown. */
export const INTRODUCTION = `Browse and manage animals available for adoption. Requests and responses are JSON. All paths begin with \`/v1\`.

## Keys
Every operation needs an API key: \`Authorization: Bearer <API_KEY>\`. The operator of the service issues it. The key belongs to an
account, and the role of the account decides what it may do: a \`reader\` reads; a \`member\` also adds animals, changes its own
and places orders; a \`manager\` may act on every animal and order. A missing or invalid key is 401.

## Quotas and bans
An account may make a number of requests per minute and per day (UTC), depending on its plan: Free 60 and 1,000, Pro 300 and
10,000, Business 1,000 and 100,000. Every response describes the window with the fewest requests left: \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (a Unix timestamp). \`RateLimit\` and \`RateLimit-Policy\` describe both windows.
Beyond a quota the response is 429. Wait as many seconds as \`Retry-After\` says. A refused request does not count, but a client that
keeps sending after a 429 is banned, for five minutes or longer.

## Lists
A list is a bare array, newest first, of \`limit\` items (20 unless you say otherwise, 100 at most). If there is a next page, the
response has \`Link: <...>; rel="next"\`: request that URL as it is. Its \`cursor\` is opaque and belongs to the same filters and the
same order. Each page has an \`ETag\`; send it in \`If-None-Match\` and get 304 if nothing changed.

## Parameters
A known query parameter with a wrong value is 400. An unknown one is ignored, except a name that differs from a known one by case,
and \`name\`, \`ids\`, \`q\`, \`page\`, \`offset\` and \`search\`: those are 400, since they would do nothing. Operations that are added after
1.0.0 refuse every unknown parameter.

## Identifiers
\`id\`, \`petId\` and \`categoryId\` are 64-bit integers (\`int64\`). They are exact everywhere, but a JSON reader that turns every number
into a floating-point number rounds those above 2^53: use one that keeps the digits.

## Errors
Every error has the same body: a \`code\` for programs, a \`message\` for people, and the \`status\`. The codes of each operation are
listed with its responses. \`X-Request-Id\` identifies the request when you ask the operator about it. After 408, 429, 500 or 503 the same
request may succeed later; after any other error change it first.

## Writing safely
Send an \`Idempotency-Key\` of your own with each \`POST\`. If the connection breaks, send the same request with the same key again
within 24 hours: it is done once, and you get the first response with \`Idempotent-Replayed: true\`. To change only the version
that you have read, send its \`ETag\` in \`If-Match\`: if somebody was faster, the response is 412.

## The feed
\`GET /v1/events\` returns every change, oldest first. Its \`Link\` always says where to go on. To keep a copy of the catalogue, take the
end of the feed (\`after=latest\`), read all pages of \`GET /v1/pets\`, then follow the feed from there: you miss nothing and see
nothing twice. Events are kept for a limited time; if yours are gone, the response is 410 and you start again.

## Stability
\`X-API-Stability\` and the marks in this reference say what is promised. A *stable* operation stays as it is in \`/v1\`. A *beta* one
may still change. An *experimental* one may change or go. A *deprecated* one says in \`Sunset\` when it goes.`;
