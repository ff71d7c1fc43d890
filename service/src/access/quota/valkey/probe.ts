import { SECOND } from '../../../platform/core/clock.ts';
import { ValkeyConnection } from './connection.ts';

/** A server that was probed, before it is used for quotas. */
export interface ProbeResult {
  /** For example `Valkey 8.1.1` or `Redis 7.0.15`. */
  readonly version: string;
  /** Whether it evicts keys when its memory is full, and counts with them. */
  readonly evicts: boolean;
}

const TIMEOUT_MS = 2 * SECOND;
const PROBE_KEY = 'petstore:probe';

/** @throws {ApiError} `service_unavailable` if it does not reply, is older than 7 or is read-only, as `ValkeyQuotas.open`. */
export async function probeValkey(url: string): Promise<ProbeResult> {
  const connection = await ValkeyConnection.open(url, TIMEOUT_MS);
  try {
    const announced = await connection.call((redis) => redis.petstoreAnnounce(PROBE_KEY, 'probe', SECOND));
    const memory = await connection.call((redis) => redis.info('memory'));
    if (announced === undefined || memory === undefined) throw connection.unavailableError();
    return { version: connection.version, evicts: !/^maxmemory_policy:noeviction/m.test(memory) };
  } finally {
    connection.close();
  }
}
