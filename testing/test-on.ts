import { type TestContext, test } from 'node:test';

/** A test of one engine, in a file that runs on both: with the other engine there is no such test. */
export function testOn(
  engine: 'SQLite' | 'PostgreSQL',
  name: string,
  run: (t: TestContext) => Promise<void>,
): void {
  if ((process.env.TEST_STORE === 'postgres') === (engine === 'PostgreSQL')) test(name, run);
}
