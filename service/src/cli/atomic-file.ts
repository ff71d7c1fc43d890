import { type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { quote } from '../platform/core/errors.ts';
import { PartialFile } from '../platform/database/sqlite/partial-file.ts';
import { syncPath } from '../platform/database/sync-path.ts';

const PERMISSIONS = 0o777;

/** A file could not be written, and no part of it is left. The message is for the user. */
export class ExportError extends Error {
  override name = 'ExportError';
}

/**
 * Writes a file completely or not at all. The text goes to a temporary file in the same folder, which is renamed once
 * it is complete and synced. A target that is not a regular file, such as a pipe, is written directly.
 *
 * @throws {ExportError} if the file cannot be written.
 */
export async function writeFileAtomically(path: string, texts: AsyncIterable<string>): Promise<void> {
  // Replaces the target of a symbolic link, not the link.
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  if (existing?.isDirectory()) throw new ExportError(describeWriteFault(path, 'EISDIR'));
  try {
    if (existing === undefined || existing.isFile()) await writeBeside(target, texts, existing?.mode);
    else await writeInto(await open(target, 'w'), texts);
  } catch (error) {
    throw exportError(error, path);
  }
}

/** @param mode the permissions of the replaced file; the new file gets the same. */
async function writeBeside(
  target: string,
  texts: AsyncIterable<string>,
  mode: number | undefined,
): Promise<void> {
  await using partial = await PartialFile.create(target, async (path) => (await open(path, 'wx')).close());
  const file = await open(partial.path, 'r+');
  if (mode !== undefined) await file.chmod(mode & PERMISSIONS);
  await writeInto(file, texts);
  await rename(partial.path, target);
  // Makes the rename durable.
  await syncPath(dirname(target));
}

async function writeInto(file: FileHandle, texts: AsyncIterable<string>): Promise<void> {
  try {
    for await (const text of texts) await file.writeFile(text);
    await file.sync().catch(ignoreUnsupported);
  } finally {
    await file.close();
  }
}

/** Pipes and devices do not support fsync. */
function ignoreUnsupported(error: unknown): void {
  if (codeOf(error) !== 'EINVAL') throw error;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space or choose another disk',
  EDQUOT: 'the disk quota is exceeded: free some space or choose another disk',
  EFBIG: 'the file is too large for this file system: choose another disk',
  ENOENT: 'its folder does not exist: create the folder first',
  EISDIR: 'it is a folder: name a file in it',
  ENOTDIR: 'its folder is a file: choose another folder',
  EACCES: 'permission denied: choose another folder',
  EPERM: 'permission denied: choose another folder',
  EROFS: 'the file system is read-only: choose another folder',
  ENAMETOOLONG: 'the file name is too long: choose a shorter name',
  EIO: 'input/output error: choose another disk',
};

function exportError(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (!Object.hasOwn(REASONS, code)) return error;
  return new ExportError(describeWriteFault(path, code), { cause: error });
}

/** Explains to the user why a file cannot be written. `code` is that of an error of `node:fs`. */
export function describeWriteFault(path: string, code: string): string {
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : code;
  return `cannot write ${quote(path)}: ${reason}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
