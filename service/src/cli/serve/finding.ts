import type { Config } from '../../platform/config/config.ts';
import type { CommandContext } from '../context.ts';

export interface Finding {
  readonly state: 'ok' | 'warning' | 'wrong';
  readonly message: string;
}

/** Returns undefined if the check does not apply to this store. */
export type Check = (context: CommandContext, config: Config) => Promise<Finding | undefined>;

export function ok(message: string): Finding {
  return { state: 'ok', message };
}

export function warning(message: string): Finding {
  return { state: 'warning', message };
}

export function wrong(cause: unknown): Finding {
  return { state: 'wrong', message: cause instanceof Error ? cause.message : String(cause) };
}
