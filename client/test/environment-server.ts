import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { MINUTE } from '../../service/src/platform/core/clock.ts';
import type { AccountTerms } from './suite/harness/test-case.ts';

type Action = (service: TestService, options: AccountTerms & { ms?: number }) => unknown;

/** The actions of a `TestEnvironment`, by their paths. */
const ACTIONS: Readonly<Record<string, Action>> = {
  service: ({ url }) => ({ url }),
  account: async (service, terms) => ({ key: (await service.account(terms)).key }),
  advance: ({ clock }, { ms = 0 }) => {
    clock.advance(ms);
    return {};
  },
  'next-minute': ({ clock }) => {
    clock.advance(MINUTE - (clock.now() % MINUTE));
    return {};
  },
};

/** Starts the real service and a server that controls it and serves the files of the suite. Returns the URL of that server. */
export async function startEnvironmentServer(t: TestContext, files: string): Promise<string> {
  const service = await startService(t);
  const server = createServer((request, response) => {
    respond(service, files, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server has no other type of address
  return `http://127.0.0.1:${port}`;
}

async function respond(
  service: TestService,
  files: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  if (request.method === 'POST') {
    const options = JSON.parse(await text(request));
    const result = await ACTIONS[path.slice(1)]?.(service, options);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  } else if (path.endsWith('.js')) {
    const file = await readFile(join(files, normalize(path)));
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(file);
  } else if (path.startsWith('/redirecting')) {
    response.writeHead(307, { location: service.url + path.slice('/redirecting'.length) }).end();
  } else {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>suite</title>');
  }
}
