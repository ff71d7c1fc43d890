import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.ts';
import type { Clock } from '../platform/core/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Metrics } from '../platform/http/metrics.ts';

/** What the parts of the service have in common. */
export interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
}
