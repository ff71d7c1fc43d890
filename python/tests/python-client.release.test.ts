// Takes long.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addPet } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { type RunningProcess, startProcess } from '@petstore/testing/processes/running-process.ts';
import {
  type ReadmeExample,
  readmeExamples,
  startReadmeCatalogue,
} from '@petstore/testing/readme-examples.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { startEnvironmentServer } from '../../client/test/environment-server.ts';
import { SECOND } from '../../service/src/platform/core/clock.ts';
import { VERSION } from '../../service/src/platform/core/version.ts';
import { ALLOWED, startReceiver } from '../../service/test/api/webhooks/receiver.ts';

/** Builds the Python client, and tests what is in its wheel: by its suite, by type checkers and by the examples of its README. */

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** What `.ci/run` installs, in one folder. */
const PROGRAMS = ['python3', 'pyproject-build', 'twine', 'pytest', 'mypy', 'ruff'] as const;
type Program = (typeof PROGRAMS)[number];

const bin = process.env.PATH?.split(delimiter).find((folder) =>
  PROGRAMS.every((name) => isProgram(folder, name)),
);
const skip =
  bin === undefined &&
  skipReason(
    'Tests of the Python client',
    `no folder of the PATH has all of ${PROGRAMS.join(', ')} (see .ci/run)`,
  );
const noVerifier = skip || withoutVerifier();
const build = await temporaryFolder({ after });
/** The wheel, installed. */
const SITE = join(build, 'site');
const ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONPATH: SITE,
  MYPYPATH: SITE,
};
const examples = readmeExamples(await readFile(join(PROJECT, 'README.md'), 'utf8'), 'python');

