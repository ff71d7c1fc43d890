import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyContextConfig, FastifyError, FastifyInstance } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { Throttle } from '../../core/throttle.ts';
import { type Exchange, exchangeOf } from '../exchange.ts';
import { tooLargeError, unsupportedTypeError } from '../requests/json-body.ts';
import { UnknownPath } from '../requests/validation.ts';
import { type Answer, errorAnswer } from './answer.ts';
import { sendAnswer } from './send-answer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the error for an id in the path that does not exist or is not an int64. */
    notFound?: (id: string) => ApiError;
  }
}

/** Converts errors into answers of one shape, and logs those that are faults of the service. */
export class ErrorAnswers {
  readonly #log: FastifyBaseLogger;
  /** During an outage of the store, all operations fail for the same reason, so one line reports all of them. */
  readonly #throttle = new Throttle();

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  of(error: Error, exchange: Exchange): Answer {
    const apiError = toApiError(error, exchange);
    if (apiError.status >= 500 && !isDisconnect(error, exchange)) this.#logFault(apiError, error, exchange);
    return errorAnswer(apiError);
  }

  #logFault({ code, cause }: ApiError, error: Error, exchange: Exchange): void {
    const operation = code === 'service_unavailable' ? '' : exchange.route?.operation;
    this.#throttle.run((leftOut) => {
      exchange.isLogged = true;
      const fields = { err: cause ?? error, code, ...exchange.span?.logFields, ...leftOut };
      this.#log.child({ reqId: exchange.id }).error(fields, 'request failed');
    }, `${code} ${operation}`);
  }
}

/** Sends the errors of the framework, and of its handlers. */
export function handleErrors(app: FastifyInstance, answers: ErrorAnswers): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = answers.of(error, exchangeOf(request));
    // Fastify closes the connection after a body that it could not parse. That is only necessary if it was not read completely.
    const mustClose = reply.hasHeader('connection') && (answer.status >= 500 || !request.raw.complete);
    const headers = mustClose ? [...answer.headers, 'connection', 'close'] : answer.headers;
    sendAnswer(reply, { ...answer, headers });
  });
}

/** Returns true if the client disconnected while it sent the body, which is no fault of the service. */
function isDisconnect(error: Error, { request }: Exchange): boolean {
  return codeOf(error) === 'ECONNRESET' && request.destroyed;
}

function toApiError(error: Error, { route, request }: Exchange): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UnknownPath) return route?.config.notFound?.(error.value) ?? pathNotFound();
  return FRAMEWORK_ERRORS[codeOf(error)]?.(error, request, route?.config ?? {}) ?? internalError(error);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
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
const FRAMEWORK_ERRORS: Readonly<
  Record<string, (cause: Error, request: IncomingMessage, config: FastifyContextConfig) => ApiError>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (cause, _request, config) => tooLargeError(config, cause),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: (cause) =>
    new ApiError('invalid_body', 'The length of the body differs from Content-Length.', { cause }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_cause, request, config) => unsupportedTypeError(request, config),
};
