import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';

interface Expiry {
  readonly now: bigint;
  readonly limit: bigint;
}

const expired = {
  sessions: new PreparedQuery((db, { now, limit }: Expiry) =>
    db
      .deleteFrom('sessions')
      .where('id', 'in', (rows) =>
        rows.selectFrom('sessions').select('id').where('expires_at', '<=', now).limit(limit),
      )
      .returning('id'),
  ),
  tokens: new PreparedQuery((db, { now, limit }: Expiry) =>
    db
      .deleteFrom('session_tokens')
      .where('digest', 'in', (rows) =>
        rows.selectFrom('session_tokens').select('digest').where('expires_at', '<=', now).limit(limit),
      )
      .returning('digest'),
  ),
  invitations: new PreparedQuery((db, { now, limit }: Expiry) =>
    db
      .deleteFrom('invitations')
      .where('digest', 'in', (rows) =>
        rows.selectFrom('invitations').select('digest').where('expires_at', '<=', now).limit(limit),
      )
      .returning('digest'),
  ),
  attempts: new PreparedQuery((db, { now, limit }: Expiry) =>
    db
      .deleteFrom('sign_in_attempts')
      .where('digest', 'in', (rows) =>
        rows.selectFrom('sign_in_attempts').select('digest').where('expires_at', '<=', now).limit(limit),
      )
      .returning('digest'),
  ),
};

/** Deletes sessions, tokens, invitations and attempts to sign in that have expired: up to `limit` of each. Returns the largest number. */
export async function deleteExpiredSignIns(db: Queries, now: number, limit: number): Promise<number> {
  let most = 0;
  for (const deletion of Object.values(expired)) {
    const deleted = await deletion.all(db, { now: BigInt(now), limit: BigInt(limit) });
    most = Math.max(most, deleted.length);
  }
  return most;
}
