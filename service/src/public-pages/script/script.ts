import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['viewer.js', 'share.js', 'back.js'];

/**
 * The script of the page of an animal, without its comments and indentation. It is part of the page, so that the policy can
 * name it by its hash: no other script runs.
 */
export const SCRIPT = FILES.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('')
  .replaceAll(/^ *(\/\/.*)?\n/gm, '')
  .replaceAll(/^ +/gm, '');

/** The source of the script for `script-src`. */
export const SCRIPT_SOURCE = `'sha256-${hash('sha256', SCRIPT, 'base64')}'`;
