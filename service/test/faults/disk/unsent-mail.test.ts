// Waits for processes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { until } from '@petstore/testing/until.ts';
import { crash, serveStore, stop } from './served-store.ts';

test('after kill -9 between the commit and the sending, the next start sends the e-mail once', async (t) => {
  const smtp = await startSmtpServer(t);
  smtp.behaviour = 'silent';
  const path = join(await temporaryFolder(t), 'petstore.db');
  const { key, send, serving } = await serveStore(t, path, undefined, mailVia(smtp));
  const person = { name: 'Ana', role: 'volunteer', email: 'ana@shelter.example' };
  const added = await send('/v1/people', { method: 'POST', key, body: person });
  const invited = await send(`/v1/people/${at(added.json, 'id')}/invitations`, {
    method: 'POST',
    key,
    body: { send: 'email' },
  });
  assert.equal(invited.status, 201, invited.text);
  await smtp.connected(1);
  await crash(serving);
  assert.equal(smtp.received.length, 0);
  smtp.behaviour = 'accept';
  const again = await serveStore(t, path, key, mailVia(smtp));
  const { text } = await smtp.arrived(1);
  assert.ok(text.includes(String(at(invited.json, 'url'))));
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  await until(async () => database.prepare('select id from outbox').all().length === 0);
  await stop(again.serving);
  assert.equal(smtp.received.length, 1);
});
