import type { FastifyBaseLogger, FastifyError, FastifyInstance } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { Throttle } from '../../core/throttle.ts';
import { type Exchange, exchangeOf } from '../exchange.ts';
import { UnknownPath } from '../requests/validation.ts';
import { type Answer, errorAnswer } from './answer.ts';

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

  responseTo(error: Error, exchange: Exchange): Answer {
    const apiError = toApiError(error, exchange);
    exchange.isAbandoned = isDisconnect(error, exchange);
    if (apiError.status >= 500 && !exchange.isAbandoned) this.#logFault(apiError, error, exchange);
    const answer = errorAnswer(apiError);
    // If the body was not read to its end, the next request cannot be found on the connection.
    const mustClose = exchange.isReadingBody && (apiError.status >= 500 || !exchange.request.complete);
    return mustClose ? { ...answer, headers: [...answer.headers, 'connection', 'close'] } : answer;
  }

  #logFault({ code, cause }: ApiError, error: Error, exchange: Exchange): void {
    const operation = code === 'service_unavailable' ? '' : exchange.route?.operationId;
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
    const exchange = exchangeOf(request);
    const answer = answers.responseTo(error, exchange);
    reply.hijack();
    exchange.send(answer);
  });
}

/** Returns true if the request ended because its client disconnected, which is no fault of the service. */
function isDisconnect(error: Error, { request, response }: Exchange): boolean {
  return 'code' in error && error.code === 'ECONNRESET' && (request.destroyed || response.destroyed);
}

function toApiError(error: Error, { route }: Exchange): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UnknownPath) return route?.config.notFound?.(error.value) ?? pathNotFound();
  return new ApiError(
    'internal_error',
    'An internal error occurred. The log of the service has the details.',
    { cause: error },
  );
}

export function pathNotFound(): ApiError {
  return new ApiError('route_not_found', 'This path does not exist.');
}
