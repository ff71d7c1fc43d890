import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';

const deletionOfPerson = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db.deleteFrom('passkeys').where('person_id', '=', personId),
);

export async function removePasskeys(db: Queries, personId: bigint): Promise<void> {
  await deletionOfPerson.all(db, { personId });
}
