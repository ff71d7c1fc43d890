/**
 * Parameters of operations, members of their resources, and names that other APIs use to filter or to page. The operations of
 * the documented interface refuse them: to ignore one would return everything.
 *
 * Later releases do not extend this list, whatever parameters they add: a request that is accepted today stays valid
 * (docs/adr/0022-unknown-query-parameters.md).
 */
const MISLEADING: ReadonlySet<string> = new Set(
  [
    // The parameters of queries and paths.
    ['limit', 'sort', 'cursor', 'after', 'status', 'categoryId', 'name', 'q', 'ids', 'petId', 'petIds'],
    ['sex', 'size', 'goodWith', 'bornAfter', 'bornBefore'],
    ['dryRun', 'preview', 'language', 'owner', 'withSuccessors'],
    ['orderId', 'photoId', 'importId', 'accountId', 'keyId'],
    // The members of pets, profiles, orders and events.
    ['id', 'type', 'reference', 'placedAt', 'expiresAt', 'updatedAt', 'createdAt', 'statusChangedAt'],
    ['description', 'breed', 'color', 'location', 'birthDate', 'birthDateEstimated', 'goodWithChildren'],
    ['goodWithDogs', 'goodWithCats', 'spayedNeutered', 'houseTrained', 'specialNeeds', 'adoptionFee'],
    ['contactUrl', 'intakeDate', 'notForAdoptionReason', 'photos', 'available'],
    // Names of other APIs.
    ['page', 'offset', 'search'],
  ]
    .flat()
    .map((name) => name.toLowerCase()),
);

/** Returns the name of `status[]` and `status[0]`, which some HTTP clients make of an array: `status`. */
export function withoutBrackets(name: string): string {
  return name.replace(/\[\d*\]$/, '');
}

/**
 * Returns true if a parameter that an operation does not have looks as if it had an effect.
 *
 * @param known the parameters of the operation.
 */
export function isMisleading(name: string, known: readonly string[]): boolean {
  const plain = withoutBrackets(name.toLowerCase());
  return MISLEADING.has(plain) || known.some((other) => other.toLowerCase() === plain);
}
