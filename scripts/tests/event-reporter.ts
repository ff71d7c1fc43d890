// The reporter of `node --test` in the processes of scripts/tests/run-job.ts: writes what happens to the standard output, as JSON after a
// separator, between the output of the tests.
import { AssertionError } from 'node:assert/strict';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** Begins and ends an event, so that the rest is output of a test. */
export const SEPARATOR = '\x1e';

export interface TestResult {
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly file: string;
  /** The names of the test and of those that contain it. */
  readonly path: readonly string[];
  /** Why it is skipped, or what failed. */
  readonly reason?: string;
  readonly ms: number;
}

/** Lines of a stack that no reader of a failed test needs. */
const INTERNAL_LINE = /^ +at .*\(?node:/;

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [];
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:start') path[data.nesting] = data.name;
    // Of a file in a process of its own.
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const outcome = outcomeOf(event);
    if (outcome === undefined) continue;
    const { file = '', name, nesting, details } = data;
    const result: TestResult = {
      file,
      path: [...path.slice(0, nesting), name],
      ms: details.duration_ms,
      ...outcome,
    };
    yield `${SEPARATOR}${JSON.stringify(result)}${SEPARATOR}`;
  }
}

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

/** Returns undefined for what only contains others: a suite, and a test whose subtests failed. */
function outcomeOf({ type, data }: Ended): Pick<TestResult, 'result' | 'reason'> | undefined {
  if (type === 'test:fail') {
    const { error } = data.details;
    const isFromSubtests = Reflect.get(error, 'failureType') === 'subtestsFailed';
    return isFromSubtests ? undefined : { result: 'failed', reason: explain(error) };
  }
  const { skip, details } = data;
  if (skip !== undefined && skip !== false) return { result: 'skipped', reason: String(skip) };
  return details.type === 'suite' ? undefined : { result: 'passed' };
}

function explain(error: Error): string {
  const thrown = error.cause ?? error;
  // Of a file whose process failed, the cause does not tell how.
  const { exitCode, signal } = error as { exitCode?: number | null; signal?: string | null };
  if (typeof thrown === 'string')
    return signal == null && exitCode == null ? thrown : `${thrown}: ${signal ?? `exit status ${exitCode}`}`;
  // The message of an assertion has the values.
  const text =
    thrown instanceof AssertionError ? (thrown.stack ?? thrown.message) : inspect(thrown, { depth: 4 });
  return text
    .split('\n')
    .filter((line) => !INTERNAL_LINE.test(line))
    .join('\n');
}
