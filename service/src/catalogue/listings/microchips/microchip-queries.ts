import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { microchipOf } from '../../../platform/database/pet-columns/microchip-column.ts';
import { engineOf, PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
import { MAX_PAGE_SIZE } from '../../../platform/http/responses/pagination.ts';

interface MicrochipRequest {
  /** Undefined for all animals. */
  readonly ids: readonly bigint[] | undefined;
  readonly microchip: string | undefined;
  /** Only animals of this account; undefined for all. */
  readonly ownerId: bigint | undefined;
}

const microchips = new PreparedQuery((db, { ids, microchip, ownerId }: MicrochipRequest) => {
  const number = microchipOf(engineOf(db).name);
  let query = db
    .selectFrom('profiles')
    .innerJoin('pets', 'pets.id', 'profiles.pet_id')
    .select(['profiles.pet_id', number.$notNull().as('microchip')])
    .where(number, 'is not', null)
    .orderBy('profiles.pet_id')
    .limit(rowLimit(MAX_PAGE_SIZE));
  if (ids !== undefined) query = query.where('profiles.pet_id', 'in', ids);
  if (microchip !== undefined) query = query.where(number, '=', microchip);
  return ownerId === undefined ? query : query.where('owner_id', '=', ownerId);
});

/** Returns the animals with a microchip that match. */
export function findMicrochips(
  db: Queries,
  request: MicrochipRequest,
): MaybePromise<Array<{ readonly petId: bigint; readonly microchip: string }>> {
  return andThen(microchips.all(db, request), (rows) =>
    rows.map(({ pet_id: petId, microchip }) => ({ petId, microchip })),
  );
}
