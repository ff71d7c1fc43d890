import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const FILE = new URL('../../../compose.yaml', import.meta.url);

test('every service of compose.yaml is restricted, and none is reachable from another machine', async () => {
  const text = await readFile(FILE, 'utf8');
  const restricted = text.slice(text.indexOf('x-restricted'), text.indexOf('\nservices:'));
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]']) {
    assert.ok(restricted.includes(line), line);
  }
  const services = text
    .slice(text.indexOf('\nservices:'), text.indexOf('\nvolumes:'))
    .split(/\n(?= {2}\w+:\n)/);
  assert.equal(services.length, 4);
  for (const service of services.slice(1)) {
    assert.match(service, /\n {4}<<: \*restricted\n/);
    assert.match(service, /\n {4}mem_limit: /);
  }
  const published = [...text.matchAll(/ports: (.*)/g)].map(([, ports]) => ports);
  assert.deepEqual(published, ['["127.0.0.1:8080:8080"]']);
  assert.match(text, /requirepass \$\$VALKEY_PASSWORD/);
  assert.doesNotMatch(text, /--requirepass/, 'an argument is visible to other users');
});
