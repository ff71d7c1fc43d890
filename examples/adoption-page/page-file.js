// @ts-check
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The `index.html` of a folder. A web server may read it at any time. */
export class PageFile {
  #path;
  /** @type {string | undefined} */
  #html;

  /** @param {string} folder */
  constructor(folder) {
    this.#path = join(folder, 'index.html');
  }

  /**
   * Replaces the page atomically if it has changed.
   *
   * @param {string} html
   * @returns {Promise<boolean>} true if it was written.
   * @throws if the folder is missing or not writable.
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
