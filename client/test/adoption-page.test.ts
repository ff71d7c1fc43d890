// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { type ProcessResult, startProcess } from '@petstore/testing/processes/running-process.ts';
import { startService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY } from '../../service/src/platform/core/clock.ts';
import { lastPurgedId } from '../../service/src/record/events/event-ids.ts';
import { packedProject } from './packed-project.ts';
import { userNode } from './system-node.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/adoption-page', import.meta.url));
const PROGRAM = 'adoption-page/adoption-page.js';
const NODE = userNode();

const project = await packedProject();
await cp(EXAMPLE, join(project.folder, 'adoption-page'), { recursive: true });

/** Starts a service with a manager's key, and prepares the program with a reader's key and an empty folder. */
async function start(t: TestContext, quota: { perMinute?: number } = {}) {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  const { key: readerKey } = await service.account({ role: 'reader', ...quota });
  const site = await mkdtemp(join(project.folder, 'site-'));
  const env = { PETSTORE_URL: service.url, PETSTORE_KEY: readerKey };
  const run = (...options: string[]) =>
    startProcess(t, NODE, [PROGRAM, site, ...options], { cwd: project.folder, env });
  return {
    service,
    key,
    site,
    add: (pet: object) => addPet(service, key, pet),
    once: () => run('--once').ended,
    watch: () => run('--every', '1'),
    page: () => readFile(join(site, 'index.html'), 'utf8'),
  };
}

/** Returns the headings of a page and the names below them, from top to bottom. */
function shownOn(page: string): string[] {
  return [...page.matchAll(/<h2[^>]*>(.*?) <span>|<li dir="auto">(.*?)<\/li>/g)].map(
    ([, heading, name]) => heading ?? `- ${name}`,
  );
}

const WROTE = (count: number): ProcessResult => ({
  status: 0,
  out: `Wrote index.html: ${count} to adopt.\n`,
  err: '',
});

/** Invalid command lines and environments, and their messages. */
const INVALID = [
  { args: ['.'], env: { PETSTORE_KEY: 'petstore_live_x' }, status: 1, message: /\(invalid_api_key\)/ },
  { args: ['.'], env: { PETSTORE_KEY: '' }, status: 2, message: /^Set PETSTORE_KEY to an API key/ },
  { args: ['.'], env: { PETSTORE_URL: 'adopt.org' }, status: 2, message: /baseUrl must be .*https/ },
  { args: [], env: {}, status: 2, message: /^Pass one folder/ },
  { args: ['nowhere'], env: {}, status: 2, message: /^nowhere is not a folder\.$/m },
  { args: ['.', '--every', '0'], env: {}, status: 2, message: /^--every must be .*; got "0"\.$/m },
  { args: ['.', '--onec'], env: {}, status: 2, message: /^Unknown option '--onec'\. Run with --help/ },
];

