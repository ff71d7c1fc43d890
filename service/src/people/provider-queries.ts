import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';

const deletionOfPerson = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db.deleteFrom('person_identities').where('person_id', '=', personId),
);

export async function removeIdentities(db: Queries, personId: bigint): Promise<void> {
  await deletionOfPerson.all(db, { personId });
}
