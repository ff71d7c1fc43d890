import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Clock, DAY, SECOND } from '../core/clock.ts';
import { ApiError, echo } from '../core/errors.ts';
import type { Database, Queries } from '../database/database.ts';
import { isLockTimeout } from '../database/postgres-errors.ts';
import { sendTagged } from '../http/json-answer.ts';
import { accountOf } from './authenticate.ts';
import {
  claimKey,
  findKeptAnswer,
  type KeptAnswer,
  type KeptRequest,
  keepAnswer,
} from './idempotency-store.ts';

/** How long an answer is replayed. */
export const ANSWERS_KEPT = DAY;
const WAIT_LIMIT = 2 * SECOND;
const KEY_FORMAT = /^[\x20-\x7e]{1,255}$/;

/** The request header of every operation that adds something. */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Printable ASCII that the client makes up for one write. The same write with the same key within 24 hours is answered as the first was, with `Idempotent-Replayed: true`, and done once.',
    }),
  ),
});

export interface IdempotentWrite {
  /** Whether what is written to exists for the caller, and whether the caller may; throws if not. */
  check?(db: Queries): Promise<void>;
  /** The write itself, in the same transaction. */
  apply(db: Queries): Promise<AppliedWrite>;
}

interface AppliedWrite extends KeptAnswer {
  /** Called after the commit. Not called if the transaction is rolled back, nor for a replay. */
  onCommit?(): void;
}

/** Does a write once, however often it is sent with one `Idempotency-Key`, and answers it each time the same. */
export class IdempotentWrites {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async answer(request: FastifyRequest, reply: FastifyReply, write: IdempotentWrite): Promise<FastifyReply> {
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

  #applyOnce(kept: KeptRequest, write: IdempotentWrite): Promise<Applied> {
    const now = this.#clock.now();
    return this.#database.write(async (queries) => {
      await write.check?.(queries);
      if (!(await claim(queries, kept, now))) {
        const before = await findKeptAnswer(queries, kept, now - ANSWERS_KEPT);
        return { answer: sameRequest(kept, before), replayed: true };
      }
      const answer = await write.apply(queries);
      await keepAnswer(queries, kept, answer);
      return { answer, replayed: false };
    });
  }

  /** A second request with a key waits for the first, for two seconds at most. */
  async #inTurn(kept: KeptRequest, write: IdempotentWrite): Promise<Applied> {
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
    kept: KeptRequest,
    write: IdempotentWrite,
  ): Promise<Applied | undefined> {
    await this.#waitFor(earlier);
    const { read } = this.#database;
    await write.check?.(read);
    const before = await findKeptAnswer(read, kept, this.#clock.now() - ANSWERS_KEPT);
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
async function claim(db: Queries, kept: KeptRequest, now: number): Promise<boolean> {
  try {
    return await claimKey(db, kept, { since: now - ANSWERS_KEPT, now });
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

function keptRequest(request: FastifyRequest): KeptRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY_FORMAT.test(key)) {
    throw new ApiError(
      'invalid_parameter',
      `Idempotency-Key must have 1 to 255 printable ASCII characters, and is ${echo(String(key))}.`,
    );
  }
  const path = request.routeOptions.url ?? '';
  const fingerprint = hash(
    'sha256',
    Buffer.concat([Buffer.from(`${request.method} ${path}\n`), request.bodyBytes ?? Buffer.alloc(0)]),
  );
  return { accountId: accountOf(request).id, key, fingerprint };
}

function sameRequest(
  kept: KeptRequest,
  before: (KeptAnswer & { fingerprint: string }) | undefined,
): KeptAnswer {
  // It was forgotten in this moment.
  if (before === undefined) throw stillRunning();
  if (before.fingerprint === kept.fingerprint) return before;
  throw new ApiError(
    'idempotency_key_reused',
    'This Idempotency-Key was used within 24 hours for a different request. Use a new key for a new request.',
  );
}
