/** A text that the browser keeps. If it blocks the storage of web pages, or the storage is full, the text is not kept. */
export class StoredSetting {
  readonly #name: string;
  readonly #storage: () => Storage;

  /** @param storage reads of `sessionStorage` and `localStorage` fail if the browser blocks them. */
  constructor(name: string, storage: () => Storage = () => localStorage) {
    this.#name = name;
    this.#storage = storage;
  }

  read(): string | undefined {
    try {
      return this.#storage().getItem(this.#name) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns the value that `saveJson` stored; undefined also if another program has changed it to a text that is no JSON. */
  readJson(): unknown {
    try {
      return JSON.parse(this.read() ?? '');
    } catch {
      return undefined;
    }
  }

  save(text: string): void {
    try {
      this.#storage().setItem(this.#name, text);
    } catch {
      // The page works without it.
    }
  }

  saveJson(value: unknown): void {
    this.save(JSON.stringify(value));
  }

  clear(): void {
    try {
      this.#storage().removeItem(this.#name);
    } catch {
      // Then nothing is stored.
    }
  }
}

/** Returns the names of the texts in `localStorage` that begin with a prefix. */
export function storedNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
