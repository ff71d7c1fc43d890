// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openProcesses } from '@petstore/testing/fixtures/valkey-keys.ts';
import { freshValkey, noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { ApiError } from '../../../platform/core/errors.ts';
import { probeValkey } from './probe.ts';

const MISSING = 'redis://127.0.0.1:1';

// Concurrent, because each failure is final only after two seconds.
suite('opening a Valkey', { skip: noValkey, concurrency: true }, () => {
  test('fails with a wrong password; the message has the address and no password', async (t) => {
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
  });

  test('fails without a server; the message has the address', async (t) => {
    const { open } = await openProcesses(t);
    await assert.rejects(open(MISSING), /127\.0\.0\.1:1 cannot be used: connect ECONNREFUSED/);
  });

  test('fails for a database number that the server does not have, instead of using database 0', async (t) => {
    const { open } = await openProcesses(t);
    const server = (await freshValkey(t)).replace(/\/\d*$/, '');
    await assert.rejects(open(`${server}/99999`), /cannot be used: .*DB index is out of range/);
  });

  test('a probe returns the name and version of the server', async (t) => {
    const { version, evicts } = await probeValkey(await freshValkey(t));
    assert.match(version, /^(Valkey|Redis) \d+\.\d+/);
    assert.equal(evicts, false);
  });

  test('a probe fails without a server', async () => {
    await assert.rejects(probeValkey(MISSING), ApiError);
  });
});
