import { sql } from 'kysely';
import { isAtLeast, type Role } from '../../platform/core/role.ts';
import {
  APPLICATION_EVENT_TYPES,
  AUDIT_ACTIONS_OF_PETS,
  type AuditAction,
  CATEGORY_EVENT_TYPES,
  type EventType,
} from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { engineOf, rowLimit } from '../../platform/database/prepared-query.ts';
import { BODY_COLUMNS } from './event-bodies.ts';

/** The reader of the feed. Managers see all events; others see those of pets, and of orders that they placed or whose pet they own. */
export interface Viewer {
  readonly accountId: bigint;
  readonly seesAll: boolean;
  /** True for members of the account: they see the events of its applications, which managers of other accounts do not. */
  readonly seesApplications?: boolean;
}

/** Returns the reader that a role of an account is. */
export function viewerWithRole(accountId: bigint, role: Role): Viewer {
  return { accountId, seesAll: isAtLeast(role, 'manager'), seesApplications: isAtLeast(role, 'member') };
}

/** An account id that no account has: its viewer sees no orders. */
export const NO_ACCOUNT = 0n;

/** A stored event; `body` is the pet, the listing, the order or the category in the JSON of the API. */
export interface StoredEvent {
  readonly id: bigint;
  readonly type: EventType;
  readonly at: number;
  readonly body: string;
  // The listing of a changed pet; null for other events, and for those of an older version. Times are Unix milliseconds.
  readonly createdAt: bigint | null;
  readonly statusChangedAt: bigint | null;
  readonly profileTag: string | null;
  /** For the removal of a pet that was merged: the pet that remained; otherwise null. */
  readonly mergedInto: bigint | null;
  /** The pet, or the pet of the order; null for a category. */
  readonly petId: bigint | null;
  /** Who placed the order; null for other events. */
  readonly placedBy: bigint | null;
  readonly ownerId: bigint | null;
}

/** The events after one id and up to another, of all pets or of one. */
export interface EventRange {
  readonly after: bigint;
  readonly upTo: bigint;
  readonly petId: bigint | undefined;
  readonly limit: number;
  /** Only events that this account may see; undefined for all. */
  readonly visibleTo: bigint | undefined;
  /** The account whose applications the reader sees; undefined for none. */
  readonly applicationsOf: bigint | undefined;
  /** True for the events of all accounts: `maySee` decides later who gets them. */
  readonly forEveryone?: boolean | undefined;
}

/** Returns what the query of events has about their reader. */
export function visibilityOf({
  accountId,
  seesAll,
  seesApplications,
}: Viewer): Pick<EventRange, 'visibleTo' | 'applicationsOf'> {
  return {
    visibleTo: seesAll ? undefined : accountId,
    applicationsOf: seesApplications === true ? accountId : undefined,
  };
}

/** Returns true if a reader may see an event: the same rule as that of `eventsQuery`, for events that were read for all followers. */
export function maySee(
  { accountId, seesAll, seesApplications }: Viewer,
  { type, placedBy, ownerId }: Pick<StoredEvent, 'type' | 'placedBy' | 'ownerId'>,
): boolean {
  const isOwn = ownerId === accountId;
  if (isApplicationEvent(type) && (seesApplications !== true || !(isOwn || (seesAll && ownerId === null))))
    return false;
  return seesAll || placedBy === null || placedBy === accountId || isOwn;
}

function isApplicationEvent(type: EventType): boolean {
  return (APPLICATION_EVENT_TYPES as readonly EventType[]).includes(type);
}

/** Selects the events in a range that an account may see, oldest first. */
export function eventsQuery(
  db: Queries,
  { visibleTo, applicationsOf, forEveryone, limit, ...range }: EventRange,
) {
  const all = inRange(db, range).limit(rowLimit(limit));
  if (forEveryone !== undefined) return all;
  const query = all.where(seenApplications(visibleTo, applicationsOf));
  if (visibleTo === undefined) return query;
  return query.where((is) =>
    is.or([is('placed_by', 'is', null), is('placed_by', '=', visibleTo), is('owner_id', '=', visibleTo)]),
  );
}

/** The events of a pet that a request scans, whether or not its reader may see them. */
export interface PetScan extends Pick<EventRange, 'after' | 'upTo'> {
  /** The scanned events before the last one. */
  readonly before: number;
}

/** Selects the id of the last event of a pet that a request scans, if there are so many. */
export function lastOfPetQuery(db: Queries, { before, ...range }: PetScan & { readonly petId: bigint }) {
  return inRange(db, range).clearSelect().select('id').limit(sql.lit(1)).offset(rowLimit(before));
}

function inRange(db: Queries, { after, upTo, petId }: Pick<EventRange, 'after' | 'upTo' | 'petId'>) {
  const events = db
    .selectFrom('events')
    .select(['id', 'type', 'at', ...BODY_COLUMNS])
    .select(['pet_created_at', 'status_changed_at', 'profile_tag', 'merged_into'])
    .select(['pet_id', 'placed_by', 'owner_id'])
    .$narrowType<{ type: EventType }>();
  if (petId !== undefined && engineOf(db).usesCostBasedPlanner) {
    // As in `catalogue/pets/pet-list-query.ts`. Otherwise, for a pet with many events, the planner would scan the events of all pets by id.
    return events
      .where(({ eb, refTuple, tuple }) => eb(refTuple('pet_id', 'id'), '>', tuple(petId, after)))
      .where(({ eb, refTuple, tuple }) => eb(refTuple('pet_id', 'id'), '<=', tuple(petId, upTo)))
      .orderBy('pet_id')
      .orderBy('id');
  }
  const ordered = events.where('id', '>', after).where('id', '<=', upTo).orderBy('id');
  return petId === undefined ? ordered.where(isInFeed) : ordered.where('pet_id', '=', petId);
}

/** What only the audit shows of a pet is no event. To leave it out here keeps the query a range of one index. */
export function isEvent({ type }: { readonly type: EventType | AuditAction }): boolean {
  return !(AUDIT_ACTIONS_OF_PETS as readonly string[]).includes(type);
}

/** Of applications, a reader sees the events of its own account; a manager also those for animals without an owner. */
function seenApplications(visibleTo: bigint | undefined, applicationsOf: bigint | undefined) {
  const isOther = sql<boolean>`type not in (${APPLICATION_TYPES})`;
  if (applicationsOf === undefined) return isOther;
  const unowned = visibleTo === undefined ? sql` or owner_id is null` : sql``;
  return sql<boolean>`(${isOther} or owner_id = ${applicationsOf}${unowned})`;
}

const APPLICATION_TYPES = sql.join(APPLICATION_EVENT_TYPES.map((type) => sql.lit(type)));

/** Events without a pet are for the audit only, except those of categories and of applications. */
const isInFeed = sql<boolean>`(pet_id is not null or type in (${sql.join([...CATEGORY_EVENT_TYPES, ...APPLICATION_EVENT_TYPES].map((type) => sql.lit(type)))}))`;
