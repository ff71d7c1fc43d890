import type { Config } from '../../platform/config/config.ts';
import type { Place } from './places.ts';
import type { BackgroundWork, SharedMemory } from './shared-memory.ts';
import type { MetricCall } from './thread-metrics.ts';

/** With what a thread begins. */
export interface ThreadStart {
  readonly config: Config;
  readonly memory: SharedMemory;
  readonly number: number;
  readonly hasMetrics: boolean;
}

export type ToThread =
  | { readonly kind: 'listen'; readonly place: Place }
  | { readonly kind: 'measure' }
  | { readonly kind: 'drain' }
  | { readonly kind: 'close' };

export type FromThread =
  | { readonly kind: 'composed' }
  | { readonly kind: 'listens' }
  | { readonly kind: 'logs'; readonly line: string }
  | { readonly kind: 'wakes'; readonly work: BackgroundWork }
  | { readonly kind: 'counts'; readonly calls: readonly MetricCall[] }
  /** The reply to `measure`, after everything that was counted before it. */
  | { readonly kind: 'measured'; readonly followers: number };
