import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';

function missing(shell: string): string | false {
  if (spawnSync(shell, ['--version']).status === 0) return false;
  return skipReason(`Completion in ${shell}`, `${shell} (Debian: ${shell}) is not on the PATH`);
}

async function scriptOf(shell: string): Promise<string> {
  const { status, out, err } = await runCommand('', ['completion', shell]);
  assert.deepEqual([status, err], [0, '']);
  return out;
}

/** Returns what bash completes for the words of a command line, the last of which is incomplete. */
function completeInBash(script: string, words: readonly string[]): string[] {
  const line = `COMP_WORDS=(petstore "$@"); COMP_CWORD=${words.length}; _petstore; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', `${script}\n${line}`, 'bash', ...words], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

test('bash completes commands, their commands and their options', async () => {
  const script = await scriptOf('bash');
  const complete = (...words: string[]) => completeInBash(script, words);
  assert.deepEqual(complete('acc'), ['accounts']);
  assert.deepEqual(complete('accounts', ''), ['create', 'list', 'show', 'update', '--help']);
  assert.deepEqual(complete('accounts', 'create', 'Zoo', '--pl'), ['--plan']);
  assert.deepEqual(complete('backup', 'v'), ['verify']);
  assert.deepEqual(complete('--data'), ['--database']);
  assert.deepEqual(complete('serve', '--valkey-s'), ['']);
});

test('bash finds the command after options and their values', async () => {
  const script = await scriptOf('bash');
  const complete = (...words: string[]) => completeInBash(script, words);
  assert.deepEqual(complete('--config', '/etc/petstore.env', 'backup', 'v'), ['verify']);
  assert.deepEqual(complete('--env', '=', 'staging', '--database', 'sqlite:a', 'key'), ['keys']);
  assert.deepEqual(complete('--help', 'keys', 'rot'), ['rotate']);
});

test('fish finds the command after options and their values', { skip: missing('fish') }, async () => {
  const script = await scriptOf('fish');
  const complete = (line: string) => {
    const lines = execFileSync('fish', ['-c', `${script}\ncomplete -C ${line}`], { encoding: 'utf8' });
    return lines
      .trim()
      .split('\n')
      .map((found) => found.split('\t')[0]);
  };
  assert.deepEqual(complete('"petstore --config /etc/petstore.env backup v"'), ['verify']);
  assert.deepEqual(complete('"petstore --env=staging key"'), ['keys']);
});

test('zsh finds the command after options and their values', { skip: missing('zsh') }, async () => {
  const stubs = 'compdef() { : }; compadd() { print $list }; _files() { : }';
  const typed = 'words=(petstore --config /etc/petstore.env backup v); CURRENT=5; _petstore';
  const script = await scriptOf('zsh');
  const out = execFileSync('zsh', ['-fc', `${stubs}\n${script}\n${typed}`], { encoding: 'utf8' });
  assert.equal(out, 'verify --to --keep --json --help\n');
});

test('zsh and fish get the same commands and options as bash', async () => {
  for (const [shell, option] of [
    ['zsh', '--per-minute'],
    ['fish', '-l per-minute'],
  ] as const) {
    const script = await scriptOf(shell);
    for (const word of ['advance-ids', 'rotate', 'verify', option]) assert.ok(script.includes(word), word);
  }
});
