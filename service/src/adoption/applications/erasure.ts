import { sql } from 'kysely';
import { removeLettersOf } from '../../access/mail/outbox-letters.ts';
import { lockPet } from '../../catalogue/pets/pet-queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { ErasedRow } from '../../platform/database/recovery/erased-rows.ts';
import type { Change } from '../../record/events/event.ts';
import { leave } from './acceptance.ts';
import {
  type ApplicationAuthor,
  type ApplicationState,
  type ApplicationSummary,
  isOpen,
  WAITING_STATES,
} from './application.ts';
import { recordEvents } from './record-event.ts';
import {
  findApplication,
  lockApplication,
  lockApplications,
  updateApplication,
  WAITING_APPLICATION,
} from './store/application-queries.ts';
import { reachState } from './transitions.ts';

const messagesDeletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('application_messages').where('application_id', '=', id),
);

const reasonsDeletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.updateTable('application_states').set({ reason: null }).where('application_id', '=', id),
);

const endedBefore = new PreparedQuery((db, { before, limit }: { before: bigint; limit: number }) =>
  db
    .selectFrom('applications')
    .select('id')
    .where('erased_at', 'is', null)
    .where('ended_at', '<', before)
    .orderBy('ended_at')
    .limit(rowLimit(limit)),
);

/** Erases up to `limit` applications that ended before `before`; returns their number. */
export async function eraseEndedBefore(
  db: Queries,
  { before, limit }: { readonly before: number; readonly limit: number },
  now: number,
): Promise<number> {
  const ended = await endedBefore.all(db, { before: BigInt(before), limit });
  const ids = ended.map(({ id }) => id);
  for (const application of await lockApplications(db, ids)) {
    // It may have been opened again in the meantime.
    if (application.endedAt === undefined) continue;
    await eraseApplication(db, application, { actor: null, at: now }, 'service');
  }
  return ended.length;
}

const unchangedSince = new PreparedQuery((db, { before, limit }: { before: bigint; limit: number }) =>
  db
    .selectFrom('applications')
    .select(['id', 'pet_id'])
    .where('erased_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('state', 'in', WAITING_APPLICATION)
    .where('updated_at', '<', before)
    .limit(rowLimit(limit)),
);

/** Erases up to `limit` applications that wait, and that no one has changed since `before`; returns their number (docs/adr/0099). */
export async function eraseUnchangedSince(
  db: Queries,
  { before, limit }: { readonly before: number; readonly limit: number },
  now: number,
): Promise<number> {
  const found = await unchangedSince.all(db, { before: BigInt(before), limit });
  for (const { id, pet_id: petId } of found) {
    if (petId !== null) await lockPet(db, petId);
    const [application] = await lockApplications(db, [id]);
    // Someone may have written in the meantime.
    if (application === undefined || application.updatedAt >= before || !isWaiting(application)) continue;
    await eraseApplication(db, application, { actor: null, at: now }, 'service');
  }
  return found.length;
}

function isWaiting({ state }: ApplicationSummary): boolean {
  return WAITING_STATES.some((waiting) => waiting === state);
}

const lastErasure = new PreparedQuery((db) =>
  db
    .selectFrom('applications')
    .select('erased_at')
    .where('erased_at', 'is not', null)
    .orderBy('erased_at', 'desc')
    .limit(sql.lit(1)),
);

/** Returns when something was last erased; 0 if nothing was. */
export async function lastErasureAt(db: Queries): Promise<number> {
  return Number((await lastErasure.first(db, {}))?.erased_at ?? 0n);
}

/** The columns that say something about an applicant. */
const ERASED = {
  name: null,
  email: null,
  telephone: null,
  answers: null,
  asked_id: null,
  secret: null,
  token_id: null,
} as const;

/** The state of an application that is erased while it is open. */
const END_BY = { applicant: 'withdrawn', shelter: 'declined', service: 'closed' } as const;

/**
 * Erases all that was written about an application, which must be locked. The row stays with its dates and its state: figures need it,
 * and a restore finds by it what has to be erased again. An open application ends: it is withdrawn, declined by the shelter, or closed because of its age.
 */
export async function eraseApplication(
  db: Queries,
  application: ApplicationSummary,
  change: Change,
  author: ApplicationAuthor,
): Promise<void> {
  let ended = application;
  if (isOpen(application.state)) {
    ended = await leave(db, application, { state: END_BY[author], author }, change);
  }
  await eraseTexts(db, application.id, { erased_at: BigInt(change.at) });
  await recordEvents(db, 'application.erased', [ended], change);
  await removeLettersOf(db, application.id);
}

async function eraseTexts(db: Queries, id: bigint, fields: Partial<ErasedRow>): Promise<void> {
  await messagesDeletion.all(db, { id });
  await reasonsDeletion.all(db, { id });
  await updateApplication(db, id, { ...ERASED, ...fields });
}

/**
 * Erases in a store that was returned to an earlier time what was erased since, and returns how many applications it still had. They
 * end as they did, and the order of an acceptance ends with them; that of an adoption stays for the shelter to complete.
 */
export async function eraseAgain(db: Queries, erased: readonly ErasedRow[], now: number): Promise<number> {
  const change = { actor: null, at: now };
  let count = 0;
  for (const { id, created_at, ...row } of erased) {
    const petId = (await findApplication(db, id))?.petId;
    // Every transaction locks an animal before its applications.
    if (petId !== undefined) await lockPet(db, petId);
    const application = await lockApplication(db, id);
    if (application === undefined || BigInt(application.createdAt) !== created_at) continue;
    const ended = await endAgain(db, application, row.state, change);
    await eraseTexts(db, id, row);
    await recordEvents(db, 'application.erased', [ended], change);
    await removeLettersOf(db, id);
    count += 1;
  }
  return count;
}

function endAgain(
  db: Queries,
  application: ApplicationSummary,
  state: ApplicationState,
  change: Change,
): Promise<ApplicationSummary> | ApplicationSummary {
  if (!isOpen(application.state)) return application;
  const reached = { state, author: 'service' } as const;
  return state === 'adopted'
    ? reachState(db, application, reached, change)
    : leave(db, application, reached, change);
}
