import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { ApiError } from '../core/errors.ts';
import { KEY_BYTES, keyIn, openText, sealText } from '../core/secrets/sealed-text.ts';
import { SECRETS_KEY_SUFFIX } from './sqlite/private-files.ts';
import { storePath } from './sqlite/store-path.ts';

export interface SecretsOptions {
  readonly store: { readonly engine: 'sqlite'; readonly path: string } | { readonly engine: 'postgres' };
  /** That of the environment. */
  readonly secretsKey: Buffer | undefined;
}

/**
 * Seals what a store keeps and this service must be able to read again, such as the password of a mail server. The key is that of
 * the environment, or else in a file beside a SQLite store, which is made with the first secret. A copy of the store alone opens
 * nothing.
 */
export class Secrets {
  readonly #configured: Buffer | undefined;
  /** Undefined for a store that several processes may serve on several machines. */
  readonly #file: string | undefined;

  constructor({ store, secretsKey }: SecretsOptions) {
    this.#configured = secretsKey;
    this.#file = store.engine === 'sqlite' ? `${storePath(store.path)}${SECRETS_KEY_SUFFIX}` : undefined;
  }

  /**
   * @param purpose what the text is for. It must be the same to open it.
   * @throws {ApiError} `secrets_key_missing`.
   */
  seal(text: string, purpose: string): string {
    return sealText(this.#configured ?? this.#fileKey(), text, purpose);
  }

  /** Returns the text; undefined if this process does not have the key with which it was sealed. */
  open(sealed: string, purpose: string): string | undefined {
    // The key of the file still opens what was sealed before SECRETS_KEY was set.
    return (
      this.#openWith(this.#configured, sealed, purpose) ?? this.#openWith(this.#readFile(), sealed, purpose)
    );
  }

  #openWith(key: Buffer | undefined, sealed: string, purpose: string): string | undefined {
    return key && openText(key, sealed, purpose);
  }

  /** Seals a sealed text for another purpose. Returns undefined if this process cannot open it. */
  reseal(sealed: string, from: string, to: string): string | undefined {
    const text = this.open(sealed, from);
    return text === undefined ? undefined : this.seal(text, to);
  }

  #fileKey(): Buffer {
    if (this.#file === undefined)
      throw new ApiError(
        'secrets_key_missing',
        'A password cannot be stored without SECRETS_KEY: 32 random bytes in base64, the same in the environment of every process. "openssl rand -base64 32" makes them.',
      );
    const found = this.#readFile();
    if (found !== undefined) return found;
    const key = randomBytes(KEY_BYTES);
    try {
      writeFileSync(this.#file, `${key.toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    } catch {
      throw new ApiError(
        'secrets_key_missing',
        `A password cannot be stored: ${this.#file} cannot be created, or has no key. Set SECRETS_KEY, or let the operator correct the file.`,
      );
    }
    return key;
  }

  #readFile(): Buffer | undefined {
    if (this.#file === undefined) return undefined;
    try {
      return keyIn(readFileSync(this.#file, 'latin1').trim());
    } catch {
      return undefined;
    }
  }
}
