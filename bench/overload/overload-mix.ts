import type { Store } from '../data/seed.ts';
import { FIRST_PAGE, NEW_PET, PETS, randomPages } from '../load/requests.ts';

/** More than a run sends, as a rule, so that hardly a page comes twice. */
const MOST_REQUESTS = 100_000;
const EVENTS = '/v1/events?limit=20';

/** Ten requests in the shares of real use: 7 pages, each another, the first page, one thing, one pet added. */
const KINDS = ['page', 'page', 'first', 'page', 'page', 'one', 'page', 'page', 'add', 'page'] as const;

interface Target extends Store {
  /** The value of `Host`. */
  readonly host: string;
}

/** Whole requests, ready to be written to a connection, in the order in which they are to be sent. */
export function requestsOfMix(target: Target): Buffer[] {
  const { host, key, pets } = target;
  const ready = (firstLine: string, body = '') => {
    const about =
      body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
    const head = [`${firstLine} HTTP/1.1`, `host: ${host}`, `authorization: Bearer ${key}`, ...about];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
  const first = ready(`GET ${FIRST_PAGE}`);
  const add = ready(`POST ${PETS}`, NEW_PET);
  const events = ready(`GET ${EVENTS}`);
  const make = {
    page: (path: string) => ready(`GET ${path}`),
    first: () => first,
    one: (_path: string, index: number) =>
      index % 20 < 10 ? events : ready(`GET ${PETS}/${(index % pets) + 1}`),
    add: () => add,
  };
  const pages = randomPages(target).slice(0, MOST_REQUESTS);
  return pages.map((path, index) => make[KINDS[index % KINDS.length] ?? 'page'](path, index));
}
