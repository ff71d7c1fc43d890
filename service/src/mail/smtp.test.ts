import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCertificate } from '@petstore/testing/servers/certificate.ts';
import { startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { parseMail } from '../config/mail.ts';
import { MailRefused, sendBySmtp } from './smtp.ts';

const SENDING = {
  recipient: 'ana@shelter.example',
  message: { subject: 'Hello', text: 'Hello', html: '<p>Hello' },
  messageId: '<1@shelter.example>',
  at: 0,
};

function send(url: string, options: { ca?: string; timeoutMs?: number } = {}) {
  const config = parseMail(url, 'hello@shelter.example');
  assert.ok(config);
  return sendBySmtp(config, SENDING, new AbortController().signal, options);
}

test('sends over TLS and with the password to a server whose certificate is trusted', async (t) => {
  const { key, cert } = await makeCertificate(t);
  const server = await startSmtpServer(t, {
    key,
    cert,
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'hello' && password === 'p@ss'
        ? callback(null, { user: 'hello' })
        : callback(new Error('wrong password')),
  });
  const at = `127.0.0.1:${server.port}`;
  await send(`smtp://hello:p%40ss@${at}`, { ca: cert });
  assert.equal(server.received.length, 1);
  await assert.rejects(send(`smtp://hello:wrong@${at}`, { ca: cert }), (error) => {
    assert.ok(error instanceof MailRefused);
    assert.match(error.message, /refused the user or the password: 535/);
    assert.deepEqual([error.isPermanent, error.isOfServer], [false, true]);
    return true;
  });
  await assert.rejects(
    send(`smtp://hello:p%40ss@${at}`),
    /The certificate of .* is not trusted: self-signed/,
  );
  assert.equal(server.received.length, 1);
});

test('sends with TLS from the first byte', async (t) => {
  const { key, cert } = await makeCertificate(t);
  const server = await startSmtpServer(t, { key, cert, secure: true });
  await send(`smtps://127.0.0.1:${server.port}`, { ca: cert });
  await assert.rejects(send(`smtps://127.0.0.1:${server.port}`), /The certificate of .* is not trusted/);
  assert.equal(server.received.length, 1);
});

test('a server without STARTTLS gets neither password nor e-mail', async (t) => {
  const server = await startSmtpServer(t);
  await assert.rejects(send(`smtp://hello:secret@127.0.0.1:${server.port}`), /offers no TLS/);
  assert.equal(server.received.length, 0);
});

test('a host that is not there, and a server that is too slow, are faults of the server', async (t) => {
  const server = await startSmtpServer(t);
  server.behaviour = 'silent';
  for (const [url, expected, options] of [
    [server.url, /did not respond in time/, { timeoutMs: 50 }],
    ['smtp://127.0.0.1:1?tls=off', /^The connection to 127\.0\.0\.1:1 failed: .*ECONNREFUSED/, {}],
  ] as const) {
    await assert.rejects(send(url, options), (error) => {
      assert.ok(error instanceof MailRefused);
      assert.match(error.message, expected);
      assert.deepEqual([error.isPermanent, error.isOfServer], [false, true]);
      return true;
    });
  }
});
