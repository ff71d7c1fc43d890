import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { until } from '@petstore/testing/until.ts';
import type { Queries } from '../../../src/platform/database/database.ts';

const REQUESTS_OF_A_CONNECTION = 20;

/** Lets clients add pets until they are stopped. Requests may fail; each client opens a new connection now and then, so that all threads get some. */
export function addNewPets({ url, key }: { url: string; key: string }, count: number) {
  const acknowledged = new Set<string>();
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const body = '{"name":"Kept","categoryId":1}';
      const headers = { 'content-type': 'application/json' };
      for (let sent = 0; sent < REQUESTS_OF_A_CONNECTION && !isOver; sent += 1) {
        const sending = sendOn(agent, `${url}/v1/pets`, { key, method: 'POST', headers, body });
        const added = await sending.catch(() => undefined);
        if (added?.status === 201) acknowledged.add(String(added.headers.location).split('/').at(-1) ?? '');
      }
      agent.destroy();
    }
  };
  const clients = Array.from({ length: count }, client);
  return {
    /** Resolves when so many more were acknowledged. */
    untilMore: async (more: number): Promise<void> => {
      const { size } = acknowledged;
      await until(async () => acknowledged.size > size + more);
    },
    /** Resolves when the last responses have arrived. */
    stop: async (): Promise<void> => {
      isOver = true;
      await Promise.all(clients);
    },
    assertStored: async (db: Queries): Promise<void> => {
      const rows = await db.selectFrom('pets').select('id').execute();
      const stored = new Set(rows.map(({ id }) => String(id)));
      assert.deepEqual(
        [...acknowledged].filter((id) => !stored.has(id)),
        [],
      );
    },
  };
}
