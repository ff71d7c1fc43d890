import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { quote } from '../core/errors.ts';

const PERMISSIONS = 0o777;

/** Why a file was not written. The message is for the person who exports, and there is no half of a file. */
export class ExportError extends Error {
  override name = 'ExportError';
}

/**
 * Writes a file that is either there as a whole or not at all: to a temporary file beside it, which takes its name
 * once it is complete and on the disk. What is no regular file, such as a pipe, is written as it comes.
 *
 * @throws {ExportError} if it cannot be written.
 */
export async function writeFileAtomically(path: string, texts: AsyncIterable<string>): Promise<void> {
  // A link stays one: what it leads to is replaced.
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  if (existing?.isDirectory()) throw new ExportError(`${quote(path)} is a folder: name a file in it`);
  try {
    if (existing === undefined || existing.isFile()) await writeBeside(target, texts, existing?.mode);
    else await writeInto(await open(target, 'w'), texts);
  } catch (error) {
    throw exportError(error, path);
  }
}

/** @param mode the permissions of the file that is replaced, which the new one keeps. */
async function writeBeside(
  target: string,
  texts: AsyncIterable<string>,
  mode: number | undefined,
): Promise<void> {
  const temporary = `${target}.${randomBytes(4).toString('hex')}.partial`;
  const file = await open(temporary, 'wx');
  try {
    if (mode !== undefined) await file.chmod(mode & PERMISSIONS);
    await writeInto(file, texts);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

async function writeInto(file: FileHandle, texts: AsyncIterable<string>): Promise<void> {
  try {
    for await (const text of texts) await file.writeFile(text);
    await file.sync().catch(ignoreNoFile);
  } finally {
    await file.close();
  }
}

/** A name is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A pipe or a device has nothing to bring to a disk. */
function ignoreNoFile(error: unknown): void {
  if (codeOf(error) !== 'EINVAL') throw error;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free space on it, or name a file on another one',
  EDQUOT: 'your share of the disk is used up: free space in it, or name a file on another disk',
  EFBIG: 'the disk takes no file of this size: name a file on another one',
  ENOENT: 'its folder does not exist: make the folder first',
  ENOTDIR: 'its folder is a file: name another folder',
  EACCES: 'you may not write in its folder: name a file elsewhere',
  EPERM: 'you may not write in its folder: name a file elsewhere',
  EROFS: 'its disk can only be read: name a file elsewhere',
  ENAMETOOLONG: 'its name is too long: give it a shorter one',
  EIO: 'its disk does not work: name a file on another one',
};

function exportError(error: unknown, path: string): unknown {
  const code = codeOf(error);
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (reason === undefined) return error;
  return new ExportError(`${quote(path)} was not written: ${reason}`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
