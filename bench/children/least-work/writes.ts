import type { DatabaseSync } from 'node:sqlite';
import { prefixesOf } from '../../../service/src/catalogue/search/index-keys.ts';
import { isComparable, lettersOf, trigramsOf } from '../../../service/src/catalogue/search/similar-words.ts';
import { wordsOf } from '../../../service/src/catalogue/search/words.ts';
import { DAY, timeText } from '../../../service/src/platform/core/clock.ts';
import { nameOrder } from '../../../service/src/platform/database/pet-columns/name-order.ts';
import { entityTag } from '../../../service/src/platform/http/responses/etag.ts';
import { type Answer, type PetRow, petText, prepare } from './store.ts';

/** Changes rows in a transaction, and returns the response. */
type Write = (path: string, body: string) => Answer;

/** The account and the key of the bench. */
const ACTOR = [1n, 1n] as const;
const [ACCOUNT] = ACTOR;
const HOLD = BigInt(2 * DAY);

type Listing = readonly [createdAt: bigint | null, statusChangedAt: bigint | null, profile: string | null];
const LISTING = 'created_at, status_changed_at, (select profile from profiles where pet_id = pets.id)';
const IDS = '(select cast(value as bigint) from json_each(?) as ids)';

/** The writes of rows. Each prepares its statements, which are those of the transaction in the service, each once. */
export const WRITES = { addPet, renamePet, placeOrder, cancelOrder } satisfies Record<
  string,
  (database: DatabaseSync) => Write
>;

function addPet(database: DatabaseSync): Write {
  const insert = prepare<PetRow>(
    database,
    `insert into pets (name, name_order, category_id, status, owner_id, created_at, status_changed_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, ?) returning id, name, category_id, status`,
  );
  const [index, append] = [nameIndex(database), eventLog(database)];
  return (_path, json) => {
    const { name, categoryId, status } = JSON.parse(json);
    const at = BigInt(Date.now());
    const pet = existing(insert(name, nameOrder(name), BigInt(categoryId), status, ACCOUNT, at, at, at));
    const body = petText(pet);
    index(pet[0], prefixesOf(wordsOf(name)), name);
    append({ type: 'pet.created', at, petId: pet[0], body });
    return { body, etag: entityTag(body) };
  };
}

function renamePet(database: DatabaseSync): Write {
  const lock = prepare<PetRow>(
    database,
    'select id, name, category_id, status, owner_id from pets where id = ?',
  );
  const update = prepare<Listing>(
    database,
    `update pets set name = ?, name_order = ?, updated_at = ? where id = ? returning ${LISTING}`,
  );
  const markStale = prepare(database, 'insert into stale_prefixes (pet_id, prefixes) values (?, ?)');
  const [index, append] = [nameIndex(database), eventLog(database)];
  return (path, json) => {
    const { name } = JSON.parse(json);
    const at = BigInt(Date.now());
    const [id, before, categoryId, status] = existing(lock(idInPath(path)));
    const [old, next] = [prefixesOf(wordsOf(before)), prefixesOf(wordsOf(name))];
    index(id, next.difference(old), name);
    const stale = [...old.difference(next)];
    if (stale.length > 0) markStale(id, stale.join(' '));
    const listing = existing(update(name, nameOrder(name), at, id));
    const body = petText([id, name, categoryId, status]);
    append({ type: 'pet.updated', at, petId: id, body, listing });
    return { body, etag: entityTag(body) };
  };
}

function placeOrder(database: DatabaseSync): Write {
  const insert = prepare<OrderRow>(
    database,
    `insert into orders (pet_id, account_id, owner_id, status, reference, placed_at, expires_at, updated_at)
    values (?, ?, ?, 'placed', null, ?, ?, ?) returning ${ORDER}`,
  );
  const [lock, move, append] = [petLock(database), statusMove(database), eventLog(database)];
  return (_path, json) => {
    const petId = BigInt(JSON.parse(json).petId);
    const at = BigInt(Date.now());
    const owner = lock(petId);
    move(petId, 'available', 'pending', at);
    const order = existing(insert(petId, ACCOUNT, owner, at, at + HOLD, at));
    const body = orderText(order);
    append({ type: 'order.placed', at, petId, body, audience: [ACCOUNT, owner] });
    return { body, etag: entityTag(body) };
  };
}

function cancelOrder(database: DatabaseSync): Write {
  const find = prepare<OrderRow>(database, `select ${ORDER} from orders where id = ?`);
  const update = prepare<OrderRow>(
    database,
    `update orders set status = 'cancelled', expires_at = null, updated_at = ?
    where id = ? and status = 'placed' returning ${ORDER}`,
  );
  const [lock, move, append] = [petLock(database), statusMove(database), eventLog(database)];
  return (path) => {
    const at = BigInt(Date.now());
    const [id, petId, , , , , placedBy, owner] = existing(find(idInPath(path)));
    lock(petId);
    const body = orderText(existing(update(at, id)));
    append({ type: 'order.cancelled', at, petId, body, audience: [placedBy, owner] });
    move(petId, 'pending', 'available', at);
    return { body, etag: entityTag(body) };
  };
}

