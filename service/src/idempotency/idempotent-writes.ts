import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { accountOf } from '../accounts/authenticate.ts';
import { type Clock, DAY, SECOND } from '../core/clock.ts';
import { ApiError, quote } from '../core/errors.ts';
import type { Database, Queries } from '../database/database.ts';
import { isLockTimeout } from '../database/postgres/postgres-errors.ts';
import { int64Members } from '../http/requests/int64-members.ts';
import { sendTagged } from '../http/responses/json-response.ts';
import { HEADER_PATTERN, idempotencyKeyOf, isQuoted } from './idempotency-key.ts';
import {
  claimKey,
  findStoredResponse,
  type StoredRequest,
  type StoredResponse,
  storedBytes,
  storeResponse,
  trimResponses,
} from './idempotency-store.ts';
import {
  type FingerprintedRequest,
  fingerprintOf,
  fingerprintOfBytes,
  isOfBytes,
} from './request-fingerprint.ts';

/** How long an answer is replayed. */
export const RESPONSE_RETENTION = DAY;
/**
 * What is kept for one account: beyond it the oldest responses go, before their day is over. It is enough for the 100,000 writes that
 * Business may send in a day, with ordinary names; without it they could keep 1.5 GB.
 */
export const MAX_STORED_BYTES = 64 * 1024 * 1024;
const TRIMS_PER_BUDGET = 8;
const WAIT_LIMIT = 2 * SECOND;
/** 255 characters in quotes, each escaped. */
const MAX_HEADER_LENGTH = 512;

/** The request header of every operation that adds something. */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_HEADER_LENGTH,
      pattern: HEADER_PATTERN,
      description:
        '1 to 255 characters of printable ASCII that the client makes up for one write, as they are or in double quotes with `\\"` and `\\\\` escaped. The same write with the same key within 24 hours is done once, and each repetition gets the first response with `Idempotent-Replayed: true`. Two writes are the same if their bodies are the same JSON value: white space, the order of members and the spelling of numbers do not matter, members that the operation ignores do.',
    }),
  ),
});

export interface IdempotentWrite {
  /** Whether what is written to exists for the caller, and whether the caller may; throws if not. */
  check?(db: Queries): Promise<void>;
  /** The write itself, in the same transaction. */
  apply(db: Queries): Promise<AppliedWrite>;
}

interface AppliedWrite extends StoredResponse {
  /** Called after the commit. Not called if the transaction is rolled back, nor for a replay. */
  onCommit?(): void;
}

/** Does a write once, however often it is sent with one `Idempotency-Key`, and answers it each time the same. */
export class IdempotentWrites {
  readonly #database: Database;
  readonly #clock: Clock;
  /** The bytes that were kept for each account since its oldest responses were last removed. */
  readonly #grown = new Map<bigint, number>();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async respond(request: FastifyRequest, reply: FastifyReply, write: IdempotentWrite): Promise<FastifyReply> {
    const kept = keptRequest(request);
    const { answer, replayed } = await (kept === undefined ? this.#apply(write) : this.#inTurn(kept, write));
    answer.onCommit?.();
    if (replayed) reply.header('Idempotent-Replayed', 'true');
    reply.code(answer.status).header('Location', answer.location);
    return sendTagged(reply, answer.body);
  }

