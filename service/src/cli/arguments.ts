import type { AccountRecord } from '../access/accounts/account.ts';
import { findAccount, firstAccounts } from '../access/accounts/account-queries.ts';
import { type ApiKey, findApiKey } from '../access/accounts/api-key-queries.ts';
import { DAY, HOUR, MINUTE } from '../platform/core/clock.ts';
import { quote } from '../platform/core/errors.ts';
import { int64FromDigits } from '../platform/core/int64.ts';
import type { Queries } from '../platform/database/database.ts';
import { CommandFailure } from './context.ts';

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };
const MAX_DAYS = 36_500;

/** Returns a duration such as `30m`, `24h` or `90d` in milliseconds. */
export function parseDuration(text: string, flag: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (ms >= 0 && ms <= MAX_DAYS * DAY) return ms;
  throw new CommandFailure(`${flag} must be a duration such as 30m, 24h or 90d; got ${quote(text)}`, 2);
}

/** @param flag the flag that names the account; undefined if an argument does. */
export async function requireAccount(db: Queries, name: string, flag?: string): Promise<AccountRecord> {
  const account = await findAccount(db, { name });
  if (account !== undefined) return account;
  const names = (await firstAccounts(db, 10)).map((known) => known.name);
  const hint =
    names.length === 0
      ? 'create the first one with "petstore accounts create"'
      : `existing accounts: ${names.join(', ')}`;
  const advice = flag === undefined ? '' : `: name another one with ${flag}`;
  throw new CommandFailure(`account ${quote(name)} not found${advice}; ${hint}`);
}

export async function requireKey(db: Queries, id: string): Promise<ApiKey> {
  const number = int64FromDigits(id);
  const key = number === undefined ? undefined : await findApiKey(db, number);
  if (key !== undefined) return key;
  throw new CommandFailure(
    `API key ${quote(id)} not found: run "petstore keys list NAME" to list the keys of an account`,
  );
}

/** @throws {CommandFailure} always: the name of the file does not determine which of the formats it has. */
export function unknownFormat(name: string, formats: readonly string[]): never {
  throw new CommandFailure(`unknown format of ${name}: use --format ${formats.join('|')}`, 2);
}
