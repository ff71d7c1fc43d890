import type { Petstore, Wait } from '../../src/index.ts';
import { clockedClientOf, type Stage } from './case.ts';
import { type Network, network } from './network.ts';
import { TestClock } from './test-clock.ts';

export const FRANK = { name: 'Frank', categoryId: 1n };

interface Scene {
  clock: TestClock;
  way: Network;
  /** What the client was told of its waits. */
  waits: Wait[];
  petstore: Petstore;
}

/** A client with a network that can fail and a clock that moves by itself. */
export async function scene(
  stage: Stage,
  options: Parameters<typeof clockedClientOf>[2] = {},
): Promise<Scene> {
  const clock = new TestClock(stage.advance);
  const way = network();
  const waits: Wait[] = [];
  const onWait = (wait: Wait) => {
    waits.push(wait);
  };
  const petstore = await clockedClientOf(stage, clock, { fetch: way.fetch, onWait, ...options });
  return { clock, way, waits, petstore };
}
