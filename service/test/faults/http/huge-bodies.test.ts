import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import { startService } from '@petstore/testing/service.ts';
import {
  assertServesOthers,
  Growth,
  type MeasuredService,
  MIB,
  serveMeasured,
} from '../overload/measured-service.ts';

/** Bodies that are too large, and small bodies that are expensive to parse. */

const JSON_TYPE = 'Content-Type: application/json';
const HUNDRED_MB = 100_000_000;
const CLIENTS = 20;
const MAX_GROWTH = 128 * MIB;
const BLOCK = Buffer.alloc(64_000, ' ');

/** Sends 100 MB as fast as the service reads them; returns its response. */
async function pour(service: MeasuredService, framing: string, block: Buffer) {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  let received = '';
  let sent = 0;
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {}); // Sending on after the 413 causes a reset.
  const more = () => {
    while (sent < HUNDRED_MB && socket.writable) {
      sent += block.length;
      if (!socket.write(block)) return;
    }
  };
  socket.on('drain', more);
  const headers = [JSON_TYPE, framing];
  socket.write(rawRequest({ method: 'POST', key: service.key, headers }));
  more();
  await closed;
  return received;
}

const CHUNK = Buffer.concat([Buffer.from(`${BLOCK.length.toString(16)}\r\n`), BLOCK, Buffer.from('\r\n')]);

test(`bodies of 100 MB from ${CLIENTS} concurrent clients, with and without a length, are 413 and not read into memory`, {
  skip: noProcFiles,
}, async (t) => {
  const service = await serveMeasured(t);
  await assertServesOthers(service, 50);
  const growth = new Growth(service);
  const pouring = Array.from({ length: CLIENTS }, (_, client) =>
    client % 2 === 0
      ? pour(service, `Content-Length: ${HUNDRED_MB}`, BLOCK)
      : pour(service, 'Transfer-Encoding: chunked', CHUNK),
  );
  const slowest = await assertServesOthers(service, 20, growth);
  for (const received of await Promise.all(pouring)) {
    assert.match(received, /^HTTP\/1.1 413 .*"code":"payload_too_large"/s);
    assert.equal(received.split('HTTP/1.1 ').length, 2, 'there is one response');
  }
  assert.ok(growth.look() < MAX_GROWTH, String(growth));
  await assertServesOthers(service, 20);
  assert.equal((await service.get('/v1/pets')).text, '[]');
  t.diagnostic(`${growth}, others waited at most ${slowest} ms`);
});

test('a body of 100 MB with Expect: 100-continue is 413 before it is sent', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const headers = [JSON_TYPE, 'Expect: 100-continue', `Content-Length: ${HUNDRED_MB}`];
  const connection = await RawConnection.open(service.url);
  connection.write(rawRequest({ method: 'POST', key, headers }));
  assertError(await connection.readResponse(), 413, 'payload_too_large');
  assert.equal(await connection.rest(), '');
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

const UPLOAD = 9_900_000;

test('of two large bodies that are rejected before they arrive, one is dropped, and the other one ends its connection', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const upload = { method: 'POST', path: '/v1/pets/1/photos', key: 'unknown' };
  const head = rawRequest({ ...upload, headers: ['Content-Type: image/jpeg', `Content-Length: ${UPLOAD}`] });
  const reject = async () => {
    const connection = await RawConnection.open(service.url);
    connection.write(head);
    const response = await connection.readResponse();
    assertError(response, 401, 'invalid_api_key');
    return { connection, closes: response.headers.get('connection') === 'close' };
  };
  const first = await reject();
  const second = await reject();
  assert.deepEqual([first.closes, second.closes], [false, true]);
  assert.equal(await second.connection.rest(), '');
  first.connection.write(Buffer.alloc(UPLOAD));
  first.connection.write(rawRequest({ key }));
  assert.equal((await first.connection.readResponse()).text, '[]');
  assert.equal((await reject()).closes, false);
});

const LIMIT = 64 * 1024;
const PET = '"name":"Frank","categoryId":1';

/** JSON within the limit, and the code of the error; undefined where the pet is added. */
const BODIES: Record<string, { body: string; code: string | undefined }> = {
  'objects 10,000 deep': {
    body: `{${PET},"x":${'{"x":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
    code: 'malformed_json',
  },
  'brackets that are never closed': { body: '['.repeat(LIMIT), code: 'malformed_json' },
  'brackets in a string': { body: `{${PET},"x":"${'['.repeat(60_000)}"}`, code: undefined },
  '10,000 more members in an array of objects': {
    body: `{${PET},"x":[${'{"":1},'.repeat(7_000)}1]}`,
    code: undefined,
  },
  'one member 8,000 times': { body: `{${'"a":1,'.repeat(8_000)}${PET}}`, code: undefined },
  'members that every object has': {
    body: `{"__proto__":{"name":"x"},"constructor":{"prototype":{"status":"sold"}},"toString":1,${PET}}`,
    code: undefined,
  },
  'a fraction of 60,000 digits': {
    body: `{"name":"Frank","categoryId":1.${'9'.repeat(60_000)}}`,
    code: 'invalid_body',
  },
  'huge numbers, 5,000 of them': { body: `{${PET},"x":[${'1e99999999,'.repeat(5_000)}1]}`, code: undefined },
  'a name of 60,000 characters': {
    body: `{"name":"${'x'.repeat(60_000)}","categoryId":1}`,
    code: 'invalid_body',
  },
  'white space around it up to the limit': { body: `{${PET}}`.padEnd(LIMIT), code: undefined },
  'one byte above the limit': { body: `{${PET}}`.padEnd(LIMIT + 1), code: 'payload_too_large' },
};

test('JSON of up to 64 KiB is accepted or rejected, whatever its contents, and the next request is served', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000 });
  for (const [what, { body, code }] of Object.entries(BODIES)) {
    await t.test(what, async () => {
      const request = rawRequest({ method: 'POST', key, headers: [JSON_TYPE], body });
      const response = await exchange(service.url, request);
      if (code !== undefined) assertError(response, code === 'payload_too_large' ? 413 : 400, code);
      else assert.deepEqual({ ...Object(response.json), id: 0 }, { id: 0, name: 'Frank', categoryId: 1 });
      assert.ok(response.text.length < 500, 'the message does not quote the whole body');
    });
  }
  const added = Object.values(BODIES).filter(({ code }) => code === undefined).length;
  const { json } = await service.send('/v1/pets?limit=100', { key });
  assert.ok(Array.isArray(json) && json.length === added && json.every((pet) => at(pet, 'name') === 'Frank'));
});
