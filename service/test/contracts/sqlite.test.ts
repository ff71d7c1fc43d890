import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sqliteIn, temporaryDatabase } from '@petstore/testing/stores.ts';
import { insertAccount } from '../../src/accounts/account-queries.ts';
import { MemoryQuotas } from '../../src/quota/memory-quota.ts';
import { testAccessVersion } from './access-version.ts';
import { testAccountQueries } from './account-queries.ts';
import { testCategoryQueries } from './category-queries.ts';
import { testDatabase } from './database.ts';
import { testEventQueries } from './event-queries.ts';
import { testEventsDuringReads } from './events-during-reads.ts';
import { testEventsOfAPet } from './events-of-a-pet.ts';
import { testImportJobs } from './import-jobs.ts';
import { testListingQueries } from './listing-queries.ts';
import { testMergedPets } from './merged-pets.ts';
import { testMovementQueries } from './movement-queries.ts';
import { testOrderQueries } from './order-queries.ts';
import { testOutbox } from './outbox.ts';
import { testPetQueries } from './pet-queries.ts';
import { testPhotoQueries } from './photo-queries.ts';
import { testPublishingRuns } from './publishing-runs.ts';
import { testQuotas } from './quota.ts';
import { testSimilarNames } from './similar-names.ts';
import { testSortedListings } from './sorted-listings.ts';

testPetQueries('SQLite', temporaryDatabase);
testPhotoQueries('SQLite', temporaryDatabase);
testPublishingRuns('SQLite', temporaryDatabase);
testListingQueries('SQLite', temporaryDatabase);
testSimilarNames('SQLite', temporaryDatabase);
testSortedListings('SQLite', temporaryDatabase);
testImportJobs('SQLite', temporaryDatabase);
testOutbox('SQLite', temporaryDatabase);
testAccountQueries('SQLite', temporaryDatabase);
testCategoryQueries('SQLite', temporaryDatabase);
testMovementQueries('SQLite', temporaryDatabase);
testOrderQueries('SQLite', temporaryDatabase);
testEventQueries('SQLite', temporaryDatabase);
testEventsDuringReads('SQLite', temporaryDatabase);
testEventsOfAPet('SQLite', temporaryDatabase);
testMergedPets('SQLite', temporaryDatabase);
testAccessVersion('SQLite', async (t) => sqliteIn(await temporaryFolder(t)));
testDatabase('SQLite', async (t) => sqliteIn(await temporaryFolder(t)));
testQuotas('SQLite', async (t) => {
  const database = await temporaryDatabase(t);
  const clock = new FakeClock();
  let accounts = 0;
  const start = () =>
    MemoryQuotas.open(database, clock, (error) => {
      throw error;
    });
  const caller = async () => {
    accounts += 1;
    const terms = {
      name: `account ${accounts}`,
      plan: 'free',
      role: 'member',
      customQuota: undefined,
    } as const;
    const account = await database.write((queries) => insertAccount(queries, terms, clock.now()));
    if (account === undefined) throw new Error('The name is taken');
    return { accountId: account.id, keyId: account.id };
  };
  return { clock, start, caller };
});
