import { connect, type Socket } from 'node:net';
import { spreadsheetParts, zip } from '@petstore/testing/fixtures/workbooks/spreadsheet.ts';
import { rawRequest } from '@petstore/testing/http/raw-http.ts';
import { sql } from 'kysely';
import type { Database } from '../../../src/platform/database/database.ts';
import { removeTimeLimit } from '../../../src/platform/database/long-transactions.ts';
import { formOf } from '../../api/imports/import-fixture.ts';
import { AttackClient, waitUnless } from './attack-tools.ts';
import type { SurfaceAttack } from './surface-attack.ts';

/** Exports and imports. */

const PETS = 40_000;
const LONG_TEXT = ' of a shelter'.repeat(36);

/** Adds 40,000 animals, of which an export has 20 MB. */
async function addManyPets(database: Database, ownerId: bigint): Promise<void> {
  await database.write(async (queries) => {
    await removeTimeLimit(queries);
    await sql`insert into pets (name, category_id, owner_id)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < ${sql.lit(PETS - 1)})
      select 'Animal number ' || i || ${LONG_TEXT}, 1, ${ownerId} from n`.execute(queries);
  });
}

const EXPORTS = 30;

/** 30 exports of 40,000 animals at a time, each of which is read as fast as it comes. */
export const manyExports: SurfaceAttack = {
  plan: 'free',
  role: 'manager',
  dependsOnEngine: true,
  seed: addManyPets,
  run: async (target, isOver) => {
    const client = new AttackClient(target);
    const exportAgain = async () => {
      while (!isOver()) {
        const response = await client.send('/v1/exports/pets.csv');
        if (response?.status !== 200) await waitUnless(isOver, 1_000);
      }
    };
    for (let started = 0; started < EXPORTS; started += 1) exportAgain();
    await waitUnless(isOver, Number.POSITIVE_INFINITY);
    client.close();
    return client.counts;
  },
};

const SLOW_EXPORTS = 900;
/** More than the rule for slow readers of other responses demands. */
const BYTES_PER_SECOND = 2 * 1024;

/** 900 exports of 40,000 animals at a time, of which the client reads 2 KB a second. */
export const slowExports: SurfaceAttack = {
  plan: 'free',
  role: 'manager',
  dependsOnEngine: true,
  seed: addManyPets,
  run: async (target, isOver) => {
    const client = new AttackClient(target);
    const { hostname, port } = new URL(target.url);
    const request = rawRequest({ path: '/v1/exports/pets.csv', key: target.key });
    const open = (): Socket => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => client.count(undefined));
      socket.once('data', (head: Buffer) => {
        client.count(Number(head.toString('latin1', 9, 12)));
        socket.pause();
      });
      return socket;
    };
    const sockets = new Set<Socket>();
    while (!isOver()) {
      for (const socket of sockets) {
        if (socket.closed) sockets.delete(socket);
        else socket.read(BYTES_PER_SECOND);
      }
      while (sockets.size < SLOW_EXPORTS) {
        const socket = open();
        sockets.add(socket);
        socket.write(request);
      }
      await waitUnless(isOver, 1_000);
    }
    for (const socket of sockets) socket.destroy();
    return client.counts;
  },
};

const SHEET = 'xl/worksheets/sheet1.xml';
/** An archive of 7 KB: a parser joins each of these texts of millions of pieces. */
const SHEETS = [
  `<!DOCTYPE a [${'<'.repeat(7_000_000)}]><worksheet/>`,
  `<worksheet>${'\r'.repeat(7_000_000)}</worksheet>`,
  `<worksheet>${'<b>'.repeat(29)}${'<a xml:b=""/>'.repeat(700_000)}</worksheet>`,
];

/** Small workbooks that take minutes to read, one after the other, as previews and as imports. */
export const hostileWorkbooks: SurfaceAttack = {
  plan: 'pro',
  role: 'admin',
  run: async (target, isOver) => {
    const client = new AttackClient(target);
    const files = SHEETS.map((xml) => zip({ ...spreadsheetParts([['id']]), [SHEET]: xml }));
    for (let sent = 0; !isOver(); sent += 1) {
      const file = files[sent % files.length];
      const { body, type } = await formOf({ file, fileName: 'a.xlsx', mapping: '' });
      const path = `/v1/imports?preview=${sent % 2 === 0}`;
      await client.send(path, { method: 'POST', body, headers: { 'content-type': type } });
      await waitUnless(isOver, 250);
    }
    client.close();
    return client.counts;
  },
};

const MAPPING = '{"name":{"column":"name"},"categoryId":{"column":"kind"}}';
/** Each has almost 50 MB, the most that an import accepts. */
const FILES = [
  { fileName: 'a.ndjson', file: `{"name":"Rex","kind":1}\n${'{x}\n'.repeat(10_000_000)}` },
  { fileName: 'a.csv', file: `name,kind\nRex,1\n${'a","\n'.repeat(9_000_000)}` },
  { fileName: 'a.csv', file: `name,kind\nRex,1\n${`${','.repeat(1_000_000)}\n`.repeat(45)}` },
];

/** Files with millions of bad rows, one after the other. */
export const badRows: SurfaceAttack = {
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
