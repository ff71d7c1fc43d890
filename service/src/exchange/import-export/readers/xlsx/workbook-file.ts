import type { CellContext } from './cells/cell-text.ts';
import { DateStyles } from './cells/date-styles.ts';
import type { SheetRow } from './cells/row-blocks.ts';
import { SharedStrings } from './cells/shared-strings.ts';
import { SheetRows } from './cells/sheet-rows.ts';
import { damaged, SheetFault } from './package/sheet-fault.ts';
import { readWorkbookParts, type SheetPart, type WorkbookParts } from './package/workbook-parts.ts';
import { parseXml, readXml, type XmlHandler } from './package/xml.ts';
import { UnpackLimit, ZipArchive } from './package/zip-archive.ts';

/** Begins an encrypted workbook and an old one, which are no ZIP archives. */
const COMPOUND_FILE = 0xd0cf11e0;

/** A workbook in the thread that reads it. Each part is unpacked only when it is needed. */
export class WorkbookFile {
  readonly #archive: ZipArchive;
  readonly #limit: UnpackLimit;
  readonly #parts: WorkbookParts;
  #context: Promise<CellContext> | undefined;

  private constructor(archive: ZipArchive, limit: UnpackLimit, parts: WorkbookParts) {
    this.#archive = archive;
    this.#limit = limit;
    this.#parts = parts;
  }

  /** @throws {SheetFault} */
  static async open(bytes: Buffer, limit = new UnpackLimit()): Promise<WorkbookFile> {
    if (bytes.length >= 4 && bytes.readUInt32BE(0) === COMPOUND_FILE) throw new SheetFault('hasPassword');
    const archive = new ZipArchive(bytes);
    return new WorkbookFile(archive, limit, await readWorkbookParts(archive, limit));
  }

  get sheets(): readonly SheetPart[] {
    return this.#parts.sheets;
  }

  /**
   * Yields the rows of a sheet in blocks.
   *
   * @throws {SheetFault}
   */
  async *rows(index: number): AsyncGenerator<SheetRow[]> {
    const sheet = this.#parts.sheets[index];
    if (sheet === undefined) throw damaged();
    this.#context ??= this.#readContext();
    const rows = new SheetRows(await this.#context);
    const bytes = this.#archive.read(sheet.part, this.#limit.forSheet());
    for await (const _ of parseXml(bytes, rows)) yield* rows.blocks.takeFull();
    const rest = rows.blocks.takeRest();
    if (rest.length > 0) yield rest;
  }

  async #readContext(): Promise<CellContext> {
    const { is1904, sharedStrings, styles } = this.#parts;
    const [strings, dates] = [new SharedStrings(), new DateStyles()];
    await this.#readPart(sharedStrings, strings);
    await this.#readPart(styles, dates);
    return { sharedStrings: strings.strings, dateStyles: dates.areDates(), is1904 };
  }

  async #readPart(part: string | undefined, handler: XmlHandler): Promise<void> {
    if (part === undefined || !this.#archive.has(part)) return;
    await readXml(this.#archive.read(part, this.#limit), handler);
  }
}
