import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Scope } from '../folders.ts';

/** Returns the body that the client gets instead of `body`. */
export type ChangeBody = (path: string, body: string) => string;

/** Starts a server that passes requests to `target`, and changes the JSON of its responses. Returns its URL. */
export async function startChangingProxy(scope: Scope, target: string, change: ChangeBody): Promise<string> {
  const pass = async (received: IncomingMessage, response: ServerResponse) => {
    const { url: path = '/', method, headers } = received;
    const { 'accept-encoding': _, ...passed } = headers;
    const sent = request(new URL(path, target), { method, headers: passed });
    // Also after its response has begun.
    sent.on('error', (error) => response.destroy(error));
    received.pipe(sent);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]; // the documented argument of the event
    const { 'content-length': _length, ...others } = answer.headers;
    const isJson = others['content-type']?.includes('json') === true;
    response.writeHead(answer.statusCode ?? 502, isJson ? others : answer.headers);
    if (isJson) response.end(change(path, await text(answer)));
    else answer.pipe(response);
  };
  const server = createServer((received, response) => {
    pass(received, response).catch((error: Error) => response.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has no other kind
}
