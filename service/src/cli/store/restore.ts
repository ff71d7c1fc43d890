import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { Database } from '../../database/database.ts';
import { restoreStore } from '../../database/sqlite/backup.ts';
import { type RestoredAccess, restoredAccess } from '../../database/sqlite/restored-access.ts';
import { readEnvironment } from '../../database/sqlite/store-facts.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { advancedIdsJson, advancedIdsReport } from './advanced-ids-report.ts';
import { accessReport, requireConsent } from './restore-consent.ts';
import { describeSummary, explainErrors, requireSqlite } from './store-file.ts';
import { createdLine, storeExists } from './store-presence.ts';
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
  const isNew = !(await storeExists(store));
  let access: RestoredAccess[] = [];
  const { advanced, ...summary } = await explainErrors(
    store.path,
    whileUnserved([store], async () => {
      const now = context.clock.now();
      rejectExisting(store.path, flags.force === true);
      const environment = config.environment ?? readEnvironment(store.path);
      access = restoredAccess(file, store.path, now) ?? [];
      await requireConsent(context, access, flags.yes === true);
      return restoreStore(file, store.path, now, (copy) =>
        checkEnvironment(copy, environment, flags.changeEnvironment === true),
      );
    }),
  );
  if (isNew) context.err(createdLine(store));
  if (flags.json) return context.json({ file, ...summary, ids: advancedIdsJson(advanced), access });
  context.out(`The store was restored from ${file} and verified: ${describeSummary(summary)}.`);
  for (const line of [...advancedIdsReport(advanced), ...accessReport(access)]) context.out(line);
}

function rejectExisting(path: string, force: boolean): void {
  if (!existsSync(path) || force) return;
  throw new CommandFailure(
    `${path} already exists. Use --force to overwrite it, or another file with --database sqlite:FILE.`,
  );
}

/**
 * @param expected the environment of the settings, or of the replaced store; undefined if neither names one.
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
