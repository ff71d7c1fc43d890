import { type EventPage, PetstoreError } from '@petstore/client';
import { streamPages } from '@petstore/client/stream';
import { sendWithCredential } from '../send-with-credential.ts';
import type { Session } from '../session.ts';

/** Behind a proxy that collects responses, nothing arrives: then the feed is read page by page. */
const MAX_SILENCE_MS = 10_000;
/** How long the feed is read page by page before a stream is tried again. */
const TRY_AGAIN_MS = 300_000;

type Pages = AsyncGenerator<Pick<EventPage, 'items' | 'next'>, void, undefined>;

/**
 * Yields the events after a position as they occur. It reads the feed page by page while no one sees the page, because a browser
 * opens only six connections to a host without TLS, and where a stream is not possible.
 */
export async function* livePages(session: Session, after: bigint, signal: AbortSignal): Pages {
  let position = after;
  let mayStream = true;
  while (!signal.aborted) {
    const phase = new Phase(session, signal, mayStream);
    try {
      for await (const page of phase.pages(position)) {
        position = page.next;
        yield page;
      }
    } catch (error) {
      // If it is not only the stream that is refused, the next page has the same error.
      if (!phase.isStream) throw error;
      phase.giveUp();
    } finally {
      phase.end();
    }
    mayStream = phase.isPossible;
  }
}

/** A time in which the feed is streamed, or read page by page. It ends when someone begins or ceases to see the page. */
class Phase {
  readonly isStream: boolean;
  isPossible = true;
  readonly #session: Session;
  readonly #signal: AbortSignal;
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, signal: AbortSignal, mayStream: boolean) {
    this.#session = session;
    this.#signal = signal;
    this.isStream = mayStream && document.visibilityState === 'visible';
    signal.addEventListener('abort', this.end);
    document.addEventListener('visibilitychange', this.end);
    this.#timer = this.isStream
      ? setTimeout(this.giveUp, MAX_SILENCE_MS)
      : setTimeout(this.end, TRY_AGAIN_MS);
  }

  async *pages(after: bigint): Pages {
    const { signal } = this.#ended;
    const source = this.isStream
      ? this.#stream(after)
      : this.#session.petstore.events.pages({ after, signal });
    for await (const page of source) {
      if (this.isStream) clearTimeout(this.#timer);
      yield page;
    }
  }

  /** Ends a stream that is not possible now. */
  readonly giveUp = (): void => {
    this.isPossible = false;
    this.end();
  };

  readonly end = (): void => {
    clearTimeout(this.#timer);
    this.#ended.abort();
    this.#signal.removeEventListener('abort', this.end);
    document.removeEventListener('visibilitychange', this.end);
  };

  #stream(after: bigint): Pages {
    const { credential, connectionProblem } = this.#session;
    return streamPages({
      baseUrl: location.origin,
      // The client demands a key. Each request gets the credential that the session has at that time.
      apiKey: 'replaced',
      after,
      signal: this.#ended.signal,
      fetch: (input, init) => sendWithCredential(credential.get(), input, init),
      onWait: ({ error }) => {
        // There are too many streams, or the service is away: then the next page has that error, too.
        if (error instanceof PetstoreError) this.giveUp();
        else connectionProblem.set({ error, until: undefined });
      },
    });
  }
}
