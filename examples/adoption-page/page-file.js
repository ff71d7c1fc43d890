// @ts-check
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `index.html` in a folder, which a web server may be reading at any moment. */
export class PageFile {
  #path;
  /** @type {string | undefined} */
  #html;

  /** @param {string} folder */
  constructor(folder) {
    this.#path = join(folder, 'index.html');
  }

  /**
   * Writes the page, whole or not at all, unless it is there already.
   *
   * @param {string} html
   * @returns {Promise<boolean>} whether it was written.
   * @throws if the folder is missing or may not be written.
   */
  async show(html) {
    this.#html ??= await readFile(this.#path, 'utf8').catch(() => undefined);
    if (html === this.#html) return false;
    const draft = `${this.#path}.${process.pid}`;
    try {
      await writeFile(draft, html);
      await rename(draft, this.#path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    this.#html = html;
    return true;
  }
}
