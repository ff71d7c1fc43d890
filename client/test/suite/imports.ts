import { PetstoreError } from '../../src/index.ts';
import { equal, rejects } from './harness/assertions.ts';
import { createClient, type TestCase } from './harness/test-case.ts';

const MAPPING = { name: { column: 'Name' }, categoryId: { column: 'Kind', values: { Dog: 7 } } };
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const firstBytes = async (file: Blob) => [...new Uint8Array(await file.slice(0, 3).arrayBuffer())];

export const imports: TestCase[] = [
  {
    name: 'imports a file, reads its progress and the rows that failed, and exports the animals',
    run: async (environment) => {
      const petstore = await createClient(environment, { terms: { role: 'admin' } });
      const file = new Blob(['Name,Kind\n=Zoë,Dog\n,Dog\n']);
      const added = await petstore.imports.create(file, { fileName: 'animals.csv', mapping: MAPPING });
      let found = await petstore.imports.get(added.id);
      while (found.state === 'waiting' || found.state === 'running')
        found = await petstore.imports.get(added.id);
      equal([found.state, found.summary?.created, found.badRows?.length], ['done', 1, 1]);
      const badRows = await petstore.imports.badRows(added.id);
      equal(await firstBytes(badRows), BYTE_ORDER_MARK);
      equal((await badRows.text()).split('\n')[1], '3,Name is missing or empty,,Dog');
      equal((await petstore.imports.page({ limit: 1 })).items[0]?.id, added.id);
      const animals = await petstore.exports.pets();
      equal(await firstBytes(animals), BYTE_ORDER_MARK);
      equal((await animals.text()).includes('"\'=Zoë"'), true);
    },
  },
  {
    name: 'imports one file when it is sent again with its idempotency key, and counts only in a dry run',
    run: async (environment) => {
      const { imports: files, pets } = await createClient(environment, { terms: { role: 'admin' } });
      const options = { fileName: 'a.csv', dryRun: true, idempotencyKey: 'monday' };
      const bytes = new TextEncoder().encode('name,categoryId\nOnly counted,1\n');
      const added = await files.create(bytes, options);
      equal((await files.create(bytes, options)).id, added.id);
      equal((await pets.page({ name: 'Only counted' })).items, []);
    },
  },
  {
    name: 'fails with invalid_mapping if the mapping has errors',
    run: async (environment) => {
      const { imports: files } = await createClient(environment, { terms: { role: 'admin' } });
      const sent = files.create(new Blob(['a']), { fileName: 'a.csv', mapping: '{}' });
      const error = await rejects(sent, PetstoreError);
      equal([error.status, error.code], [400, 'invalid_mapping']);
    },
  },
];
