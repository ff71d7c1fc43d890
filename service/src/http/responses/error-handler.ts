import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { Throttle } from '../../core/throttle.ts';
import { BODY_LIMIT_BYTES, unsupportedTypeError } from '../requests/json-body.ts';
import { UnknownPath } from '../requests/validation.ts';
import { sendJson } from './json-response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the error for an id in the path that does not exist or is not an int64. */
    notFound?: (id: string) => ApiError;
  }
}

/** Sends every error of the application in the same shape, and logs those that are faults of the service. */
export function handleErrors(app: FastifyInstance): void {
  // During an outage of the store, all operations fail for the same reason, so one line reports all of them.
  const throttle = new Throttle();
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const apiError = toApiError(error, request);
    if (apiError.status >= 500 && !isDisconnect(error, request)) {
      const operation =
        apiError.code === 'service_unavailable' ? '' : request.routeOptions.schema?.operationId;
      const err = apiError.cause ?? error;
      throttle.run(
        (leftOut) => request.log.error({ err, code: apiError.code, ...leftOut }, 'request failed'),
        `${apiError.code} ${operation}`,
      );
    }
    // Fastify closes the connection after a body that it could not parse. That is only necessary if it was not read completely.
    if (apiError.status < 500 && request.raw.complete) reply.removeHeader('connection');
    const { status, headers, body } = errorResponse(apiError);
    return sendJson(reply.code(status).headers(headers), body);
  });
}

/** Returns the parts of a response that depend on the error. */
export function errorResponse(error: ApiError) {
  const headers = { ...error.headers, 'Cache-Control': 'no-store' };
  return { status: error.status, headers, body: JSON.stringify(error.toBody()) };
}

/** Returns true if the client disconnected while it sent the body, which is no fault of the service. */
function isDisconnect({ code }: FastifyError, { raw }: FastifyRequest): boolean {
  return code === 'ECONNRESET' && raw.destroyed;
}

function toApiError(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UnknownPath)
    return request.routeOptions.config.notFound?.(error.value) ?? pathNotFound();
  return FRAMEWORK_ERRORS[error.code]?.(error, request) ?? internalError(error);
}

export function pathNotFound(): ApiError {
  return new ApiError('route_not_found', 'This path does not exist.');
}

function internalError(cause: Error): ApiError {
  return new ApiError(
    'internal_error',
    'An internal error occurred. The log of the service has the details.',
    { cause },
  );
}

/** The errors of Fastify itself, by their code. */
const FRAMEWORK_ERRORS: Readonly<Record<string, (cause: Error, request: FastifyRequest) => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) =>
    new ApiError('payload_too_large', `The body must be at most ${BODY_LIMIT_BYTES} bytes.`, { cause }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: (cause) =>
    new ApiError('invalid_body', 'The length of the body differs from Content-Length.', { cause }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_cause, request) => unsupportedTypeError(request),
};
