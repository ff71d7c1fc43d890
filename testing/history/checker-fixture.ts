import {
  type Event,
  type Order,
  type OrderStatus,
  type Pet,
  PetstoreConnectionError,
  PetstoreError,
} from '../../client/src/index.ts';
import { checkContents } from './check-contents.ts';
import { checkWrites } from './check-writes.ts';
import type { Contents } from './contents.ts';
import { Feed } from './feed.ts';
import { History, type Write } from './history.ts';

/** A short history without a violation, for a test to break in one way. */
export interface RecordedRun {
  history: History;
  events: Event[];
  contents: Contents;
}

const AT = '2026-11-21T12:00:00.000Z';

export const FRANK: Pet = { id: 1n, name: 'Frank', categoryId: 1n, status: 'available' };
const OLIVE: Pet = { id: 2n, name: 'Olive', categoryId: 2n, status: 'available' };
const OLIVIA: Pet = { ...OLIVE, name: 'Olivia' };

export function order(status: OrderStatus): Order {
  return { id: 1n, petId: 1n, status, reference: 'family 1', placedAt: AT, updatedAt: AT };
}

/** Outcomes of a request. */
export const lost = () => Promise.reject(new PetstoreConnectionError('lost'));
export const refused = () =>
  Promise.reject(new PetstoreError({ code: 'invalid_transition', message: 'no', status: 409 }));

/** Performs a write that takes one request. */
export function perform<Response>(
  history: History,
  write: Write<unknown, Response>,
  send: () => Promise<Response>,
): Promise<unknown> {
  const sender = { sends: 0 };
  return history.perform(write, sender, () => {
    sender.sends += 1;
    return send();
  });
}

/** Records a run: Frank is added, ordered and adopted; Olive is added, renamed and removed. */
export async function recordRun(): Promise<RecordedRun> {
  const history = new History();
  const done = <Response>(write: Write<unknown, Response>, response: Response) =>
    perform(history, write, async () => response);
  const { id: _, ...frank } = FRANK;
  const { id: __, ...olive } = OLIVE;
  await done(history.record(history.added, frank), FRANK);
  await done(history.record(history.placed, { petId: 1n, reference: 'family 1' }), order('placed'));
  for (const status of ['approved', 'completed'] as const) {
    await done(history.record(history.moved, { orderId: 1n, status }), order(status));
  }
  await done(history.record(history.added, olive), OLIVE);
  await done(history.record(history.changed, { petId: 2n, change: { name: 'Olivia' } }), OLIVIA);
  await done(history.record(history.removed, { petId: 2n }), undefined);
  const events: Event[] = [
    { id: 1n, at: AT, type: 'pet.created', pet: FRANK },
    { id: 2n, at: AT, type: 'pet.updated', pet: { ...FRANK, status: 'pending' } },
    { id: 3n, at: AT, type: 'order.placed', order: order('placed') },
    { id: 4n, at: AT, type: 'order.approved', order: order('approved') },
    { id: 5n, at: AT, type: 'order.completed', order: order('completed') },
    { id: 6n, at: AT, type: 'pet.updated', pet: { ...FRANK, status: 'sold' } },
    { id: 7n, at: AT, type: 'pet.created', pet: OLIVE },
    { id: 8n, at: AT, type: 'pet.updated', pet: OLIVIA },
    { id: 9n, at: AT, type: 'pet.deleted', pet: OLIVIA },
  ];
  const categories = [
    { id: 1n, available: 0 },
    { id: 2n, available: 0 },
  ];
  return {
    history,
    events,
    contents: { pets: [{ ...FRANK, status: 'sold' }], orders: [order('completed')], categories },
  };
}

/** Returns the promises that a history breaks. */
export function brokenIn(
  { history, events, contents }: RecordedRun,
  logicalTime = history.logicalTime,
): string[] {
  const feed = new Feed();
  for (const event of events) feed.add(event);
  const violations = [
    ...feed.violations,
    ...checkWrites(history, feed, logicalTime),
    ...checkContents(contents, feed),
  ];
  return [...new Set(violations.map(({ promise }) => promise))];
}
