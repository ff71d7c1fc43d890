import type { PublicPagesConfig } from '../config/public-pages.ts';
import { type Clock, SECOND } from '../core/clock.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import { readStoredSettings } from './setting-queries.ts';
import { effectiveSettings, type Settings } from './settings.ts';

/** The maximum delay until a change by another process takes effect, if the store is a server. */
const TRUSTED_MS = SECOND;

/**
 * The settings that apply in this process. An embedded store is asked after each commit of any process, and a server at
 * most once a second, so that a public page needs no query for them.
 */
export class CurrentSettings {
  readonly #database: Database;
  readonly #config: PublicPagesConfig;
  readonly #clock: Clock;
  #values: Settings;
  /** The version of the embedded store that `#values` are from. */
  #version: unknown;
  #readAt = Number.NEGATIVE_INFINITY;
  /** The number of changes by this process. A read from before a change must not replace what was read after it. */
  #changes = 0;

  constructor({ database, config, clock }: CurrentSettingsDependencies) {
    this.#database = database;
    this.#config = config;
    this.#clock = clock;
    this.#values = effectiveSettings(config, {});
  }

  /** What was read last. */
  get values(): Settings {
    return this.#values;
  }

  /** Reads the settings if they may have changed. If the store cannot be read, those from before apply. */
  refresh(): MaybePromise<Settings> {
    if (!this.#mayHaveChanged()) return this.#values;
    try {
      const read = this.#read();
      return read instanceof Promise ? read.catch(() => this.#values) : read;
    } catch {
      return this.#values;
    }
  }

  /** Call it when this process has changed them. */
  forget(): void {
    this.#changes += 1;
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#version = undefined;
  }

  #mayHaveChanged(): boolean {
    const { version } = this.#database;
    if (version !== undefined) return version() !== this.#version;
    // The absolute value, because the clock may have been set back.
    return Math.abs(this.#clock.now() - this.#readAt) >= TRUSTED_MS;
  }

  #read(): MaybePromise<Settings> {
    // Both are read first: a change during the read then leads to another one.
    const [version, readAt, changes] = [this.#database.version?.(), this.#clock.now(), this.#changes];
    return andThen(readStoredSettings(this.#database.read), (stored) => {
      const values = effectiveSettings(this.#config, stored);
      if (changes !== this.#changes) return values;
      this.#values = values;
      this.#version = version;
      this.#readAt = readAt;
      return values;
    });
  }
}

interface CurrentSettingsDependencies {
  readonly database: Database;
  readonly config: PublicPagesConfig;
  readonly clock: Clock;
}
