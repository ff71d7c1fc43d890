import { DatabaseSync } from 'node:sqlite';
import { isEmpty } from './store-facts.ts';
import { storePath } from './store-path.ts';

/** A change of access by a restore: a key that works again, a ban that returns or a ban that is lost. */
export interface RestoredAccess {
  readonly change: 'key works again' | 'ban returns' | 'ban is lost';
  readonly keyId: number;
  readonly account: string;
}

interface KeyState {
  readonly keyId: number;
  readonly account: string;
  readonly digest: string;
  readonly works: boolean;
  readonly isBanned: boolean;
}

const KEYS = `
  select k.id as keyId, a.name as account, k.digest as digest,
    (k.revoked_at is null and coalesce(k.expires_at, $now + 1) > $now) as works,
    exists (select 1 from bans b where b.api_key_id = k.id and b.lifted_at is null and b.ends_at > $now) as isBanned
  from api_keys k join accounts a on a.id = k.account_id order by k.id`;

/**
 * Compares the keys of a backup with those of the store that it replaces, at the time `now` (milliseconds since the Unix
 * epoch).
 *
 * @returns undefined if one of the stores is not readable.
 */
export function restoredAccess(backup: string, replaced: string, now: number): RestoredAccess[] | undefined {
  const [before, after] = [keysOf(storePath(replaced), now), keysOf(backup, now)];
  if (before === undefined || after === undefined) return undefined;
  const known = new Map(before.map((key) => [key.digest, key]));
  return after.flatMap((key) => changesOf(key, known.get(key.digest)));
}

function changesOf(restored: KeyState, replaced: KeyState | undefined): RestoredAccess[] {
  if (replaced === undefined || !restored.works) return [];
  const { keyId, account } = restored;
  const changes: RestoredAccess[] = [];
  if (!replaced.works) changes.push({ change: 'key works again', keyId, account });
  else if (replaced.isBanned && !restored.isBanned) changes.push({ change: 'ban is lost', keyId, account });
  else if (restored.isBanned && !replaced.isBanned) changes.push({ change: 'ban returns', keyId, account });
  return changes;
}

function keysOf(path: string, now: number): KeyState[] | undefined {
  if (isEmpty(path)) return undefined;
  try {
    const store = new DatabaseSync(path, { readOnly: true });
    try {
      return store.prepare(KEYS).all({ now }).map(toState);
    } finally {
      store.close();
    }
  } catch {
    return undefined; // Damaged, or not a store. The restore itself checks the backup.
  }
}

function toState(row: Record<string, unknown>): KeyState {
  return {
    keyId: Number(row.keyId),
    account: String(row.account),
    digest: String(row.digest),
    works: row.works === 1,
    isBanned: row.isBanned === 1,
  };
}
