/**
 * The operations that a key with `allowedOrigins` may use, whatever the role of its account. Everyone can read such a key in the
 * page, and can send its `Origin`, so it reads only what a page shows to everyone: animals, and their events without those of
 * orders. A permission to send something would be a member of the key that names it, and must not let the key read anything else.
 */
const WEB_PAGE_OPERATIONS: ReadonlySet<string | undefined> = new Set([
  'listPets',
  'getPet',
  'listListings',
  'getListing',
  'listCategories',
  'listEvents',
]);

export function isForWebPages(operationId: string | undefined): boolean {
  return WEB_PAGE_OPERATIONS.has(operationId);
}
