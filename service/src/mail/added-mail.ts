import type { Database, Queries } from '../database/database.ts';

/** Transactions that have added an e-mail to the outbox. On SQLite several writes share one. */
const withMail = new WeakSet<Queries>();

/** Call it in the transaction that adds an e-mail. */
export function noteMail(db: Queries): void {
  withMail.add(db);
}

/**
 * Returns the store with a call of `onAdded` after each commit that may have added an e-mail, wherever the change came from: a form, the
 * API, a batch, an import, the expiry of a hold.
 */
export function tellOfMail(database: Database, onAdded: () => void): Database {
  return {
    ...database,
    write: async (work, options) => {
      let hasMail = false;
      const result = await database.write(async (db) => {
        const done = await work(db);
        hasMail = withMail.has(db);
        return done;
      }, options);
      if (hasMail) onAdded();
      return result;
    },
  };
}
