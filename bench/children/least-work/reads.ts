import type { DatabaseSync } from 'node:sqlite';
import { DAY } from '../../../service/src/platform/core/clock.ts';
import { encodeCursor } from '../../../service/src/platform/core/cursor.ts';
import type { EventType } from '../../../service/src/platform/database/column-values.ts';
import { entityTag } from '../../../service/src/platform/http/responses/etag.ts';
import { eventJson } from '../../../service/src/record/events/event-json.ts';
import { listingStateJson } from '../../../service/src/record/events/listing-state.ts';
import { type Answer, type PetRow, petText, prepare } from './store.ts';

/** Returns the response to a path. */
type Read = (path: string) => Answer;

/** All loads ask for pages of 20. One more row shows whether there is a next page. */
const LIMIT = 20;
const ROWS = BigInt(LIMIT) + 1n;
/** The account of the bench, a manager. */
const ACCOUNT = 1n;

/** `Link` of a pet leads to what replaces the deprecated operation. */
const DEPRECATION =
  '</v1/pets?status=available>; rel="successor-version", </docs/#tag/pets/GET/pets/%7BpetId%7D>; rel="deprecation"; type="text/html"';

/** The reads of rows. Each prepares its statements, which are those of the service. */
export const READS = {
  pets: (database) => {
    const page = prepare<readonly [id: bigint, json: string]>(
      database,
      `select id, concat('{"id":', id, ',"name":', json_quote(name), ',"categoryId":', category_id,
        ',"status":"' || status || '"', '}') from pets where id < ? order by id desc limit ? + 0`,
    );
    return (path) => {
      const rows = page(idInCursor(path), ROWS).slice(0, LIMIT);
      return list(
        '/v1/pets',
        rows.map(([, json]) => json),
        rows.at(-1)?.[0],
      );
    };
  },
  pet: (database) => {
    const pet = prepare<PetRow>(database, 'select id, name, category_id, status from pets where id = ?');
    return (path) => {
      const id = idInPath(path);
      const body = pet(id).map(petText).join('');
      return { body, etag: entityTag(body), link: `${DEPRECATION}, </v1/listings/${id}>; rel="alternate"` };
    };
  },
  listings,
  events,
  usage,
} satisfies Record<string, (database: DatabaseSync, recorded: string) => Read>;

type ListingRow = readonly [
  ...PetRow,
  created: bigint,
  statusChanged: bigint,
  updated: bigint,
  profile: string,
];

function listings(database: DatabaseSync): Read {
  const page = prepare<ListingRow>(
    database,
    `select id, name, category_id, status, created_at, status_changed_at, updated_at,
      (select case when octet_length(profile) <= 4096 then profile else cast(octet_length(profile) as text) end
        from profiles where pet_id = pets.id)
    from pets where id < ? order by id desc limit ? + 0`,
  );
  const photos = prepare(
    database,
    `select id, alt, width, height, color, focal_x, focal_y, pet_id from photos
    where pet_id in (${Array(LIMIT).fill('?')}) order by pet_id, position`,
  );
  return (path) => {
    const rows = page(idInCursor(path), ROWS).slice(0, LIMIT);
    // The bench has a photo of the first pet only, which is on no page.
    if (photos(...rows.map(([id]) => id)).length > 0) throw new Error('A listing has photos');
    return list('/v1/listings', rows.map(listingText), rows.at(-1)?.[0]);
  };
}

function listingText([id, name, categoryId, status, created, statusChanged, updated, profile]: ListingRow) {
  const pet = petText([id, name, categoryId, status]);
  const state = listingStateJson({
    createdAt: created,
    statusChangedAt: statusChanged,
    updatedAt: updated,
    petTag: entityTag(pet),
    profileTag: entityTag(profile),
    url: undefined,
  });
  return `{"pet":${pet},"profile":${profile},"photos":[],${state}}`;
}

type EventRow = readonly [
  id: bigint,
  type: EventType,
  at: bigint,
  body: string,
  createdAt: bigint | null,
  statusChangedAt: bigint | null,
  profileTag: string | null,
];

function events(database: DatabaseSync): Read {
  const applications = "'application.created', 'application.updated', 'application.erased'";
  const page = prepare<EventRow>(
    database,
    `select id, type, at, case when octet_length(body) <= 4096 then body end, pet_created_at, status_changed_at,
      profile_tag, merged_into, octet_length(body), pet_id, placed_by, owner_id
    from events where id > ? and id <= ? and (pet_id is not null or type in ('category.named', ${applications}))
      and (type not in (${applications}) or owner_id = ? or owner_id is null)
    order by id limit ? + 0`,
  );
  const gap = prepare(
    database,
    `select last_purged, first_id from event_feed
    left join skipped_ids on (skipped_ids.table_name = 'events' and ? >= first_id and ? <= last_id)`,
  );
  return (path) => {
    const after = BigInt(path.slice(path.lastIndexOf('=') + 1));
    const rows = page(after, after + 1_000n, ACCOUNT, BigInt(LIMIT));
    gap(after, after);
    const link = `</v1/events?limit=${LIMIT}&after=${rows.at(-1)?.[0]}>; rel="next"`;
    return { body: json(rows.map(eventText)), link };
  };
}

function eventText([id, type, at, body, createdAt, statusChangedAt, profileTag]: EventRow): string {
  const none = { mergedInto: null, petId: null, placedBy: null, ownerId: null };
  return eventJson(
    { id, type, at: Number(at), body, createdAt, statusChangedAt, profileTag, ...none },
    undefined,
  );
}

/** What does not come from rows, the quota and the days before yesterday, is that of the recorded response. */
function usage(database: DatabaseSync, recorded: string): Read {
  const bans = prepare(
    database,
    `select api_keys.id, hint, started_at, ends_at from api_keys inner join bans on api_key_id = api_keys.id
    where account_id = ? and ends_at > ? and lifted_at is null order by api_keys.id, ends_at`,
  );
  const counters = prepare<readonly [day: bigint, used: bigint]>(
    database,
    `select window_number, used from quota_counters
    where window_name = 'day' and window_number in (?, ?) and account_id in (?) order by window_number`,
  );
  const dayText = (day: bigint, requests = 0n) =>
    `{"day":"${new Date(Number(day) * DAY).toISOString().slice(0, 10)}","requests":${requests}}`;
  const start = recorded.slice(0, recorded.indexOf('"bans"'));
  const earlier = recorded.slice(recorded.indexOf('"days"')).split(',{').slice(0, -2).join(',{');
  return () => {
    const now = Date.now();
    if (bans(ACCOUNT, BigInt(now)).length > 0) throw new Error('A key is banned');
    const today = BigInt(Math.floor(now / DAY));
    const used = new Map(counters(today - 1n, today, ACCOUNT));
    const recent = [today - 1n, today].map((day) => dayText(day, used.get(day)));
    return { body: `${start}"bans":[],${earlier},${recent}]}` };
  };
}

/** Returns a page that has a next one. */
function list(path: string, items: readonly string[], last = 0n): Answer {
  const body = json(items);
  const link = `<${path}?limit=${LIMIT}&cursor=${encodeCursor(`${path}?`, last)}>; rel="next"`;
  return { body, etag: entityTag(link + body), link };
}

function json(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

function idInPath(path: string): bigint {
  return BigInt(path.slice(path.lastIndexOf('/') + 1));
}

/** `service/src/platform/core/cursor.ts` also checks it. */
function idInCursor(path: string): bigint {
  return Buffer.from(path.slice(path.lastIndexOf('=') + 1), 'base64url').readBigInt64BE(5);
}
