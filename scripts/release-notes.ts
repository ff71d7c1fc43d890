// Prints the section of CHANGELOG.md for a tag: `node scripts/release-notes.ts v1.0.0`. Fails for a tag of another version.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../service/src/platform/core/version.ts';

/** @throws {Error} unless `tag` is the one of `version`, and the changelog has a dated section for it. */
export function releaseNotes(changelog: string, version: string, tag: string | undefined): string {
  if (tag !== `v${version}`) {
    throw new Error(
      `the tag of this version is v${version}, not ${tag ?? 'missing'}: change the tag, or the version`,
    );
  }
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${version} - `));
  if (section === undefined) {
    throw new Error(`CHANGELOG.md has no section "## ${version} - DATE": rename "Unreleased" before you tag`);
  }
  return section.slice(section.indexOf('\n')).trim();
}

if (import.meta.main) {
  try {
    const changelog = readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8');
    console.log(releaseNotes(changelog, VERSION, process.argv[2]));
  } catch (error) {
    console.error(`release-notes: ${(error as Error).message}`); // only errors are thrown
    process.exitCode = 1;
  }
}
