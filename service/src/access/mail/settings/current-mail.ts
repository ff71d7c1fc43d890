import type { MailConfig } from '../../../platform/config/mail.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { CurrentValue } from '../../../platform/database/current-value.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readSealedSetting } from '../../../platform/database/sealed-settings.ts';
import type { Secrets } from '../../../platform/database/secrets.ts';
import { type MailState, NOT_SET_UP, stateOf } from './mail-settings.ts';

interface CurrentMailOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** What the environment sets: then the store does not matter. */
  readonly fixed: MailConfig | undefined;
}

/** How this process sends e-mails now. */
export class CurrentMail {
  readonly #fixed: MailState | undefined;
  readonly #stored: CurrentValue<MailState>;

  constructor({ database, clock, secrets, fixed }: CurrentMailOptions) {
    this.#fixed = fixed && { config: fixed, stored: undefined, isLocked: false };
    this.#stored = new CurrentValue({
      database,
      clock,
      initial: NOT_SET_UP,
      read: () => andThen(readSealedSetting(database.read, 'email'), (sealed) => stateOf(sealed, secrets)),
    });
  }

  /** True if the environment of the service sets up e-mail, so that admins cannot. */
  get isFixed(): boolean {
    return this.#fixed !== undefined;
  }

  refresh(): MaybePromise<MailState> {
    return this.#fixed ?? this.#stored.refresh();
  }

  /** Call it when this process has changed the settings. */
  forget(): void {
    this.#stored.forget();
  }
}
