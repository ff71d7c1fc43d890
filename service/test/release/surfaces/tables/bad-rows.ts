import { formOf } from '../../../api/imports/import-fixture.ts';
import { AttackClient, waitUnless } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';

const MAPPING = '{"name":{"column":"name"},"categoryId":{"column":"kind"}}';
/** Each has almost 50 MB, the most that an import accepts. */
const FILES = [
  { fileName: 'a.ndjson', file: `{"name":"Rex","kind":1}\n${'{x}\n'.repeat(10_000_000)}` },
  { fileName: 'a.csv', file: `name,kind\nRex,1\n${'a","\n'.repeat(9_000_000)}` },
  { fileName: 'a.csv', file: `name,kind\nRex,1\n${`${','.repeat(1_000_000)}\n`.repeat(45)}` },
];

/** Files with millions of bad rows, one after the other. */
export const attack: SurfaceAttack = {
  plan: 'pro',
  role: 'admin',
  run: async (target, isOver) => {
    const client = new AttackClient(target);
    for (let sent = 0; !isOver(); sent += 1) {
      const { body, type } = await formOf({ ...FILES[sent % FILES.length], mapping: MAPPING });
      await client.send('/v1/imports', { method: 'POST', body, headers: { 'content-type': type } });
      await waitUnless(isOver, 1_000);
    }
    client.close();
    return client.counts;
  },
};
