import { Command } from 'commander';
import { timeText } from '../../platform/core/clock.ts';
import { type AdvancedIds, advanceIds } from '../../platform/database/recovery/advance-ids.ts';
import type { CommandContext } from '../context.ts';
import { whileUnserved } from './while-unserved.ts';

const HELP = `
Run it once after a recovery that the service does not notice itself, before the service starts: after copying a file,
Litestream, or a snapshot of a disk or a machine, also one with PostgreSQL. It skips the ids of animals, orders, events,
accounts, keys and bans that may have been assigned after the time of the backup: 1,000,000 ids, or 10,000 for each
second since then if that is more. Running it again is safe and skips ids again.

Example:
  petstore advance-ids`;

export function advanceIdsCommand(context: CommandContext): Command {
  return new Command('advance-ids')
    .description('after a recovery: skip ids that may have been assigned since the backup')
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

/** Returns lines of text about the ids that were skipped after a recovery. */
export function advancedIdsReport({ basis, ids, backedUpAt }: AdvancedIds): string[] {
  const time = timeText(backedUpAt);
  return [
    basis === 'replaced store'
      ? 'New ids continue after the highest ids of the replaced store.'
      : `The ids that were assigned after ${time} are unknown; enough ids were skipped to avoid them.`,
    `Highest used or skipped ids: animal ${ids.pets}, order ${ids.orders}, event ${ids.events}.`,
    'Clients of /v1/events that have read lost events get 410 events_expired and must read the catalogue again.',
  ];
}

/** Returns the same for `--json`. */
export function advancedIdsJson({ basis, ids, backedUpAt }: AdvancedIds) {
  const { pets, orders, events, accounts, api_keys: keys, bans } = ids;
  return {
    basis: basis === 'time' ? 'time' : 'replacedStore',
    backedUpAt: timeText(backedUpAt),
    lastIds: { pets, orders, events, accounts, keys, bans },
  };
}
