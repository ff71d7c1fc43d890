import { unescapeText } from '../package/escaped-text.ts';

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
