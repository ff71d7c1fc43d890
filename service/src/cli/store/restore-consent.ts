import type { RestoredAccess } from '../../database/sqlite/restored-access.ts';
import { type CommandContext, CommandFailure } from '../context.ts';

const SHOWN = 20;

/** Asks before a restore that gives keys access which the replaced store had taken from them. */
export async function requireConsent(
  context: CommandContext,
  access: readonly RestoredAccess[],
  isConfirmed: boolean,
): Promise<void> {
  if (access.length === 0 || isConfirmed) return;
  if (context.ask === undefined) {
    const keys = access
      .slice(0, SHOWN)
      .map(({ keyId }) => keyId)
      .join(', ');
    throw new CommandFailure(
      `the backup changes the access of ${access.length} keys (${keys}): revoked keys work again, or bans differ. Add --yes to restore it all the same`,
      2,
    );
  }
  for (const line of accessReport(access)) context.err(line);
  const answer = await context.ask('Restore all the same? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure('nothing was changed');
}

/** One line for each key, and what to do about it. */
export function accessReport(access: readonly RestoredAccess[]): string[] {
  return access.map(
    ({ change, keyId, account }) => `Key ${keyId} of ${account}: ${MEANINGS[change](keyId)}.`,
  );
}

const MEANINGS: Readonly<Record<RestoredAccess['change'], (keyId: number) => string>> = {
  'key works again': (keyId) =>
    `it was revoked or had expired, and works again; "petstore keys revoke ${keyId}" ends it`,
  'ban returns': (keyId) =>
    `its ban was lifted, and is in force again; "petstore keys unban ${keyId}" lifts it`,
  'ban is lost': () => 'its ban is not in the backup, and ends',
};
