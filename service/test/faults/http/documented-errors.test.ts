import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { createResponseChecker } from '../../api/response-checker.ts';
import { openBoth, requestStarted, timeOut } from './timed-out-connection.ts';

/** Errors of the HTTP parser have exactly the documented headers. */

const TYPE = 'Content-Type: application/json';

async function checkerOf(service: TestService) {
  return createResponseChecker((await service.send('/openapi.json')).json);
}

const BROKEN = (key: string) => ({
  400: `${rawRequest({ method: 'POST' }).slice(0, -4)}\r\nno colon here\r\n\r\n`,
  413: `${rawRequest({ method: 'POST', key, headers: [TYPE, 'Transfer-Encoding: chunked'] })}1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
  431: rawRequest({ method: 'POST', headers: [`X-Large: ${'x'.repeat(17_000)}`] }),
});

for (const status of [400, 413, 431] as const) {
  test(`a ${status} of the HTTP parser has the documented headers`, async (t) => {
    const service = await startService(t);
    const check = await checkerOf(service);
    const { key } = await service.account();
    const response = await exchange(service.url, BROKEN(key)[status]);
    assert.equal(response.status, status);
    check('createPet', response);
  });
}

test('a 408 has the documented headers, whether the headers or the body were late', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const check = await checkerOf(service);
  const late = rawRequest({ method: 'POST', key, headers: [TYPE, 'Content-Length: 100'] });
  for (const sent of [late.slice(0, 40), late]) {
    const { connection, accepted } = await openBoth(service);
    const started = requestStarted(service);
    connection.write(sent);
    if (sent === late) await started;
    timeOut(service, accepted);
    const response = await connection.readResponse();
    connection.close();
    assert.equal(response.status, 408);
    check('createPet', response);
  }
});
