import { stringifyJson } from '../../platform/core/json.ts';
import type { APPLICATION_EVENT_TYPES } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Change } from '../../record/events/event.ts';
import { appendEvents } from '../../record/events/event-queries.ts';
import type { ApplicationCore } from './application.ts';

type ApplicationEventType = (typeof APPLICATION_EVENT_TYPES)[number];
/** What an event has: nothing of the applicant. */
type Recorded = Pick<ApplicationCore, 'id' | 'petId' | 'state' | 'accountId'>;

/** Records a change in the feed, where the members of the account see it, and for the audit. */
export async function recordEvents(
  db: Queries,
  type: ApplicationEventType,
  applications: readonly Recorded[],
  { actor, at }: Change,
): Promise<void> {
  await appendEvents(
    db,
    applications.map(({ id, petId, state, accountId }) => ({
      type,
      at,
      actor,
      petId: petId ?? null,
      body: stringifyJson({ id, petId, state }),
      audience: { placedBy: null, ownerId: accountId },
    })),
  );
}
