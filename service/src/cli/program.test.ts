import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { OPTIONS } from '../platform/config/options.ts';

/** The documented commands; there may be others. */
const COMMANDS = [
  'serve',
  'accounts create',
  'accounts list',
  'accounts show',
  'accounts update',
  'keys create',
  'keys list',
  'keys revoke',
  'keys rotate',
  'keys unban',
  'people invite',
  'people list',
  'people remove',
  'usage',
  'pets import',
  'pets export',
  'backup',
  'backup verify',
  'restore',
  'reset',
  'doctor',
  'completion',
];

test('every documented command exists, and the help of every command has an example with options that exist', async (t) => {
  const store = await temporaryStore(t);
  const found = new Map<string, string>();
  const top = await walk(store, [], found);
  for (const command of COMMANDS) assert.ok(found.has(command), `"petstore ${command}" is missing`);
  for (const [command, help] of found) {
    assert.match(help, /\nExamples?:\n/, command);
    assert.ok(help.includes(`petstore ${command}`), `the help of ${command} has no example`);
    const [options = '', examples = ''] = help.split(/\nExamples?:\n/);
    for (const [option] of examples.matchAll(/--[a-z-]+/g)) {
      assert.ok(options.includes(option) || top.includes(option), `${command}: ${option} in its example`);
    }
  }
});

test('the help of serve names the flag of every setting', async (t) => {
  const { out } = await runCommand(await temporaryStore(t), ['serve', '--help']);
  for (const { flag } of Object.values(OPTIONS)) assert.ok(out.includes(flag), flag);
});

test('--help and --version print to standard output with status 0', async (t) => {
  const store = await temporaryStore(t);
  for (const args of [['--help'], ['help'], ['accounts', '--help'], ['help', 'keys'], ['--version']]) {
    const { status, out, err } = await runCommand(store, args);
    assert.deepEqual([status, err], [0, ''], args.join(' '));
    assert.match(out, /petstore|^\d+\.\d+\.\d+\n$/);
  }
});

test('a missing command prints the list of commands with status 2', async (t) => {
  for (const args of [[], ['accounts'], ['keys'], ['pets']]) {
    const { status, out, err } = await runCommand(await temporaryStore(t), args);
    assert.deepEqual([status, out], [2, '']);
    assert.match(err, /Commands:/);
  }
});

