import { type FileHandle, open, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { quote } from '../../core/errors.ts';
import { MANIFEST, parseManifest } from '../../import-export/whole-store/manifest.ts';
import { CommandFailure } from '../context.ts';

/** An open file, or standard input. */
export interface Input {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** In bytes; 0 if unknown. */
  readonly size: number;
  close(): Promise<void>;
}

/** @param path the path of a file, or `-` for standard input. */
export async function openInput(path: string): Promise<Input> {
  if (path === '-') return { bytes: process.stdin, size: 0, close: async () => {} };
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    const handle = file;
    return { bytes: file.createReadStream({ autoClose: false }), size, close: () => handle.close() };
  } catch (error) {
    await file?.close();
    throw explainReadError(error, path);
  }
}

/** Fails for a file of a whole export: its rows have no references, so each import of them would add every animal again. */
export async function requireListOfPets(path: string): Promise<void> {
  const folder = dirname(path);
  const manifest = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '');
  const parsed = parseManifest(manifest);
  if (typeof parsed === 'string' || !Object.hasOwn(parsed.files, basename(path))) return;
  throw new CommandFailure(
    `${quote(path)} is a file of a whole export: import the folder into an empty store with "petstore import ${folder}"`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  EIO: 'input/output error',
};

/** Returns a failure that explains why a file cannot be read; returns any other error unchanged. */
export function explainReadError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return reason === undefined ? error : new CommandFailure(`cannot read ${quote(path)}: ${reason}`);
}
