import type { RestoredAccess } from '../../database/sqlite/restored-access.ts';
import { type CommandContext, CommandFailure } from '../context.ts';

const MAX_LISTED = 20;

/**
 * Asks before a restore that changes the access of keys.
 *
 * @throws {CommandFailure} without consent.
 */
export async function requireConsent(
  context: CommandContext,
  access: readonly RestoredAccess[],
  isConfirmed: boolean,
): Promise<void> {
  if (access.length === 0 || isConfirmed) return;
  if (context.ask === undefined) {
    const keys = access
      .slice(0, MAX_LISTED)
      .map(({ keyId }) => keyId)
      .join(', ');
    throw new CommandFailure(
      `the backup changes the access of ${access.length} keys (${keys}): revoked keys become valid again, or bans change. Use --yes to restore it anyway`,
      2,
    );
  }
  for (const line of accessReport(access)) context.err(line);
  const reply = await context.ask('Restore anyway? [y/N] ');
  if (!/^y(es)?$/i.test(reply.trim())) throw new CommandFailure('nothing was changed');
}

/** Returns a line for each key with what to do about it. */
export function accessReport(access: readonly RestoredAccess[]): string[] {
  return access.map(
    ({ change, keyId, account }) => `Key ${keyId} of ${account}: ${MEANINGS[change](keyId)}.`,
  );
}

const MEANINGS: Readonly<Record<RestoredAccess['change'], (keyId: number) => string>> = {
  'key works again': (keyId) =>
    `it was revoked or expired, and is valid again; "petstore keys revoke ${keyId}" revokes it`,
  'ban returns': (keyId) => `its ban was lifted, and applies again; "petstore keys unban ${keyId}" lifts it`,
  'ban is lost': () => 'it is no longer banned, because its ban is not in the backup',
};
