import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Resolves symbolic links, also to a file that does not exist yet: SQLite creates the target of a link, and the journals
 * and the instance lock are beside that target. Returns a path that cannot be resolved unchanged.
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

/** Identifies a file by device and inode, which do not depend on the path, also in a container. */
export function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
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
