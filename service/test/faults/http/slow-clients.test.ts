import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService } from '@petstore/testing/service.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { allowedMs } from '../../../src/platform/http/connections/body-deadlines.ts';
import { createResponseChecker } from '../../api/response-checker.ts';
import { openBoth, requestStarted, timeOut } from './timed-out-connection.ts';

/**
 * Clients that stop sending. The tests do not wait for Node's timers: they emit the events of a time-out for the real
 * connection.
 */

const FRANK = '{"name":"Frank","categoryId":1}';
const POST = ['Content-Type: application/json', `Content-Length: ${FRANK.length}`];

test('a body is 408 after 30 s, and a photo that arrives with less than 32 KiB a second, too', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const petId = await addPet(service, key);
  const photo = {
    path: `/v1/pets/${petId}/photos`,
    headers: ['Content-Type: image/jpeg', 'Content-Length: 9000'],
  };
  for (const { body, ...sent } of [
    { path: '/v1/pets', headers: POST, body: FRANK.slice(0, 5) },
    { ...photo, body: 'a byte a second' },
  ]) {
    const { connection } = await openBoth(service);
    const request = requestStarted(service);
    connection.write(rawRequest({ method: 'POST', key, ...sent }) + body);
    await request;
    for (let second = 0; second <= 30; second += 1) service.clock.advance(SECOND);
    assertError(await connection.readResponse(), 408, 'request_timeout');
    assert.equal(await connection.rest(), '');
  }
  assert.deepEqual(
    [allowedMs(true, 0), allowedMs(true, 32 * 1024), allowedMs(true, 10_000_000)].map((ms) => ms / SECOND),
    [30, 31, 300],
  );
});

test('a client that neither sends nor reads for a minute is disconnected', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  assert.equal(service.app.server.timeout, 60_000);
  const { connection, accepted } = await openBoth(service);
  const request = requestStarted(service);
  connection.write(rawRequest({ method: 'POST', key, headers: POST }));
  await request;
  accepted.emit('timeout');
  assert.equal(await connection.rest(), '');
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

test('headers that do not arrive are 408, with the quota of the address, and the connection is closed', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const check = createResponseChecker((await service.send('/openapi.json')).json);
  for (const sent of ['', 'GET /v1/pe', 'GET /v1/pets HTTP/1.1\r\nHost: x\r\n']) {
    const { connection, accepted } = await openBoth(service);
    if (sent !== '') {
      connection.write(rawRequest({ key }));
      assert.equal((await connection.readResponse()).status, 200);
    }
    connection.write(sent);
    timeOut(service, accepted);
    const response = await connection.readResponse();
    check('listPets', response);
    assertError(response, 408, 'request_timeout');
    assert.equal(response.headers.get('x-ratelimit-limit'), '300');
    assert.equal(response.headers.get('connection'), 'close');
    assert.equal(await connection.rest(), '');
  }
});

test('a body that does not arrive is 408, with the quota of its account, and adds nothing', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 77 });
  const check = createResponseChecker((await service.send('/openapi.json')).json);
  await service.send('/v1/pets', { key });
  const { connection, accepted } = await openBoth(service);
  const request = requestStarted(service);
  connection.write(rawRequest({ method: 'POST', key, headers: POST }) + FRANK.slice(0, 5));
  await request;
  timeOut(service, accepted);
  const response = await connection.readResponse();
  assertError(response, 408, 'request_timeout');
  check('createPet', response);
  assert.equal(response.headers.get('x-ratelimit-limit'), '77');
  assert.equal(await connection.rest(), '');
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

test('a body that does not arrive after an early 401 causes no second response', async (t) => {
  const service = await startService(t);
  const { connection, accepted } = await openBoth(service);
  connection.write(rawRequest({ method: 'POST', headers: POST }) + FRANK.slice(0, 5));
  assertError(await connection.readResponse(), 401, 'missing_api_key');
  timeOut(service, accepted);
  assert.equal(await connection.rest(), '');
});

test('a client that disconnects in the middle of its body causes no log line', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const { connection, accepted } = await openBoth(service);
  const request = requestStarted(service);
  connection.write(rawRequest({ method: 'POST', key, headers: POST }) + FRANK.slice(0, 5));
  await request;
  const closed = once(accepted, 'close');
  connection.close();
  await closed;
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
  assert.deepEqual(
    service.logged.filter((line) => line.includes('"level":50')),
    [],
  );
});
