import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasAdmin } from '../../accounts/account-store.ts';
import type { StoreAddress } from '../../config/store-address.ts';
import { FIRST_KEY_SUFFIX } from '../../database/sqlite/private-files.ts';
import { storePath } from '../../database/sqlite/store-path.ts';
import type { Service } from '../../server/compose.ts';
import { CREATE_ADMIN, createFirstAccount, NO_ADMIN } from '../accounts/first-account.ts';
import type { CommandContext } from '../context.ts';

class KeyFileError extends Error {
  override name = 'KeyFileError';
}

/** Creates the first account of a new store, and prints its key or the file with the key (ADR 24). */
export async function welcome(
  context: CommandContext,
  store: StoreAddress,
  { database, environment }: Pick<Service, 'database' | 'environment'>,
  url: string,
): Promise<void> {
  const file = context.isTerminal ? undefined : keyFileOf(store);
  const keep = (secret: string) => {
    if (file !== undefined) writeKeyFile(file, secret);
  };
  try {
    const secret = await createFirstAccount(database, environment, context.clock.now(), keep);
    if (secret !== undefined) showKey(context, url, file === undefined ? { secret } : { file });
    else if (!(await hasAdmin(database.read))) context.err(NO_ADMIN);
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    context.err(`${error.message}, so no account was created. ${CREATE_ADMIN}`);
  }
}

/** Returns a path beside a SQLite store; in the working folder for PostgreSQL. */
function keyFileOf(store: StoreAddress): string {
  return store.engine === 'sqlite'
    ? `${storePath(resolve(store.path))}${FIRST_KEY_SUFFIX}`
    : resolve('petstore.first-key');
}

/** Writes a file that only this user can read, and syncs it before the account is committed. */
function writeKeyFile(path: string, secret: string): void {
  try {
    rmSync(path, { force: true });
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new KeyFileError(`Cannot write the first API key to ${path} (${reason})`, { cause: error });
  }
}

type KeyPlace = { readonly secret: string } | { readonly file: string };

function showKey(context: CommandContext, url: string, place: KeyPlace): void {
  const [where, line, bearer] =
    'secret' in place
      ? ['this API key, which is printed only once', place.secret, place.secret]
      : ['an API key in a file that only this user can read', place.file, `$(cat '${place.file}')`];
  context.out('');
  context.out(`This catalogue is new. Its account "default" (plan Business, role admin) has ${where}:`);
  context.out('');
  context.out(`  ${line}`);
  context.out('');
  if ('file' in place) {
    context.out('Copy the key to a safe place and delete the file.');
    context.out('');
  }
  context.out('Sign in to the console with the key, or try:');
  context.out('');
  context.out(`  curl -H "Authorization: Bearer ${bearer}" '${url}/v1/pets?limit=5'`);
  context.out('');
}
