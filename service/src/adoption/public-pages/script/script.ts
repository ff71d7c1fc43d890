import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The script of the page of an animal. It is part of the page, so that the policy can name it by its hash: no other script runs.
 */
export const SCRIPT = scriptOf('viewer.js', 'share.js', 'back.js');
/** The script of the page of the favourites. */
export const FAVOURITES_SCRIPT = scriptOf('favourites.js');

/** Returns files in one text, without their comments and indentation. */
function scriptOf(...files: readonly string[]): string {
  return files
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('')
    .replaceAll(/^ *(\/\/.*)?\n/gm, '')
    .replaceAll(/^ +/gm, '');
}

/** Returns the source of a script for `script-src`. */
export function sourceOf(script: string): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`;
}
