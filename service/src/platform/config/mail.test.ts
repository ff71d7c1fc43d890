import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMail, parseMail } from './mail.ts';
import { ConfigError } from './option-values.ts';

const FROM = 'hello@shelter.example';

test('smtp:// demands STARTTLS at port 587, smtps:// begins with TLS at port 465', () => {
  const [starttls, implicit] = ['smtp://mail.example', 'smtps://mail.example:4650'].map((url) =>
    parseMail(url, FROM),
  );
  assert.deepEqual([starttls?.tls, starttls?.port, starttls?.user], ['starttls', 587, undefined]);
  assert.deepEqual([implicit?.tls, implicit?.port], ['implicit', 4650]);
});

test('TLS is off only on request, and never for a password on the network', () => {
  const local = parseMail('smtp://user:secret@[::1]:25?tls=off', FROM);
  assert.deepEqual([local?.tls, local?.host], ['off', '::1']);
  assert.equal(local && describeMail(local), '[::1]:25 without TLS');
  assert.equal(parseMail('smtp://relay.internal:25?tls=off', FROM)?.tls, 'off');
  assert.throws(() => parseMail('smtp://user:secret@mail.example?tls=off', FROM), /could read the password/);
  assert.throws(() => parseMail('smtps://mail.example?tls=off', FROM), /exclude each other/);
});

test('the sender is an address, or a name and an address', () => {
  const senders: readonly (readonly [string, string])[] = [
    ['hello@shelter.example', ''],
    ['Riverside <hello@shelter.example>', 'Riverside'],
    ['"Riverside, Inc." <hello@shelter.example>', 'Riverside, Inc.'],
  ];
  for (const [text, name] of senders)
    assert.deepEqual(parseMail('smtp://mail.example', text)?.from, { name, address: FROM });
  for (const text of ['Riverside', 'a@b.example, c@d.example', 'A\nB <hello@shelter.example>', '<a@b>'])
    assert.throws(() => parseMail('smtp://mail.example', text), /SMTP_FROM must be an e-mail address/, text);
});

test('an invalid address of the server is one line without the password', () => {
  for (const url of [
    'mail.example',
    'http://mail.example',
    'smtp:mail.example',
    'smtp://u:secret@mail.example/x',
  ]) {
    assert.throws(
      () => parseMail(url, FROM),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /^SMTP_URL must be smtp:\/\/USER:PASSWORD@HOST:587/);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      },
    );
  }
  assert.throws(() => parseMail('smtp://mail.example', ''), /SMTP_URL needs SMTP_FROM/);
  assert.throws(() => parseMail('', FROM), /SMTP_FROM needs SMTP_URL/);
});
