import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** An e-mail address may belong to one person of each account: with one of all accounts, an account could find out who works for others. */
export async function addressesOfAnAccount(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('people_by_email').execute();
  await sql`create unique index people_by_email on people (email, account_id) where removed_at is null`.execute(
    db,
  );
}
