import type { Insertable } from 'kysely';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { reaches } from '../../../platform/database/bounded-count.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { Actor } from '../../../record/events/event.ts';
import type { ApplicationAuthor, ApplicationMessage, ApplicationState, StateChange } from '../application.ts';
import { MAX_STATES } from '../limits.ts';

/** The author of a state, a message or a note, as its row has it. */
export function authorColumns(author: ApplicationAuthor, actor: Actor) {
  const isShelter = author === 'shelter';
  return {
    author,
    account_id: isShelter ? (actor?.accountId ?? null) : null,
    api_key_id: isShelter ? (actor?.keyId ?? null) : null,
    person_id: isShelter ? (actor?.personId ?? null) : null,
  };
}

type StateRow = Insertable<Tables['application_states']>;

const stateInserts = new PreparedQuery((db, { rows }: { rows: readonly StateRow[] }) =>
  db.insertInto('application_states').values(rows),
);

/** SQLite has at most 32,766 parameters in a statement. */
const MAX_INSERTED = 1_000;

export async function insertStates(db: Queries, rows: readonly StateRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += MAX_INSERTED)
    await stateInserts.all(db, { rows: rows.slice(first, first + MAX_INSERTED) });
}

export async function insertState(db: Queries, row: StateRow): Promise<void> {
  await insertStates(db, [row]);
}

const reachesMaximum = reaches(MAX_STATES, (db, { id }: { id: bigint }) =>
  db.selectFrom('application_states').select('id').where('application_id', '=', id),
);

/** Returns true if an application has reached as many states as it may. */
export function hasAllStates(db: Queries, id: bigint): Promise<boolean> {
  return reachesMaximum(db, { id });
}

const messageInsert = new PreparedQuery((db, row: Insertable<Tables['application_messages']>) =>
  db.insertInto('application_messages').values(row).returning('id'),
);

export async function insertMessage(
  db: Queries,
  row: Insertable<Tables['application_messages']>,
): Promise<bigint> {
  const inserted = await messageInsert.first(db, row);
  if (inserted === undefined) throw new Error('The message has no id');
  return inserted.id;
}

const states = new PreparedQuery((db, { id }: { id: bigint }) =>
  db
    .selectFrom('application_states')
    .leftJoin('people', 'people.id', 'person_id')
    .select(['state', 'at', 'author', 'person_id', 'reason', 'people.name as person'])
    .where('application_id', '=', id)
    .orderBy('application_states.id'),
);

/** Returns the states that an application reached, the first one first. */
export function statesOf(db: Queries, id: bigint): MaybePromise<StateChange[]> {
  return andThen(states.all(db, { id }), (rows) =>
    rows.map(({ at, person_id, person, reason, ...row }) => ({
      ...row,
      at: Number(at),
      personId: person_id ?? undefined,
      person: person ?? undefined,
      reason: reason ?? undefined,
    })),
  );
}

type MessageKind = Tables['application_messages']['kind'];

const messages = new PreparedQuery((db, { id, kind }: { id: bigint; kind: MessageKind }) =>
  db
    .selectFrom('application_messages')
    .leftJoin('people', 'people.id', 'person_id')
    .select(['application_messages.id', 'at', 'author', 'person_id', 'content', 'people.name as person'])
    .where('application_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('application_messages.id'),
);

/** Returns the messages or the notes of an application, the first one first. */
export function messagesOf(db: Queries, id: bigint, kind: MessageKind): MaybePromise<ApplicationMessage[]> {
  return andThen(messages.all(db, { id, kind }), (rows) =>
    rows.map(({ at, person_id, person, content, ...row }) => ({
      ...row,
      at: Number(at),
      text: content,
      personId: person_id ?? undefined,
      person: person ?? undefined,
    })),
  );
}

const messageCount = new PreparedQuery((db, { id }: { id: bigint }) =>
  db
    .selectFrom('application_messages')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('application_id', '=', id),
);

export async function countMessages(db: Queries, id: bigint): Promise<number> {
  return Number((await messageCount.first(db, { id }))?.count ?? 0n);
}

/** What was written and decided about an application. */
export interface History {
  readonly states: readonly StateChange[];
  readonly messages: readonly ApplicationMessage[];
  readonly notes: readonly ApplicationMessage[];
}

export function historyOf(db: Queries, id: bigint): MaybePromise<History> {
  return andThen(statesOf(db, id), (found) =>
    andThen(messagesOf(db, id, 'message'), (sent) =>
      andThen(messagesOf(db, id, 'note'), (notes) => ({ states: found, messages: sent, notes })),
    ),
  );
}

/** A state that was reached now. */
export interface ReachedState {
  readonly state: ApplicationState;
  readonly author: ApplicationAuthor;
  readonly reason?: string | undefined;
}
