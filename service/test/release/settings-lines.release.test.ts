// Takes long.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { type Reading, settingsLines } from '@petstore/testing/settings-lines.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { ConfigError } from '../../src/platform/config/option-values.ts';

/** The table of docs/deploy.md, against the parser of systemd and the command line of Docker. */

const run = promisify(execFile);
const [SYSTEMD] = globSync('/usr/lib/*/systemd/libsystemd-shared-*.so');

/** Calls the function that reads `EnvironmentFile`, and prints a JSON list of what it found in each file. */
const READ_BY_SYSTEMD = `
import ctypes, json, sys
library = ctypes.CDLL(sys.argv[1])
found = []
for path in sys.argv[2:]:
    lines = ctypes.POINTER(ctypes.c_char_p)()
    status = library.load_env_file(None, path.encode(), ctypes.byref(lines))
    values = []
    while status >= 0 and lines and lines[len(values)]:
        values.append(lines[len(values)].decode())
    found.append(values)
print(json.dumps(found))`;

/** systemd ignores a variable with an invalid name, and logs that. */
const VALID_NAME = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** Returns what the service makes of the variables that a reader of the file has set. */
function readingOf(variables: readonly string[]): Reading {
  const pairs = variables
    .filter((line) => VALID_NAME.test(line))
    .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  try {
    const { shelterName: name } = parseConfig(Object.fromEntries(pairs)).publicPages;
    return name === undefined ? 'not set' : { name };
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return 'refused';
  }
}

test('systemd reads each line of the table in docs/deploy.md as it states', {
  skip: SYSTEMD === undefined && skipReason('The parser of systemd', 'libsystemd-shared is not installed'),
}, async (t) => {
  const folder = await temporaryFolder(t);
  const rows = settingsLines();
  const files = rows.map((_, index) => join(folder, `${index}.env`));
  for (const [index, { text }] of rows.entries()) await writeFile(files[index] ?? '', `${text}\n`);
  const { stdout } = await run('python3', ['-c', READ_BY_SYSTEMD, SYSTEMD ?? '', ...files]);
  const found: string[][] = JSON.parse(stdout);
  // Version 254 reads the line after a comment that ends in a backslash.
  for (const [index, { text, systemd }] of rows.entries())
    if (!/^#.*\\\n/.test(text))
      assert.deepEqual(readingOf(found[index] ?? []), systemd, JSON.stringify(text));
});

/** Skipped without it also in CI: Debian's package of the command line brings a container engine. */
const hasDocker = await run('docker', ['--version']).then(
  () => true,
  () => false,
);

test('docker --env-file reads each line of the table in docs/deploy.md as it states', {
  skip: !hasDocker && 'docker is not installed',
}, async (t) => {
  const folder = await temporaryFolder(t);
  const created: string[] = [];
  // Docker itself is not needed: its command line reads the file, and sends the variables.
  const daemon = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    response.setHeader('Api-Version', '1.40').setHeader('Content-Type', 'application/json');
    if (!request.url?.endsWith('/containers/create')) return response.end('{}');
    created.push(...((at(JSON.parse(body), 'Env') as string[] | null) ?? []));
    response.end('{"Id": "1"}');
  }).listen(join(folder, 'docker.sock'));
  t.after(() => daemon.close());
  await once(daemon, 'listening');
  for (const { text, docker } of settingsLines()) {
    const file = join(folder, 'lines.env');
    await writeFile(file, `${text}\n`);
    created.length = 0;
    const command = ['--host', `unix://${folder}/docker.sock`, 'create', '--env-file', file, 'petstore'];
    const isRead = await run('docker', command, { env: { ...process.env, HOME: folder } }).then(
      () => true,
      (error) => {
        assert.match(String(error), /(contains|has) (whitespaces|white spaces)/);
        return false;
      },
    );
    assert.deepEqual(isRead ? readingOf(created) : 'refused', docker, JSON.stringify(text));
  }
});
