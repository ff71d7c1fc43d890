import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sqliteIn, temporaryDatabase } from '@petstore/testing/stores.ts';
import { insertAccount } from '../../src/access/accounts/account-queries.ts';
import { WriteBehindQuotas } from '../../src/access/quota/write-behind-quotas.ts';
import { testDatabase } from './database.ts';
import { testEventsDuringReads } from './events-during-reads.ts';
import { testImportJobs } from './import-jobs.ts';
import { testOutbox } from './outbox.ts';
import { testPublishingRuns } from './publishing-runs.ts';
import { testQuotas } from './quota.ts';
import { testSimilarNames } from './similar-names.ts';

testPublishingRuns('SQLite', temporaryDatabase);
testSimilarNames('SQLite', temporaryDatabase);
testImportJobs('SQLite', temporaryDatabase);
testOutbox('SQLite', temporaryDatabase);
testEventsDuringReads('SQLite', temporaryDatabase);
testDatabase('SQLite', async (t) => sqliteIn(await temporaryFolder(t)));
testQuotas('SQLite', async (t) => {
  const database = await temporaryDatabase(t);
  const clock = new FakeClock();
  let accounts = 0;
  const start = () =>
    WriteBehindQuotas.open(database, clock, (error) => {
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
