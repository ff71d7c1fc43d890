import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { RawConnection } from '@petstore/testing/http/raw-http.ts';
import type { TestService } from '@petstore/testing/service.ts';

/** Opens a connection; returns it with the service's socket of it. */
export async function openBoth(
  service: TestService,
): Promise<{ connection: RawConnection; accepted: Socket }> {
  const accepting = once(service.app.server, 'connection');
  const connection = await RawConnection.open(service.url);
  const [accepted]: Socket[] = await accepting;
  assert.ok(accepted !== undefined);
  return { connection, accepted };
}

/** Emits the event of Node's request time-out, so that a test need not wait for it. */
export function timeOut(service: TestService, accepted: Socket): void {
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  service.app.server.emit('clientError', error, accepted);
}

/** Resolves when the service has received the headers of a request. */
export async function requestStarted(service: TestService): Promise<void> {
  await once(service.app.server, 'request');
}
