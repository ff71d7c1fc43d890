import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeMessage } from './message.ts';
import { MAIL_TEXTS } from './texts/languages.ts';

test('line breaks and other control characters in names cannot begin another header field', () => {
  const shelter = 'Riverside\r\nBcc: everyone@evil.example\u2028X: y\u0000';
  const { subject, text } = writeMessage('en', (texts) => texts.test({ shelter }));
  assert.equal(subject, 'Test: Riverside Bcc: everyone@evil.example X: y');
  assert.doesNotMatch(text, /\r|\n(Bcc|X):/);
});

test('names are text in HTML', () => {
  const { html } = writeMessage('en', (texts) => texts.test({ shelter: '<img src=x onerror=alert(1)>' }));
  assert.doesNotMatch(html, /<img/);
  assert.match(html, /&lt;img src=x/);
});

test('every language has the code, the link and the shelter', () => {
  for (const language of Object.keys(MAIL_TEXTS) as (keyof typeof MAIL_TEXTS)[]) {
    const code = writeMessage(language, (texts) =>
      texts.code({ shelter: 'Riverside', codes: [{ account: 'Riverside', code: '012345' }] }),
    );
    const url = 'https://pets.example/#/join/x';
    const invitation = writeMessage(language, (texts) => texts.invitation({ shelter: 'Riverside', url }));
    for (const part of [code.text, code.html]) assert.match(part, /012345[\s\S]*Riverside/, language);
    for (const part of [invitation.text, invitation.html]) {
      assert.match(part, /Riverside/, language);
      assert.ok(part.includes(url), language);
    }
    assert.match(code.html, new RegExp(`<html lang="${language}">`));
  }
});
