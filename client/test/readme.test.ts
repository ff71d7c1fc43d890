// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { type RunningProcess, startProcess } from '@petstore/testing/processes/running-process.ts';
import {
  type ReadmeExample,
  readmeExamples,
  startReadmeCatalogue,
} from '@petstore/testing/readme-examples.ts';
import type { TestService } from '@petstore/testing/service.ts';
import { packedProject } from './packed-project.ts';
import { userNode } from './system-node.ts';

const README = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const NODE = userNode();
const project = await packedProject();
const examples = readmeExamples(README, 'js');

/** Prints an error for each response of a deprecated operation. */
const REPORTS_DEPRECATIONS = `data:text/javascript,${encodeURIComponent(`
  const send = fetch;
  globalThis.fetch = async (...request) => {
    const response = await send(...request);
    if (response.headers.has('deprecation')) console.error('deprecated: ' + request[0]);
    return response;
  };
`)}`;

/** Starts an example with the key of a new manager, whose quota is unused. */
async function start(
  t: TestContext,
  { title, program }: ReadmeExample,
  service: TestService,
): Promise<RunningProcess> {
  const { key } = await service.account({ role: 'manager' });
  const file = `${title.replace(/\W+/g, '-')}.js`;
  await writeFile(join(project.folder, file), program);
  const env = { PETSTORE_URL: service.url, PETSTORE_KEY: key };
  return startProcess(t, NODE, ['--import', REPORTS_DEPRECATIONS, file], { cwd: project.folder, env });
}

const [followExample, ...more] = examples.filter(({ program }) => program.includes('SIGINT'));
const endingExamples = examples.filter((example) => example !== followExample);

test('each section has one example, and one example runs until it is stopped', () => {
  assert.equal(more.length, 0);
  assert.equal(new Set(examples.map(({ title }) => title)).size, examples.length);
  assert.ok(endingExamples.length >= 7);
});

suite('README examples', { concurrency: true }, () => {
  for (const example of endingExamples) {
    test(`"${example.title}" prints the output that the README states`, async (t) => {
      const service = await startReadmeCatalogue(t);
      const { status, out, err } = await (await start(t, example, service)).ended;
      assert.deepEqual({ status, err }, { status: 0, err: '' }, out);
      assert.equal(out, example.output ?? out);
    });
  }

  test('"Keep a copy" prints later changes, and ends on SIGINT', async (t) => {
    assert.ok(followExample !== undefined);
    const service = await startReadmeCatalogue(t);
    const { key } = service;
    const program = await start(t, followExample, service);
    await program.printed(/The copy has 3 animals\.\n/);
    await addPet(service, key, { name: 'Bruno' });
    await service.send('/v1/pets/2', { method: 'DELETE', key });
    await program.printed(/pet\.deleted Mia/);
    program.kill('SIGINT');
    assert.deepEqual(await program.ended, {
      status: 0,
      out: [
        'The copy has 3 animals.',
        'pet.created Bruno: the copy has 4 animals.',
        'pet.deleted Mia: the copy has 3 animals.\n',
      ].join('\n'),
      err: '',
    });
  });
});
