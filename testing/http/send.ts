import type { ApiResponse } from './expect-response.ts';

/** A test fails before its own time-out, which does not name the request. */
const TIMEOUT_MS = 60_000;

export interface SendOptions {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  /** A string and bytes are sent unchanged, everything else as JSON. */
  body?: unknown;
}

export async function send(
  url: string,
  { method = 'GET', key, headers = {}, body }: SendOptions = {},
): Promise<ApiResponse> {
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const isBytes = body instanceof Uint8Array;
  const isJson = body !== undefined && typeof body !== 'string' && !isBytes;
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const { response, text } = await receive(url, {
    method,
    headers: { ...type, ...authorization, ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined
      ? {}
      : { body: isBytes ? new Uint8Array(body) : isJson ? JSON.stringify(body) : String(body) }),
  }).catch((cause: unknown) => {
    throw new Error(`${method} ${url} got no complete response`, { cause });
  });
  const isJsonResponse = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJsonResponse ? JSON.parse(text) : undefined,
  };
}

async function receive(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  const response = await fetch(url, init);
  return { response, text: await response.text() };
}
