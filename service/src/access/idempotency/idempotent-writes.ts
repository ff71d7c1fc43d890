import { Type } from 'typebox';
import { type Clock, SECOND, settlesWithin } from '../../platform/core/clock.ts';
import { ApiError, ERRORS } from '../../platform/core/errors.ts';
import type { Database, Queries, WriteOptions } from '../../platform/database/database.ts';
import { taggedAnswer } from '../../platform/http/responses/answer.ts';
import type { Answer, Exchange, Values } from '../../platform/http/route.ts';
import { accountOf, waiterOf } from '../accounts/authenticate.ts';
import { HEADER_PATTERN, idempotencyKeyOf, isOfBytes, isQuoted } from './idempotency-key.ts';
import {
  claim,
  type KeyedRequest,
  keyedRequest,
  RESPONSE_RETENTION,
  requireSameRequest,
  stillRunning,
} from './keyed-request.ts';
import type { ResponseTrimming } from './response-trimming.ts';
import {
  findStoredResponse,
  type StoredRequest,
  type StoredResponse,
  storedBytes,
  storeResponse,
} from './stored-responses.ts';

const WAIT_TIMEOUT = 2 * SECOND;
/** 255 escaped characters in quotes. */
const MAX_HEADER_LENGTH = 512;

/** The request header of every operation that creates something. */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_HEADER_LENGTH,
      pattern: HEADER_PATTERN,
      description:
        '1 to 255 characters of printable ASCII that the client generates for one write, plain or in double quotes with `\\"` and `\\\\` escaped. The same write with the same key within 24 hours is applied once, and each repetition gets the first response with `Idempotent-Replayed: true`. Two writes are the same if their bodies are the same JSON value: white space, the order of members and the notation of numbers do not matter; members that the operation ignores do.',
    }),
  ),
});

export interface IdempotentWrite extends Pick<WriteOptions, 'locks'> {
  /** Throws if the resource does not exist for the account, or the account may not write it. */
  check?(db: Queries): Promise<void>;
  /** The write itself, in the same transaction. */
  apply(db: Queries): Promise<AppliedWrite>;
}

interface AppliedWrite extends StoredResponse {
  /** For a response with a secret, which is not stored: the message of the 409 that each repetition gets instead. */
  readonly messageOnRepetition?: string;
  /** For a response with personal data or a link, which is not stored: the body that is stored, and that each repetition gets. */
  readonly bodyOnRepetition?: string;
  /** Called after the commit. Not called if the transaction is rolled back, nor for a replay. */
  onCommit?(): void;
}

/**
 * Applies a write once, however often a client sends it with the same `Idempotency-Key`, and sends the same response each
 * time. A request with a key passes these states:
 *
 *     received ──> waiting for an earlier request of this process with the key, at most 2 s (then 409)
 *        │              │
 *        │              ├── the earlier one succeeded ──> replayed, without a transaction
 *        │              └── it failed ──> in a transaction
 *        └──> in a transaction
 *                ├── a response is stored ──────────────> replayed, or 422 if the request differs
 *                └── claimed ──> written ──> stored ────> committed and sent
 *
 * Another process that claims the same key waits for the row lock of the first one.
 */
export class IdempotentWrites {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #trimming: ResponseTrimming;
  /** Whether the last request of each key, or one before it, succeeds. */
  readonly #last = new Map<string, Promise<boolean>>();

  constructor(database: Database, clock: Clock, trimming: ResponseTrimming) {
    this.#database = database;
    this.#clock = clock;
    this.#trimming = trimming;
  }

  async respond(
    exchange: Exchange,
    input: Pick<Values, 'params' | 'bytes'>,
    write: IdempotentWrite,
  ): Promise<Answer> {
    const sent = keyedRequest(exchange, input);
    const options = { ...waiterOf(exchange), locks: write.locks };
    const { response, isReplay } = await (sent === undefined
      ? this.#apply(write, options)
      : this.#inTurn(sent, write, options));
    if (isReplay && response.status === ERRORS.secret_already_issued.status) {
      throw new ApiError('secret_already_issued', response.body);
    }
    response.onCommit?.();
    const headers = {
      ...(response.location !== '' && { Location: response.location }),
      ...(isReplay && { 'Idempotent-Replayed': 'true' }),
    };
    return taggedAnswer(response.status, response.body, headers);
  }

  /** Returns true if a response is stored for the key of a request, so that the request is probably a repetition. */
  async hasResponse(exchange: Exchange): Promise<boolean> {
    const header = exchange.request.headers['idempotency-key'];
    const key = typeof header === 'string' ? idempotencyKeyOf(header) : undefined;
    if (key === undefined) return false;
    const sent = { accountId: accountOf(exchange).id, key };
    const since = this.#clock.now() - RESPONSE_RETENTION;
    return (await findStoredResponse(this.#database.read, sent, since)) !== undefined;
  }

  async #apply(write: IdempotentWrite, options: WriteOptions): Promise<Applied> {
    const response = await this.#database.write(async (queries) => {
      await write.check?.(queries);
      return write.apply(queries);
    }, options);
    return { response, isReplay: false };
  }

