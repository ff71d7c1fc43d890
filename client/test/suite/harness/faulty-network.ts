import type { PetstoreOptions } from '../../../src/index.ts';

type Fetch = NonNullable<PetstoreOptions['fetch']>;
/** Replaces the response of one request. `send` sends the request to the service. */
type Fault = (send: () => Promise<Response>) => Promise<Response>;

/** The real `fetch`, with injected faults and a record of the requests. */
export interface Network {
  fetch: Fetch;
  /** Every request that the client sent. `key` is its `Idempotency-Key`. */
  sent: Array<{ method: string; path: string; key: string | null }>;
  /** Adds faults for the next requests, one each. Requests after them reach the service. */
  inject(...faults: Fault[]): void;
}

export function faultyNetwork(): Network {
  const sent: Network['sent'] = [];
  const faults: Fault[] = [];
  return {
    sent,
    inject: (...next) => {
      faults.push(...next);
    },
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      const { pathname } = new URL(String(input));
      sent.push({ method: init?.method ?? 'GET', path: pathname, key: headers.get('idempotency-key') });
      const fault = faults.shift() ?? ((send) => send());
      return fault(() => fetch(input, init));
    },
  };
}

/** Never responds, and fails when the client cancels the request. */
export const silentFetch: Fetch = (_, init) =>
  new Promise((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(new Error('cancelled'))),
  );

/** The connection is lost before the service receives the request. */
export const lostRequest: Fault = () => Promise.reject(new TypeError('connection lost'));

/** The connection is lost after the service has processed the request. */
export const lostResponse: Fault = async (send) => {
  await (await send()).text();
  throw new TypeError('connection lost');
};

/** The service has processed the request, but its store did not confirm the change. */
export const resultUnknown: Fault = async (send) => {
  await (await send()).text();
  return serviceError(503, 'result_unknown')(send);
};

/** Another server responds. */
export function respondWith(
  status: number,
  headers: Record<string, string> = {},
  body = '<h1>Sorry</h1>',
): Fault {
  return async () => new Response(body, { status, headers: { 'content-type': 'text/html', ...headers } });
}

/** The service responds with 503, as it does while it stops. */
export function unavailable(seconds: number): Fault {
  return serviceError(503, 'service_unavailable', { 'retry-after': String(seconds) });
}

/** The service responds with an error. */
export function serviceError(status: number, code: string, headers: Record<string, string> = {}): Fault {
  const body = JSON.stringify({ code, message: 'Something is wrong.', status });
  return respondWith(status, { 'content-type': 'application/json; charset=utf-8', ...headers }, body);
}
