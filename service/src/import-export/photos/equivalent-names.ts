import { readdir } from 'node:fs/promises';

/**
 * Finds files whose names are the same text as another name in other code points. macOS stores an accent as a character of
 * its own (NFD of Unicode, annex 15), most sheets as a part of its letter (NFC). Each folder is listed once.
 */
export class EquivalentNames {
  readonly #folders = new Map<string, Promise<ReadonlyMap<string, string>>>();

  /** Returns the name in the folder, if there is one. */
  async find(folder: string, name: string): Promise<string | undefined> {
    const names = this.#folders.get(folder) ?? namesByText(folder);
    this.#folders.set(folder, names);
    return (await names).get(name.normalize('NFC'));
  }
}

async function namesByText(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).sort().reverse();
  // Of equivalent names, the first one in their order is the last one here, which stays.
  return new Map(names.map((name) => [name.normalize('NFC'), name]));
}
