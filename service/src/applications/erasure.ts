import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import type { Change } from '../events/event.ts';
import { endAcceptance } from './acceptance.ts';
import { type Application, type ApplicationAuthor, isOpen } from './application.ts';
import { recordEvents } from './record-event.ts';
import { updateApplication } from './store/application-queries.ts';
import { reachState } from './transitions.ts';

const messagesDeletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('application_messages').where('application_id', '=', id),
);

const reasonsDeletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.updateTable('application_states').set({ reason: null }).where('application_id', '=', id),
);

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

/**
 * Erases all that was written about an application, which must be locked. The row stays with its dates and its state: figures need it,
 * and a restore finds by it what has to be erased again. An open application ends: it is withdrawn, or declined by the shelter.
 */
export async function eraseApplication(
  db: Queries,
  application: Application,
  change: Change,
  author: ApplicationAuthor,
): Promise<void> {
  let ended = application;
  if (isOpen(application.state)) {
    const state = author === 'applicant' ? 'withdrawn' : 'declined';
    ended = await reachState(db, application, { state, author }, change, { orderId: undefined });
    await endAcceptance(db, application, change);
  }
  await messagesDeletion.all(db, { id: application.id });
  await reasonsDeletion.all(db, { id: application.id });
  await updateApplication(db, application.id, { ...ERASED, erased_at: BigInt(change.at) });
  await recordEvents(db, 'application.erased', [ended], change);
}
