import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';

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
  assert.deepEqual(complete('--env', 'accounts', 'create', 'Zoo', '--pl'), ['--plan']);
  assert.deepEqual(complete('backup', 'v'), ['verify']);
  assert.deepEqual(complete('--data'), ['--database']);
  assert.deepEqual(complete('serve', '--valkey-s'), ['']);
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

test('an unknown shell is wrong usage', async () => {
  const { status, err } = await runCommand('', ['completion', 'tcsh']);
  assert.equal(status, 2);
  assert.match(err, /Allowed choices are bash, zsh, fish/);
});
