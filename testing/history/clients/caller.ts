import { Petstore } from '../../../client/src/index.ts';

/** What came of one request. */
export interface Sent {
  method: string;
  /** Undefined where there was no answer. */
  status: number | undefined;
  /** What kind of error it was: the service's code, or that of a lost connection; undefined where it was none. */
  error: string | undefined;
  /** Until the head of the answer. */
  ms: number;
}

export interface HistoryClientOptions {
  baseUrl: string;
  /** It may be another one at the next request. */
  credentials: { key: string };
  /** How often what was lost or put off is sent at most; as often as the client does by itself, if it is not said. */
  attempts?: number;
  /** Told when a request goes out. */
  onSend?: () => void;
  /** Told what came of it. */
  onSent?: (sent: Sent) => void;
}

/** The typed client, as one person uses it who does one thing after the other. */
export class HistoryClient {
  readonly petstore: Petstore;
  /** The same for those who know of no Idempotency-Key. Each of its writes is sent once. */
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
    const tell = (status: number | undefined, error: string | undefined) =>
      onSent?.({ method: init?.method ?? 'GET', status, error, ms: performance.now() - sentAt });
    try {
      const response = await fetch(input, { ...init, headers });
      tell(response.status, response.status < 400 ? undefined : await codeOf(response.clone()));
      return response;
    } catch (error) {
      tell(undefined, lossOf(error));
      throw error;
    }
  }
}

/** The code that the interface's Error in an answer has. */
export async function codeOf(answer: Response): Promise<string> {
  const [, code = 'no code'] = /"code":"(\w+)"/.exec(await answer.text()) ?? [];
  return code;
}

/** What the runtime calls it when an answer is lost. */
export function lossOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return `lost: ${code ?? 'another reason'}`;
}
