// Needs PostgreSQL or Valkey.
import type { TestContext } from 'node:test';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import type { Database } from '../../src/database/database.ts';
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
import { testSimilarNames } from './similar-names.ts';
import { testSortedListings } from './sorted-listings.ts';

async function open(test: TestContext): Promise<Database> {
  return openStore(test, await freshStore(test));
}

testPetQueries('PostgreSQL', open);
testPhotoQueries('PostgreSQL', open);
testListingQueries('PostgreSQL', open);
testSimilarNames('PostgreSQL', open);
testSortedListings('PostgreSQL', open);
testImportJobs('PostgreSQL', open);
testOutbox('PostgreSQL', open);
testPublishingRuns('PostgreSQL', open);
testAccountQueries('PostgreSQL', open);
testCategoryQueries('PostgreSQL', open);
testMovementQueries('PostgreSQL', open);
testOrderQueries('PostgreSQL', open);
testEventQueries('PostgreSQL', open);
testEventsDuringReads('PostgreSQL', open);
testEventsOfAPet('PostgreSQL', open);
testMergedPets('PostgreSQL', open);
testAccessVersion('PostgreSQL', freshStore);
testDatabase('PostgreSQL', freshDatabase);
