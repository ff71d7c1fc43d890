import { type Agent, request } from 'node:http';
import type { HttpRequest } from './requests.ts';

interface HttpResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** Sends one request with an API key. Rejects unless the status is below 300. */
export function send(
  url: string,
  key: string,
  { method = 'GET', path, body }: HttpRequest,
  agent?: Agent,
): Promise<HttpResponse> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const options = { agent, method, headers: { authorization: `Bearer ${key}`, ...type } };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, options, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      const { statusCode: status = 0, rawHeaders } = response;
      if (status < 300) resolve({ status, rawHeaders, body: text });
      else reject(new Error(`${url}${path}: the status is ${status}: ${text}`));
    });
    sent.once('error', reject).end(body);
  });
}
