import { calls } from './calls.ts';
import { conditions } from './conditions.ts';
import { errors } from './errors.ts';
import { exactIds } from './exact-ids.ts';
import { feed } from './feed.ts';
import { hideNewerApis } from './harness/oldest-runtime.ts';
import type { TestCase, TestEnvironment } from './harness/test-case.ts';
import { imports } from './imports.ts';
import { listeners } from './listeners.ts';
import { operations } from './operations.ts';
import { pagination } from './pagination.ts';
import { photos } from './photos.ts';
import { quota } from './quota.ts';
import { requests } from './requests.ts';
import { retries } from './retries.ts';
import { stream } from './stream.ts';

const TEST_CASES: TestCase[] = [
  ...operations,
  ...exactIds,
  ...pagination,
  ...conditions,
  ...feed,
  ...stream,
  ...quota,
  ...retries,
  ...errors,
  ...listeners,
  ...photos,
  ...imports,
  ...calls,
  ...requests,
];

export interface TestResult {
  name: string;
  /** The stack of the error; undefined if the test passed. */
  failure?: string;
}

/** Runs all test cases, one after the other, as in the oldest runtime that the client supports. */
export async function runSuite(environment: TestEnvironment): Promise<TestResult[]> {
  hideNewerApis();
  const results: TestResult[] = [];
  for (const { name, run } of TEST_CASES) {
    try {
      await run(environment);
      results.push({ name });
    } catch (error) {
      results.push({
        name,
        failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }
  return results;
}
