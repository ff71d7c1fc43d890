import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number | undefined;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** One GET with a bearer key. */
export function get(url: string, key: string, agent?: Agent): Promise<Answer> {
  return send(url, { key, agent });
}

interface SendOptions {
  readonly key: string;
  readonly agent?: Agent | undefined;
  /** JSON that makes it a POST. */
  readonly body?: string | undefined;
  /** Rejects when nothing comes for so long. */
  readonly timeoutMs?: number;
}

/** One request with a bearer key. */
export function send(url: string, { key, agent, body, timeoutMs = 0 }: SendOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const options = {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, ...type },
      timeout: timeoutMs,
    };
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, rawHeaders: response.rawHeaders, body: text });
      });
      response.once('error', reject);
    });
    sent.once('timeout', () => sent.destroy(new Error(`${url} did not answer for ${timeoutMs} ms`)));
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Sends requests one after the other on one connection that stays open. */
export function oneConnection(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}
