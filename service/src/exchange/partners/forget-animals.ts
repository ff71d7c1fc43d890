import type { Queries } from '../../platform/database/database.ts';
import { replaceAnimals } from './partner-animal-queries.ts';
import { forgetTags } from './partner-queries.ts';

/** Removes the animals of a partner and their pictures. If it is read again, it sends all of them: what is known of its list goes, too. */
export async function forgetAnimals(db: Queries, id: bigint): Promise<void> {
  await replaceAnimals(db, id, []);
  await forgetTags(db, id);
}
