import { createHash } from 'node:crypto';
import { constants, type FileHandle, open, opendir, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { MAX_PHOTO_BYTES } from '../../../catalogue/listings/photo-upload.ts';
import { contentFault } from '../../../catalogue/photos/processing/picture-types.ts';
import { quote } from '../../../platform/core/errors.ts';
import { textFault } from '../../../platform/http/requests/text.ts';
import { ImportError } from '../readers/row.ts';

/** A picture cannot be read. The message is the reason, as the end of a sentence that begins with its name. */
export class PictureFileError extends Error {
  override name = 'PictureFileError';
}

export interface PictureFile {
  readonly content: Buffer;
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not in the folder',
  ENOTDIR: 'is not in the folder',
  ENAMETOOLONG: 'is not in the folder',
  EACCES: 'must not be read: permission denied',
  ELOOP: 'is a symbolic link in a circle',
};
/** A name in the form NFD can be too long where the same in NFC is not. */
const NOT_FOUND = new Set(['ENOENT', 'ENAMETOOLONG']);
const FOLDER_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'it is a file',
  EACCES: 'permission denied',
};
/** A link that replaced the file after it was checked is not followed, and a named pipe does not block. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The folder with the pictures of an import. The file that names them may come from anywhere, so no name leads out of it. */
export class PictureFolder {
  /** Without symbolic links. */
  readonly #root: string;
  readonly #names = new EquivalentNames();

  private constructor(root: string) {
    this.#root = root;
  }

  /** @throws {ImportError} if there is no such folder. */
  static async open(path: string): Promise<PictureFolder> {
    try {
      await (await opendir(path)).close();
      return new PictureFolder(await realpath(path));
    } catch (error) {
      const reason = FOLDER_REASONS[codeOf(error)] ?? codeOf(error);
      throw new ImportError(`cannot read the folder ${quote(path)} of --photos: ${reason}`, { cause: error });
    }
  }

  /** @throws {PictureFileError} */
  async read(name: string): Promise<PictureFile> {
    requireInside(name);
    try {
      let path = this.#root;
      for (const part of name.split(sep)) path = await this.#enter(path, part);
      return await readPicture(path);
    } catch (error) {
      if (error instanceof PictureFileError) throw error;
      const code = codeOf(error);
      throw new PictureFileError(REASONS[code] ?? `cannot be read (${code})`, { cause: error });
    }
  }

  /** Returns the path of a file or folder in a folder, without symbolic links. No folder is listed that is outside of the root. */
  async #enter(folder: string, name: string): Promise<string> {
    const path = await realpath(join(folder, name)).catch(async (error: unknown) => {
      const other = NOT_FOUND.has(codeOf(error)) ? await this.#names.find(folder, name) : undefined;
      if (other === undefined) throw error;
      return realpath(join(folder, other));
    });
    if (leaves(relative(this.#root, path))) throw new PictureFileError(OUTSIDE);
    return path;
  }
}

const OUTSIDE = 'is outside of the folder';

function requireInside(name: string): void {
  if (name.includes('://')) throw new PictureFileError('is an address: download the picture into the folder');
  const fault = textFault(name);
  if (fault !== undefined) throw new PictureFileError(fault);
  if (isAbsolute(name) || name.split(/[\\/]/).includes('..')) throw new PictureFileError(OUTSIDE);
}

function leaves(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

async function readPicture(path: string): Promise<PictureFile> {
  const file = await open(path, OPEN_FLAGS);
  try {
    const content = await readContent(file);
    const fault = contentFault(content);
    if (fault !== undefined) throw new PictureFileError(`cannot be used: ${fault}`);
    return { content, digest: createHash('sha256').update(content).digest('hex') };
  } finally {
    await file.close();
  }
}

async function readContent(file: FileHandle): Promise<Buffer> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new PictureFileError('is no file');
  if (stats.size > MAX_PHOTO_BYTES) {
    throw new PictureFileError(`must have at most ${MAX_PHOTO_BYTES} bytes; it has ${stats.size}`);
  }
  return file.readFile();
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  throw error;
}

/**
 * Finds files whose names are the same text as another name in other code points. macOS stores an accent as a character of
 * its own (NFD of Unicode, annex 15), most sheets as a part of its letter (NFC). Each folder is listed once.
 */
class EquivalentNames {
  readonly #folders = new Map<string, Promise<ReadonlyMap<string, string>>>();

  /** Returns the name in the folder, if there is one. */
  async find(folder: string, name: string): Promise<string | undefined> {
    const names = this.#folders.get(folder) ?? namesByText(folder);
    this.#folders.set(folder, names);
    return (await names).get(name.normalize('NFC'));
  }
}

async function namesByText(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).sort().reverse();
  // Of equivalent names, the first one in their order is the last one here, which stays.
  return new Map(names.map((name) => [name.normalize('NFC'), name]));
}
