import { damaged, SheetFault } from '../package/sheet-fault.ts';
import type { Attributes, XmlHandler } from '../package/xml.ts';
import { columnIndex, requireColumn, requireRow, rowNumber } from './cell-reference.ts';
import { type CellContext, cellText } from './cell-text.ts';
import { RowBlocks } from './row-blocks.ts';
import { RichText } from './shared-strings.ts';

// The depths of the elements: worksheet, sheetData, row, c, v.
const SHEET_DATA = 1;
const ROW = 2;
const CELL = 3;
const VALUE = 4;
/** Each of the 16,384 cells of a row has up to ten elements, and empty rows may have formats. */
const MAX_ELEMENTS_WITHOUT_ROW = 5_000_000;

/** Reads the rows of a worksheet. A row without values is skipped, but counted. */
export class SheetRows implements XmlHandler {
  readonly blocks = new RowBlocks();
  readonly #context: CellContext;
  readonly #inline = new RichText();
  #isInData = false;
  #line = 0;
  #values: string[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #content = '';
  #isInValue = false;
  /** The elements since the last row that has values. */
  #elements = 0;

  constructor(context: CellContext) {
    this.#context = context;
  }

  open(name: string, attributes: Attributes, depth: number): void {
    if (depth === 0 && name !== 'worksheet') throw damaged();
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS_WITHOUT_ROW) throw new SheetFault('tooManyCells');
    if (depth === SHEET_DATA) this.#isInData = name === 'sheetData';
    if (!this.#isInData) return;
    if (depth === ROW && name === 'row') this.#openRow(attributes);
    else if (depth === CELL && name === 'c') this.#openCell(attributes);
    else if (depth === VALUE) this.#openValue(name);
    else if (depth > VALUE) this.#inline.open(name, depth - VALUE - 1);
  }

  text(text: string): void {
    if (this.#isInValue) this.#content += text;
    else this.#inline.add(text);
  }

  close(name: string, depth: number): void {
    if (!this.#isInData) return;
    if (depth === ROW && name === 'row') this.#closeRow();
    else if (depth === CELL && name === 'c') this.#closeCell();
    else if (depth === VALUE) this.#closeValue(name);
    else if (depth > VALUE) this.#inline.close(name);
  }

  #openRow({ r }: Attributes): void {
    this.#line = r === undefined ? requireRow(this.#line + 1) : rowNumber(r.value);
    this.#values = [];
    this.#column = -1;
  }

  #closeRow(): void {
    if (this.blocks.add(this.#line, this.#values)) this.#elements = 0;
  }

  #openCell({ r, t, s }: Attributes): void {
    this.#column = r === undefined ? requireColumn(this.#column + 1) : columnIndex(r.value);
    this.#type = t?.value ?? 'n';
    this.#style = s === undefined ? 0 : Number(s.value);
    this.#content = '';
  }

  #openValue(name: string): void {
    if (name === 'v') {
      this.#content = '';
      this.#isInValue = true;
    } else if (name === 'is') this.#inline.clear();
  }

  #closeValue(name: string): void {
    if (name === 'v') this.#isInValue = false;
    else if (name === 'is') this.#content = this.#inline.value;
  }

  #closeCell(): void {
    const text = cellText(this.#type, this.#content, this.#style, this.#context);
    const values = this.#values;
    if (text === '' && this.#column >= values.length) return;
    while (values.length < this.#column) values.push('');
    values[this.#column] = text;
  }
}
