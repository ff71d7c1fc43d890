import type { DatabaseSync } from 'node:sqlite';
import { APPLICATION_STATES, type ApplicationState } from '../column-values.ts';
import { withReplacedStore } from '../sqlite/replaced-store.ts';
import { attempt, readStoreId } from '../sqlite/store-facts.ts';

/** An application that was erased, as its row is after that. */
export interface ErasedRow {
  readonly id: bigint;
  /** Another application may get its id after a recovery that no one has noticed. */
  readonly created_at: bigint;
  readonly state: ApplicationState;
  readonly updated_at: bigint;
  readonly ended_at: bigint;
  readonly erased_at: bigint;
}

/** Reads which applications were erased in a store that may be damaged: none if it is missing, unreadable or another store. */
export function readErasedRows(path: string, storeId: string): ErasedRow[] {
  const read = (store: DatabaseSync) =>
    readStoreId(store) === storeId ? attempt(() => rowsOf(store)) : undefined;
  return withReplacedStore(path, read) ?? [];
}

function rowsOf(store: DatabaseSync): ErasedRow[] {
  const statement = store.prepare(
    'select id, created_at, state, updated_at, coalesce(ended_at, erased_at) as ended_at, erased_at from applications where erased_at is not null',
  );
  statement.setReadBigInts(true);
  return statement.all().flatMap(({ id, created_at, state, updated_at, ended_at, erased_at }) => {
    const known = APPLICATION_STATES.find((one) => one === state);
    const isComplete = [id, created_at, updated_at, ended_at, erased_at].every(
      (value) => typeof value === 'bigint',
    );
    if (known === undefined || !isComplete) return [];
    return [{ id, created_at, state: known, updated_at, ended_at, erased_at } as ErasedRow]; // checked above
  });
}
