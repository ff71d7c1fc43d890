import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../tables.ts';

/**
 * Lets the inbox and the summary read what is open or not erased, among all that has ended, and the reports of an account only its own
 * stays, among those of a network. Lists of the animals with photos, or without, read a range.
 */
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
    'drop index stays_by_in',
    'drop index stays_by_out',
    'create index stays_by_in on stays (kind, in_key, movement_id)',
    'create index stays_by_out on stays (kind, out_key, movement_id, in_date, category_id, adult_from)',
    'create index stays_of_owner_by_in on stays (owner_id, kind, in_key, movement_id) where owner_id is not null',
    'create index stays_of_owner_by_out on stays (owner_id, kind, out_key, movement_id, in_date, category_id, adult_from) where owner_id is not null',
    'create index stays_of_owner_with_gap on stays (owner_id, out_key, movement_id) where gap is not null and owner_id is not null',
    'create index pets_by_photo on pets (status, without_photo, id)',
  ])
    await sql.raw(statement).execute(db);
}
