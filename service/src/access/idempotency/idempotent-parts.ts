import type { Clock } from '../../platform/core/clock.ts';
import { afterEffect } from '../../platform/core/errors.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { Answer, Exchange } from '../../platform/http/route.ts';
import { waiterOf } from '../accounts/authenticate.ts';
import { claim, type KeyedRequest, RESPONSE_RETENTION, requireSameRequest } from './keyed-request.ts';
import type { ResponseTrimming } from './response-trimming.ts';
import { findStoredResponse, type StoredResponse, storedBytes, storeResponse } from './stored-responses.ts';

/** A write of several items, which takes several transactions. The result of an item is a line of JSON. */
export interface WriteInParts {
  /** The number of items, at least one. */
  readonly total: number;
  /** Returns the locks of a transaction that begins with the item `first`, as in `WriteOptions`. */
  locks(first: number): readonly string[];
  /** Applies items from `first` on, at least one. Returns the result of each. */
  apply(db: Queries, first: number): Promise<readonly string[]>;
  /** Runs before the transaction that begins with the item `first`. Returns an answer, or throws, to end the write. */
  begin(first: number): Promise<Answer | undefined>;
}

interface RefusedParts {
  readonly refusal: Answer;
}

interface AppliedParts {
  /** The results of all items, in their order. */
  readonly results: readonly string[];
  /** True if an earlier request has applied all items. */
  readonly isReplay: boolean;
}

/**
 * Applies each item of a long write once, however often a client sends it with the same `Idempotency-Key`. Each transaction
 * stores the results of its items with the key, so a repetition continues after the last transaction, also in another
 * process. Two processes that apply the same write at the same time take turns: a transaction locks the key and begins after
 * the last stored result.
 */
export class IdempotentParts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #trimming: ResponseTrimming;

  constructor(database: Database, clock: Clock, trimming: ResponseTrimming) {
    this.#database = database;
    this.#clock = clock;
    this.#trimming = trimming;
  }

  /**
   * @param sent undefined for a request without a key.
   * @throws {ApiError} `idempotency_key_in_use`, `idempotency_key_reused`, or what the write throws. After the first part, a failure of the store is `result_unknown`.
   */
  async apply(
    exchange: Exchange,
    sent: KeyedRequest | undefined,
    write: WriteInParts,
  ): Promise<AppliedParts | RefusedParts> {
    let results: readonly string[] = [];
    let isReplay = true;
    while (results.length < write.total) {
      const known = results;
      const part = async () => {
        const refusal = await write.begin(known.length);
        return refusal === undefined ? this.#applyNext(exchange, sent, write, known) : { refusal };
      };
      const next = await (known.length === 0
        ? part()
        : afterEffect(part, describeApplied(known.length, write.total)));
      if ('refusal' in next) return next;
      isReplay &&= next.after.length === next.before.length;
      results = next.after;
    }
    return { results, isReplay };
  }

  async #applyNext(
    exchange: Exchange,
    sent: KeyedRequest | undefined,
    write: WriteInParts,
    known: readonly string[],
  ) {
    const now = this.#clock.now();
    const part = await this.#database.write(
      async (db) => {
        const stored = sent === undefined ? [] : await claimedResults(db, sent, now);
        // Shorter if the response of a large account was trimmed meanwhile.
        const before = stored.length > known.length ? stored : known;
        const next = before.length < write.total ? await write.apply(db, before.length) : [];
        const after = [...before, ...next];
        if (sent !== undefined && next.length > 0) await storeResponse(db, sent, responseOf(after));
        return { before, after, next };
      },
      // A repetition may continue after `known`. Its first transaction then takes turns for other rows than it locks: it may
      // wait for the right ones with its connection, as for rows that another process has locked.
      { ...waiterOf(exchange), locks: write.locks(known.length) },
    );
    if (sent !== undefined && part.next.length > 0) {
      this.#trimming.add(sent.accountId, storedBytes(responseOf(part.next)));
    }
    return part;
  }
}

function describeApplied(applied: number, total: number): string {
  const items = applied === 1 ? 'Item 1' : `Items 1 to ${applied}`;
  return `${items} of ${total} ${applied === 1 ? 'is' : 'are'} applied: the same Idempotency-Key continues after them. Without one, read what follows them, and send only the items that are missing.`;
}

/** Locks the key until the end of the transaction. Returns the results that are stored for it. */
async function claimedResults(db: Queries, sent: KeyedRequest, now: number): Promise<string[]> {
  if (await claim(db, sent, now)) return [];
  const stored = await findStoredResponse(db, sent, now - RESPONSE_RETENTION);
  if (stored === undefined) throw new Error('The response of a claimed key is missing');
  requireSameRequest(sent, stored);
  return stored.body.split('\n');
}

function responseOf(results: readonly string[]): StoredResponse {
  return { status: 200, location: '', body: results.join('\n') };
}
