import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { SealedSettingName } from './column-values.ts';
import type { Queries } from './database.ts';
import { PreparedQuery } from './prepared-query.ts';

/** A setting with a secret, as the store has it. */
export interface SealedSetting {
  /** JSON without the secret. */
  readonly content: string;
  /** Null for none. */
  readonly secret: string | null;
}

const reading = new PreparedQuery((db, { name }: { name: SealedSettingName }) =>
  db.selectFrom('sealed_settings').select(['content', 'secret']).where('name', '=', name),
);

export function readSealedSetting(
  db: Queries,
  name: SealedSettingName,
): MaybePromise<SealedSetting | undefined> {
  return andThen(reading.all(db, { name }), ([row]) => row);
}

const upsert = new PreparedQuery((db, row: SealedSetting & { name: SealedSettingName }) =>
  db
    .insertInto('sealed_settings')
    .values({ name: row.name, content: row.content, secret: row.secret })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ content: row.content, secret: row.secret }),
    ),
);

export async function writeSealedSetting(
  db: Queries,
  name: SealedSettingName,
  { content, secret }: SealedSetting,
): Promise<void> {
  await upsert.all(db, { name, content, secret });
}

const deletion = new PreparedQuery((db, { name }: { name: SealedSettingName }) =>
  db.deleteFrom('sealed_settings').where('name', '=', name),
);

export async function deleteSealedSetting(db: Queries, name: SealedSettingName): Promise<void> {
  await deletion.all(db, { name });
}
