import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { runAfter, type Scope } from '@petstore/testing/folders.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly data: { readonly events?: ReadonlyArray<{ readonly id: number; readonly type: string }> } & Record<
    string,
    unknown
  >;
}

/** A program that receives webhooks. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers to the next messages; by default 204. */
  answer: (response: ServerResponse) => void;
  /** Resolves when so many messages have arrived. */
  arrived(count: number): Promise<void>;
}

/** The settings of a service that may send to receivers of a test. */
export const ALLOWED = {
  OUTBOUND_NETWORKS: '127.0.0.1',
  OUTBOUND_HTTP_HOSTS: '127.0.0.1',
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
};

export async function startReceiver(t: Scope): Promise<Receiver> {
  const changes = new EventTarget();
  const received: Received[] = [];
  const server: Server = createServer(async (request, response) => {
    // A sender that ends may leave one incomplete.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>;
    received.push({ headers: request.headers, body, type, data });
    receiver.answer(response);
    changes.dispatchEvent(new Event('change'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  runAfter(t, async () => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: noContent,
    arrived: async (count) => {
      while (received.length < count) await once(changes, 'change');
    },
  };
  return receiver;
}

export function noContent(response: ServerResponse): void {
  response.writeHead(204).end();
}

export const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(`status ${status}`);
  };
