import type { FastifyContextConfig } from 'fastify';
import { SECOND } from '../core/clock.ts';
import { ApiError, type ErrorCode } from '../core/errors.ts';
import type { Check } from './exchange.ts';

/** The stability of an operation. A deprecated operation will be removed. */
export type Stability = 'stable' | 'beta' | 'experimental' | 'deprecated';

/** When an operation was deprecated, when it is removed, and its replacement. Times are Unix milliseconds. */
export interface OperationRemoval {
  readonly deprecatedAt: number;
  readonly goneAt: number;
  readonly successor: string;
  readonly reference: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    stability?: Stability;
    removal?: OperationRemoval;
    /** The errors of the operation, without those that every operation may have. */
    errors?: readonly ErrorCode[];
  }
}

/** Returns the header fields about the stability and the removal of an operation (RFC 9745, RFC 8594). */
export function operationHeaders({ stability, removal }: FastifyContextConfig): Record<string, string> {
  return {
    ...(stability && { 'x-api-stability': stability }),
    ...(removal && {
      Deprecation: `@${removal.deprecatedAt / SECOND}`,
      Sunset: new Date(removal.goneAt).toUTCString(),
      Link: `<${removal.successor}>; rel="successor-version", <${removal.reference}>; rel="deprecation"; type="text/html"`,
    }),
  };
}

/** Rejects a request for an operation that was removed (410). */
export const checkRemoval: Check = ({ route, now }) => {
  const removal = route?.config.removal;
  if (removal === undefined || now < removal.goneAt) return undefined;
  const day = new Date(removal.goneAt).toISOString().slice(0, 10);
  return new ApiError(
    'operation_removed',
    `This operation was removed on ${day}. Use GET ${removal.successor} instead.`,
  );
};
