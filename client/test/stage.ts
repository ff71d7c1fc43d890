import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { MINUTE } from '../../service/src/core/clock.ts';
import type { AccountTerms } from './suite/case.ts';

type Control = (service: TestService, asked: AccountTerms & { ms?: number }) => unknown;

/** What a runtime may ask for the cases that it runs. */
const CONTROLS: Readonly<Record<string, Control>> = {
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

/** The real service, and a server beside it that moves its clock and serves the suite's files. Returns that server's URL. */
export async function startStage(t: TestContext, files: string): Promise<string> {
  const service = await startService(t);
  const control = createServer((request, response) => {
    answer(service, files, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  control.listen(0, '127.0.0.1');
  await once(control, 'listening');
  t.after(() => {
    control.closeAllConnections();
    control.close();
  });
  const { port } = control.address() as AddressInfo; // a TCP server has no other kind
  return `http://127.0.0.1:${port}`;
}

async function answer(
  service: TestService,
  files: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  if (request.method === 'POST') {
    const asked = JSON.parse(await text(request));
    const said = await CONTROLS[path.slice(1)]?.(service, asked);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  } else if (path.endsWith('.js')) {
    const file = await readFile(join(files, normalize(path)));
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(file);
  } else if (path.startsWith('/redirecting')) {
    response.writeHead(307, { location: service.url + path.slice('/redirecting'.length) }).end();
  } else {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>suite</title>');
  }
}
