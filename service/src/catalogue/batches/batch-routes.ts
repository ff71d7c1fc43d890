import { Type } from 'typebox';
import type { ApiKeyCache } from '../../access/accounts/api-key-cache.ts';
import { accountOf, actorOf, principalOf } from '../../access/accounts/authenticate.ts';
import type { IdempotentParts } from '../../access/idempotency/idempotent-parts.ts';
import { idempotencyHeaders } from '../../access/idempotency/idempotent-writes.ts';
import { keyedRequest } from '../../access/idempotency/keyed-request.ts';
import {
  type CountingDependencies,
  countMore,
  keepCounted,
  recheckKeyAfterBody,
} from '../../access/quota/count-request.ts';
import { PERSONS_FACTOR } from '../../access/quota/sender.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { localDay } from '../../platform/core/local-days.ts';
import { Pace } from '../../platform/core/tasks/pace.ts';
import { thousands } from '../../platform/core/thousands.ts';
import type { Database } from '../../platform/database/database.ts';
import { bondsLock, petLock } from '../../platform/database/locks.ts';
import { receiveInQueue } from '../../platform/http/overload/receive-in-queue.ts';
import { type UploadPlace, UploadQueue } from '../../platform/http/overload/upload-queue.ts';
import { flatHeaders } from '../../platform/http/responses/answer.ts';
import { type Answer, type Exchange, type Route, route, type Values } from '../../platform/http/route.ts';
import type { ShelterTime } from '../pets/movements/dated-change.ts';
import {
  applyCommands,
  changesBonds,
  countFailed,
  foreignPets,
  ITEMS_PER_TRANSACTION,
  petsOfTransaction,
} from './apply-batch.ts';
import { readBatch } from './batch-body.ts';
import { type BatchResults, MAX_ITEMS, RESULTS_EXAMPLE } from './batch-schemas.ts';

/** 1,000 animals with a profile of 2 KB each. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;
const ITEMS_PER_REQUEST = 100;
/** An account changes as many animals a minute by its persons as by its keys. */
const ITEMS_PER_PERSONS_REQUEST = ITEMS_PER_REQUEST / PERSONS_FACTOR;
/** There is room for 8 of the largest batches, or for 50 with 1,000 short items. */
const UPLOADS = {
  things: 'batches',
  largestBytes: MAX_BATCH_BYTES,
  maxBytes: 8 * MAX_BATCH_BYTES,
  retryAfterSeconds: 1,
};
const MAX = thousands(MAX_ITEMS);

export interface BatchRouteDependencies {
  database: Database;
  clock: Clock;
  timeZone: ShelterTime['timeZone'];
  parts: IdempotentParts;
  keys: ApiKeyCache;
  counting: CountingDependencies;
  publicUrl: string;
  /** The part of the memory for this thread. */
  share: number;
}

/** The route that applies many changes of pets (docs/adr/0068). */
export function batchRoutes(dependencies: BatchRouteDependencies): Route[] {
  const queue = new UploadQueue(UPLOADS, dependencies.share);
  const apply = batchWriter(dependencies);
  return [
    route({
      method: 'POST',
      path: '/v1/batches',
      schema: {
        operationId: 'applyBatch',
        tags: ['Pets'],
        summary: 'Change many animals',
        description: `Applies up to ${MAX} items in their order; each stands for one request of \`createPet\`, \`changePet\`, \`changeProfile\` or \`removePet\`, and has a result of its own. An item that fails changes nothing, and does not undo the others. Each ${ITEMS_PER_REQUEST} items, or a part of them, count as one request (of a person each ${ITEMS_PER_PERSONS_REQUEST}); if the quota has fewer left, nothing is applied (429). At most ${ITEMS_PER_TRANSACTION} items share a transaction. With an \`Idempotency-Key\`, a repetition after a lost connection or an error continues with the first item that was not applied, and returns the results of all; it counts again. The body is at most ${MAX_BATCH_BYTES} bytes, an item 65536.`,
        headers: idempotencyHeaders,
        responses: {
          200: {
            ...Type.Unsafe<BatchResults>({ $ref: 'BatchResults#' }),
            description:
              'The result of each item. Look at `failed`: the status is 200 even if items have failed.',
            examples: [RESULTS_EXAMPLE],
          },
        },
      },
      body: {
        receive: (exchange, parameters) =>
          receiveInQueue(exchange, parameters, { queue, accountId: accountOf(exchange).id }),
        limitBytes: MAX_BATCH_BYTES,
        documented: { $ref: 'Batch#' },
      },
      stability: 'experimental',
      errorMessages: { payload_too_large: `The body must be at most ${MAX_BATCH_BYTES} bytes.` },
      errors: [
        'malformed_json',
        'invalid_body',
        'insufficient_role',
        'idempotency_key_in_use',
        'idempotency_key_reused',
        'payload_too_large',
        'unsupported_media_type',
      ],
      handle: async (exchange, input) => {
        const { body: place } = input;
        try {
          return await place.process(() => apply(exchange, input));
        } finally {
          place.leave();
        }
      },
    }),
  ];
}

type Input = Pick<Values, 'params' | 'bytes'> & { readonly body: UploadPlace };

/** Returns the function that reads, counts and applies a batch. */
function batchWriter(dependencies: BatchRouteDependencies) {
  const { database, clock, timeZone, parts, keys, counting, publicUrl } = dependencies;
  const recheckKey = recheckKeyAfterBody(keys, clock, counting);
  return async (exchange: Exchange, { params, bytes }: Input): Promise<Answer> => {
    if (bytes.length === 0) throw new ApiError('invalid_body', 'The request needs a body: a JSON object.');
    const pace = new Pace();
    const { commands, digest } = await readBatch(bytes, exchange.now, pace);
    // Before the rest is counted: a malformed key costs one request.
    const sent = keyedRequest(exchange, { params, bytes: digest });
    const { person } = principalOf(exchange);
    const count = Math.ceil(commands.length / (person ? ITEMS_PER_PERSONS_REQUEST : ITEMS_PER_REQUEST)) - 1;
    const exceeded = count > 0 && (await countMore(counting, exchange, { count, now: clock.now() }));
    if (exceeded) return exceeded;
    const zone = await timeZone();
    let foreign: ReadonlySet<bigint> = new Set();
    const applied = await parts.apply(exchange, sent, {
      total: commands.length,
      locks: (first) => [
        ...(changesBonds(commands, first) ? [bondsLock(accountOf(exchange).id)] : []),
        ...petsOfTransaction(commands, first)
          .filter((id) => !foreign.has(id))
          .map(petLock),
      ],
      apply: (db, first) => {
        const at = clock.now();
        const change = { actor: actorOf(exchange), at, today: localDay(at, zone) };
        return applyCommands(db, commands, first, { account: accountOf(exchange), change, publicUrl });
      },
      begin: async (first) => {
        if (first > 0) keepCounted(exchange);
        // Other work of the process has its turn between two transactions of an engine that works in it.
        if (first > 0 && !database.engine.supportsConcurrentWrites) await pace.rest();
        const refusal = await recheckKey(exchange);
        // The role may be another one than before the last transaction.
        if (refusal === undefined)
          foreign = await foreignPets(database, petsOfTransaction(commands, first), accountOf(exchange));
        return refusal;
      },
    });
    if ('refusal' in applied) return applied.refusal;
    const { results, isReplay } = applied;
    return {
      status: 200,
      headers: isReplay ? flatHeaders({ 'Idempotent-Replayed': 'true' }) : [],
      body: `{"failed":${countFailed(results)},"results":[${results.join(',')}]}`,
    };
  };
}
