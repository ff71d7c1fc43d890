import type { FastifyContextConfig, onRequestHookHandler } from 'fastify';
import { type Clock, SECOND } from '../core/clock.ts';
import { ApiError, type ErrorCode } from '../core/errors.ts';

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

/** Adds `operationHeaders` to every response, errors included. */
export const announceStability: onRequestHookHandler = (request, reply, done) => {
  reply.headers(operationHeaders(request.routeOptions.config));
  done();
};

/** Returns the header fields about the stability and the removal of an operation. */
export function operationHeaders(config: FastifyContextConfig | undefined): Record<string, string> {
  return {
    ...(config?.stability && Object.fromEntries([stabilityHeaders(config.stability)])),
    ...(config?.removal && removalHeaders(config.removal)),
  };
}

/** Returns the name and the value of the header field about the stability. */
export function stabilityHeaders(stability: Stability): [string, string] {
  return ['x-api-stability', stability];
}

/** `Deprecation` is defined by RFC 9745, `Sunset` by RFC 8594. */
export function removalHeaders(removal: OperationRemoval) {
  return {
    Deprecation: `@${removal.deprecatedAt / SECOND}`,
    Sunset: new Date(removal.goneAt).toUTCString(),
    Link: `<${removal.successor}>; rel="successor-version", <${removal.reference}>; rel="deprecation"; type="text/html"`,
  };
}

/** Responds 410 to an operation that is removed by now. */
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
