import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { spreadsheet } from '@petstore/testing/fixtures/workbooks/spreadsheet.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { revokeApiKey } from '../../../src/access/accounts/api-key-queries.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { assertNothingLeft, type ImportApi, startImports } from './import-fixture.ts';

const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const part = (name: string, fileName: string, text: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n${text}\r\n`;

test('a body that is no complete form with a file is 400 with the reason, and leaves nothing', async (t) => {
  const api = await startImports(t);
  const file = part('file', 'a.csv', 'name,categoryId\n');
  const bodies: [body: string, reason: RegExp][] = [
    ['no form', /is damaged, or not multipart/],
    [file, /is damaged, or not multipart/],
    [`${part('mapping', 'm', '{}')}--x--`, /has no part "file"/],
    [`${file}${part('photo', 'p.jpg', 'x')}--x--`, /has an unknown part "photo"/],
    [`${file}${file}--x--`, /has more than one part "file"/],
    [`${file}${part('mapping', 'm', '{}')}${part('mapping', 'm', '{}')}--x--`, /has more/],
    [`${part('file', 'a.pdf', 'x')}--x--`, /unknown format: .*its name is "a\.pdf"/],
    ...['', '; filename="a.csv"', '; name', '; name=', '; name=""; filename="a.csv"'].map(
      (parameters): [string, RegExp] => [
        `--x\r\nContent-Disposition: form-data${parameters}\r\n\r\nx\r\n--x--`,
        /has a part without a name: name it file or mapping/,
      ],
    ),
    ...['--x--', '--x\r\n\r\nx\r\n--x--', '--x\r\nContent-Disposition\r\n\r\nx\r\n--x--'].map(
      (body): [string, RegExp] => [body, /has no part "file"/],
    ),
    ...['; filename', '; filename=', '; filename="a"\r\nContent-Type: constructor'].map(
      (rest): [string, RegExp] => [
        `--x\r\nContent-Disposition: form-data; name=file${rest}\r\n\r\nx\r\n--x--`,
        /has a file of an unknown format/,
      ],
    ),
    [`${part('file', 'a.csv', 'PK\x03\x04')}--x--`, /has a spreadsheet with the name of a text file/],
  ];
  for (const [body, reason] of bodies) {
    const sent = { method: 'POST', key: api.key, headers: FORM, body };
    const response = await api.service.send('/v1/imports', sent);
    assertError(response, 400, 'invalid_body');
    assert.match(String(at(response.json, 'message')), reason);
  }
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary']) {
    const sent = { method: 'POST', key: api.key, headers: { 'content-type': type }, body: '--x--' };
    const response = await api.service.send('/v1/imports', sent);
    assertError(response, 400, 'invalid_body');
    assert.match(String(at(response.json, 'message')), /has no boundary/);
  }
  const empty = await api.service.send('/v1/imports', { method: 'POST', key: api.key, headers: FORM });
  assertError(empty, 400, 'invalid_body');
  const other = await api.service.send('/v1/imports', { method: 'POST', key: api.key, body: {} });
  assertError(other, 415, 'unsupported_media_type');
  assertError(await api.send({}, { query: '?owner=999' }), 400, 'invalid_parameter');
  assertError(await api.send({}, { query: '?dryRun=yes' }), 400, 'invalid_parameter');
  await assertNothingLeft(api);
});

test('six imports wait or run at most: the next one is 503 with Retry-After', async (t) => {
  const api = await startImports(t);
  const { service, add, ended } = api;
  const job = {
    account_id: 1n,
    owner_id: 1n,
    state: 'receiving',
    dry_run: 0n,
    file_name: '',
    format: '',
  } as const;
  const rows = Array.from({ length: 6 }, () => ({ ...job, created_at: BigInt(service.clock.now()) }));
  await service.database.write((db) => db.insertInto('imports').values(rows).execute());
  const response = await api.send();
  assertError(response, 503, 'service_unavailable');
  assert.equal(response.headers.get('retry-after'), '60');
  // Uploads that were interrupted make room after ten minutes.
  service.clock.advance(601 * SECOND);
  await ended(await add());
});

test('the first sheet of a spreadsheet is imported, and a bad row is named by its row', async (t) => {
  const { add, ended, names } = await startImports(t);
  const file = new Uint8Array(
    spreadsheet([['id', 'name', 'kind'], [1, 'Rex', 'Dog'], [], [2, '', 'Cat'], [3, 'Tom', 'Cat']]),
  );
  const found = await ended(await add({ file, fileName: 'animals.XLSX' }));
  assert.deepEqual(found.badRows, [{ row: 4, reason: 'name is missing or empty' }]);
  assert.deepEqual(await names(), ['Rex', 'Tom']);
  const damaged = await ended(await add({ file: 'id,name', fileName: 'a.xlsx' }));
  assert.equal(
    damaged.failure,
    'the spreadsheet is damaged, or not an .xlsx file. Save the sheet as CSV, or divide it.',
  );
});

/** Begins an upload of which only a part is sent. */
async function beginUpload(t: TestContext, { service, key }: ImportApi) {
  const connection = await RawConnection.open(service.url);
  t.after(() => connection.close());
  const parsed = once(service.app.server, 'request');
  const whole = `${part('file', 'a.csv', `name,categoryId\n${'Rex,1\n'.repeat(100_000)}`)}--x--\r\n`;
  const headers = [`Content-Type: ${FORM['content-type']}`, `Content-Length: ${whole.length}`];
  connection.write(rawRequest({ method: 'POST', path: '/v1/imports', key, headers }) + whole.slice(0, 1000));
  await parsed;
  return { connection, rest: whole.slice(1000) };
}

test('an upload that is too slow is 408, and leaves nothing', async (t) => {
  const api = await startImports(t);
  const { connection } = await beginUpload(t, api);
  for (let second = 0; second <= 31; second += 1) api.service.clock.advance(SECOND);
  assertError(await connection.readResponse(), 408, 'request_timeout');
  await assertNothingLeft(api);
});

test('an upload whose client disconnects leaves nothing', async (t) => {
  const api = await startImports(t);
  const { connection } = await beginUpload(t, api);
  connection.close();
  await assertNothingLeft(api);
});

test('an upload whose key is revoked meanwhile is 401, and leaves nothing', async (t) => {
  const api = await startImports(t);
  const { database, clock } = api.service;
  const { connection, rest } = await beginUpload(t, api);
  const { id } = await database.read.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await database.write((db) => revokeApiKey(db, id, clock.now()));
  clock.advance(2 * SECOND);
  connection.write(rest);
  assertError(await connection.readResponse(), 401, 'invalid_api_key');
  await assertNothingLeft(api);
});

test('a file or a mapping that is too large is 413, and leaves nothing', async (t) => {
  const api = await startImports(t);
  const large: [parts: object, reason: RegExp][] = [
    [{ file: 'x'.repeat(50_000_001) }, /The part file must be at most 50000000 bytes/],
    [
      { file: new Uint8Array(10_000_001), fileName: 'a.xlsx' },
      /The part file must be at most 10000000 bytes/,
    ],
    [{ mapping: ' '.repeat(4 * 1024 * 1024 + 1) }, /The part mapping must be at most 4194304 bytes/],
  ];
  for (const [parts, reason] of large) {
    const response = await api.send(parts);
    assertError(response, 413, 'payload_too_large');
    assert.match(response.text, reason);
  }
  const declared = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 60000000'];
  const request = { method: 'POST', path: '/v1/imports', key: api.key, headers: declared };
  const response = await exchange(api.service.url, rawRequest(request));
  assertError(response, 413, 'payload_too_large');
  assert.match(response.text, /The body must be at most/);
  await assertNothingLeft(api);
});
