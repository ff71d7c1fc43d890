// Needs PostgreSQL or Valkey.
import type { TestContext } from 'node:test';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { testDatabase } from './database.ts';
import { testEventsDuringReads } from './events-during-reads.ts';
import { testImportJobs } from './import-jobs.ts';
import { testOutbox } from './outbox.ts';
import { testPublishingRuns } from './publishing-runs.ts';
import { testSimilarNames } from './similar-names.ts';

async function open(test: TestContext): Promise<Database> {
  return openStore(test, await freshStore(test));
}

testSimilarNames('PostgreSQL', open);
testImportJobs('PostgreSQL', open);
testOutbox('PostgreSQL', open);
testPublishingRuns('PostgreSQL', open);
testEventsDuringReads('PostgreSQL', open);
testDatabase('PostgreSQL', freshDatabase);
