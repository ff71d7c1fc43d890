import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { findSimilar } from './misspelt-option.ts';
import { ConfigError } from './option-values.ts';
import { DEPRECATED_OPTIONS, OPTIONS } from './options.ts';
import { sqliteFileOf } from './store-address.ts';

/** The file that is read if it is beside the store. */
const NAME = 'petstore.env';
/** What a file may contain besides options: `TRANSFER_TO_URL` of one command, and the variables of OpenTelemetry. */
const OTHER_VARIABLE = /^(TRANSFER_TO_URL|OTEL_[A-Z0-9_]+)$/;
const BLANK_OR_COMMENT = /^\s*(#|$)/;
const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/;

type Variables = Readonly<Record<string, string | undefined>>;

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
  checkLines(path, text);
  return { path, variables: relativeToFile(parseEnv(text), path) };
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

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new ConfigError(`cannot read the settings file ${path}: ${REASONS[code] ?? code}`, {
      cause: error,
    });
  }
}

/** `parseEnv` ignores what it does not understand, and an option that is ignored is worse than an error. */
function checkLines(path: string, text: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (BLANK_OR_COMMENT.test(line)) continue;
    const [, name] = ASSIGNMENT.exec(line) ?? [];
    const where = `${path}, line ${index + 1}`;
    if (name === undefined) throw new ConfigError(`${where}: must be NAME=VALUE or a comment with #`);
    if (name in OPTIONS || name in DEPRECATED_OPTIONS || OTHER_VARIABLE.test(name)) continue;
    const similar = findSimilar(name, OPTIONS);
    const advice =
      similar === undefined ? 'remove it; "petstore serve --help" lists the settings' : `use ${similar}`;
    throw new ConfigError(`${where}: ${name} is not a setting of petstore: ${advice}`);
  }
}

/** A relative path of a store is relative to the file, so that every command finds the same store in any folder. */
function relativeToFile(variables: Variables, file: string): Variables {
  const { DATABASE_URL: address = '' } = variables;
  const path = sqliteFileOf(address);
  if (path === '' || /^[/:]/.test(path)) return variables;
  return { ...variables, DATABASE_URL: `sqlite:${resolve(dirname(file), path)}` };
}
