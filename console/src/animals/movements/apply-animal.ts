import { historyKey } from '../../queries/animal-queries.ts';
import { applyPet } from '../../queries/apply-changes.ts';
import { applyListing } from '../../queries/listing-queries.ts';
import { invalidateMovements } from '../../queries/movement-queries.ts';
import { invalidatePermissions } from '../../queries/permission-queries.ts';
import type { Session } from '../../session/session.ts';

/** Shows what the user changed of an animal everywhere, before the feed reports it. */
export async function applyAnimal(session: Session, petId: bigint): Promise<void> {
  const { petstore, queries } = session;
  invalidateMovements(queries, petId);
  queries.invalidateQueries({ queryKey: historyKey(petId) });
  const listing = await petstore.listings.get(petId);
  applyListing(queries, listing);
  applyPet(session, listing.pet, false);
  invalidatePermissions(queries, [{ pet: listing.pet }]);
}
