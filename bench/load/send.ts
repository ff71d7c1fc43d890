import { Agent, request } from 'node:http';
import type { HttpRequest } from './requests.ts';

export interface HttpResponse {
  readonly status: number | undefined;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** Sends one request with an API key. */
export function send(
  url: string,
  key: string,
  { method = 'GET', path, body }: HttpRequest,
  agent?: Agent,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const options = { agent, method, headers: { authorization: `Bearer ${key}`, ...type } };
    request(`${url}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const { statusCode: status, rawHeaders } = response;
        resolve({ status, rawHeaders, body: Buffer.concat(chunks).toString() });
      });
      response.once('error', reject);
    })
      .once('error', reject)
      .end(body);
  });
}

/** Does the same, and throws unless the status is below 300. */
export async function sendExpectingSuccess(...args: Parameters<typeof send>): Promise<HttpResponse> {
  const response = await send(...args);
  if (response.status !== undefined && response.status < 300) return response;
  throw new Error(`${args[0]}${args[2].path}: the status is ${response.status}: ${response.body}`);
}

/** Returns an agent that sends requests one after the other on one connection. */
export function oneConnection(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}
