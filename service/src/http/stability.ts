import type { FastifyContextConfig, onRequestHookHandler } from 'fastify';
import { type Clock, SECOND } from '../core/clock.ts';
import { ApiError, type ErrorCode } from '../core/errors.ts';

/** What is promised about an operation; `deprecated` names the one that will be removed. */
export type Stability = 'stable' | 'beta' | 'experimental' | 'deprecated';

/** When an operation was deprecated, when it is gone, and what to use instead. Times are Unix milliseconds. */
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
    /** What the operation may answer beyond the errors that every operation may. */
    errors?: readonly ErrorCode[];
  }
}

/** Marks every answer of an operation, errors included: `Deprecation` is RFC 9745, `Sunset` RFC 8594. */
export const announceStability: onRequestHookHandler = (request, reply, done) => {
  reply.headers(operationHeaders(request.routeOptions.config));
  done();
};

/** The header fields of every response of an operation. */
export function operationHeaders(config: FastifyContextConfig | undefined): Record<string, string> {
  return {
    ...(config?.stability && Object.fromEntries([stabilityHeaders(config.stability)])),
    ...(config?.removal && removalHeaders(config.removal)),
  };
}

/** What every answer of an operation that stays has, name and value. */
export function stabilityHeaders(stability: Stability): [string, string] {
  return ['x-api-stability', stability];
}

export function removalHeaders(removal: OperationRemoval) {
  return {
    Deprecation: `@${removal.deprecatedAt / SECOND}`,
    Sunset: new Date(removal.goneAt).toUTCString(),
    Link: `<${removal.successor}>; rel="successor-version", <${removal.reference}>; rel="deprecation"; type="text/html"`,
  };
}

/** Answers 410 for an operation whose time has come, by the service's clock. */
export function refuseRemoved(clock: Clock): onRequestHookHandler {
  return (request, _reply, done) => {
    const { removal } = request.routeOptions.config;
    if (removal === undefined || clock.now() < removal.goneAt) return done();
    const day = new Date(removal.goneAt).toISOString().slice(0, 10);
    done(
      new ApiError(
        'operation_removed',
        `This operation was removed on ${day}. Use GET ${removal.successor} instead.`,
      ),
    );
  };
}
