import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { type RunningProcess, startProcess } from '@petstore/testing/processes/running-process.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { packedProject } from './packed-project.ts';
import { integratorsNode } from './system-node.ts';

interface Example {
  title: string;
  program: string;
  /** What the page says it prints; undefined where it does not say. */
  output: string | undefined;
}

const README = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const NODE = integratorsNode();
const project = await packedProject({ after });
const examples = README.split(/^## /m).flatMap(examplesOf);

function examplesOf(section: string): Example[] {
  const [title = ''] = section.split('\n', 1);
  const blocks = section.matchAll(/^```js\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm);
  return [...blocks].map(([, program = '', output]) => ({ title, program, output }));
}

/** The catalogue of the README: three animals, of which two can be adopted. */
async function catalogue(t: TestContext): Promise<TestService & { key: string }> {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  await addPet(service, key, { name: 'Frank', categoryId: 1 });
  await addPet(service, key, { name: 'Mia', categoryId: 2, status: 'sold' });
  await addPet(service, key, { name: 'Olive', categoryId: 2 });
  return { ...service, key };
}

/** As a manager who has sent nothing yet. */
async function start(
  t: TestContext,
  { title, program }: Example,
  service: TestService,
): Promise<RunningProcess> {
  const { key } = await service.account({ role: 'manager' });
  const file = `${title.replace(/\W+/g, '-')}.js`;
  await writeFile(join(project.folder, file), program);
  const env = { PETSTORE_URL: service.url, PETSTORE_KEY: key };
  return startProcess(t, NODE, [file], { cwd: project.folder, env });
}

const [following, ...more] = examples.filter(({ program }) => program.includes('SIGINT'));
const ending = examples.filter((example) => example !== following);

test('there is one example a section, one of which goes on until it is stopped', () => {
  assert.equal(more.length, 0);
  assert.equal(new Set(examples.map(({ title }) => title)).size, examples.length);
  assert.ok(ending.length >= 7);
});

suite('the examples of the README', { concurrency: true }, () => {
  for (const example of ending) {
    test(`the example "${example.title}" runs as it is and prints what the page says`, async (t) => {
      const service = await catalogue(t);
      const { status, out, err } = await (await start(t, example, service)).ended;
      assert.deepEqual({ status, err }, { status: 0, err: '' }, out);
      assert.equal(out, example.output ?? out);
    });
  }

  test('the example that keeps a copy sees what changes later, and ends when it is stopped', async (t) => {
    assert.ok(following !== undefined);
    const service = await catalogue(t);
    const { key } = service;
    const program = await start(t, following, service);
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
