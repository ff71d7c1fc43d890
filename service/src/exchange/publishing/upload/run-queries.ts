import type { PublishingQuestion } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
import { DROP_ASKS_FOR, type Run, toRun } from './run.ts';
import type { UploadReason } from './upload-fault.ts';

/** One site of one account. */
export interface AccountSite {
  readonly accountId: bigint;
  readonly site: string;
}

const insertion = new PreparedQuery(
  (
    db,
    row: {
      accountId: bigint;
      site: string;
      byRequest: bigint;
      confirmed: PublishingQuestion | null;
      failures: bigint;
      now: bigint;
    },
  ) =>
    db
      .insertInto('publishing_runs')
      .values({
        account_id: row.accountId,
        site: row.site,
        state: 'waiting',
        by_request: row.byRequest,
        confirmed: row.confirmed,
        failures: row.failures,
        created_at: row.now,
      })
      // Another request or process was faster.
      .onConflict((conflict) => conflict.doNothing())
      .returningAll(),
);

/**
 * Adds a run. Returns undefined if the account has an open one to this site.
 *
 * @param last the run before. A question that was answered before it failed is not asked again.
 */
export async function addRun(
  db: Queries,
  { accountId, site }: AccountSite,
  { last, isByRequest, now }: { last: Run | undefined; isByRequest: boolean; now: number },
): Promise<Run | undefined> {
  const hasFailed = last?.state === 'failed';
  const row = await insertion.first(db, {
    accountId,
    site,
    byRequest: isByRequest ? 1n : 0n,
    confirmed: (hasFailed ? last.confirmed : undefined) ?? null,
    failures: BigInt(hasFailed ? last.failures : 0),
    now: BigInt(now),
  });
  return row && toRun(row);
}

