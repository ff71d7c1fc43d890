import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { eraseAgain } from '../../adoption/applications/erasure.ts';
import { readStoreIdentity } from '../../adoption/applications/repeated-erasures.ts';
import type { Database } from '../../platform/database/database.ts';
import { type ErasedRow, readErasedRows } from '../../platform/database/recovery/erased-rows.ts';
import { ErasureList } from '../../platform/database/recovery/erasure-list.ts';
import { restoreStore } from '../../platform/database/sqlite/backup.ts';
import { describeOther, lookAt } from '../../platform/database/sqlite/paths/store-look.ts';
import { type RestoredAccess, restoredAccess } from '../../platform/database/sqlite/restored-access.ts';
import { readEnvironment } from '../../platform/database/sqlite/store-facts.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { advancedIdsJson, advancedIdsReport } from './advance-ids.ts';
import { describeSummary, explainErrors, requireSqlite } from './store-file.ts';
import { createdLine } from './store-presence.ts';
import { whileUnserved } from './while-unserved.ts';

interface RestoreFlags {
  changeEnvironment?: true;
  force?: true;
  yes?: true;
  json?: true;
}

export function restoreCommand(context: CommandContext): Command {
  return new Command('restore')
    .description('replace the store with a backup; stop the service first')
    .argument('<file>')
    .option('--force', 'overwrite an existing store')
    .option('--yes', 'do not ask, even if revoked keys become valid again or bans change')
    .option('--change-environment', 'make a backup of production a staging store, or the reverse')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  petstore restore /var/backups/petstore-2026-11-21T020000Z.db --force',
    )
    .action((file: string, flags: RestoreFlags) => restore(context, file, flags));
}

async function restore(context: CommandContext, file: string, flags: RestoreFlags): Promise<void> {
  const config = context.config();
  const store = requireSqlite(config);
  const look = lookAt(store.path);
  if (look.kind === 'other') {
    // A damaged store may be anything, and --force replaces it.
    if (!look.mayBeDamaged) throw new CommandFailure(describeOther(store.path, look));
    // Before the lock, whose file would be created beside it.
    rejectExisting(store.path, flags.force === true);
  }
  const isNew = look.kind === 'absent';
  let access: RestoredAccess[] = [];
  let erasedAgain = 0;
  const { advanced, ...summary } = await explainErrors(
    store.path,
    whileUnserved([store], async () => {
      const now = context.clock.now();
      rejectExisting(store.path, flags.force === true);
      const environment = config.environment ?? readEnvironment(store.path);
      access = restoredAccess(file, store.path, now) ?? [];
      await requireConsent(context, access, flags.yes === true);
      return restoreStore(file, store.path, now, {
        check: (copy) => checkEnvironment(copy, environment, flags.changeEnvironment === true),
        change: async (copy) => {
          erasedAgain = await eraseSince(copy, store.path, ErasureList.of(config), now);
        },
      });
    }),
  );
  if (isNew) context.err(createdLine(store));
  if (flags.json)
    return context.json({ file, ...summary, ids: advancedIdsJson(advanced), access, erasedAgain });
  context.out(`The store was restored from ${file} and verified: ${describeSummary(summary)}.`);
  if (erasedAgain > 0)
    context.out(`${erasedAgain} applications that were erased since the backup were erased again.`);
  for (const line of [...advancedIdsReport(advanced), ...accessReport(access)]) context.out(line);
}

/** Erases in the copy what was erased in the same store since, by the store that it replaces and by the list. Returns the number of applications. */
async function eraseSince(
  copy: Database,
  replaced: string,
  list: ErasureList | undefined,
  now: number,
): Promise<number> {
  const id = await readStoreIdentity(copy.read);
  const erased = [...readErasedRows(replaced, id), ...readList(list, id)];
  return erased.length === 0 ? 0 : copy.write((db) => eraseAgain(db, erased, now));
}

function readList(list: ErasureList | undefined, storeId: string): ErasedRow[] {
  try {
    return [...(list?.read(storeId) ?? [])];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new CommandFailure(
      `the list of erased applications, ${list?.path}, cannot be read (${code}): make it readable, or name another one with ERASURES_FILE. Nothing was changed`,
    );
  }
}

function rejectExisting(path: string, force: boolean): void {
  if (!existsSync(path) || force) return;
  throw new CommandFailure(
    `${path} already exists. Use --force to overwrite it, or another file with --database sqlite:FILE.`,
  );
}

/**
 * @param expected the configured environment, or that of the replaced store; undefined if neither names one.
 * @throws {CommandFailure} if the backup is of the other environment, whose keys would not work.
 */
async function checkEnvironment(
  copy: Database,
  expected: string | undefined,
  mayChange: boolean,
): Promise<void> {
  const { environment: actual } = await copy.read
    .selectFrom('store_identity')
    .select('environment')
    .executeTakeFirstOrThrow();
  if (expected === undefined || actual === null || actual === expected) return;
  if (!mayChange) {
    throw new CommandFailure(
      `the backup is of a ${actual} store, but this one is for ${expected}: name another backup, or use --change-environment, after which the keys of the backup do not work`,
    );
  }
  await copy.write((db) => db.updateTable('store_identity').set({ environment: expected }).execute());
}

const MAX_LISTED = 20;

/**
 * Asks before a restore that changes the access of keys.
 *
 * @throws {CommandFailure} without consent.
 */
async function requireConsent(
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
function accessReport(access: readonly RestoredAccess[]): string[] {
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
