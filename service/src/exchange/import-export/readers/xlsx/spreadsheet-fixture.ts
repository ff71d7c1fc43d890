// cspell:ignore rels Fmts
import { zip } from './zip-fixture.ts';

export { zip } from './zip-fixture.ts';

/** A cell: a text, a number, or the XML of any other cell. */
type Cell = string | number | { readonly xml: string };

export const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Returns an .xlsx file whose first sheet has these rows, also as XML. The style 1 is a date. */
export function spreadsheet(rows: string | readonly (readonly Cell[])[]): Buffer<ArrayBuffer> {
  return zip(spreadsheetParts(rows));
}

/** Returns the parts of such a file by their names, which a test can replace. */
export function spreadsheetParts(rows: string | readonly (readonly Cell[])[]): Record<string, string> {
  const content = typeof rows === 'string' ? rows : rows.map(rowXml).join('');
  return {
    '_rels/.rels': relationships({ rId1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': workbookXml([{ name: 'Animals' }, { name: 'Other' }]),
    'xl/_rels/workbook.xml.rels': relationships({
      rId1: ['worksheet', 'worksheets/sheet1.xml'],
      rId2: ['worksheet', 'worksheets/sheet2.xml'],
      rId3: ['styles', 'styles.xml'],
      rId4: ['sharedStrings', 'sharedStrings.xml'],
    }),
    'xl/styles.xml': stylesXml([0, 14]),
    'xl/worksheets/sheet1.xml': sheetXml(content),
    'xl/worksheets/sheet2.xml': sheetXml('<row><c t="str"><v>other</v></c></row>'),
  };
}

/** Returns relationships: the type and the target by the id. */
export function relationships(targets: Readonly<Record<string, readonly [string, string]>>): string {
  const all = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}">${all.join('')}</Relationships>`;
}

/** Returns the main part; its sheets have the ids rId1, rId2 and so on. */
export function workbookXml(
  sheets: readonly { readonly name: string; readonly state?: string }[],
  properties = '',
): string {
  const all = sheets.map(
    ({ name, state = 'visible' }, n) =>
      `<sheet name="${name}" sheetId="${n + 1}" state="${state}" r:id="rId${n + 1}"/>`,
  );
  return `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}">${properties}<sheets>${all.join('')}</sheets></workbook>`;
}

export function sheetXml(rows: string): string {
  return `<worksheet xmlns="${NAMESPACE}"><sheetData>${rows}</sheetData></worksheet>`;
}

/** Returns styles with these formats of numbers, the own formats by their ids. */
export function stylesXml(formats: readonly number[], codes: Readonly<Record<number, string>> = {}): string {
  const own = Object.entries(codes).map(
    ([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`,
  );
  const styles = formats.map((id) => `<xf numFmtId="${id}"/>`);
  return `<styleSheet xmlns="${NAMESPACE}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`;
}

/** Returns shared strings, each as the XML inside of its element. */
export function stringsXml(strings: readonly string[]): string {
  return `<sst xmlns="${NAMESPACE}">${strings.map((xml) => `<si>${xml}</si>`).join('')}</sst>`;
}

function rowXml(cells: readonly Cell[], row: number): string {
  return `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, row, column)).join('')}</row>`;
}

function cellXml(cell: Cell, row: number, column: number): string {
  const place = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
  if (typeof cell === 'object') return cell.xml.replace('<c', `<c ${place}`);
  return `<c ${place} t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
