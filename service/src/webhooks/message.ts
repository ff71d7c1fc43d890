import { timeText } from '../core/clock.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import { lowerRole } from '../core/role.ts';
import type { Database } from '../database/database.ts';
import { lastSkippedId, latestEventId } from '../events/event-ids.ts';
import { eventJson } from '../events/event-json.ts';
import { gapAfter, readEvents } from '../events/event-queries.ts';
import { type StoredEvent, type Viewer, viewerWithRole } from '../events/event-query.ts';
import type { UrlOf } from '../events/listing-state.ts';
import type { NewDelivery } from './delivery-queries.ts';
import type { Delivery, Webhook } from './webhook.ts';

export interface FeedReader {
  readonly database: Database;
  /** Returns undefined if public pages are off now. */
  readonly urlOf: () => MaybePromise<UrlOf | undefined>;
}

/** The most events of one request; fewer if they are large. */
const MAX_EVENTS = 100;

/** Returns the reader of the feed that a webhook is now; undefined if its account is disabled, or it belongs to no one any more. */
export function viewerOfWebhook({
  accountId,
  role,
  ownerRole,
}: Pick<Webhook, 'accountId' | 'role' | 'ownerRole'>): Viewer | undefined {
  return ownerRole && viewerWithRole(accountId, lowerRole(role, ownerRole));
}

/** What a webhook has to do next. */
export type NextStep =
  | { readonly kind: 'deliver'; readonly delivery: NewDelivery; readonly skipped: bigint }
  /** The events up to `to` are not for it. */
  | { readonly kind: 'advance'; readonly to: bigint }
  | { readonly kind: 'wait' };

/** Decides what follows the position of a webhook: its next events, or the news that the feed has a gap there. */
export async function nextStep(reader: FeedReader, webhook: Webhook, viewer: Viewer): Promise<NextStep> {
  const { database } = reader;
  const { id: webhookId, position: afterId, sendsBatches } = webhook;
  const { events, lastScannedId } = await eventsFor(reader, webhook, afterId, viewer);
  const skipped = await lastSkippedId(database.read);
  // After the events were read, so that it also finds a gap that a purge leaves in between.
  const gap = await gapAfter(database.read, afterId);
  const newest = await latestEventId(database);
  if (gap !== undefined || skipped !== webhook.skippedUntil || afterId > newest) {
    const delivery = { webhookId, kind: 'resync', afterId, lastId: newest, events: 0 } as const;
    return { kind: 'deliver', delivery, skipped };
  }
  const [first] = events;
  if (first === undefined)
    return lastScannedId === afterId ? { kind: 'wait' } : { kind: 'advance', to: lastScannedId };
  const range = sendsBatches
    ? { lastId: lastScannedId, events: events.length }
    : { lastId: first.id, events: 1 };
  return { kind: 'deliver', delivery: { webhookId, kind: 'events', afterId, ...range }, skipped };
}

/**
 * Returns the body of a message, the same for each attempt. `expired`: the feed no longer has its events. Undefined: none of them is
 * for the webhook any more.
 */
export async function bodyOf(
  reader: FeedReader,
  webhook: Webhook,
  delivery: Delivery,
  viewer: Viewer,
): Promise<string | 'expired' | undefined> {
  const { kind, afterId, lastId, createdAt } = delivery;
  const message = (type: string, data: string) =>
    `{"type":"${type}","timestamp":"${timeText(createdAt)}","data":${data}}`;
  if (kind === 'test') return message('test', `{"webhookId":${webhook.id}}`);
  if (kind === 'resync') return message('resync', `{"lastEventId":${lastId}}`);
  const found = await eventsFor(reader, webhook, afterId, viewer);
  if ((await gapAfter(reader.database.read, afterId)) !== undefined) return 'expired';
  const events = found.events.filter(({ id }) => id <= lastId);
  const [first] = events;
  if (first === undefined) return undefined;
  const url = await reader.urlOf();
  if (!webhook.sendsBatches) return message(first.type, eventJson(first, url));
  const items = events.map((event) => eventJson(event, url)).join(',');
  return message('events', `{"events":[${items}],"lastEventId":${lastId}}`);
}

function eventsFor(
  { database }: FeedReader,
  { eventTypes }: Webhook,
  after: bigint,
  viewer: Viewer,
): MaybePromise<{ events: StoredEvent[]; lastScannedId: bigint }> {
  return andThen(readEvents(database, { after, limit: MAX_EVENTS, viewer }), ({ events, lastScannedId }) => ({
    events: eventTypes === undefined ? events : events.filter(({ type }) => eventTypes.includes(type)),
    lastScannedId,
  }));
}
