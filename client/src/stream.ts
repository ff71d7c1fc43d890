import type { Event } from './contract.ts';
import { PetstoreAnswerError, PetstoreConnectionError, PetstoreError } from './errors.ts';
import type { PetstoreOptions } from './options.ts';
import type { EventPage } from './resources/events.ts';
import { type Settings, settingsOf } from './settings.ts';
import { readJson } from './transport/int64-json.ts';
import { readResponse } from './transport/response.ts';
import { retryDelay } from './transport/retry.ts';

/** The service sends something at least every 15 seconds. */
const MAX_SILENCE_MS = 45_000;
/** After a stream that ended without an error: the service does that about once an hour, and when it stops. */
const RECONNECT_MS = 3_000;

export interface StreamOptions
  extends Pick<PetstoreOptions, 'baseUrl' | 'apiKey' | 'fetch' | 'clock' | 'onWait'> {
  /** The id of the last known event, or `latest` for the end of the feed. By default the oldest event that is kept comes first. */
  after?: bigint | 'latest' | undefined;
  /** Only the events of this pet and of its orders. */
  petId?: bigint | undefined;
  /** Ends the stream without an error. */
  signal?: AbortSignal | undefined;
}

/**
 * Yields every event after an event, then new ones as they occur, each once and in order. It stays connected, and connects again after
 * the last event when the connection is lost or the service is away. It costs one request of the quota for each connection.
 *
 * @throws {PetstoreError} `events_expired` if the events after the position are no longer kept, and every error that waiting cannot
 * resolve, such as `invalid_api_key`.
 */
export async function* streamEvents(options: StreamOptions = {}): AsyncGenerator<Event, void, undefined> {
  for await (const { items } of streamPages(options)) {
    for (const event of items) {
      if (options.signal?.aborted) return;
      yield event;
    }
  }
}

/**
 * Yields the same events as they arrive together, each time with the position (`next`) to store. The first page after each connection
 * may be empty.
 *
 * @throws the same errors as `streamEvents`.
 */
export async function* streamPages(options: StreamOptions = {}): AsyncGenerator<EventPage, void, undefined> {
  const { after, petId, signal, ...rest } = options;
  const settings = settingsOf(rest);
  let position = after;
  let failures = 0;
  while (!signal?.aborted) {
    let delay = RECONNECT_MS * (0.5 + Math.random() / 2);
    try {
      for await (const page of connection(settings, { after: position, petId, signal })) {
        failures = 0;
        position = page.next;
        yield page;
      }
    } catch (error) {
      if (signal?.aborted) return;
      failures += 1;
      const retry = retryDelay(error, failures);
      if (retry === undefined) throw error;
      delay = retry;
      if (error instanceof Error) settings.onWait({ error, seconds: Math.ceil(delay / 1000) });
    }
    await settings.clock.wait(delay, signal);
  }
}

type Request = Pick<StreamOptions, 'after' | 'petId' | 'signal'>;

/** Yields what arrives on one connection, until it ends. */
async function* connection(
  settings: Settings,
  { after, petId, signal }: Request,
): AsyncGenerator<EventPage, void, undefined> {
  const cancel = new AbortController();
  const stop = () => cancel.abort();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const response = await heard(settings, cancel, open(settings, { after, petId }, cancel.signal));
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    while (reader !== undefined) {
      const { done, value } = await heard(settings, cancel, reader.read());
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const end = text.lastIndexOf('\n\n');
      if (end < 0) continue;
      const page = pageOf(text.slice(0, end));
      text = text.slice(end + 2);
      if (page !== undefined) yield page;
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', stop);
  }
}

async function open(
  { baseUrl, apiKey, fetch }: Settings,
  { after, petId }: Request,
  signal: AbortSignal,
): Promise<Response> {
  const query = new URLSearchParams();
  if (after === 'latest') query.set('after', after);
  if (petId !== undefined) query.set('petId', String(petId));
  const search = String(query);
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${apiKey}`,
    ...(typeof after === 'bigint' && { 'last-event-id': String(after) }),
  };
  const url = `${baseUrl}/events${search === '' ? '' : `?${search}`}`;
  const response = await fetch(url, { headers, redirect: 'manual', credentials: 'omit', signal });
  const { status } = response;
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  readResponse({ status, headers: response.headers, body: await response.text() }, 'GET');
  throw new PetstoreAnswerError('The service is older than this client: it does not stream events.', status);
}

/** Waits for the service, but not longer than it is ever silent. */
async function heard<T>({ clock }: Settings, cancel: AbortController, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  let isSilent = false;
  clock.wait(MAX_SILENCE_MS, done.signal).then(() => {
    isSilent = !done.signal.aborted;
    if (isSilent) cancel.abort();
  });
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof PetstoreError || cause instanceof PetstoreAnswerError) throw cause;
    const why = isSilent ? 'nothing was sent for 45 s' : 'the connection was lost';
    throw new PetstoreConnectionError(`The stream of events has ended: ${why}.`, { cause });
  } finally {
    done.abort();
  }
}

/** Returns the events of messages and the last position in them; undefined if there is no position. */
function pageOf(text: string): EventPage | undefined {
  const items: Event[] = [];
  let next: bigint | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('id: ')) next = BigInt(line.slice(4));
    if (line.startsWith('data: ')) items.push(readJson(line.slice(6)) as Event);
  }
  return next === undefined ? undefined : { items, next };
}
