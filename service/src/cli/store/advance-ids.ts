import { Command } from 'commander';
import { advanceIds } from '../../database/recovery/advance-ids.ts';
import type { CommandContext } from '../context.ts';
import { advancedIdsJson, advancedIdsReport } from './advanced-ids-report.ts';
import { whileUnserved } from './while-unserved.ts';

const HELP = `
Run it once after every recovery that was not made by "petstore restore", before the service starts: after a copied
file, Litestream, pg_restore, or PostgreSQL's point-in-time recovery. Ids of animals, orders, events, accounts, keys
and bans then continue above all that may have been given after the moment of the recovery: by 1,000,000, or by
10,000 for each second since that moment if that is more. Running it again does no harm, and skips ids again.

Example:
  petstore advance-ids`;

export function advanceIdsCommand(context: CommandContext): Command {
  return new Command('advance-ids')
    .description('after a recovery: skip the ids that may have been given since')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: { json?: true }) => {
      const { store } = context.config();
      await context.requireStore();
      const advanced = await whileUnserved([store], () =>
        context.withDatabase((database) => advanceIds(database, { now: context.clock.now() })),
      );
      if (flags.json) context.json(advancedIdsJson(advanced));
      else for (const line of advancedIdsReport(advanced)) context.out(line);
    });
}