  async #apply(write: IdempotentWrite): Promise<Applied> {
    const answer = await this.#database.write(async (queries) => {
      await write.check?.(queries);
      return write.apply(queries);
    });
    return { answer, replayed: false };
  }

  #applyOnce(kept: SentRequest, write: IdempotentWrite): Promise<Applied> {
    const now = this.#clock.now();
    return this.#database.write(async (queries) => {
      await write.check?.(queries);
      const since = now - RESPONSE_RETENTION;
      const quoted = await findUnderQuotedKey(queries, kept, since);
      if (quoted !== undefined) return { answer: sameRequest(kept, quoted), replayed: true };
      if (!(await claim(queries, kept, now))) {
        const before = await findStoredResponse(queries, kept, since);
        return { answer: sameRequest(kept, before), replayed: true };
      }
      const answer = await write.apply(queries);
      await storeResponse(queries, kept, answer);
      await this.#trimIfGrown(queries, kept.accountId, answer);
      return { answer, replayed: false };
    });
  }

  /** Reading what an account keeps takes as long as it is much, so it happens once in a while. */
  async #trimIfGrown(queries: Queries, accountId: bigint, answer: StoredResponse): Promise<void> {
    const grown = (this.#grown.get(accountId) ?? 0) + storedBytes(answer);
    const isDue = grown >= MAX_STORED_BYTES / TRIMS_PER_BUDGET;
    this.#grown.set(accountId, isDue ? 0 : grown);
    if (isDue) await trimResponses(queries, accountId, MAX_STORED_BYTES);
  }

  /** A second request with a key waits for the first, for two seconds at most. */
  async #inTurn(kept: SentRequest, write: IdempotentWrite): Promise<Applied> {
    const name = `${kept.accountId} ${kept.key}`;
    const earlier = this.#running.get(name);
    const replay = earlier && (await this.#replayAfter(earlier, kept, write));
    if (replay !== undefined) return replay;
    const mine = this.#applyOnce(kept, write);
    this.#running.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#running.get(name) === mine) this.#running.delete(name);
    }
  }

  /** Most of those that waited need no transaction; undefined for one whose predecessor failed. */
  async #replayAfter(
    earlier: Promise<unknown>,
    kept: SentRequest,
    write: IdempotentWrite,
  ): Promise<Applied | undefined> {
    await this.#waitFor(earlier);
    const { read } = this.#database;
    await write.check?.(read);
    const before = await findStoredResponse(read, kept, this.#clock.now() - RESPONSE_RETENTION);
    return before && { answer: sameRequest(kept, before), replayed: true };
  }

  #waitFor(earlier: Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.#clock.every(WAIT_LIMIT, () => {
        stop();
        reject(stillRunning());
      });
      const go = () => {
        stop();
        resolve();
      };
      earlier.then(go, go);
    });
  }
}

/** Waits while another process writes with the key, as long as the store waits for anything. */
async function claim(db: Queries, kept: SentRequest, now: number): Promise<boolean> {
  try {
    return await claimKey(db, kept, { since: now - RESPONSE_RETENTION, now });
  } catch (error) {
    throw isLockTimeout(error) ? stillRunning() : error;
  }
}

function stillRunning(): ApiError {
  return new ApiError(
    'idempotency_key_in_use',
    'Another request with this Idempotency-Key is still running. Send this one again in a moment.',
  );
}

interface Applied {
  answer: AppliedWrite;
  replayed: boolean;
}

interface SentRequest extends StoredRequest {
  /** The value of the header. */
  readonly header: string;
  readonly sent: FingerprintedRequest;
}

function keptRequest(request: FastifyRequest): SentRequest | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? idempotencyKeyOf(header) : undefined;
  if (typeof header !== 'string' || key === undefined) {
    throw new ApiError(
      'invalid_parameter',
      `Idempotency-Key must have 1 to 255 printable ASCII characters, as they are or as one string in double quotes; got ${quote(String(header))}.`,
    );
  }
  const sent = {
    method: request.method,
    path: request.routeOptions.url ?? '',
    body: request.bodyBytes ?? Buffer.alloc(0),
    int64Members: int64Members(request),
  };
  return { accountId: accountOf(request).id, key, fingerprint: fingerprintOf(sent), header, sent };
}

/** Version 1.0.0 stored a key with its quotes. Without this, a write from before an upgrade would be done again after it. */
async function findUnderQuotedKey(db: Queries, { accountId, header }: SentRequest, since: number) {
  if (!isQuoted(header)) return undefined;
  const before = await findStoredResponse(db, { accountId, key: header }, since);
  return before !== undefined && isOfBytes(before.fingerprint) ? before : undefined;
}

function sameRequest(
  kept: SentRequest,
  before: (StoredResponse & { fingerprint: string }) | undefined,
): StoredResponse {
  // It was forgotten in this moment.
  if (before === undefined) throw stillRunning();
  const { fingerprint } = before;
  if (fingerprint === (isOfBytes(fingerprint) ? fingerprintOfBytes(kept.sent) : kept.fingerprint))
    return before;
  throw new ApiError(
    'idempotency_key_reused',
    'This Idempotency-Key was used within 24 hours for a different request. Use a new key for a new request.',
  );
}
