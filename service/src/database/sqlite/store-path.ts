import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The path of the file that `path` leads to, whether it exists yet or not: SQLite creates what a symbolic link points to,
 * and its journals and our lock lie beside that file. What cannot be resolved is returned as it is.
 */
export function storePath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isMissing(error)) return path;
  }
  const target = linkTarget(path);
  if (target !== undefined) return storePath(resolve(dirname(path), target));
  const folder = dirname(path);
  return folder === path ? path : join(storePath(folder), basename(path));
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
