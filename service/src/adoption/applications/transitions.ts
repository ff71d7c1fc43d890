import { groupOf } from '../../catalogue/pets/bonds/bonded-pets.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Change } from '../../record/events/event.ts';
import { type ApplicationSummary, isOpen } from './application.ts';
import { addStateLetters } from './letters/add-letter.ts';
import { recordEvents } from './record-event.ts';
import { advanceQueue, closeRows, updateApplication } from './store/application-queries.ts';
import { authorColumns, insertState, insertStates, type ReachedState } from './store/history-queries.ts';

/**
 * Every change of a state passes here. The application must be locked. Records the state with its author, and the event.
 *
 * @param fields other columns that change with it.
 */
export async function reachState<A extends ApplicationSummary>(
  db: Queries,
  application: A,
  { state, author, reason }: ReachedState,
  change: Change,
  fields: { readonly orderId?: bigint | undefined } = {},
): Promise<A> {
  const at = BigInt(change.at);
  const hasEnded = !isOpen(state);
  const isAnswer = author === 'shelter' && state !== 'in_review' && application.answeredAt === undefined;
  const isEndOfAcceptance = application.state === 'accepted' && state !== 'adopted';
  const reached: A = {
    ...application,
    ...fields,
    state,
    updatedAt: change.at,
    endedAt: hasEnded ? change.at : undefined,
    answeredAt: isAnswer ? change.at : application.answeredAt,
  };
  await updateApplication(db, application.id, {
    state,
    updated_at: at,
    ended_at: hasEnded ? at : null,
    ...(isAnswer && { answered_at: at }),
    ...(isEndOfAcceptance && { acceptance_ended_at: at }),
    ...('orderId' in fields && { order_id: fields.orderId ?? null }),
  });
  await insertState(db, {
    application_id: application.id,
    state,
    at,
    ...authorColumns(author, change.actor),
    reason: reason ?? null,
  });
  if (hasEnded && isOpen(application.state) && application.queue === 1 && application.petId !== undefined)
    await advanceQueue(db, await groupOf(db, application.petId));
  await recordEvents(db, 'application.updated', [reached], change);
  await addStateLetters(db, [reached], change);
  return reached;
}

/** Closes the open applications for animals that are sold or gone: there may be many. They must be locked. */
export async function closeAll(
  db: Queries,
  applications: readonly ApplicationSummary[],
  change: Change,
): Promise<void> {
  if (applications.length === 0) return;
  const at = BigInt(change.at);
  const ids = applications.map(({ id }) => id);
  await closeRows(db, ids, at);
  const author = authorColumns('service', change.actor);
  await insertStates(
    db,
    ids.map((id) => ({ application_id: id, state: 'closed', at, ...author, reason: null })),
  );
  const closed = applications.map((application) => ({ ...application, state: 'closed' }) as const);
  await recordEvents(db, 'application.updated', closed, change);
  await addStateLetters(db, closed, change);
}