  async #applyOnce(sent: KeyedRequest, write: IdempotentWrite, options: WriteOptions): Promise<Applied> {
    const now = this.#clock.now();
    let size = 0;
    const apply = async (queries: Queries): Promise<Applied> => {
      await write.check?.(queries);
      const since = now - RESPONSE_RETENTION;
      const quoted = await findUnderQuotedKey(queries, sent, since);
      if (quoted !== undefined) return { response: replayOf(sent, quoted), isReplay: true };
      if (!(await claim(queries, sent, now))) {
        const stored = await findStoredResponse(queries, sent, since);
        return { response: replayOf(sent, stored), isReplay: true };
      }
      const response = await write.apply(queries);
      const stored = withoutSecret(response);
      await storeResponse(queries, sent, stored);
      size = storedBytes(stored);
      return { response, isReplay: false };
    };
    // The key is claimed first, and the write may be impossible.
    const applied = await this.#database.write(apply, { ...options, mayFailAfterChanges: true });
    if (!applied.isReplay) this.#trimming.add(sent.accountId, size);
    return applied;
  }

  /**
   * Waits for the request before it with the same key, at most two seconds. Replays the response if one of those before it succeeded, and
   * writes if all failed. So the requests with one key write one after the other.
   */
  async #inTurn(sent: KeyedRequest, write: IdempotentWrite, options: WriteOptions): Promise<Applied> {
    const name = `${sent.accountId} ${sent.key}`;
    const earlier = this.#last.get(name);
    const turn = Promise.withResolvers<boolean>();
    this.#last.set(name, turn.promise);
    try {
      const replay = earlier && (await this.#replayAfter(earlier, turn, sent, write));
      if (replay !== undefined) return replay;
      const applied = await this.#applyOnce(sent, write, options);
      turn.resolve(true);
      return applied;
    } finally {
      // Has no effect if it is resolved already.
      turn.resolve(false);
      if (this.#last.get(name) === turn.promise) this.#last.delete(name);
    }
  }

  /** Waits for the earlier requests and replays the response without a transaction. Returns undefined if they failed. */
  async #replayAfter(
    earlier: Promise<boolean>,
    turn: PromiseWithResolvers<boolean>,
    sent: KeyedRequest,
    write: IdempotentWrite,
  ): Promise<Applied | undefined> {
    if (!(await settlesWithin(this.#clock, WAIT_TIMEOUT, earlier))) {
      turn.resolve(earlier);
      throw stillRunning();
    }
    if (!(await earlier)) return undefined;
    turn.resolve(true);
    const { read } = this.#database;
    await write.check?.(read);
    const stored = await findStoredResponse(read, sent, this.#clock.now() - RESPONSE_RETENTION);
    return stored && { response: replayOf(sent, stored), isReplay: true };
  }
}

/** Returns what is stored of a response. Only the 409 for a secret has the status of an error. */
function withoutSecret({
  status,
  location,
  body,
  messageOnRepetition,
  bodyOnRepetition = body,
}: AppliedWrite): StoredResponse {
  if (messageOnRepetition === undefined) return { status, location, body: bodyOnRepetition };
  return { status: ERRORS.secret_already_issued.status, location, body: messageOnRepetition };
}

interface Applied {
  response: AppliedWrite;
  isReplay: boolean;
}

/** Version 1.0.0 stored keys with their quotes. Without this lookup, a repetition after the upgrade would be applied again. */
async function findUnderQuotedKey(db: Queries, { accountId, header }: KeyedRequest, since: number) {
  if (!isQuoted(header)) return undefined;
  const stored = await findStoredResponse(db, { accountId, key: header }, since);
  return stored !== undefined && isOfBytes(stored.fingerprint) ? stored : undefined;
}

/** @throws {ApiError} `idempotency_key_reused` if the stored response belongs to a different request. */
function replayOf(
  sent: KeyedRequest,
  stored: (StoredResponse & Pick<StoredRequest, 'fingerprint'>) | undefined,
): StoredResponse {
  // The response expired between the claim and its lookup.
  if (stored === undefined) throw stillRunning();
  requireSameRequest(sent, stored);
  return stored;
}
