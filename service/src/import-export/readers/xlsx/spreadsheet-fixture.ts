// cspell:ignore rels
import { crc32, deflateRawSync } from 'node:zlib';

/** A cell: a text, a number, or the XML of any other cell. */
type Cell = string | number | { readonly xml: string };

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Returns an .xlsx file whose first sheet has these rows, also as XML. The style 1 is a date. */
export function spreadsheet(rows: string | readonly (readonly Cell[])[]): Buffer<ArrayBuffer> {
  const sheet = (content: string) =>
    `<worksheet xmlns="${NAMESPACE}"><sheetData>${content}</sheetData></worksheet>`;
  const first = typeof rows === 'string' ? rows : rows.map(rowXml).join('');
  return zip({
    'xl/workbook.xml': `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets><sheet name="Animals" sheetId="1" r:id="rId1"/><sheet name="Other" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${NAMESPACE}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheet(first),
    'xl/worksheets/sheet2.xml': sheet(''),
  });
}

function rowXml(cells: readonly Cell[], row: number): string {
  return `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, row, column)).join('')}</row>`;
}

function cellXml(cell: Cell, row: number, column: number): string {
  const place = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
  if (typeof cell === 'object') return cell.xml.replace('<c', `<c ${place}`);
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c ${place} t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** Returns a ZIP archive. With `declared`, each entry has this size, whatever its content is. */
export function zip(
  files: Readonly<Record<string, string | Buffer>>,
  declared?: number,
): Buffer<ArrayBuffer> {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const name = Buffer.from(path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, name]));
    entries.push(entry);
    offset += entry.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, ...directory, end]);
}
