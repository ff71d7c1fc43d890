import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicantFaults, trimmed } from './applicant-checks.ts';

/** Returns the stored name, or undefined if it is refused. */
function stored(name: string): string | undefined {
  const applicant = trimmed({ name, email: undefined, telephone: undefined });
  return applicantFaults(applicant).length === 0 ? applicant.name : undefined;
}

test('a name has something that people see, in any script, and does not turn the text beside it around', () => {
  assert.equal(stored(' Zoë Bell '), 'Zoë Bell');
  assert.equal(stored('Ana \u202Emoc.live\u202C'), 'Ana moc.live');
  for (const name of ['佐藤', 'نور\u200Cا', '\u200Fדוד', 'O’Neill', '🐶', '7'])
    assert.equal(stored(name), name);
  for (const name of ['', ' \u00A0', '\u200B\u200B', '\u3164', '\u202E', 'a\nb', 'a\u2028b', 'x'.repeat(101)])
    assert.equal(stored(name), undefined, JSON.stringify(name));
});