/** Adds a name to the search. */
function nameIndex(database: DatabaseSync) {
  const addPrefixes = prepare(
    database,
    `insert into search_prefixes (prefix, pet_id, in_name) select value, ?, 1 from json_each(?) where true
    on conflict (prefix, pet_id) do update set in_name = excluded.in_name`,
  );
  const addWords = prepare(
    database,
    `insert into name_trigrams (trigram, letters, word)
    select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') from json_each(?)
    where true on conflict (trigram, letters, word) do nothing`,
  );
  return (id: bigint, prefixes: ReadonlySet<string>, name: string) => {
    if (prefixes.size > 0) addPrefixes(id, JSON.stringify([...prefixes]));
    const words = [...wordsOf(name)].filter(isComparable).sort();
    const trigrams = words.flatMap((word) => trigramsOf(word).map((part) => [part, lettersOf(word), word]));
    if (trigrams.length > 0) addWords(JSON.stringify(trigrams));
  };
}

interface NewEvent {
  readonly type: string;
  readonly at: bigint;
  readonly petId: bigint;
  readonly body: string;
  readonly listing?: Listing;
  readonly audience?: readonly [placedBy: bigint | null, ownerId: bigint | null];
}

function eventLog(database: DatabaseSync) {
  const insert = prepare(
    database,
    `insert into events (type, at, account_id, api_key_id, person_id, placed_by, owner_id, body, pet_id,
      pet_created_at, status_changed_at, profile_tag, merged_into) values (?, ?, ?, ?, null, ?, ?, ?, ?, ?, ?, ?, null)`,
  );
  return ({ type, at, petId, body, listing, audience: [placedBy, owner] = [null, null] }: NewEvent) => {
    const [createdAt = null, statusChangedAt = null, profile = null] = listing ?? [];
    const tag = listing === undefined ? null : entityTag(profile ?? '{}');
    insert(type, at, ...ACTOR, placedBy, owner, body, petId, createdAt, statusChangedAt, tag);
  };
}

/** Looks for applications for a changed pet. */
function petFollower(database: DatabaseSync) {
  const applications = prepare(
    database,
    `select applications.id, applications.state, applications.order_id, pets.id, pets.status, removed_pets.id, orders.status
    from applications left join pets on pets.id = applications.pet_id
      left join removed_pets on removed_pets.pet_id = applications.pet_id left join orders on orders.id = applications.order_id
    where applications.pet_id in ${IDS} and applications.state in ('received', 'in_review', 'accepted')
    order by applications.id`,
  );
  return (petId: bigint) => void applications(`[${petId}]`);
}

/** Reads a pet and those that it goes together with, of which the bench has none. Returns the owner. */
function petLock(database: DatabaseSync) {
  const bonded = prepare(
    database,
    `select pet_id, profile from profiles where pet_id in ${IDS} and profile like '%"bondedWith":[%'`,
  );
  const lock = prepare<readonly [...PetRow, owner: bigint | null]>(
    database,
    `select id, name, category_id, status, owner_id from pets where id in ${IDS} order by id`,
  );
  return (petId: bigint): bigint | null => {
    if (bonded(`[${petId}]`).length > 0) throw new Error('A pet goes together with others');
    return existing(lock(`[${petId}]`))[4];
  };
}

function statusMove(database: DatabaseSync) {
  const update = prepare<readonly [...PetRow, ...Listing]>(
    database,
    `update pets set status = ?, status_changed_at = ?, updated_at = ? where id = ? and status = ?
    returning id, name, category_id, status, ${LISTING}`,
  );
  const [append, follow] = [eventLog(database), petFollower(database)];
  return (petId: bigint, from: string, to: string, at: bigint) => {
    const [id, name, categoryId, status, ...listing] = existing(update(to, at, at, petId, from));
    append({ type: 'pet.updated', at, petId, body: petText([id, name, categoryId, status]), listing });
    follow(petId);
  };
}

const ORDER = 'id, pet_id, status, placed_at, expires_at, updated_at, account_id, owner_id';
type OrderRow = readonly [
  id: bigint,
  petId: bigint,
  status: string,
  placedAt: bigint,
  expiresAt: bigint | null,
  updatedAt: bigint,
  placedBy: bigint,
  ownerId: bigint | null,
];

function orderText([id, petId, status, placedAt, expiresAt, updatedAt]: OrderRow): string {
  const expiry = expiresAt === null ? '' : `,"expiresAt":"${timeText(expiresAt)}"`;
  return `{"id":${id},"petId":${petId},"status":"${status}","placedAt":"${timeText(placedAt)}"${expiry},"updatedAt":"${timeText(updatedAt)}"}`;
}

function idInPath(path: string): bigint {
  return BigInt(path.slice(path.lastIndexOf('/') + 1));
}

function existing<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The row does not exist, or was changed already');
  return row;
}
