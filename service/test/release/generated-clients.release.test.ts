// Takes long.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { type Scope, temporaryFolder } from '@petstore/testing/folders.ts';
import { startChangingProxy } from '@petstore/testing/http/changing-proxy.ts';
import { examplePicture } from '@petstore/testing/pictures/example-pictures.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';
import { startService } from '@petstore/testing/service.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { asLaterVersion, LATER_CODE, LATER_EVENT } from './generated-clients/later-version.ts';

/** Executes the commands of docs/clients.md: clients of today's document, and of that of version 1.0.0. */

const PROGRAMS = join(import.meta.dirname, '../../../examples/clients');
const PROGRAMS_OF_1_0_0 = join(import.meta.dirname, 'generated-clients/1.0.0');
const DOCUMENT_OF_1_0_0 = join(import.meta.dirname, 'published/1.0.0.json');
const LIMIT_MS = 300_000;
const PAGE = join(import.meta.dirname, '../../../docs/clients.md');

/** What the programs of examples/clients print of a new store. */
const PRINTED = [
  'listed 0',
  'created Frank in category 9007199254740993',
  'photo of 300 x 200 pixels',
  'error 404 pet_not_found',
  'event pet.created',
  'event listing.updated',
] as const;
/** What those of 1.0.0 print. */
const PRINTED_BY_1_0_0 = [
  'created Frank in category 9007199254740993',
  'listed Frank, sold',
  'error 404 pet_not_found',
  'error 401 invalid_api_key',
] as const;

/** What installers print if they cannot reach a registry. */
const UNREACHABLE =
  /No matching distribution|no such host|dial tcp|Could not (transfer|resolve)|Unknown host/i;

/** For programs that run for seconds: the second compiler of Java, and threads that collect garbage, would take longer than they save. */
const QUICK_JAVA = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

/** Where the commands of docs/clients.md find a service. */
interface Installation {
  url: string;
  key: string;
}

class UnreachableRegistry extends Error {}

interface Commands {
  install: string;
  generate: string;
  /** The last line of `generate`: it runs the program. */
  start: string;
}

/** Finds the commands in the section of a language. */
async function documentedCommands(language: string): Promise<Commands> {
  const page = await readFile(PAGE, 'utf8');
  const section = page.split(`\n### ${language}\n`)[1]?.split('\n### ')[0] ?? '';
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, lines]) => lines);
  const [install, generate] = blocks;
  assert.ok(install !== undefined && generate !== undefined && blocks.length === 2, `blocks for ${language}`);
  return { install, generate, start: generate.split('\n').at(-1) ?? '' };
}

/**
 * Runs commands in a folder, and returns the lines that they print.
 *
 * @throws {UnreachableRegistry} if an installer needs a registry that it cannot reach.
 */
async function runCommands(
  scope: Scope,
  folder: string,
  commands: string,
  installation?: Installation,
): Promise<string[]> {
  const variables = installation && { PETSTORE_URL: installation.url, PETSTORE_KEY: installation.key };
  const env = { ...process.env, ...QUICK_JAVA, ...variables };
  const { status, out, err } = await startProcess(scope, 'sh', ['-ec', commands], { cwd: folder, env }).ended;
  if (status !== 0 && UNREACHABLE.test(out + err)) throw new UnreachableRegistry(err);
  assert.equal(status, 0, out + err);
  // Maven prints escapes although it writes to no terminal.
  return stripVTControlCharacters(out).trimEnd().split('\n');
}

function missing(language: string, programs: readonly string[]): string | false {
  const absent = programs.find((program) => spawnSync('which', [program]).status !== 0);
  return absent !== undefined && skipReason(`Clients in ${language}`, `${absent} is not on the PATH`);
}

async function folderWith(t: TestContext, program: string): Promise<string> {
  const folder = await temporaryFolder(t);
  await cp(program, folder, { recursive: true });
  await writeFile(join(folder, 'photo.jpg'), await examplePicture('orient6.jpg'));
  return folder;
}

async function readsAndWrites(t: TestContext, language: string, folder: string): Promise<void> {
  const service = await startService(t);
  const today: Installation = { url: service.url, key: (await service.account()).key };
  const { generate, start } = await documentedCommands(language);
  const printed = await runCommands(t, folder, generate, today);
  assert.deepEqual(printed.slice(-PRINTED.length), PRINTED);

  const later = { ...today, url: await startChangingProxy(t, service.url, asLaterVersion) };
  const [, created, photo, , ...events] = PRINTED;
  assert.deepEqual(await runCommands(t, folder, start, later), [
    ...['listed 1', created, photo, `error 404 ${LATER_CODE}`],
    ...[...events, ...events, `event ${LATER_EVENT}`],
  ]);
}

/** @param installed The folder with the installed generator, and its files. */
async function readsAsBefore(
  t: TestContext,
  language: string,
  installed: { folder: string; files: readonly string[] },
): Promise<void> {
  const folder = await folderWith(t, join(PROGRAMS_OF_1_0_0, language.toLowerCase()));
  const own = await readdir(folder);
  for (const file of installed.files) {
    if (!own.includes(file)) await symlink(join(installed.folder, file), join(folder, file));
  }
  const service = await startService(t);
  const document = await readFile(DOCUMENT_OF_1_0_0, 'utf8');
  const url = await startChangingProxy(t, service.url, (path, body) =>
    path === '/openapi.json' ? document : body,
  );
  const { generate } = await documentedCommands(language);
  const printed = await runCommands(t, folder, generate, { url, key: (await service.account()).key });
  assert.deepEqual(printed.slice(-PRINTED_BY_1_0_0.length), PRINTED_BY_1_0_0);
}

interface Language {
  name: string;
  needs: readonly string[];
  /** Its clients check what they read, so that one generated from the document of 1.0.0 is tested, too. */
  isStrict: boolean;
}

const LANGUAGES: readonly Language[] = [
  { name: 'Java', needs: ['curl', 'java', 'mvn'], isStrict: true },
  { name: 'Go', needs: ['curl', 'go'], isStrict: false },
  { name: 'Python', needs: ['curl', 'python3'], isStrict: true },
];

for (const { name, needs, isStrict } of LANGUAGES) {
  test(`a client generated for ${name} reads and writes, also with what a later version adds${isStrict ? ', and one of 1.0.0 still reads' : ''}`, {
    skip: missing(name, needs),
    timeout: LIMIT_MS,
  }, async (t) => {
    const folder = await folderWith(t, join(PROGRAMS, name.toLowerCase()));
    try {
      await runCommands(t, folder, (await documentedCommands(name)).install);
      const files = await readdir(folder);
      await readsAndWrites(t, name, folder);
      if (isStrict) await readsAsBefore(t, name, { folder, files });
    } catch (error) {
      if (!(error instanceof UnreachableRegistry)) throw error;
      t.skip(skipReason(`Clients in ${name}`, `a registry of packages cannot be reached: ${error.message}`));
    }
  });
}