suite('adoption page', { concurrency: true }, () => {
  test('shows available animals by category, newest first, with names that are escaped', async (t) => {
    const { service, add, once, page } = await start(t);
    await runCommand(service.store, ['accounts', 'create', 'default', '--plan', 'business']);
    const folder = await temporaryFolder(t);
    const [file, mapping] = [join(folder, 'pets.csv'), join(folder, 'mapping.json')];
    await writeFile(file, 'id,name,kind,status\na,Rex,Dog,available\nb,Tom,Cat,sold\nc,Mia,Cat,available\n');
    const kinds = { column: 'kind', values: { Dog: 1, Cat: 2 } };
    const [reference, name, status] = ['id', 'name', 'status'].map((column) => ({ column }));
    await writeFile(mapping, JSON.stringify({ reference, name, categoryId: kinds, status }));
    const imported = await runCommand(service.store, ['pets', 'import', file, '--mapping', mapping]);
    assert.equal(imported.status, 0, imported.err);
    await add({ name: 'Bello', categoryId: 1 });
    await add({ name: `<script>alert("Rex & 'Co'")</script>`, categoryId: 9 });
    await add({ name: 'Held', categoryId: 1, status: 'pending' });
    assert.deepEqual(await once(), WROTE(4));
    const escaped = '&lt;script&gt;alert(&quot;Rex &amp; &#39;Co&#39;&quot;)&lt;/script&gt;';
    const shown = ['Cat', '- Mia', 'Dog', '- Bello', '- Rex', 'Others', `- ${escaped}`];
    assert.deepEqual(shownOn(await page()), shown);
    assert.doesNotMatch(await page(), /<script/);
  });

  test('shows a message for none, all animals of several pages, and does not write an unchanged page', async (t) => {
    const { site, add, once, page } = await start(t);
    assert.deepEqual(await once(), WROTE(0));
    assert.match(await page(), /All animals have found a home\./);
    for (let n = 1; n <= 101; n += 1) await add({ name: `animal ${n}` });
    assert.deepEqual(await once(), WROTE(101));
    const names = Array.from({ length: 101 }, (_, n) => `- animal ${101 - n}`);
    assert.deepEqual(shownOn(await page()), ['Animals', ...names]);
    const { ino, mtimeMs } = await stat(join(site, 'index.html'));
    const out = 'index.html is up to date: 101 to adopt.\n';
    assert.deepEqual(await once(), { status: 0, out, err: '' });
    const again = await stat(join(site, 'index.html'));
    assert.deepEqual([again.ino, again.mtimeMs], [ino, mtimeMs]);
  });

  test('updates the page when animals are adopted and added, until SIGTERM', async (t) => {
    const { service, key, site, add, watch, page } = await start(t);
    const rex = await add({ name: 'Rex' });
    await add({ name: 'Mia' });
    const program = watch();
    await program.printed(/Wrote index\.html: 2 to adopt\.\n/);
    await placeOrder(service, key, rex);
    await program.printed(/Wrote index\.html: 1 to adopt\.\n/);
    assert.deepEqual(shownOn(await page()), ['Animals', '- Mia']);
    await add({ name: 'Bello' });
    await program.printed(/(Wrote[^\n]*2 to adopt\.\n[\s\S]*){2}/);
    assert.deepEqual(shownOn(await page()), ['Animals', '- Bello', '- Mia']);
    program.kill('SIGTERM');
    const { status, err } = await program.ended;
    assert.deepEqual({ status, err }, { status: 0, err: '' });
    assert.deepEqual(await readdir(site), ['index.html']);
  });

  test('reads the catalogue again if the missed events have expired', async (t) => {
    const { service, add, watch, page } = await start(t);
    await add({ name: 'Rex' });
    const program = watch();
    await program.printed(/Wrote index\.html: 1 to adopt\.\n/);
    program.kill('SIGSTOP');
    await add({ name: 'Mia' });
    service.clock.advance(91 * DAY);
    await until(async () => (await lastPurgedId(service.database.read)) === 2n);
    program.kill('SIGCONT');
    await program.printed(/Wrote index\.html: 2 to adopt\.\n/);
    assert.deepEqual(shownOn(await page()), ['Animals', '- Mia', '- Rex']);
    program.kill('SIGINT');
    assert.equal((await program.ended).status, 0);
  });

  test('ends on SIGTERM while it waits for the quota', async (t) => {
    const { site, watch } = await start(t, { perMinute: 1 });
    const program = watch();
    await program.printed(/Waiting 60 s: The quota of 1 requests per minute is used up/);
    program.kill('SIGTERM');
    assert.equal((await program.ended).status, 0);
    assert.deepEqual(await readdir(site), []);
  });

  test('reports an error in one line and by the exit status', async (t) => {
    const { url } = await startService(t);
    for (const { args, env, status, message } of INVALID) {
      const all = { PETSTORE_URL: url, PETSTORE_KEY: 'petstore_live_x', ...env };
      const program = startProcess(t, NODE, [PROGRAM, ...args], { cwd: project.folder, env: all });
      const { err, ...ended } = await program.ended;
      assert.match(err, message);
      assert.match(err, /^[^\n]+\n$/);
      assert.deepEqual(ended, { status, out: '' });
    }
  });
});