function isProgram(folder: string, name: string): boolean {
  try {
    accessSync(join(folder, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns why the library of PyPI cannot verify what webhooks send. */
function withoutVerifier(): string | false {
  const isThere = spawnSync(join(bin ?? '', 'python3'), ['-c', 'import standardwebhooks']).status === 0;
  return !isThere && skipReason('Webhooks and PyPI', 'the package standardwebhooks is missing (see .ci/run)');
}

/** Verifies a message with each secret of a list, by both libraries, and with one of another webhook. */
const VERIFICATION = `
import json, sys
from petstore_client.webhooks import verify_webhook
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
body, headers, secrets, other = json.loads(sys.argv[1])
for secret in secrets:
    assert Webhook(secret).verify(body, headers) == verify_webhook(body, headers, secret) == json.loads(body)
try:
    Webhook(other).verify(body, headers)
except WebhookVerificationError as refusal:
    print(refusal)
`;

/** Runs a program to its end, and returns its output. */
function run(program: Program, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(join(bin ?? '', program), args, {
    cwd,
    env: ENVIRONMENT,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** Starts an example with the key of a new manager, whose quota is unused. */
async function start(t: TestContext, example: ReadmeExample, service: TestService): Promise<RunningProcess> {
  const { key } = await service.account({ role: 'manager' });
  const env = { ...ENVIRONMENT, PETSTORE_URL: service.url, PETSTORE_KEY: key };
  return startProcess(t, join(bin ?? '', 'python3'), ['-W', 'error', '-c', example.program], { env });
}

const [followExample, ...more] = examples.filter(({ program }) => program.includes('.follow('));
const endingExamples = examples.filter((example) => example !== followExample);

suite('the Python client', { skip }, () => {
  test('is built as a wheel and a source distribution, which twine accepts, with httpx as the only dependency', async () => {
    const source = join(build, 'source');
    // Of a copy, so that nothing is written into the repository.
    await cp(PROJECT, source, { recursive: true });
    const packages = join(build, 'packages');
    run('pyproject-build', ['--no-isolation', '--outdir', packages], source);
    const built = (await readdir(packages)).sort();
    const wheel = `petstore_client-${VERSION}-py3-none-any.whl`;
    assert.deepEqual(built, [wheel, `petstore_client-${VERSION}.tar.gz`]);
    run('twine', ['check', '--strict', ...built], packages);
    run('python3', ['-m', 'zipfile', '-e', wheel, SITE], packages);
    const files = await readdir(SITE, { recursive: true });
    assert.ok(files.includes('petstore_client/py.typed'));
    assert.deepEqual(
      files.filter((file) => !/^petstore_client(-[^/]*\.dist-info)?(\/|$)/.test(file)),
      [],
    );
    const metadata = await readFile(join(SITE, `petstore_client-${VERSION}.dist-info`, 'METADATA'), 'utf8');
    assert.deepEqual(metadata.match(/^Requires-(Dist|Python): .*$/gm)?.sort(), [
      'Requires-Dist: httpx<1,>=0.27',
      'Requires-Python: >=3.10',
    ]);
  });

  test('passes its suite, synchronous and asynchronous, and warns of nothing', async (t) => {
    const server = await startEnvironmentServer(t, build);
    const env = { ...ENVIRONMENT, PETSTORE_TEST_ENVIRONMENT: server };
    const { status, out, err } = await startProcess(t, join(bin ?? '', 'pytest'), ['-q'], {
      cwd: PROJECT,
      env,
    }).ended;
    assert.equal(status, 0, out + err);
    const [, passed] = /^(\d+) passed in/m.exec(out) ?? [];
    assert.ok(Number(passed) > 140, out);
  });

  test('has exact types, also in the examples of its README, and uses only what Python 3.10 has', async () => {
    const folder = join(build, 'examples');
    await mkdir(folder);
    const files = examples.map(({ program }, index) => ({ name: `example_${index}.py`, program }));
    await Promise.all(files.map(({ name, program }) => writeFile(join(folder, name), program)));
    const strict = ['--strict', '--python-version', '3.10', '--cache-dir', join(build, 'mypy')];
    run('mypy', [...strict, '.'], PROJECT);
    run('mypy', [...strict, ...files.map(({ name }) => name)], folder);
    run('ruff', ['check', '--no-cache', '--target-version', 'py310'], PROJECT);
    run('ruff', ['format', '--no-cache', '--check'], PROJECT);
  });

  test('accepts a message of a webhook as standardwebhooks of PyPI does, with either secret of a rotation', {
    skip: noVerifier,
  }, async (t) => {
    // The library compares with the time of this machine.
    const service = await startService(t, { env: ALLOWED, clock: new FakeClock(Date.now()) });
    const { key } = await service.account();
    const receiver = await startReceiver(t);
    const post = async (path: string, body: object) =>
      (await service.send(`/v1/webhooks${path}`, { method: 'POST', key, body })).json;
    const hook = await post('', { url: receiver.url });
    const rotated = await post(`/${at(hook, 'id')}/rotation`, { overlapSeconds: 60 });
    const other = at(await post('', { url: receiver.url, eventTypes: ['pet.deleted'] }), 'secret');
    await addPet(service, key, { name: 'Zoë \u{1F408}' });
    service.clock.advance(SECOND);
    await receiver.arrived(1);
    const secrets = [at(hook, 'secret'), at(rotated, 'secret')];
    const given = receiver.received.map(({ body, headers }) => [body, headers, secrets, other]);
    const args = ['-W', 'error', '-c', VERIFICATION, JSON.stringify(given[0])];
    assert.equal(run('python3', args, build), 'No matching signature found\n');
  });

  suite('README', { concurrency: 2 }, () => {
    for (const example of endingExamples) {
      test(`"${example.title}" prints the output that the README states`, async (t) => {
        const service = await startReadmeCatalogue(t);
        const { status, out, err } = await (await start(t, example, service)).ended;
        assert.deepEqual({ status, err }, { status: 0, err: '' }, out);
        // A block of Markdown has no white space at the end of its lines.
        assert.equal(out.replaceAll(/ +$/gm, ''), example.output);
      });
    }

    test('"Keep a copy" prints later changes, and ends on SIGINT', async (t) => {
      assert.ok(followExample !== undefined && more.length === 0);
      const service = await startReadmeCatalogue(t);
      const { key } = service;
      const program = await start(t, followExample, service);
      await program.printed(/The copy has 3 animals\.\n/);
      await addPet(service, key, { name: 'Bruno' });
      await service.send('/v1/pets/2', { method: 'DELETE', key });
      await program.printed(/pet\.deleted Mia: the copy has 3 animals\.\n/);
      program.kill('SIGINT');
      const { status, err } = await program.ended;
      assert.equal(status, 'SIGINT');
      assert.match(err, /KeyboardInterrupt\n/);
      assert.ok(program.out().includes('pet.created Bruno: the copy has 4 animals.\n'));
    });
  });
});

test('the README has examples of both clients', () => {
  assert.ok(endingExamples.length >= 9);
  assert.ok(examples.some(({ program }) => program.includes('AsyncPetstore')));
});
