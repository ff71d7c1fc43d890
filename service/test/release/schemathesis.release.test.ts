// Takes long.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService } from '@petstore/testing/service.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { SECOND } from '../../src/platform/core/clock.ts';

/**
 * Schemathesis generates requests from the document and checks the responses. It does not know that a cursor, a tag or an
 * event id must come from the service, so its checks of which values are accepted are excluded.
 */

/** `pip install schemathesis`; the variable has its path if it is not on the PATH. */
const SCHEMATHESIS = process.env.SCHEMATHESIS ?? 'schemathesis';
const EXCLUDED = 'positive_data_acceptance,negative_data_rejection';
/** Ends a run that hangs. */
const LIMIT_MS = 570_000;

const missing =
  spawnSync(SCHEMATHESIS, ['--version']).status !== 0 &&
  skipReason('Schemathesis', `${SCHEMATHESIS} cannot be run: pip install schemathesis, or set SCHEMATHESIS`);

/** Values at the limits of each schema, its examples, and sequences of operations; `fuzz-operations.test.ts` sends random requests. */
const PHASES = 'coverage,stateful';

test('schemathesis as admin finds no response that the document does not describe', {
  skip: missing,
  timeout: LIMIT_MS,
}, async (t) => {
  const service = await startService(t);
  // Four times as fast as in reality: requests wait for events, and 300 a minute are allowed without a valid key. A picture still has
  // 7 s to be decoded.
  const clock = setInterval(() => service.clock.advance(SECOND), 250);
  t.after(() => clearInterval(clock));
  const { key } = await service.account({ role: 'admin', perMinute: 10_000_000, perDay: 10_000_000 });
  const args = ['run', `${service.url}/openapi.json`, '--url', `${service.url}/v1`, '--phases', PHASES];
  const options = ['--max-examples', '4', '--seed', '1', '--no-color', '--exclude-checks', EXCLUDED];
  const run = promisify(execFile)(
    SCHEMATHESIS,
    [...args, ...options, '--request-timeout', '30', '-H', `Authorization: Bearer ${key}`],
    {
      cwd: await temporaryFolder(t),
      timeout: LIMIT_MS,
      maxBuffer: 10_000_000,
    },
  );
  const outcome = await run.then(
    () => 'nothing',
    ({ stdout, message }) => String(stdout || message),
  );
  assert.equal(outcome, 'nothing');
});
