// cspell:ignore xlsb
import { unescapeText } from './escaped-text.ts';
import { type Relationship, readRelationships } from './relationships.ts';
import { damaged, SheetFault } from './sheet-fault.ts';
import type { UnpackLimit } from './unpack-limit.ts';
import { type Attributes, readXml, type XmlHandler } from './xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** More than any program writes. A preview lists the names, which have at most 31 characters in Excel. */
const MAX_SHEETS = 1_000;
const MAX_NAME_LENGTH = 255;

/** Where the main part is if the package does not name it. */
const USUAL_MAIN_PART = 'xl/workbook.xml';

export interface SheetPart {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** What the main part of a workbook contains. */
export interface WorkbookParts {
  /** The worksheets in their order. */
  readonly sheets: readonly SheetPart[];
  /** Dates are counted from 1904 instead of 1900. */
  readonly is1904: boolean;
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
}

/** @throws {SheetFault} */
export async function readWorkbookParts(archive: ZipArchive, limit: UnpackLimit): Promise<WorkbookParts> {
  const main = await findMainPart(archive, limit);
  const relationships = await readRelationships(archive, main, limit);
  const workbook = new WorkbookXml();
  await readXml(archive.read(main, limit), workbook);
  const sheets = workbook.sheets.flatMap(({ id, name, isHidden }) => {
    const relationship = relationships.get(id);
    if (relationship === undefined) throw damaged();
    return relationship.type === 'worksheet' ? [{ name, isHidden, part: relationship.target }] : [];
  });
  if (sheets.length === 0) throw new SheetFault('noWorksheet');
  return {
    sheets,
    is1904: workbook.is1904,
    sharedStrings: partOf(relationships, 'sharedStrings'),
    styles: partOf(relationships, 'styles'),
  };
}

async function findMainPart(archive: ZipArchive, limit: UnpackLimit): Promise<string> {
  const main = partOf(await readRelationships(archive, '', limit), 'officeDocument') ?? USUAL_MAIN_PART;
  // The name of a binary workbook (.xlsb) ends in .bin.
  if (!archive.has(main) || main.endsWith('.bin')) throw new SheetFault('noXlsx');
  return main;
}

function partOf(relationships: ReadonlyMap<string, Relationship>, type: string): string | undefined {
  return relationships.values().find((relationship) => relationship.type === type)?.target;
}

class WorkbookXml implements XmlHandler {
  readonly sheets: { readonly id: string; readonly name: string; readonly isHidden: boolean }[] = [];
  is1904 = false;
  #isInSheets = false;

  open(name: string, attributes: Attributes, depth: number): void {
    if (depth === 0 && name !== 'workbook') throw new SheetFault('noXlsx');
    if (depth === 1) {
      this.#isInSheets = name === 'sheets';
      if (name === 'workbookPr') this.is1904 = /^(1|true|on)$/i.test(attributes.date1904?.value ?? '');
    } else if (depth === 2 && this.#isInSheets && name === 'sheet') this.#addSheet(attributes);
  }

  close(): void {}

  text(): void {}

  #addSheet(attributes: Attributes): void {
    // The attribute `r:id` has the prefix that the program chose.
    const id = Object.values(attributes).find(({ local }) => local === 'id');
    if (id === undefined || attributes.name === undefined) throw damaged();
    if (this.sheets.length >= MAX_SHEETS || attributes.name.value.length > MAX_NAME_LENGTH) throw damaged();
    const isHidden = /^(hidden|veryHidden)$/.test(attributes.state?.value ?? '');
    this.sheets.push({ id: id.value, name: unescapeText(attributes.name.value), isHidden });
  }
}
