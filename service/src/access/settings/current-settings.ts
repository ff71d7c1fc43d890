import type { PublicPagesConfig } from '../../platform/config/public-pages.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { CurrentValue } from '../../platform/database/current-value.ts';
import type { Database } from '../../platform/database/database.ts';
import { readStoredSettings } from './setting-queries.ts';
import { effectiveSettings, type Settings } from './settings.ts';

/** The settings that apply in this process. */
export class CurrentSettings {
  readonly #value: CurrentValue<Settings>;

  constructor({ database, config, clock }: CurrentSettingsDependencies) {
    this.#value = new CurrentValue({
      database,
      clock,
      initial: effectiveSettings(config, {}),
      read: () => andThen(readStoredSettings(database.read), (stored) => effectiveSettings(config, stored)),
    });
  }

  /** What was read last. */
  get values(): Settings {
    return this.#value.last;
  }

  /** Reads the settings if they may have changed. If the store cannot be read, those from before apply. */
  refresh(): MaybePromise<Settings> {
    return this.#value.refresh();
  }

  /** Call it when this process has changed them. */
  forget(): void {
    this.#value.forget();
  }
}

interface CurrentSettingsDependencies {
  readonly database: Database;
  readonly config: PublicPagesConfig;
  readonly clock: Clock;
}
