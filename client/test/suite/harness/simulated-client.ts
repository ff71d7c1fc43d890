import type { Petstore, Wait } from '../../../src/index.ts';
import { faultyNetwork, type Network } from './faulty-network.ts';
import { createClockedClient, type TestEnvironment } from './test-case.ts';
import { TestClock } from './test-clock.ts';

export const FRANK = { name: 'Frank', categoryId: 1n };

interface SimulatedClient {
  clock: TestClock;
  network: Network;
  /** The waits that the client reported. */
  waits: Wait[];
  petstore: Petstore;
}

/** Creates a client with a network that can fail and a test clock. */
export async function simulatedClient(
  environment: TestEnvironment,
  options: Parameters<typeof createClockedClient>[2] = {},
): Promise<SimulatedClient> {
  const clock = new TestClock(environment.advance);
  const network = faultyNetwork();
  const waits: Wait[] = [];
  const onWait = (wait: Wait) => {
    waits.push(wait);
  };
  const petstore = await createClockedClient(environment, clock, {
    fetch: network.fetch,
    onWait,
    ...options,
  });
  return { clock, network, waits, petstore };
}
