import { SECOND } from '../../core/clock.ts';
import { ValkeyConnection } from './connection.ts';

/** What answers at an address, and whether it is fit to count requests. */
export interface ProbeResult {
  /** As in `Valkey 8.1.1` or `Redis 7.0.15`. */
  readonly version: string;
  /** Whether it may drop what it was told when its memory is full. */
  readonly evicts: boolean;
}

const PATIENCE_MS = 2 * SECOND;
const PROBE = 'petstore:examination';

/** @throws {ApiError} `service_unavailable` as `ValkeyQuotas.open`: it does not answer, is too old, or takes no writes. */
export async function probeValkey(url: string): Promise<ProbeResult> {
  const connection = await ValkeyConnection.open(url, PATIENCE_MS);
  try {
    const written = await connection.call((redis) => redis.petstoreAnnounce(PROBE, 'probe', SECOND));
    const memory = await connection.call((redis) => redis.info('memory'));
    if (written === undefined || memory === undefined) throw connection.unavailableError();
    return { version: connection.version, evicts: !/^maxmemory_policy:noeviction/m.test(memory) };
  } finally {
    connection.close();
  }
}