test('wrong usage prints one line without a stack to standard error, with status 2', async (t) => {
  const store = await temporaryStore(t);
  await runCommand(store, ['accounts', 'create', 'Zoo', '--plan', 'free']);
  const wrong: ReadonlyArray<[string[], RegExp]> = [
    [['fly'], /unknown command 'fly'/],
    [['accounts', 'fly'], /unknown command 'fly'/],
    [['--fly'], /unknown option '--fly'/],
    [['accounts', 'list', '--fly'], /unknown option '--fly'/],
    [['accounts', 'create'], /missing required argument 'name'/],
    [['accounts', 'create', 'a', 'b', '--plan', 'free'], /too many arguments/],
    [['accounts', 'create', 'a'], /--plan free\|pro\|business\|enterprise/],
    [['accounts', 'create', 'a', '--plan'], /argument missing/],
    [['accounts', 'create', 'a', '--plan', 'gold'], /choices are free, pro, business, enterprise/],
    [['accounts', 'create', 'a', '--plan', 'free', '--role', 'boss'], /choices are reader, member, manager/],
    [['accounts', 'create', '', '--plan', 'free'], /1 to 100 characters/],
    [['accounts', 'create', ' a', '--plan', 'free'], /white space/],
    [['accounts', 'create', 'a', '--plan', 'enterprise'], /--per-minute is missing/],
    [['accounts', 'create', 'a', '--plan', 'enterprise', '--per-minute', '5'], /--per-day is missing/],
    [
      ['accounts', 'create', 'a', '--plan', 'enterprise', '--per-minute', '0', '--per-day', '5'],
      /between 1 and/,
    ],
    [['accounts', 'create', 'a', '--plan', 'enterprise', '--per-minute', '5.5', '--per-day', '5'], /"5.5"/],
    [
      ['accounts', 'create', 'a', '--plan', 'enterprise', '--per-minute', '5', '--per-day', '1000000001'],
      /between 1 and/,
    ],
    [
      ['accounts', 'create', 'a', '--plan', 'free', '--per-minute', '5'],
      /only for the plan enterprise; the plan is free: use --plan enterprise/,
    ],
    [['accounts', 'update', 'Zoo'], /nothing to change: use --plan/],
    [['keys', 'create', 'Zoo', '--expires-in', 'soon'], /30m, 24h or 90d/],
    [['keys', 'create', 'Zoo', '--expires-in', '90'], /30m, 24h or 90d/],
    [['keys', 'create', 'Zoo', '--expires-in', '999999d'], /30m, 24h or 90d/],
    [['keys', 'rotate', '1', '--overlap', '-1h'], /30m, 24h or 90d/],
    [['keys', 'revoke'], /missing required argument 'key-id'/],
    [['usage', 'a', 'b'], /too many arguments/],
    [['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
    [['reset', '--yes'], /works in staging only: .* is for production: name another store with --database/],
    [['serve', '--port', 'http'], /PORT must be an integer between 0 and 65535, such as 8080; got "http"/],
    [['serve', '--valkey-silence-ms', 'x'], /VALKEY_TIMEOUT_MS must be a number of milliseconds .*; got "x"/],
    [['accounts', 'list', '--database', 'petstore.db'], /DATABASE_URL must be sqlite: .*; got /],
    [['accounts', 'list', '--env', 'test'], /PETSTORE_ENV must be one of production, staging; got "test"/],
  ];
  for (const [args, message] of wrong) {
    const { status, out, err } = await runCommand(store, args);
    assert.deepEqual([status, out], [2, ''], args.join(' '));
    assertOneLine(err, message);
  }
});

test('a failure prints one line to standard error, with status 1', async (t) => {
  const store = await temporaryStore(t);
  const failing: ReadonlyArray<[string[], RegExp]> = [
    [['accounts', 'show', 'Zoo'], /create the first one with "petstore accounts create"/],
    [['keys', 'list', 'Zoo'], /account "Zoo" not found/],
    [['keys', 'create', 'Zoo'], /account "Zoo" not found/],
    [['usage', 'Zoo'], /account "Zoo" not found/],
    [['keys', 'revoke', '7'], /"petstore keys list NAME"/],
    [['keys', 'rotate', 'first'], /API key "first" not found/],
    [['keys', 'unban', '99999999999999999999'], /API key "99999999999999999999" not found/],
  ];
  for (const [args, message] of failing) {
    const { status, out, err } = await runCommand(store, args);
    assert.deepEqual([status, out], [1, ''], args.join(' '));
    assertOneLine(err, message);
  }
});

test('an invalid setting stops every command with one line and status 2', async (t) => {
  const store = await temporaryStore(t);
  for (const args of [['accounts', 'list'], ['doctor'], ['serve'], ['usage'], ['pets', 'export']]) {
    const { status, err } = await runCommand(store, args, { PETSTORE_PORT: '80' });
    assert.equal(status, 2, args.join(' '));
    assertOneLine(err, /^petstore: PETSTORE_PORT is not a setting/);
  }
});

test('npm start with a flag that npm consumed ends with status 2 and prints the right command', async (t) => {
  const store = await temporaryStore(t);
  const start = (args: string[], consumed: Record<string, string>) =>
    runCommand(store, ['serve', ...args], { npm_lifecycle_event: 'start', ...consumed });
  const cases: ReadonlyArray<[string[], Record<string, string>, string]> = [
    [['8081'], { npm_config_port: 'true' }, '"npm start -- --port 8081" or "PORT=8081 npm start"'],
    [[], { npm_config_port: '8081' }, '"npm start -- --port 8081" or "PORT=8081 npm start"'],
    [[], { npm_config_log_level: 'true' }, '"npm start -- --log-level LEVEL" or "LOG_LEVEL=LEVEL npm start"'],
    [
      [],
      { npm_config_database: 'postgres://a:secret@b/c' },
      '"npm start -- --database URL" or "DATABASE_URL=URL npm start"',
    ],
  ];
  for (const [args, env, hint] of cases) {
    const { status, out, err } = await start(args, env);
    assert.deepEqual([status, out], [2, ''], err);
    assertOneLine(err, /^petstore: npm did not pass --[a-z-]+ to petstore: use /);
    assert.ok(err.includes(hint), err);
  }
});

test('flags override the environment, before and after the command', async (t) => {
  const store = await temporaryStore(t);
  const other = ['--database', await temporaryStore(t)];
  await runCommand(store, [...other, 'accounts', 'create', 'Zoo', '--plan', 'free']);
  const after = await runCommand(store, ['accounts', 'list', '--json', ...other]);
  const here = await runCommand(store, ['accounts', 'list', '--json']);
  assert.match(after.out, /"name": "Zoo"/);
  assert.deepEqual(here.json, { accounts: [] });
});

test('with --json, a failure and wrong usage are one JSON document on standard error', async (t) => {
  const store = await temporaryStore(t);
  const failures: ReadonlyArray<[args: string[], exitStatus: number, message: RegExp]> = [
    [['accounts', 'show', 'Zoo', '--json'], 1, /^account "Zoo" not found; /],
    [['accounts', 'list', '--json', '--port', '1'], 2, /^unknown option '--port'/],
    [['keys', 'list', '--json'], 2, /^missing required argument 'name'/],
    [['usage', '--json', '--env', 'prod'], 2, /^PETSTORE_ENV must be one of /],
  ];
  for (const [args, exitStatus, message] of failures) {
    const { status, out, err } = await runCommand(store, args);
    assert.deepEqual([status, out], [exitStatus, '']);
    const { error } = JSON.parse(err);
    assert.equal(error.exitStatus, exitStatus);
    assert.match(error.message, message);
  }
});

/** Returns the help of a command, and adds the help of each of its leaf commands to `found`. */
async function walk(store: string, path: readonly string[], found: Map<string, string>): Promise<string> {
  const { status, out } = await runCommand(store, [...path, '--help']);
  assert.equal(status, 0, path.join(' '));
  const [, list] = /\nCommands:\n((?: {2}.*\n)*)/.exec(out) ?? [];
  // A command such as `backup` does something by itself, and has another command.
  if (list === undefined || /\nExamples?:\n/.test(out)) found.set(path.join(' '), out);
  for (const [, name = ''] of list?.matchAll(/^ {2}([\w-]+)/gm) ?? []) {
    if (name !== 'help') await walk(store, [...path, name], found);
  }
  return out;
}

function assertOneLine(err: string, message: RegExp): void {
  const lines = err.trimEnd().split('\n');
  assert.match(lines[0] ?? '', /^petstore: (?!error:)/);
  assert.match(lines[0] ?? '', message);
  assert.deepEqual(
    lines.slice(1).filter((line) => line !== '(use --help for usage)'),
    [],
  );
}
