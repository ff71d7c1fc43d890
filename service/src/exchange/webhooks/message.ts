import { timeText } from '../../platform/core/clock.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import { lowerRole } from '../../platform/core/role.ts';
import { Pace } from '../../platform/core/tasks/pace.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { eventJson } from '../../record/events/event-json.ts';
import { gapAfter, readEvents, readEveryEvent } from '../../record/events/event-queries.ts';
import { maySee, type StoredEvent, type Viewer, viewerWithRole } from '../../record/events/event-query.ts';
import type { UrlOf } from '../../record/events/listing-state.ts';
import type { Advance, NewDelivery } from './delivery-queries.ts';
import type { Delivery, Webhook } from './webhook.ts';
import { type FeedEnd, findOwnerRole } from './webhook-queries.ts';

export interface FeedReader {
  readonly database: Database;
  /** Returns undefined if public pages are off now. */
  readonly urlOf: () => MaybePromise<UrlOf | undefined>;
}

/** The most events of one request; fewer if they are large. */
const MAX_EVENTS = 100;

/** Returns the reader of the feed that a webhook is now; undefined if its account is disabled, or it belongs to no one any more. */
export async function viewerOfWebhook(
  db: Queries,
  { id, accountId, role }: Pick<Webhook, 'id' | 'accountId' | 'role'>,
  now: number,
): Promise<Viewer | undefined> {
  const ownerRole = await findOwnerRole(db, id, now);
  return ownerRole && viewerWithRole(accountId, lowerRole(role, ownerRole));
}

/** What follows a position in the feed, for all who are there. */
interface Following {
  readonly events: readonly StoredEvent[];
  readonly lastScannedId: bigint;
  readonly hasGap: boolean;
}

async function followingEvents(database: Database, after: bigint, { newest }: FeedEnd): Promise<Following> {
  const page = await readEveryEvent(database, { after, upTo: newest, limit: MAX_EVENTS });
  // After the events were read, so that it also finds a gap that a purge leaves in between.
  return { ...page, hasGap: (await gapAfter(database.read, after)) !== undefined };
}

/** A delivery to make, and its events. */
export interface Step {
  readonly delivery: NewDelivery;
  readonly events: readonly StoredEvent[];
}

/** What webhooks have to do next. Those that are in none of these wait. */
export interface NextSteps {
  /** By the ids of their webhooks. */
  readonly deliveries: ReadonlyMap<bigint, Step>;
  readonly advances: readonly Advance[];
  /** Those that may be sent nothing: their account is disabled, or they belong to no one any more. */
  readonly silent: readonly Webhook[];
}

/**
 * Decides what follows the positions of webhooks: their next events, or the news that the feed has a gap there. What follows a position
 * is read once, and the right of a webhook's owner only if something may be for it.
 */
export async function nextSteps(
  database: Database,
  webhooks: readonly Webhook[],
  end: FeedEnd,
  now: number,
): Promise<NextSteps> {
  const read = new Map<bigint, Following>();
  const deliveries = new Map<bigint, Step>();
  const advances: Advance[] = [];
  const silent: Webhook[] = [];
  const pace = new Pace();
  for (const webhook of webhooks) {
    const { id, position } = webhook;
    if (pace.isDue) await pace.rest();
    const following = read.get(position) ?? (await followingEvents(database, position, end));
    read.set(position, following);
    const step = await nextStep(database.read, webhook, following, end, now);
    if (step === 'silent') silent.push(webhook);
    else if (step !== undefined) deliveries.set(id, step);
    else if (following.lastScannedId !== position) advances.push({ webhook, to: following.lastScannedId });
  }
  return { deliveries, advances, silent };
}

/** Returns undefined if none of the events is for the webhook. */
async function nextStep(
  db: Queries,
  webhook: Webhook,
  { events, lastScannedId, hasGap }: Following,
  { newest, skipped }: FeedEnd,
  now: number,
): Promise<Step | 'silent' | undefined> {
  const { id: webhookId, accountId, role, position: afterId, sendsBatches } = webhook;
  const isLost = hasGap || skipped !== webhook.skippedUntil || afterId > newest;
  const candidates = eventsOf(webhook, viewerWithRole(accountId, role), events);
  if (!isLost && candidates.length === 0) return undefined;
  const viewer = await viewerOfWebhook(db, webhook, now);
  if (viewer === undefined) return 'silent';
  if (isLost)
    return { delivery: { webhookId, kind: 'resync', afterId, lastId: newest, events: 0 }, events: [] };
  const seen = eventsOf(webhook, viewer, candidates);
  const [first] = seen;
  if (first === undefined) return undefined;
  const sent = sendsBatches ? seen : [first];
  const lastId = sendsBatches ? lastScannedId : first.id;
  return { delivery: { webhookId, kind: 'events', afterId, lastId, events: sent.length }, events: sent };
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
  const { kind, afterId, lastId } = delivery;
  if (kind !== 'events') return messageOf(reader, webhook, delivery, []);
  const page = await readEvents(reader.database, { after: afterId, limit: MAX_EVENTS, viewer });
  if ((await gapAfter(reader.database.read, afterId)) !== undefined) return 'expired';
  const events = eventsOf(webhook, viewer, page.events).filter(({ id }) => id <= lastId);
  if (events.length === 0) return undefined;
  return messageOf(reader, webhook, delivery, events);
}

/** Returns the body of a message with some events; without batches it has the first one. */
export async function messageOf(
  { urlOf }: FeedReader,
  { id: webhookId, sendsBatches }: Webhook,
  { kind, lastId, createdAt }: Delivery,
  events: readonly StoredEvent[],
): Promise<string> {
  const message = (type: string, data: string) =>
    `{"type":"${type}","timestamp":"${timeText(createdAt)}","data":${data}}`;
  if (kind === 'test') return message('test', `{"webhookId":${webhookId}}`);
  const [first] = events;
  if (first === undefined) return message('resync', `{"lastEventId":${lastId}}`);
  const url = await urlOf();
  if (!sendsBatches) return message(first.type, eventJson(first, url));
  const items = events.map((event) => eventJson(event, url)).join(',');
  return message('events', `{"events":[${items}],"lastEventId":${lastId}}`);
}

/** Returns those of the events that a webhook sends. */
function eventsOf(
  { eventTypes }: Webhook,
  viewer: Viewer,
  events: readonly StoredEvent[],
): readonly StoredEvent[] {
  return events.filter(
    (event) => (eventTypes === undefined || eventTypes.includes(event.type)) && maySee(viewer, event),
  );
}
