import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { Secrets } from '../../../platform/database/secrets.ts';
import { writeSite } from '../settings/site-queries.ts';
import { changedSite, defaultSettings, type SiteChange } from '../settings/site-settings.ts';
import { PETFINDER } from '../sites/petfinder.ts';
import { activeSites } from './schedule.ts';
import { siteSources } from './site-sources.ts';

test('an account that was disabled, or is no manager any more, sends nothing, as with its site off or without a password', async (t) => {
  const database = await temporaryDatabase(t);
  const { id: accountId } = await addAccount(database, 'Zoo', 0, { role: 'manager' });
  const secrets = new Secrets({ store: { engine: 'postgres' }, secretsKey: Buffer.alloc(32, 7) });
  const timeZone = () => 'UTC';
  const sources = siteSources({ clock: new FakeClock(), secrets, publicUrl: 'https://a.example', timeZone });
  let stored = { settings: defaultSettings(PETFINDER), sealedPassword: null as string | null };
  const set = (change: SiteChange) => {
    stored = changedSite(accountId, PETFINDER, stored, change, secrets);
    return database.write((db) => writeSite(db, accountId, PETFINDER, stored));
  };
  const become = (values: { role?: string; disabled_at?: bigint | null }) =>
    database.write((db) => db.updateTable('accounts').set(values).where('id', '=', accountId).execute());
  const access = () => sources.accessOf(database.read, { accountId, site: 'petfinder' });
  const isDue = async () => (await activeSites(database.read)).length === 1;

  assert.equal(await access(), undefined);
  await set({ isOn: true, username: 'zoo', password: 'horse' });
  const login = { host: PETFINDER.host, port: PETFINDER.port, security: PETFINDER.security };
  assert.deepEqual(await access(), { ...login, username: 'zoo', password: 'horse' });
  assert.equal(await isDue(), true);
  for (const values of [{ disabled_at: 1n }, { disabled_at: null, role: 'member' }]) {
    await become(values);
    assert.deepEqual([await access(), await isDue()], [undefined, false]);
  }
  await become({ role: 'admin' });
  await set({ password: null });
  assert.deepEqual(await access(), { fault: 'not_set_up' });
});
