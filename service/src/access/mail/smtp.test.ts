import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { makeCertificate } from '@petstore/testing/servers/certificate.ts';
import { startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { parseMail } from '../../platform/config/mail.ts';
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

test('of a server that repeats the password, in a reply or at the end of the connection, only the status remains', async (t) => {
  const secret = Buffer.from('\0hello\0p@ss').toString('base64');
  for (const [end, expected] of [
    ['502 5.5.1 Unrecognized command: %\r\n', /refused the user or the password: 502 5\.5\.1$/],
    ['535-5.7.8 Not %\r\n535 5.7.8 so\r\n', /refused the user or the password: 535-5\.7\.8$/],
    ['421 Too many errors: %\r\n', /: 421$/],
    ['502 Unrecognized command: %', /: 502$/],
    ['Unrecognized: %', /failed: Connection closed unexpectedly$/],
  ] as const) {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 hello\r\n');
      socket.on('data', (sent) => {
        if (sent.includes('EHLO')) socket.write('250-hello\r\n250 AUTH PLAIN\r\n');
        else socket.end(end.replace('%', String(sent).trim()));
      });
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    await assert.rejects(send(`smtp://hello:p%40ss@127.0.0.1:${port}?tls=off`), (error) => {
      assert.ok(error instanceof MailRefused);
      assert.ok(!error.message.includes(secret.slice(0, 8)), error.message);
      assert.match(error.message, expected);
      return true;
    });
  }
});

test('a full mailbox and a recipient that is refused for now are of one e-mail, and a server without space of all', async (t) => {
  const server = await startSmtpServer(t);
  for (const [at, status, reason, isOfServer] of [
    ['RCPT TO', 452, '4.2.2 over quota', false],
    ['RCPT TO', 452, 'mailbox full', false],
    ['RCPT TO', 450, '4.7.1 try later', false],
    ['RCPT TO', 451, '4.3.0 try later', true],
    ['RCPT TO', 452, '4.3.1 no space', true],
    ['RCPT TO', 421, '4.7.0 closing', true],
    ['DATA', 452, '4.2.2 over quota', false],
    ['DATA', 452, 'no space', true],
    ['DATA', 451, 'try later', false],
  ] as const) {
    server.behaviour = { at, status, reason };
    await assert.rejects(send(server.url), (error) => {
      assert.ok(error instanceof MailRefused);
      assert.deepEqual([error.isPermanent, error.isOfServer], [false, isOfServer], error.message);
      return true;
    });
  }
});
