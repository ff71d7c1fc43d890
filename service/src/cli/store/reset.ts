import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { describeStore } from '../../config/store-address.ts';
import type { Database, Queries } from '../../database/database.ts';
import { deleteImports } from '../../import-export/import-store.ts';
import { cancelOpenOrders } from '../../orders/order-changes.ts';
import type { NewPet } from '../../pets/pet.ts';
import { createPet, removeOldest } from '../../pets/pet-changes.ts';
import { type CommandContext, CommandFailure } from '../context.ts';

const ROWS_PER_TRANSACTION = 500;

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
    .description('staging only: replace the catalogue by a few sample animals')
    .option('--yes', 'really remove every animal')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  PETSTORE_ENV=staging petstore reset --yes')
    .action((flags: { yes?: true; json?: true }) => reset(context, flags));
}

async function reset(context: CommandContext, flags: { yes?: true; json?: true }): Promise<void> {
  const { environment, store } = context.config();
  if (environment !== 'staging') {
    throw new CommandFailure(
      'reset removes every animal and works in staging only: set PETSTORE_ENV=staging',
      2,
    );
  }
  if (flags.yes !== true) {
    throw new CommandFailure(`reset removes every animal in ${describeStore(store)}: say --yes to do it`, 2);
  }
  const removed = await context.withNewDatabase(async (database) => {
    const change = { actor: null, at: context.clock.now() };
    await inSteps(database, (queries, most) => cancelOpenOrders(queries, most, change));
    const count = await inSteps(database, (queries, most) => removeOldest(queries, most, change));
    await inSteps(database, deleteImports);
    await database.write(async (queries) => {
      for (const pet of SAMPLES) await createPet(queries, pet, null, change);
    });
    return count;
  });
  if (flags.json) context.json({ removed, added: SAMPLES.length });
  else context.out(`Removed ${removed} animals and added ${SAMPLES.length} samples.`);
}

type Step = (queries: Queries, most: number) => Promise<number>;

/** In short transactions with a pause between them, so that a running service is not held up. */
async function inSteps(database: Database, step: Step): Promise<number> {
  for (let total = 0; ; ) {
    const some = await database.write((queries) => step(queries, ROWS_PER_TRANSACTION));
    if (some === 0) return total;
    total += some;
    await pause(1);
  }
}
