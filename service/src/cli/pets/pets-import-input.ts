import { type FileHandle, open } from 'node:fs/promises';
import { quote } from '../../core/errors.ts';
import { CommandFailure } from '../context.ts';

/** A file that is open, or standard input. */
export interface Input {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** In bytes; 0 if unknown. */
  readonly size: number;
  close(): Promise<void>;
}

/** @param path of a file, or `-` for standard input. */
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
    throw readFault(error, path);
  }
}

const READ_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no file',
  ENOTDIR: 'there is no file',
  EACCES: 'you may not read',
  EPERM: 'you may not read',
  EISDIR: 'this is a folder and not a file:',
  EIO: 'the disk does not give',
};

/** The failure that tells why a file cannot be read; what is something else is returned as it is. */
export function readFault(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = Object.hasOwn(READ_FAULTS, code) ? READ_FAULTS[code] : undefined;
  return fault === undefined ? error : new CommandFailure(`${fault} ${quote(path)}`);
}
