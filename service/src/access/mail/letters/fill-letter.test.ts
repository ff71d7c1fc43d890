import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillLetter } from './fill-letter.ts';
import { ALL_TEXTS, textFaults } from './letter-texts.ts';
import { sampleValues } from './sample-values.ts';
import { LETTER_TEXTS } from './texts/languages.ts';

const LINK = 'https://pets.example/application/a';
const BODY = 'Hello {animal},\n\n{message}\n\nHere:\n{link}\n\n{shelter}\n';

test('a paragraph without its value is left out, and a link is one in HTML', () => {
  const values = { animal: 'Ana', shelter: 'Riverside', link: [LINK] };
  const { subject, text, html } = fillLetter('en', { subject: '{shelter}: hello', body: BODY }, values);
  assert.equal(subject, 'Riverside: hello');
  assert.equal(text, `Hello Ana,\n\nHere:\n${LINK}\n\nRiverside\n`);
  assert.match(
    html,
    /<p>Hello Ana,<\/p><p>Here:<br><a href="https:\/\/pets\.example\/application\/a">.*<p>Riverside<\/p>/,
  );
});

test('what was typed is neither markup nor a header field nor another placeholder', () => {
  const values = {
    animal: 'Ana\r\nBcc: all@example.com',
    message: '<script>alert(1)</script>\r\n{link} \u0000\ud800',
    shelter: 'A & B',
  };
  const { subject, text, html } = fillLetter('en', { subject: 'To {animal}', body: BODY }, values);
  assert.equal(subject, 'To Ana Bcc: all@example.com');
  assert.match(text, /<script>alert\(1\)<\/script>\n\{link\} {1,2}\ufffd/);
  assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;<br>\{link\}/);
  assert.match(html, /A &amp; B/);
});

test('every text as delivered is valid, and a preview has a value for each of its placeholders', () => {
  const context = { shelter: { name: 'Riverside' }, publicUrl: 'https://pets.example', now: 0 };
  for (const { kind, language } of ALL_TEXTS) {
    const text = LETTER_TEXTS[language].kinds[kind];
    assert.deepEqual(textFaults(kind, text), { subject: undefined, body: undefined }, `${kind} ${language}`);
    const letter = fillLetter(language, text, sampleValues(kind, language, context));
    assert.doesNotMatch(letter.subject + letter.text + letter.html, /\{[a-z]+\}|undefined/);
    assert.match(letter.text, /Riverside\n$/);
  }
});

test('a text is refused that has an unknown placeholder or lacks what it needs; a confirmation has no words of a key', () => {
  const body = { received: 'Your {animal}: {link}', asked: '{message}', declined: 'Hello {owner}' };
  assert.match(textFaults('received', { subject: 'x', body: body.received }).body ?? '', /got \{animal\}/);
  assert.match(textFaults('asked', { subject: 'x', body: body.asked }).body ?? '', /contain \{link\}/);
  assert.match(textFaults('declined', { subject: 'x', body: body.declined }).body ?? '', /got \{owner\}/);
  assert.match(textFaults('declined', { subject: 'a\nb', body: 'x' }).subject ?? '', /one line/);
  assert.match(textFaults('declined', { subject: '{message}', body: 'x' }).subject ?? '', /got \{message\}/);
  assert.match(textFaults('declined', { subject: ' ', body: 'x' }).subject ?? '', /not be empty/);
});
