import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseNotes } from './release-notes.ts';

const CHANGELOG = `# Changelog

## Unreleased

- Later.

## 1.2.0 - 2026-12-01

### Added
- Photos.

## 1.1.0 - 2026-11-01

- Names.
`;

test('the notes of a release are its section of the changelog', () => {
  assert.equal(releaseNotes(CHANGELOG, '1.2.0', 'v1.2.0'), '### Added\n- Photos.');
  assert.equal(releaseNotes(CHANGELOG, '1.1.0', 'v1.1.0'), '- Names.');
});

test('a tag of another version, and a version without a dated section, have no notes', () => {
  assert.throws(() => releaseNotes(CHANGELOG, '1.2.0', 'v1.2.1'), /the tag of this version is v1\.2\.0/);
  assert.throws(() => releaseNotes(CHANGELOG, '1.2.0', undefined), /not missing/);
  assert.throws(() => releaseNotes(CHANGELOG, '1.3.0', 'v1.3.0'), /no section "## 1\.3\.0 - DATE"/);
});
