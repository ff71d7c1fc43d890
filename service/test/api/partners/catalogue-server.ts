import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { runAfter, type Scope } from '@petstore/testing/folders.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A host on which a catalogue is, or something that is none. */
export interface CatalogueServer {
  readonly url: string;
  /** What it answers. */
  answer: Answer;
  /** What was asked of it, with the status of each answer. */
  readonly asked: Array<readonly [path: string, status: number]>;
}

export async function startCatalogueServer(t: Scope): Promise<CatalogueServer> {
  const asked: CatalogueServer['asked'] = [];
  const server: Server = createServer((request, response) => {
    response.on('close', () => asked.push([request.url ?? '', response.statusCode]));
    catalogue.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  runAfter(t, async () => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const catalogue: CatalogueServer = { url, answer: away, asked };
  return catalogue;
}

/** Passes each request on to a service. */
export function passingTo(url: string): Answer {
  return ({ url: path, headers, method }, response) => {
    const passed = requestHttp(new URL(path ?? '/', url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', (error) => response.destroy(error));
    passed.end();
  };
}

/** The host answers nothing. */
export const away: Answer = (request) => void request.socket.destroy();

export function answering(status: number, headers: Record<string, string> = {}): Answer {
  return (_request, response) => void response.writeHead(status, headers).end();
}

/** Answers each path with a text, and any other with 404. */
export function serving(texts: Readonly<Record<string, string | Buffer>>): Answer {
  return ({ url = '' }, response) => {
    const text = texts[url.replace(/\?.*/, '')];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  };
}