const latest = new PreparedQuery((db, { accountId, site }: { accountId: bigint; site: string }) =>
  db
    .selectFrom('publishing_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('site', '=', site)
    .orderBy('id', 'desc')
    .limit(rowLimit(1)),
);

/** Returns the newest run of an account to a site. */
export async function lastRun(db: Queries, { accountId, site }: AccountSite): Promise<Run | undefined> {
  const row = await latest.first(db, { accountId, site });
  return row && toRun(row);
}

const sent = new PreparedQuery(
  (db, { accountId, site, target }: { accountId: bigint; site: string; target: string }) =>
    db
      .selectFrom('publishing_runs')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('site', '=', site)
      .where('state', '=', 'done')
      .orderBy('id', 'desc')
      .limit(rowLimit(1))
      .$call((newest) => db.selectFrom(newest.as('newest')).selectAll().where('target', '=', target)),
);

/** Returns the newest run that has sent everything, if it went to the same place. */
export async function lastSentRun(
  db: Queries,
  { accountId, site }: AccountSite,
  target: string,
): Promise<Run | undefined> {
  const row = await sent.first(db, { accountId, site, target });
  return row && toRun(row);
}

/** An open run as another process sees it. */
export interface OpenRun extends AccountSite {
  readonly id: bigint;
  readonly state: 'waiting' | 'running';
  readonly runner: string | null;
  readonly heartbeat: bigint;
}

const open = new PreparedQuery((db, { askedBefore }: { askedBefore: bigint }) =>
  db
    .selectFrom('publishing_runs')
    .select(['id', 'account_id', 'site', 'state', 'runner', 'heartbeat'])
    .where('state', 'in', ['waiting', 'running', 'asks'])
    .where(({ or, eb, and }) =>
      or([
        eb('state', 'in', ['waiting', 'running']),
        and([eb('question', '=', 'sudden_drop'), eb('asked_at', '<=', askedBefore)]),
      ]),
    )
    .orderBy('id'),
);

/** Returns the runs that wait or run, in the order in which they began, and those that have asked about a drop for long enough. */
export async function openRuns(db: Queries, now: number): Promise<OpenRun[]> {
  const rows = await open.all(db, { askedBefore: BigInt(now - DROP_ASKS_FOR) });
  return rows.map(({ id, account_id, site, state, runner, heartbeat }) => ({
    id,
    accountId: account_id,
    site,
    state: state === 'running' ? 'running' : 'waiting',
    runner,
    heartbeat,
  }));
}

const claim = new PreparedQuery(
  (db, { id, heartbeat, runner }: { id: bigint; heartbeat: bigint; runner: string }) =>
    db
      .updateTable('publishing_runs')
      .set(({ eb }) => ({
        state: 'running',
        runner,
        heartbeat: eb('heartbeat', '+', 1n),
        starts: eb('starts', '+', 1n),
      }))
      .where('id', '=', id)
      .where('heartbeat', '=', heartbeat)
      .where('state', 'in', ['waiting', 'running', 'asks'])
      .returningAll(),
);

/** Makes `runner` run it, unless another process has begun, or has shown that it runs, since `found` was read. */
export async function claimRun(
  db: Queries,
  runner: string,
  { id, heartbeat }: OpenRun,
): Promise<Run | undefined> {
  const row = await claim.first(db, { id, heartbeat, runner });
  return row && toRun(row);
}

/** A run that a process has claimed. */
export interface Claim {
  readonly id: bigint;
  readonly runner: string;
}

const keeping = new PreparedQuery((db, { id, runner }: { id: bigint; runner: string }) =>
  db
    .updateTable('publishing_runs')
    .set(({ eb }) => ({ heartbeat: eb('heartbeat', '+', 1n) }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('runner', '=', runner)
    .returning('id'),
);

/** Shows that this process runs it. Returns false if another one does now. */
export async function keepRun(db: Queries, { id, runner }: Claim): Promise<boolean> {
  return (await keeping.first(db, { id, runner })) !== undefined;
}

/** What a run has sent. */
interface Sent {
  readonly target: string;
  readonly animals: number | undefined;
  readonly photos: number;
  readonly bytes: number;
}

export type RunEnd =
  /** It continues later, as after a stop of the service. */
  | { readonly state: 'waiting' }
  | ({ readonly state: 'asks'; readonly question: PublishingQuestion; readonly askedAt: number } & Sent)
  | ({ readonly state: 'done'; readonly question: PublishingQuestion | undefined } & Sent)
  | ({ readonly state: 'failed'; readonly reason: UploadReason } & Sent);

/** Stores how a run ended. Returns undefined, and does nothing, if another process runs it already. */
export async function endRun(
  db: Queries,
  { id, runner }: Claim,
  end: RunEnd,
  now: number,
): Promise<Run | undefined> {
  const at = BigInt(now);
  const row = await db
    .updateTable('publishing_runs')
    .set(({ eb }) => ({
      state: end.state,
      runner: null,
      // A stop of the service is no attempt.
      ...(end.state === 'waiting' && { starts: eb('starts', '-', 1n) }),
      heartbeat: eb('heartbeat', '+', 1n),
      ...(end.state !== 'waiting' && {
        target: end.target,
        animals: end.animals === undefined ? null : BigInt(end.animals),
        photos: BigInt(end.photos),
        bytes: BigInt(end.bytes),
      }),
      ...(end.state === 'asks' && {
        question: end.question,
        asked_at: BigInt(end.askedAt),
        starts: 0n,
      }),
      ...(end.state === 'done' && { question: end.question ?? null, failures: 0n }),
      ...(end.state === 'failed' && { reason: end.reason, failures: eb('failures', '+', 1n) }),
      ...((end.state === 'done' || end.state === 'failed') && { ended_at: at }),
    }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('runner', '=', runner)
    .returningAll()
    .executeTakeFirst();
  return row && toRun(row);
}

const answer = new PreparedQuery(
  (db, { id, isYes }: { id: bigint; isYes: boolean }) =>
    db
      .updateTable('publishing_runs')
      .set(({ ref, eb }) => ({
        state: 'waiting',
        heartbeat: eb('heartbeat', '+', 1n),
        ...(isYes && { confirmed: ref('question') }),
      }))
      .where('id', '=', id)
      .where('state', '=', 'asks')
      .returningAll(),
  ['isYes'],
);

/** Lets a run that asks go on: with a yes it sends, otherwise it looks again whether it has to ask. Returns undefined if it does not ask. */
export async function continueRun(db: Queries, id: bigint, isYes: boolean): Promise<Run | undefined> {
  const row = await answer.first(db, { id, isYes });
  return row && toRun(row);
}
