import { damaged } from '../package/sheet-fault.ts';
import type { Attributes, XmlHandler } from '../package/xml.ts';
import { RichText } from './rich-text.ts';

/** Reads the strings to which cells refer by their index. */
export class SharedStrings implements XmlHandler {
  readonly strings: string[] = [];
  readonly #item = new RichText();

  open(name: string, _attributes: Attributes, depth: number): void {
    if (depth === 0 && name !== 'sst') throw damaged();
    if (depth === 1) this.#item.clear();
    else this.#item.open(name, depth - 2);
  }

  text(text: string): void {
    this.#item.add(text);
  }

  close(name: string, depth: number): void {
    if (depth === 1 && name === 'si') this.strings.push(this.#item.value);
    else this.#item.close(name);
  }
}
