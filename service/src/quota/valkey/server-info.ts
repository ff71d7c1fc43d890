import { SECOND } from '../../core/clock.ts';

const MIN_MAJOR_VERSION = 7;

/** What a Valkey or Redis server reports about itself (`INFO server`). */
export interface ServerInfo {
  /** Changes with every start of the server. */
  readonly runId: string;
  /** For example `Valkey 8.1.1` or `Redis 7.0.15`. */
  readonly version: string;
  readonly uptimeMs: number;
  readonly isSupported: boolean;
}

export function parseServerInfo(info: string): ServerInfo {
  const field = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
  // Valkey reports the Redis version that it is compatible with.
  const redisVersion = field('redis_version');
  const valkeyVersion = field('valkey_version');
  return {
    runId: field('run_id') ?? '',
    version:
      valkeyVersion === undefined
        ? `Redis ${redisVersion ?? 'of unknown version'}`
        : `Valkey ${valkeyVersion}`,
    uptimeMs: Number(field('uptime_in_seconds') ?? 0) * SECOND,
    isSupported: !(Number.parseInt(redisVersion ?? '', 10) < MIN_MAJOR_VERSION),
  };
}

export function unsupportedVersion({ version }: ServerInfo): Error {
  return new Error(`it is ${version}, and petstore needs ${MIN_MAJOR_VERSION} or newer`);
}
