import { addMissingEntries, missingEntries } from '../../catalogue/search/missing-entries.ts';
import { searchProgress } from '../../catalogue/search/search-progress.ts';
import { type Check, ok, warning, wrong } from './finding.ts';

/** Shows how much of the search index of an older store is missing; otherwise finds animals that it lacks. */
export const checkSearch: Check = (context) =>
  context.readDatabase(async (database) => {
    const progress = await searchProgress(database.read);
    if (progress !== undefined) {
      const { nextId, lastId } = progress;
      return warning(
        `not ready: the animals of an older version are being indexed, up to ${nextId - 1n} of ${lastId}; a running service continues`,
      );
    }
    const { pets, firstId } = await missingEntries(database);
    if (pets === 0) return ok('finds all animals');
    const found = pets === 1 ? `the animal ${firstId}` : `${pets} animals (the first one: ${firstId})`;
    return wrong(
      `does not find ${found}, which an older version wrote after this one had begun: run "petstore doctor --reindex"`,
    );
  });

/** Adds what is missing, then compares again. */
export const reindexAndCheckSearch: Check = async (context, config) => {
  await context.withDatabase(addMissingEntries);
  return checkSearch(context, config);
};
