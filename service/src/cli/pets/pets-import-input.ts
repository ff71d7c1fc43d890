import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open as openFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { MANIFEST, parseManifest } from '../../exchange/import-export/whole-store/manifest.ts';
import { quote } from '../../platform/core/errors.ts';
import { CommandFailure } from '../context.ts';

const CHUNK_BYTES = 64 * 1024;

/** A file that can be read several times, or a copy of standard input. */
export interface Input {
  open(): AsyncIterable<Uint8Array>;
  /** In bytes. */
  readonly size: number;
  close(): Promise<void>;
}

/**
 * @param path the path of a file, or `-` for standard input.
 * @param signal ends the copying of standard input with its reason.
 */
export async function openInput(path: string, signal: AbortSignal): Promise<Input> {
  if (path === '-') return copyOf(process.stdin, signal);
  let file: FileHandle | undefined;
  try {
    file = await openFile(path);
    const status = await file.stat();
    if (!status.isFile()) return await copyOf(file.createReadStream(), signal);
    const handle = file;
    return {
      open: () => readFrom(handle),
      size: status.size,
      close: () => handle.close(),
    };
  } catch (error) {
    await file?.close();
    throw explainReadError(error, path);
  }
}

/** Reads an open file from its beginning. A stream that is not read to its end would close the file. */
async function* readFrom(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Copies a stream to a temporary file, because its encoding and the order of its dates are known only at its end. */
async function copyOf(stream: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Input> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-import-'));
  const path = join(folder, 'input');
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(path, stream, { mode: 0o600, signal });
    const { size } = await stat(path);
    return { open: () => createReadStream(path), size, close };
  } catch (error) {
    await close();
    throw signal.aborted ? signal.reason : error;
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
  ENOSPC: 'no space for a copy in the folder of temporary files',
};

/** Returns a failure that explains why a file cannot be read; returns any other error unchanged. */
export function explainReadError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return reason === undefined ? error : new CommandFailure(`cannot read ${quote(path)}: ${reason}`);
}
