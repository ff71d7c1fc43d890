import { damaged, SheetFault } from '../package/sheet-fault.ts';
import { type Attributes, unescapeText, type XmlHandler } from '../package/xml.ts';

/** In characters, each of which takes one or two bytes. */
const MAX_SIZE = 64_000_000;
/** The size of a string in addition to its characters. */
const STRING_SIZE = 20;

/** Reads the strings to which cells refer by their index. */
export class SharedStrings implements XmlHandler {
  readonly strings: string[] = [];
  readonly #item = new RichText();
  #size = 0;

  open(name: string, _attributes: Attributes, depth: number): void {
    if (depth === 0 && name !== 'sst') throw damaged();
    if (depth === 1) this.#item.clear();
    else this.#item.open(name, depth - 2);
  }

  text(text: string): void {
    this.#item.add(text);
  }

  close(name: string, depth: number): void {
    if (depth === 1 && name === 'si') this.#add(this.#item.value);
    else this.#item.close(name);
  }

  #add(text: string): void {
    this.#size += text.length + STRING_SIZE;
    if (this.#size > MAX_SIZE) throw new SheetFault('tooManyCells');
    this.strings.push(text);
  }
}

/**
 * Collects the text of a shared or an inline string: `<t>`, or the `<t>` of each `<r>`. Phonetic text (`<rPh>`) is a reading aid and
 * no part of the text. The level of a child of the string is 0.
 */
export class RichText {
  #text = '';
  #run: string | undefined;
  #isInRun = false;

  clear(): void {
    this.#text = '';
    this.#run = undefined;
  }

  open(name: string, level: number): void {
    if (level === 0) this.#isInRun = name === 'r';
    if (name === 't' && (level === 0 || (level === 1 && this.#isInRun))) this.#run = '';
  }

  add(text: string): void {
    if (this.#run !== undefined) this.#run += text;
  }

  close(name: string): void {
    if (this.#run === undefined || name !== 't') return;
    this.#text += unescapeText(this.#run);
    this.#run = undefined;
  }

  get value(): string {
    return this.#text;
  }
}
