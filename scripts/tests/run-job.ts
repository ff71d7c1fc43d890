// Runs a job in a child process, and reports the result of each test with what it printed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { COMPILE_CACHE } from '../../testing/compile-cache.ts';
import { memoryFolder } from '../../testing/memory-folder.ts';
import { SEPARATOR, type TestResult } from './event-reporter.ts';
import { type Group, ROOT } from './groups.ts';
import type { Job } from './jobs.ts';

const REPORTER = ['--test-reporter', join(import.meta.dirname, 'event-reporter.ts')];
/** Ends a process that does not end by itself after its tests. Otherwise nothing would limit how long a run waits for it. */
const ENDS = ['--report-exclude-network', `--import=${join(ROOT, 'testing/processes/open-handles.ts')}`];
const LIMIT_MS = 120_000;
const RELEASE_LIMIT_MS = 600_000;
/** Of the output that is printed if a process fails without a test that does. */
const MAX_OUTPUT_LENGTH = 20_000;

/** @param output what was printed since the test before ended. */
export type OnResult = (result: TestResult, output: string) => void;

/**
 * Resolves when the process has ended, with what it printed last if it failed without a failed test, otherwise with undefined.
 *
 * @param name of the tests that run; without it, all.
 */
export async function runJob(
  { group, files, options }: Job,
  onResult: OnResult,
  name?: string,
): Promise<string | undefined> {
  const limit = `--test-timeout=${group === 'release' ? RELEASE_LIMIT_MS : LIMIT_MS}`;
  const pattern = name === undefined ? [] : [`--test-name-pattern=${RegExp.escape(name)}`];
  const args = ['--test', limit, ...REPORTER, ...ENDS, ...pattern, ...options, ...files];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: environmentOf(group),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let [output, last, isEvent, event] = ['', '', false, ''];
  let hasFailed = false;
  const print = (text: string) => {
    output += text;
    last = (last + text).slice(-MAX_OUTPUT_LENGTH);
  };
  child.stderr.setEncoding('utf8').on('data', print);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const [index, part] of text.split(SEPARATOR).entries()) {
      if (index > 0) {
        if (isEvent) {
          const result: TestResult = JSON.parse(event);
          hasFailed ||= result.result === 'failed';
          onResult(result, output);
          [output, event] = ['', ''];
        }
        isEvent = !isEvent;
      }
      if (isEvent) event += part;
      else print(part);
    }
  });
  const [status, signal] = await closed;
  return status === 0 || hasFailed ? undefined : `${last}\nThe process ended with ${status ?? signal}.`;
}

function environmentOf(group: Group): NodeJS.ProcessEnv {
  const compiled = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
  // Some release tests write more than fits into memory.
  if (group === 'release') return compiled;
  const faster = { ...compiled, TMPDIR: memoryFolder() };
  if (group === 'threads') return { ...faster, TEST_WORKERS: '2' };
  if (group === 'firefox') return { ...faster, TEST_BROWSER: 'firefox' };
  return group === 'postgres' ? { ...faster, TEST_STORE: 'postgres' } : faster;
}
