import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { SECOND, systemClock, timeText } from '../../core/clock.ts';
import { unavailable } from '../../core/errors.ts';
import type { Queries } from '../database.ts';
import { removeTimeLimit } from '../long-transactions.ts';
import { type AdvancedIds, advanceIdsWithin } from '../recovery/advance-ids.ts';
import type { Tables } from '../tables.ts';
import { CurrentHost } from './current-host.ts';
import { fenceFormerPrimary } from './former-primary.ts';
import { READ_ONLY_STORE } from './postgres-errors.ts';
import {
  type AcceptedServer,
  acceptedServer,
  isFormerPrimary,
  type RecordedServer,
  readRecordedServer,
} from './server-identity.ts';

/** How often a write begins again because the server has changed: a pooler may lead to several servers in turn. */
const MAX_ATTEMPTS = 3;
/** How often the other hosts are asked whether they are a primary, too. */
const WATCH_MS = 5 * SECOND;
const FORMER = 'A standby has taken over from this PostgreSQL. Nothing is written here any more.';
const IN_TURN = 'The connections lead to several servers in turn. The operator must check PostgreSQL.';

/** A write has reached another server than the one that this process has accepted, and has done nothing there. */
export class ServerChanged extends Error {
  constructor() {
    super('PostgreSQL has changed');
    this.name = 'ServerChanged';
  }
}

/**
 * Checks in each write transaction that the server is the one that has written the store before. After a failover it skips
 * the ids that the lost part may have assigned, before anything else is written (docs/adr/0071).
 */
export class Failover {
  readonly host: CurrentHost;
  readonly #onChange: (message: string) => void;
  #known: AcceptedServer | undefined;
  #changes = 0;
  #accepting: Promise<void> | undefined;

  /** @param onChange called with a line for the operator. */
  constructor(url: string, onChange: (message: string) => void) {
    this.#onChange = onChange;
    this.host = new CurrentHost(url, (server) => isFormerPrimary(server, this.#known));
  }

  /** Increases when connections have to be replaced: those from before lead to a former server, or did. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * Checks the result of `accepted_token()`.
   *
   * @throws {ServerChanged} unless this process has accepted the server.
   * @throws {ApiError} `service_unavailable` if the server is a standby.
   */
  check(token: string | null | undefined): void {
    if (token === '') throw unavailable(READ_ONLY_STORE);
    if (token == null || token !== this.#known?.token) throw new ServerChanged();
  }

  /** Runs a write, and again after the server has changed. */
  async run<T>(writer: Kysely<Tables>, write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof ServerChanged)) throw error;
        if (attempt === MAX_ATTEMPTS) throw unavailable(IN_TURN, error);
        await this.#acceptOnce(writer);
      }
    }
  }

  /** Looks at the other hosts of the address until the returned function is called. */
  watchOthers(): () => void {
    if (!this.host.hasSeveral) return () => {};
    return systemClock.every(WATCH_MS, () => void this.#lookAtOthers().catch(() => {}));
  }

  /** Two primaries: a standby was promoted while its primary still ran. The later one is right. */
  async #lookAtOthers(): Promise<void> {
    const known = this.#known;
    if (known === undefined) return;
    for (const other of await this.host.otherPrimaries()) {
      if (isFormerPrimary(other, known)) await fenceFormerPrimary(other.address, known);
      else if (other.system === known.system && other.timeline > known.timeline) this.#replaceConnections();
    }
  }

  #acceptOnce(writer: Kysely<Tables>): Promise<void> {
    this.#accepting ??= this.#accept(writer).finally(() => {
      this.#accepting = undefined;
    });
    return this.#accepting;
  }

  async #accept(writer: Kysely<Tables>): Promise<void> {
    const before = this.#known;
    try {
      const { server, from, advanced } = await writer.transaction().execute((db) => this.#reconcile(db));
      this.#known = server;
      if (advanced === undefined && (before === undefined || before.token === server.token)) return;
      this.#replaceConnections();
      this.#onChange(describeChange(before ?? from, server, advanced));
    } catch (error) {
      this.#replaceConnections();
      throw error;
    }
  }

  #replaceConnections(): void {
    this.#changes += 1;
    this.host.forget();
  }

  async #reconcile(db: Queries): Promise<Reconciled> {
    await removeTimeLimit(db);
    const first = acceptedServer(this.#requireWritable(await readRecordedServer(db)), this.#known);
    if (first !== undefined) return { server: first };
    // One process after the other: the next one finds what the first has recorded. Other writes do not wait.
    await sql`lock table accepted_servers in exclusive mode`.execute(db);
    const recorded = this.#requireWritable(await readRecordedServer(db));
    const accepted = acceptedServer(recorded, this.#known);
    return accepted === undefined ? skipIds(db, recorded) : { server: accepted };
  }

  #requireWritable(server: RecordedServer | undefined): RecordedServer {
    if (server === undefined) throw unavailable(READ_ONLY_STORE);
    const { actual, accepted } = server;
    const isFormer = [this.#known, accepted[0]].some((later) => isFormerPrimary(actual, later));
    if (isFormer) throw unavailable(FORMER);
    return server;
  }
}

interface Reconciled {
  readonly server: AcceptedServer;
  /** What the database had recorded before. */
  readonly from?: AcceptedServer | undefined;
  /** The ids that were skipped; undefined if another process has done it. */
  readonly advanced?: AdvancedIds;
}

/** Records the server, and skips the ids that may have been assigned before it took over. */
async function skipIds(db: Queries, { actual, accepted }: RecordedServer): Promise<Reconciled> {
  const [token, now] = [randomUUID(), systemClock.now()];
  const { system, timeline, table } = actual;
  const nextId = sql<bigint>`(select coalesce(max(id), 0) + 1 from accepted_servers)`;
  await db
    .insertInto('accepted_servers')
    .values({
      id: nextId,
      token,
      system_identifier: system,
      timeline,
      table_oid: table,
      accepted_at: BigInt(now),
    })
    .execute();
  const advanced = await advanceIdsWithin(db, { now });
  return { server: { token, ...actual }, from: accepted[0], advanced };
}

function describeChange(
  from: AcceptedServer | undefined,
  to: AcceptedServer,
  advanced: AdvancedIds | undefined,
): string {
  const timelines = [from, to].map((server) => server?.timeline ?? 'unknown').join(', now ');
  const change = `another PostgreSQL has taken over, or an earlier state was restored (timeline ${timelines})`;
  if (advanced === undefined) return `${change}: another process has skipped the ids that may be lost`;
  const { backedUpAt, ids } = advanced;
  return `${change}: changes after ${timeText(backedUpAt)} may be lost. The ids that they may have were skipped (up to animal ${ids.pets}, order ${ids.orders}, event ${ids.events}), and readers of lost events get 410`;
}
