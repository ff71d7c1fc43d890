import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { readSealedSetting } from '../../../platform/database/sealed-settings.ts';

/** The transactions of stores for which the environment sets up e-mail. */
const withMail = new WeakSet<Queries>();

/** Returns the store for an environment that sets up e-mail: its transactions then know that. */
export function withMailOfEnvironment(database: Database): Database {
  return {
    ...database,
    write: (work, options) =>
      database.write((db) => {
        withMail.add(db);
        return work(db);
      }, options),
  };
}

/** Returns true if e-mail is set up, by the environment or by an admin. Call it in a transaction. */
export function isMailSetUp(db: Queries): MaybePromise<boolean> {
  if (withMail.has(db)) return true;
  return andThen(readSealedSetting(db, 'email'), (sealed) => sealed !== undefined);
}
