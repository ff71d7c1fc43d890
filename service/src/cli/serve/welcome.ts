import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasAdmin } from '../../access/accounts/account-queries.ts';
import { awaitsFirstSignIn, renewFirstLink } from '../../access/administration/first-link.ts';
import { linkAddress } from '../../platform/config/link-address.ts';
import type { StoreAddress } from '../../platform/config/store-address.ts';
import type { Database } from '../../platform/database/database.ts';
import { FIRST_KEY_SUFFIX } from '../../platform/database/sqlite/private-files.ts';
import { storePath } from '../../platform/database/sqlite/store-path.ts';
import type { Service } from '../../server/compose.ts';
import { CREATE_ADMIN, createFirstAccount, type FirstAccess, NO_ADMIN } from '../accounts/first-account.ts';
import type { CommandContext } from '../context.ts';

class KeyFileError extends Error {
  override name = 'KeyFileError';
}

/** Where the service is reached: on its machine, and by people. */
interface Addresses {
  readonly url: string;
  readonly publicUrl: string;
  /** False if `publicUrl` works on this machine only, and others are expected. */
  readonly isReachable: boolean;
}

/**
 * Creates the first account of a new store. Prints a link to sign in (docs/adr/0047), and its key or the file with the key
 * (docs/adr/0024). Prints another link until someone has signed in.
 */
export async function welcome(
  context: CommandContext,
  store: StoreAddress,
  { database, environment }: Pick<Service, 'database' | 'environment'>,
  addresses: Addresses,
): Promise<void> {
  const file = context.isTerminal ? undefined : keyFileOf(store);
  const keep = (secret: string) => {
    if (file !== undefined) writeKeyFile(file, secret);
  };
  try {
    const access = await createFirstAccount(database, environment, context.clock.now(), keep);
    if (access !== undefined) showAccess(context, addresses, access, file);
    else if (await hasAdmin(database.read)) await showNewLink(context, database, addresses);
    else context.err(NO_ADMIN);
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

/** Prints a line if the link cannot be written: the service also starts on a full disk. */
async function showNewLink(context: CommandContext, database: Database, addresses: Addresses): Promise<void> {
  if (!(await awaitsFirstSignIn(database.read))) return;
  try {
    const token = await database.write((db) => renewFirstLink(db, context.clock.now()));
    if (token === undefined) return;
    for (const line of ['', ...linkLines(addresses, token), '']) context.out(line);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    context.err(`Cannot create another link to sign in: ${reason} Then start the service again.`);
  }
}

/** The top-level domain for examples, which has no addresses (RFC 2606). */
const EXAMPLE = /\.example$/;

/** The link with an address that works. That of an example does not. */
function linkLines({ publicUrl, isReachable }: Addresses, token: string): string[] {
  if (EXAMPLE.test(new URL(publicUrl).hostname)) {
    return [
      `This catalogue is new. PUBLIC_URL is still an example, ${publicUrl}: set it to the address of the service, and start it again. Then it prints a link to sign in.`,
    ];
  }
  return [
    'This catalogue is new. Open this link within 15 minutes to sign in; it works once:',
    '',
    `  ${linkAddress(publicUrl)}/#/welcome?token=${token}`,
    ...(isReachable
      ? []
      : ['', 'On another machine: set PUBLIC_URL to the address of this one, and start it again.']),
  ];
}

function showAccess(
  context: CommandContext,
  addresses: Addresses,
  { secret, token }: FirstAccess,
  file?: string,
): void {
  const lines = [
    '',
    ...linkLines(addresses, token),
    '',
    `Its account "default" (plan Business, role admin) also has ${
      file === undefined
        ? 'this API key, which is printed only once'
        : 'an API key in a file that only this user can read'
    }:`,
    '',
    `  ${file ?? secret}`,
    '',
    file === undefined ? 'Try it:' : 'Copy the key to a safe place and delete the file. Try it:',
    '',
    `  curl -H "Authorization: Bearer ${file === undefined ? secret : `$(cat '${file}')`}" '${addresses.url}/v1/pets?limit=5'`,
    '',
  ];
  for (const line of lines) context.out(line);
}
