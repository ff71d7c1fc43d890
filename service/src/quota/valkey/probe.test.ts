// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshValkey, noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { ApiError } from '../../core/errors.ts';
import { probeValkey } from './probe.ts';
import { openProcesses } from './valkey-fixture.ts';

const skip = noValkey;

test('fails to open a Valkey that cannot be used; the message has its address and no password', {
  skip,
}, async (t) => {
  const { open } = await openProcesses(t);
  const { admin, url } = await startValkey(t);
  await admin.config('SET', 'requirepass', 'right');
  const wrong = url.replace('redis://', 'redis://:secret@');
  await assert.rejects(open(wrong), (error) => {
    assert.ok(error instanceof ApiError);
    assert.match(
      error.message,
      /^Valkey at 127\.0\.0\.1:\d+ cannot be used: .*(WRONGPASS|NOAUTH).*VALKEY_URL/,
    );
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
  await assert.rejects(open('redis://127.0.0.1:1'), /127\.0\.0\.1:1 cannot be used: connect ECONNREFUSED/);
});

test('a probe returns the name and version of the server, and rejects without a server', {
  skip,
}, async (t) => {
  const { version, evicts } = await probeValkey(await freshValkey(t));
  assert.match(version, /^(Valkey|Redis) \d+\.\d+/);
  assert.equal(evicts, false);
  await assert.rejects(probeValkey('redis://127.0.0.1:1'), ApiError);
});

test('rejects a database number that the server does not have, instead of using database 0', {
  skip,
}, async (t) => {
  const { open } = await openProcesses(t);
  const { url } = await startValkey(t);
  await assert.rejects(
    open(`${url.replace(/\/\d*$/, '')}/99999`),
    /cannot be used: .*DB index is out of range/,
  );
});
