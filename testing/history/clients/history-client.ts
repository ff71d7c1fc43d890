import { Petstore } from '../../../client/src/index.ts';

/** One request and its outcome. */
export interface SentRequest {
  method: string;
  /** Undefined if there was no response. */
  status: number | undefined;
  /** The error code of the service, or of the lost connection; undefined if there was no error. */
  error: string | undefined;
  /** Time until the headers of the response. */
  ms: number;
}

export interface HistoryClientOptions {
  baseUrl: string;
  /** Read at each request: a test may rotate the key. */
  credentials: { key: string };
  /** The maximum number of requests of one call; the client's default if undefined. */
  attempts?: number;
  /** Called before each request. */
  onSend?: () => void;
  /** Called after each request. */
  onSent?: (sent: SentRequest) => void;
}

/** The typed client with counted requests, for one call at a time. */
export class HistoryClient {
  readonly petstore: Petstore;
  /** The same without Idempotency-Keys. It sends each write once. */
  readonly withoutKeys: Petstore;
  /** Requests so far. */
  sends = 0;
  readonly #options: HistoryClientOptions;

  constructor(options: HistoryClientOptions) {
    this.#options = options;
    const { baseUrl, credentials, attempts } = options;
    const base = { baseUrl, apiKey: credentials.key };
    const keyed: typeof fetch = (input, init) => this.#send(input, init, false);
    const keyless: typeof fetch = (input, init) => this.#send(input, init, true);
    this.petstore = new Petstore({ ...base, fetch: keyed, retry: { attempts } });
    this.withoutKeys = new Petstore({ ...base, fetch: keyless, retry: { attempts: 1 } });
  }

  async #send(
    input: string | URL | Request,
    init: RequestInit | undefined,
    isKeyless: boolean,
  ): Promise<Response> {
    const { credentials, onSend, onSent } = this.#options;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${credentials.key}`);
    if (isKeyless) headers.delete('idempotency-key');
    this.sends += 1;
    onSend?.();
    const sentAt = performance.now();
    const report = (status: number | undefined, error: string | undefined) =>
      onSent?.({ method: init?.method ?? 'GET', status, error, ms: performance.now() - sentAt });
    try {
      const response = await fetch(input, { ...init, headers });
      report(response.status, response.status < 400 ? undefined : await codeOf(response.clone()));
      return response;
    } catch (error) {
      report(undefined, lossOf(error));
      throw error;
    }
  }
}

/** Returns the error code in a response of the API. */
export async function codeOf(response: Response): Promise<string> {
  const [, code = 'no code'] = /"code":"(\w+)"/.exec(await response.text()) ?? [];
  return code;
}

/** Returns the runtime's code of a connection error. */
export function lossOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return `lost: ${code ?? 'another reason'}`;
}
