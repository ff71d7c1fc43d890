import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE } from '../../core/clock.ts';
import { ApiError } from '../../core/errors.ts';
import { Throttle } from '../../core/throttle.ts';
import { BODY_LIMIT_BYTES, unsupportedTypeError } from '../requests/json-body.ts';
import { UnknownPath } from '../requests/validation.ts';
import { sendJson } from './json-response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer to an id in the path that names nothing, or is no int64. */
    notFound?: (id: string) => ApiError;
  }
}

const LOGGED_EVERY = MINUTE;

/** Answers every error of the application in the catalogue's one shape, and logs those that are the service's. */
export function handleErrors(app: FastifyInstance): void {
  // While a store is away every request fails alike, whatever its operation.
  const throttle = new Throttle(LOGGED_EVERY);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toApiError(error, request);
    if (answer.status >= 500 && !hasHungUp(error, request)) {
      const operation = answer.code === 'service_unavailable' ? '' : request.routeOptions.schema?.operationId;
      const err = answer.cause ?? error;
      throttle.run(
        (leftOut) => request.log.error({ err, code: answer.code, ...leftOut }, 'request failed'),
        `${answer.code} ${operation}`,
      );
    }
    // Fastify closes the connection after a body that it could not parse; one that was read whole does no harm.
    if (answer.status < 500 && request.raw.complete) reply.removeHeader('connection');
    const { status, headers, body } = errorResponse(answer);
    return sendJson(reply.code(status).headers(headers), body);
  });
}

/** An error as it is sent, without the header fields that do not depend on it. */
export function errorResponse(error: ApiError) {
  const headers = { ...error.headers, 'Cache-Control': 'no-store' };
  return { status: error.status, headers, body: JSON.stringify(error.toBody()) };
}

/** A client that went away in the middle of its body is no fault of the service. */
function hasHungUp({ code }: FastifyError, { raw }: FastifyRequest): boolean {
  return code === 'ECONNRESET' && raw.destroyed;
}

function toApiError(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UnknownPath)
    return request.routeOptions.config.notFound?.(error.value) ?? nothingThere();
  return FRAMEWORK_ERRORS[error.code]?.(error, request) ?? internalError(error);
}

function nothingThere(): ApiError {
  return new ApiError('route_not_found', 'There is nothing at this path.');
}

function internalError(cause: Error): ApiError {
  return new ApiError(
    'internal_error',
    'The service failed to answer. The log of the service has the details.',
    { cause },
  );
}

/** What Fastify itself may refuse, by its code. */
const FRAMEWORK_ERRORS: Readonly<Record<string, (cause: Error, request: FastifyRequest) => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) =>
    new ApiError('payload_too_large', `The body must be at most ${BODY_LIMIT_BYTES} bytes.`, { cause }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: (cause) =>
    new ApiError('invalid_body', 'The body is not as long as Content-Length says.', { cause }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_cause, request) => unsupportedTypeError(request),
};
