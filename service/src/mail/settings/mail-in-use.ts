import { andThen, type MaybePromise } from '../../core/maybe-promise.ts';
import type { Queries } from '../../database/database.ts';
import { readSealedSetting } from '../../database/sealed-settings.ts';

/** True if the environment of this process sets up e-mail. A process has one environment. */
let isFixed = false;

/** Call it when the store is opened. */
export function setMailOfEnvironment(isSet: boolean): void {
  isFixed = isSet;
}

/** Returns true if e-mail is set up, by the environment or by an admin, as a transaction sees it. */
export function isMailSetUp(db: Queries): MaybePromise<boolean> {
  if (isFixed) return true;
  return andThen(readSealedSetting(db, 'email'), (sealed) => sealed !== undefined);
}
