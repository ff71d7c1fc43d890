import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from './config.ts';
import type { OptionName } from './options.ts';

test('rejects an invalid option of the public pages, also while they are off', () => {
  const invalid: ReadonlyArray<[OptionName, string[], RegExp]> = [
    ['PUBLIC_PAGES', ['1', 'on', 'TRUE'], /^PUBLIC_PAGES must be one of true, false, managed; got /],
    [
      'SHELTER_NAME',
      ['x'.repeat(101), 'River\nside'],
      /^SHELTER_NAME must be a name of at most 100 characters on one line, such as Riverside Shelter; got /,
    ],
    [
      'SHELTER_CONTACT_URL',
      ['http://shelter.example', 'javascript:alert(1)', 'shelter.example', 'tel:', 'mailto:x'],
      /^SHELTER_CONTACT_URL must be an address that begins with https:, mailto: or tel:, such as \S+; got /,
    ],
    [
      'PUBLIC_REQUESTS_PER_MINUTE',
      ['0', '1000001', 'many'],
      /^PUBLIC_REQUESTS_PER_MINUTE must be a number of requests between 1 and 1000000, such as 300; got /,
    ],
  ];
  for (const [name, values, message] of invalid) {
    for (const value of values)
      assert.throws(() => parseConfig({ [name]: value }), { name: 'ConfigError', message });
  }
});
