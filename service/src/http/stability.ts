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

/** Returns the header fields about the stability and the removal of an operation. */
export function operationHeaders(config: FastifyContextConfig | undefined): Record<string, string> {
  return {
    ...(config?.stability && { 'x-api-stability': config.stability }),
    ...(config?.removal && removalHeaders(config.removal)),
  };
}

/** `Deprecation` is defined by RFC 9745, `Sunset` by RFC 8594. */
export function removalHeaders(removal: OperationRemoval) {
  return {
    Deprecation: `@${removal.deprecatedAt / SECOND}`,
    Sunset: new Date(removal.goneAt).toUTCString(),
    Link: `<${removal.successor}>; rel="successor-version", <${removal.reference}>; rel="deprecation"; type="text/html"`,
  };
}

/** Rejects a request for an operation that was removed (410). */
export const checkRemoval: Check = ({ route, now }) => {
  if (route === undefined || now < route.goneAt) return undefined;
  const { removal } = route.config;
  const day = new Date(route.goneAt).toISOString().slice(0, 10);
  return new ApiError(
    'operation_removed',
    `This operation was removed on ${day}. Use GET ${removal?.successor} instead.`,
  );
};
