// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { shelterWithAnimal } from '../applications/application-fixture.ts';

const HOUR = 3_600_000;
const NONE = { received: 0, answered: 0, answeredInTime: 0, waiting: 0, medianDays: null };

test('the report has what arrived and was answered by month, of the own account only, also after an erasure', async (t) => {
  // 23:59:50 on 31 October in Chicago.
  const clock = new FakeClock(Date.parse('2026-11-01T04:59:50Z'));
  const service = await startService(t, { clock });
  const admin = (await service.account({ role: 'admin' })).key;
  const settings = { publicPages: false, timeZone: 'America/Chicago' };
  const set = await service.send('/v1/settings', { method: 'PUT', key: admin, body: settings });
  assert.equal(set.status, 200, set.text);
  const { key, apply, change, get } = await shelterWithAnimal(service);
  const done = async (path: string, body: object, method?: string) => {
    const response = await change(path, body, method);
    assert.ok(response.status < 300, response.text);
  };
  const report = async (query = '', as = key) => (await get(`/v1/reports/applications${query}`, as)).json;

  const [asked, late, erased] = [await apply(), await apply(), await apply()];
  clock.advance(10_000);
  const [declined, waiting] = [await apply(), await apply()];
  // An application without an owner belongs to managers.
  const other = await shelterWithAnimal(service);
  await service.database.write((db) =>
    db.updateTable('applications').set({ account_id: null }).where('id', '=', BigInt(waiting)).execute(),
  );
  clock.advance(36 * HOUR);
  await done(`/v1/applications/${asked}/messages`, { text: 'Do you have a garden?' }, 'POST');
  await done(`/v1/applications/${declined}`, { state: 'in_review' });
  clock.advance(12 * HOUR);
  await done(`/v1/applications/${declined}`, { state: 'declined' });
  // Who was asked back has had an answer already.
  await done(`/v1/applications/${asked}`, { state: 'declined' });
  assert.equal((await change(`/v1/applications/${erased}`, {}, 'DELETE')).status, 204);
  clock.advance(6 * 24 * HOUR);
  await done(`/v1/applications/${late}`, { state: 'declined' });

  const october = { received: 3, answered: 3, answeredInTime: 2, waiting: 0, medianDays: 2 };
  const november = { received: 2, answered: 1, answeredInTime: 1, waiting: 1, medianDays: 2 };
  assert.deepEqual(await report('?from=2026-09'), {
    from: '2026-09',
    to: '2026-11',
    timeZone: 'America/Chicago',
    total: { received: 5, answered: 4, answeredInTime: 3, waiting: 1, medianDays: 2 },
    months: [
      { month: '2026-09', ...NONE },
      { month: '2026-10', ...october },
      { month: '2026-11', ...november },
    ],
  });
  const file = await get('/v1/reports/applications.csv?from=2026-09');
  assert.equal(
    file.headers.get('content-disposition'),
    'attachment; filename="applications-2026-09-2026-11.csv"',
  );
  assert.deepEqual(file.text.replace('\uFEFF', '').trim().split('\n'), [
    'month,received,answered,answered_in_time,waiting,median_days',
    '2026-09,0,0,0,0,',
    '2026-10,3,3,2,0,2',
    '2026-11,2,1,1,1,2',
    'total,5,4,3,1,2',
  ]);

  // Another manager has what belongs to no account, a member nothing, a reader no report.
  assert.equal(at(await report('', other.key), 'total', 'received'), 1);
  const member = (await service.account()).key;
  assert.deepEqual(at(await report('', member), 'total'), NONE);
  const reader = (await service.account({ role: 'reader' })).key;
  assertError(await get('/v1/reports/applications', reader), 403, 'insufficient_role');
  assertError(await get('/v1/reports/applications?from=2026-12'), 400, 'invalid_parameter');
});
