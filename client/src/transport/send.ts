import { PetstoreAbortError, PetstoreConnectionError, PetstoreTimeoutError } from '../errors.ts';
import { onAbort } from '../on-abort.ts';
import type { RawResponse } from '../options.ts';
import type { Settings } from '../settings.ts';
import { hasType } from './response.ts';

/** The arguments of `fetch`. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Blob | Uint8Array | FormData | null;
  /** The number of changes in the body of a batch. It is no argument of `fetch`. */
  changes?: number | undefined;
}

/** The service ends an upload that is slower, or that takes longer than 5 minutes. */
const MIN_UPLOAD_BYTES_PER_SECOND = 16 * 1024;
const MAX_UPLOAD_SECONDS = 300;
/** The service applies more, unless it is very busy. */
const MIN_CHANGES_PER_SECOND = 10;

/**
 * Sends a request once and reads the whole response.
 *
 * @throws {PetstoreTimeoutError} after the time limit, to which files and batches add the time that they may take.
 * @throws {PetstoreAbortError} when the signal is aborted.
 * @throws {PetstoreConnectionError} if the response does not arrive or is incomplete.
 */
export async function send(
  { fetch, clock, timeoutSeconds }: Pick<Settings, 'fetch' | 'clock' | 'timeoutSeconds'>,
  { url, changes, ...request }: OutgoingRequest,
  signal: AbortSignal | undefined,
): Promise<RawResponse> {
  if (signal?.aborted) throw aborted(signal);
  const cancel = new AbortController();
  const done = new AbortController();
  const removeListener = onAbort(signal, () => cancel.abort());
  let isLate = false;
  const limitSeconds = timeoutSeconds + extraSeconds({ body: request.body, changes });
  clock.wait(1000 * limitSeconds, done.signal).then(() => {
    isLate = !done.signal.aborted;
    if (isLate) cancel.abort();
  });
  try {
    // Following a redirect would return the response of another server. The service uses no cookies.
    const fixed = { redirect: 'manual', credentials: 'omit', signal: cancel.signal };
    // Types of `fetch` demand bytes that are not shared.
    return await readAll(await fetch(url, { ...request, ...fixed } as RequestInit));
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal);
    if (isLate) throw new PetstoreTimeoutError(`No response within ${limitSeconds} s.`, { cause });
    throw new PetstoreConnectionError(`No response from ${new URL(url).origin}: ${reasonOf(cause)}.`, {
      cause,
    });
  } finally {
    done.abort();
    removeListener();
  }
}

/** A file stays bytes: as a text it would lose its byte order mark. */
async function readAll(response: Response): Promise<RawResponse> {
  const { status, headers, ok } = response;
  const isFile = ok && hasType(headers, 'text/csv');
  return { status, headers, body: isFile ? await response.blob() : await response.text() };
}

/** Returns the longest time that a file or a batch may take, in whole seconds. Other bodies are small. */
function extraSeconds({ body, changes = 0 }: Pick<OutgoingRequest, 'body' | 'changes'>): number {
  const sent = changes > 0 && typeof body === 'string' ? new Blob([body]) : body;
  const upload = Math.min(MAX_UPLOAD_SECONDS, Math.ceil(bytesOf(sent) / MIN_UPLOAD_BYTES_PER_SECOND));
  return upload + Math.ceil(changes / MIN_CHANGES_PER_SECOND);
}

function bytesOf(body: OutgoingRequest['body']): number {
  if (body instanceof Blob) return body.size;
  if (body instanceof Uint8Array) return body.length;
  return body instanceof FormData ? [...body.values()].reduce((sum, part) => sum + bytesOf(part), 0) : 0;
}

export function aborted(signal: AbortSignal | undefined): PetstoreAbortError {
  return new PetstoreAbortError('The call was aborted.', { cause: signal?.reason });
}

/** The error of Node's `fetch` is "fetch failed"; its cause has the reason. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (inner instanceof Error && inner.message) || String(inner);
}
