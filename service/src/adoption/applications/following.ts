import { OPEN_APPLICATION } from '../../catalogue/pets/bonds/open-applications.ts';
import type { Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../platform/database/json-rows.ts';
import { isOpenOrder } from '../../platform/database/open-orders.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Change } from '../../record/events/event.ts';
import { type ApplicationSummary, isOpen } from './application.ts';
import { lockApplications } from './store/application-queries.ts';
import { closeAll, reachState } from './transitions.ts';

const followed = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db
    .selectFrom('applications')
    .leftJoin('pets', 'pets.id', 'applications.pet_id')
    .leftJoin('removed_pets', 'removed_pets.pet_id', 'applications.pet_id')
    .leftJoin('orders', 'orders.id', 'applications.order_id')
    .select(['applications.id', 'applications.state', 'applications.order_id'])
    .select(['pets.id as in_catalogue', 'pets.status as pet_status', 'removed_pets.id as in_bin'])
    .select('orders.status as order_status')
    .where('applications.pet_id', 'in', jsonIds(db, petIds))
    .where('applications.state', 'in', OPEN_APPLICATION)
    .orderBy('applications.id'),
);

/**
 * Applications follow their animals and the orders of their acceptance, in the transaction of the change: an adoption ends them, the
 * end of a hold returns an accepted one to the shelter, and an animal that is sold or erased closes those that wait. One in the bin
 * may come back.
 */
export async function followPetsOfApplications(
  db: Queries,
  petIds: readonly bigint[],
  change: Change,
): Promise<void> {
  const rows = await followed.all(db, { petIds: idsJson(petIds) });
  const isGone = (row: (typeof rows)[number]) =>
    row.in_catalogue === null ? row.in_bin === null : row.pet_status === 'sold';
  const isHeld = (row: (typeof rows)[number]) => row.order_status !== null && isOpenOrder(row.order_status);
  const concerned = rows.filter((row) => (row.state === 'accepted' ? !isHeld(row) : isGone(row)));
  if (concerned.length === 0) return;
  const gone = new Set(concerned.filter(isGone).map(({ id }) => id));
  const completed = new Set(
    concerned.filter(({ order_status }) => order_status === 'completed').map(({ id }) => id),
  );
  const waiting: ApplicationSummary[] = [];
  for (const application of await lockApplications(
    db,
    concerned.map(({ id }) => id),
  )) {
    const left = await leaveAcceptance(db, application, completed.has(application.id), change);
    if (isOpen(left.state) && gone.has(left.id)) waiting.push(left);
  }
  await closeAll(db, waiting, change);
}

/** An accepted application whose order has ended is adopted, or waits again. */
async function leaveAcceptance(
  db: Queries,
  application: ApplicationSummary,
  isCompleted: boolean,
  change: Change,
): Promise<ApplicationSummary> {
  if (application.state !== 'accepted') return application;
  if (isCompleted) return reachState(db, application, { state: 'adopted', author: 'service' }, change);
  const waiting = { state: 'in_review', author: 'service' } as const;
  return reachState(db, application, waiting, change, { orderId: undefined });
}
