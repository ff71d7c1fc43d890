import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { accountOf, authenticate, checkRole } from '../accounts/authenticate.ts';
import type { KeyUses } from '../accounts/key-uses.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { answerPreflight } from '../http/cors.ts';
import type { Check, Exchange } from '../http/exchange.ts';
import { refuseDuringShutdown } from '../http/graceful-shutdown.ts';
import { limitConcurrency, waitForPlace } from '../http/overload/concurrency-limit.ts';
import { checkRequestHead, checkRoute } from '../http/route-checks.ts';
import type { RouteTable } from '../http/route-table.ts';
import { checkRemoval } from '../http/stability.ts';
import type { HoldExpiry } from '../orders/hold-expiry.ts';
import type { PhotoFiles } from '../photos/photo-files.ts';
import type { PublicPages } from '../public-pages/public-pages.ts';
import { type CountingDependencies, countRequest } from '../quota/count-request.ts';
import { recheckKeyAfterBody } from '../quota/key-after-body.ts';
import { quotaHeaders } from '../quota/quota-headers.ts';

export interface CheckDependencies {
  clock: Clock;
  keys: ApiKeyCache;
  keyUses: KeyUses;
  counting: CountingDependencies;
  expiry: HoldExpiry;
  routes: RouteTable;
  photoFiles: PhotoFiles;
  /** Undefined if the public pages are off. */
  publicPages: PublicPages | undefined;
  database: Pick<Database, 'readPlaces'>;
}

/** The checks of requests, in the order of docs/api-design.md#order-of-checks. */
export interface Checks {
  readonly outsideOfVersion1: readonly Check[];
  /** For every request under `/v1`. */
  readonly first: readonly Check[];
  /** For a write, when its body has been read. */
  readonly afterBody: readonly Check[];
  readonly beforeRead: readonly Check[];
  readonly beforeWrite: readonly Check[];
}

export function createChecks(dependencies: CheckDependencies): Checks {
  const { clock, keys, keyUses, counting, expiry, routes, photoFiles, publicPages, database } = dependencies;
  const { addresses, addressOf } = counting;
  const quotaOfAddress = ({ request, now }: Exchange) =>
    quotaHeaders(addresses.peek(addressOf(request), now), now);
  const accountIdOf = (exchange: Exchange) => accountOf(exchange).id;
  const takeSlot = limitConcurrency(accountIdOf);
  const { readPlaces } = database;
  return {
    outsideOfVersion1: [checkRoute(routes), photoFiles.answer, ...(publicPages ? [publicPages.answer] : [])],
    first: [
      answerPreflight(quotaOfAddress),
      authenticate(keys),
      countRequest(counting),
      keyUses.record,
      refuseDuringShutdown,
      checkRequestHead,
      checkRoute(routes),
      checkRemoval,
      checkRole,
    ],
    afterBody: [recheckKeyAfterBody(keys, clock, counting)],
    // A synchronous read ends before the next request starts, and needs no slot.
    beforeRead: readPlaces ? [expiry.check, takeSlot, waitForPlace(readPlaces, accountIdOf)] : [expiry.check],
    beforeWrite: [expiry.check, takeSlot],
  };
}
