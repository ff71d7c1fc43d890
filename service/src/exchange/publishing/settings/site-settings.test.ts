import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secrets } from '../../../platform/database/secrets.ts';
import { PETFINDER } from '../sites/petfinder.ts';
import { changedSite, defaultSettings, openPassword } from './site-settings.ts';

test('a password opens for the account, the server and the user for which it was set, and for no other', () => {
  const secrets = new Secrets({ store: { engine: 'postgres' }, secretsKey: Buffer.alloc(32, 7) });
  const empty = { settings: defaultSettings(PETFINDER), sealedPassword: null };
  const change = { username: 'XX123', password: 'secret' };
  const stored = changedSite(1n, PETFINDER, empty, change, secrets);
  const open = (accountId: bigint, site: 'petfinder' | 'adopt_a_pet', settings = stored.settings) =>
    openPassword(accountId, site, { ...stored, settings }, secrets);
  assert.equal(open(1n, 'petfinder'), 'secret');
  assert.equal(open(2n, 'petfinder'), undefined);
  assert.equal(open(1n, 'adopt_a_pet'), undefined);
  const security = 'explicit_tls';
  for (const moved of [
    { host: 'ftp.other.example' },
    { port: 22 },
    { username: 'XX124' },
    { security } as const,
  ])
    assert.equal(open(1n, 'petfinder', { ...stored.settings, ...moved }), undefined);
  const raised = changedSite(1n, PETFINDER, stored, { security }, secrets);
  assert.equal(openPassword(1n, 'petfinder', raised, secrets), 'secret');
  // Null is the server of the site again.
  const moved = changedSite(1n, PETFINDER, stored, { host: 'FTP.Other.example', password: null }, secrets);
  assert.equal(moved.settings.host, 'ftp.other.example');
  assert.equal(changedSite(1n, PETFINDER, moved, { host: null }, secrets).settings.host, PETFINDER.host);
});
