import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseConfigLines, type Variables } from './config-lines.ts';
import { ConfigError } from './option-values.ts';
import { sqliteFileOf } from './store-address.ts';

/** The file that is read if it is beside the store. */
const NAME = 'petstore.env';

export interface ConfigFile {
  readonly path: string;
  readonly variables: Variables;
}

/**
 * Reads the configuration file: the named one, else `petstore.env` beside the store, if there is one.
 *
 * @param named the file of `--config` or `PETSTORE_CONFIG`; undefined if neither is set.
 * @param address the value of `DATABASE_URL`; undefined for the default.
 * @throws {ConfigError} if it cannot be read, is empty while nothing else names the store, or contains anything but options.
 */
export function readConfigFile(
  named: string | undefined,
  address: string | undefined,
): ConfigFile | undefined {
  const path = resolve(named ?? besideStore(address));
  if (named === undefined && !isThere(path)) return undefined;
  const text = readText(path);
  const isStoreNamed = (address ?? '').trim() !== '';
  if (text.trim() === '' && !isStoreNamed && statSync(path).isFile()) throw emptyFile(path);
  return { path, variables: relativeToFile(parseConfigLines(text, path), path) };
}

/** For PostgreSQL the file is in the working folder. */
function besideStore(address = ''): string {
  return join(dirname(sqliteFileOf(address)), NAME);
}

/** A link to a file that does not exist is there: reading it explains what is wrong. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Opening the store in this folder explains why.
    return false;
  }
}

/** A full disk can leave an empty file. Without the address of the store in it, `serve` would create another one. `/dev/null` is meant. */
function emptyFile(path: string): ConfigError {
  return new ConfigError(
    `the settings file ${path} is empty: restore it, remove it, or write a comment with # into it`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist. Name another file with --config',
  EACCES: 'permission denied. Run the command as the user of the service',
  EISDIR: 'it is a folder. Name a file with --config',
};

/** Editors of Windows write a byte order mark, which is no part of the text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function readText(path: string): string {
  const bytes = readBytes(path);
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new ConfigError(`the settings file ${path} is not UTF-8: save it as UTF-8`, { cause: error });
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new ConfigError(`cannot read the settings file ${path}: ${REASONS[code] ?? code}`, {
      cause: error,
    });
  }
}

/** A relative path of a store is relative to the file, so that every command finds the same store in any folder. */
function relativeToFile(variables: Variables, file: string): Variables {
  const { DATABASE_URL: address = '' } = variables;
  const path = sqliteFileOf(address);
  if (path === '' || /^[/:]/.test(path)) return variables;
  return { ...variables, DATABASE_URL: `sqlite:${resolve(dirname(file), path)}` };
}
