import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number | undefined;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** One GET with a bearer key. */
export function get(url: string, key: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const body = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, rawHeaders: response.rawHeaders, body });
      });
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Sends requests one after the other on one connection that stays open. */
export function oneConnection(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}
