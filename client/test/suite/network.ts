import type { PetstoreOptions } from '../../src/index.ts';

type Fetch = NonNullable<PetstoreOptions['fetch']>;
type Way = (send: () => Promise<Response>) => Promise<Response>;

/** A network with a fault: the real `fetch`, whose requests can be counted and meet what a test wants. */
export interface Network {
  fetch: Fetch;
  /** Method, path and `Idempotency-Key` of each request that the client sent. */
  sent: Array<{ method: string; path: string; key: string | null }>;
  /** What the next requests meet, one each; after them all is well. */
  meet(...ways: Way[]): void;
}

export function network(): Network {
  const sent: Network['sent'] = [];
  const ways: Way[] = [];
  return {
    sent,
    meet: (...next) => {
      ways.push(...next);
    },
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      const { pathname } = new URL(String(input));
      sent.push({ method: init?.method ?? 'GET', path: pathname, key: headers.get('idempotency-key') });
      const way = ways.shift() ?? ((send) => send());
      return way(() => fetch(input, init));
    },
  };
}

/** The connection was lost before the request arrived. */
export const lostRequest: Way = () => Promise.reject(new TypeError('connection lost'));

/** The connection was lost after the service did what it was asked. */
export const lostAnswer: Way = async (send) => {
  await (await send()).text();
  throw new TypeError('connection lost');
};

/** Somebody else answers. */
export function answeredBy(
  status: number,
  headers: Record<string, string> = {},
  body = '<h1>Sorry</h1>',
): Way {
  return async () => new Response(body, { status, headers: { 'content-type': 'text/html', ...headers } });
}

/** The service itself is busy, as while it stops. */
export function unavailable(seconds: number): Way {
  const body = JSON.stringify({
    code: 'service_unavailable',
    message: 'The service is stopping.',
    status: 503,
  });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': String(seconds) };
  return answeredBy(503, headers, body);
}
