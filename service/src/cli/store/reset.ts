import { Command } from 'commander';
import { environmentOf, requireEnvironment } from '../../access/accounts/store-environment.ts';
import { cancelOpenOrders } from '../../catalogue/orders/order-changes.ts';
import type { NewPet } from '../../catalogue/pets/pet.ts';
import { createPet, eraseOldest } from '../../catalogue/pets/pet-changes.ts';
import { eraseRemovedBefore } from '../../catalogue/pets/removed-pets.ts';
import { deleteImports } from '../../exchange/import-export/imported-pets.ts';
import { describeStore } from '../../platform/config/store-address.ts';
import { systemWorkClock } from '../../platform/core/clock.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { storeExists } from './store-presence.ts';

const ROWS_PER_TRANSACTION = 500;
/** Each may have twelve photos. */
const REMOVED_PETS_PER_TRANSACTION = 10;

const SAMPLES: readonly NewPet[] = [
  { name: 'Frank', categoryId: 1n, status: 'available' },
  { name: 'Kitty', categoryId: 2n, status: 'available' },
  { name: 'Bella', categoryId: 1n, status: 'pending' },
  { name: 'Zoë', categoryId: 2n, status: 'sold' },
  { name: 'Polly', categoryId: 3n, status: 'available' },
  { name: 'Rex', categoryId: 1n },
];

export function resetCommand(context: CommandContext): Command {
  return new Command('reset')
    .description('staging only: replace the catalogue with a few sample animals')
    .option('--yes', 'confirm that every animal is removed')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  PETSTORE_ENV=staging petstore reset --yes')
    .action((flags: { yes?: true; json?: true }) => reset(context, flags));
}

async function reset(context: CommandContext, flags: { yes?: true; json?: true }): Promise<void> {
  const { store } = context.config();
  await requireStaging(context);
  if (flags.yes !== true) {
    throw new CommandFailure(
      `reset removes every animal in ${describeStore(store)}: use --yes to confirm`,
      2,
    );
  }
  const removed = await context.withNewDatabase(async (database) => {
    await environmentOf(database, 'staging');
    const change = { actor: null, at: context.clock.now() };
    await inBatches(database, (queries, limit) => cancelOpenOrders(queries, limit, change));
    const count = await inBatches(database, (queries, limit) => eraseOldest(queries, limit, change));
    await inBatches(database, (queries) =>
      eraseRemovedBefore(
        queries,
        { before: Number.MAX_SAFE_INTEGER, limit: REMOVED_PETS_PER_TRANSACTION },
        change.at,
      ),
    );
    await inBatches(database, deleteImports);
    await database.write(async (queries) => {
      for (const pet of SAMPLES) await createPet(queries, pet, null, change);
    });
    return count;
  });
  if (flags.json) context.json({ removed, added: SAMPLES.length });
  else context.out(`Removed ${removed} animals and added ${SAMPLES.length} samples.`);
}

/** @throws {CommandFailure} unless the store is for staging, or will be made for it. */
async function requireStaging(context: CommandContext): Promise<void> {
  const { environment, store } = context.config();
  const exists = await storeExists(store);
  const known = exists
    ? await context.readDatabase(({ read }) => requireEnvironment(read, environment))
    : environment;
  if ((known ?? environment) === 'staging') return;
  const state = exists ? 'is for production:' : 'would be for production: use --env staging, or';
  throw new CommandFailure(
    `reset removes every animal and works in staging only: ${describeStore(store)} ${state} name another store with --database`,
    2,
  );
}

type Batch = (queries: Queries, limit: number) => Promise<number>;

/** Runs batches in short transactions with a pause between them, so that a running service stays responsive. */
async function inBatches(database: Database, batch: Batch): Promise<number> {
  for (let total = 0; ; ) {
    const count = await database.write((queries) => batch(queries, ROWS_PER_TRANSACTION));
    if (count === 0) return total;
    total += count;
    await systemWorkClock.pause(1);
  }
}
