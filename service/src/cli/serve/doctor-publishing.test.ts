import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { writeSite } from '../../exchange/publishing/settings/site-queries.ts';
import { changedSite, defaultSettings } from '../../exchange/publishing/settings/site-settings.ts';
import { ADOPT_A_PET } from '../../exchange/publishing/sites/adopt-a-pet.ts';
import { PETFINDER } from '../../exchange/publishing/sites/petfinder.ts';
import { RESCUE_GROUPS } from '../../exchange/publishing/sites/rescue-groups.ts';
import type { Site } from '../../exchange/publishing/sites/site.ts';
import { Secrets } from '../../platform/database/secrets.ts';

const KEY = Buffer.alloc(32, 7);

test('names the sites that are on and get nothing, with what to do for each', async (t) => {
  const store = await temporaryStore(t);
  const database = await openStore(t, store);
  const { id } = await addAccount(database, 'Zoo', 0, { role: 'manager' });
  const secrets = new Secrets({ store: { engine: 'postgres' }, secretsKey: KEY });
  const set = (site: Site, change: { isOn: boolean }) =>
    database.write(async (db) => {
      const before = { settings: defaultSettings(site), sealedPassword: null };
      const login = { username: 'zoo', password: 'correct-horse' };
      await writeSite(db, id, site, changedSite(id, site, before, { ...login, ...change }, secrets));
    });
  const ended = (site: Site, values: object) =>
    database.write((db) =>
      db
        .insertInto('publishing_runs')
        .values({ account_id: id, site: site.id, state: 'failed', by_request: 0n, created_at: 0n, ...values })
        .execute(),
    );
  const publishing = async (key: Buffer) => {
    const env = { SECRETS_KEY: key.toString('base64') };
    const { json, out } = await runCommand(store, ['doctor', '--json'], env);
    const { findings } = json as { findings: { check: string; state: string; message: string }[] }; // compared below
    assert.doesNotMatch(out, /correct-horse/);
    const found = findings.find(({ check }) => check === 'publishing');
    return found && [found.state, found.message];
  };

  await set(RESCUE_GROUPS, { isOn: false });
  assert.equal(await publishing(KEY), undefined);
  await set(PETFINDER, { isOn: true });
  assert.deepEqual(await publishing(KEY), ['ok', '1 on, and no last run has failed']);
  await set(ADOPT_A_PET, { isOn: true });
  await ended(PETFINDER, { reason: 'wrong_password', ended_at: 0n });
  await ended(ADOPT_A_PET, { state: 'asks', question: 'sudden_drop', asked_at: 0n });
  assert.deepEqual(await publishing(KEY), [
    'warning',
    'Adopt a Pet of the account "Zoo": far fewer animals than before wait for a yes of a manager under Publishing, up to 24 hours; ' +
      'Petfinder of the account "Zoo": The site refused the user or the password. Set both under Publishing as the site has given them.',
  ]);
  const [state, message = ''] = (await publishing(Buffer.alloc(32, 8))) ?? [];
  assert.equal(state, 'warning');
  assert.match(message, /Petfinder of the account "Zoo": its password was encrypted with another key: set/);
});
