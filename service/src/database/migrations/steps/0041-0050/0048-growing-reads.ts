import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Lets the inbox and the summary read what is open or not erased, among all that has ended (docs/performance.md). */
export async function growingReads(db: Kysely<Tables>): Promise<void> {
  for (const statement of [
    'drop index applications_by_account',
    'drop index applications_by_account_and_state',
    'create index applications_by_account on applications (account_id, id) where erased_at is null',
    'create index applications_by_account_and_state on applications (account_id, state, id) where erased_at is null',
    'create index applications_by_person on applications (assigned_to, id) where erased_at is null and assigned_to is not null',
    'create index second_queue on applications (account_id, queue, id) where erased_at is null and queue = 2',
    'create index open_applications on applications (account_id, id) where ended_at is null',
    'create index unanswered_applications on applications (account_id, due_at) where ended_at is null and answered_at is null',
    'create index ended_acceptances on applications (account_id, pet_id) where erased_at is null and acceptance_ended_at is not null',
  ])
    await sql.raw(statement).execute(db);
}
