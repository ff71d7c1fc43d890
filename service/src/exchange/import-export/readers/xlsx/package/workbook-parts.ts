// cspell:ignore rels xlsb
import { damaged, SheetFault } from './sheet-fault.ts';
import { type Attributes, readXml, unescapeText, type XmlHandler } from './xml.ts';
import type { UnpackLimit, ZipArchive } from './zip-archive.ts';

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

/** Refers from one part of a package to another. */
interface Relationship {
  /** The last segment of its type, which is the same in Transitional and Strict workbooks. */
  readonly type: string;
  /** The name of the other part. */
  readonly target: string;
}

/** Returns the relationships of a part by their ids; `''` is the package. None if the package has no such file. */
async function readRelationships(
  archive: ZipArchive,
  part: string,
  limit: UnpackLimit,
): Promise<ReadonlyMap<string, Relationship>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relationships = new Relationships(folder);
  if (archive.has(name)) await readXml(archive.read(name, limit), relationships);
  return relationships.byId;
}

class Relationships implements XmlHandler {
  readonly byId = new Map<string, Relationship>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(name: string, { Id, Type, Target }: Attributes, depth: number): void {
    if (depth === 0 && name !== 'Relationships') throw damaged();
    if (name !== 'Relationship') return;
    if (Id === undefined || Type === undefined || Target === undefined) throw damaged();
    const type = Type.value.slice(Type.value.lastIndexOf('/') + 1);
    this.byId.set(Id.value, { type, target: resolve(this.#folder, Target.value) });
  }

  close(): void {}

  text(): void {}
}

/** Returns the name of a part without a slash at the beginning. */
function resolve(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const resolved: string[] = [];
  for (const segment of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (segment === '..') resolved.pop();
    else if (segment !== '' && segment !== '.') resolved.push(segment);
  }
  return resolved.join('/');
}
