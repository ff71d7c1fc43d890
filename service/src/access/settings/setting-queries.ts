import { isTimeZone } from '../../platform/core/local-days.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { SettingName } from '../../platform/database/tables.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Actor } from '../../record/events/event.ts';

/** What the store has. A setting that is not set is absent. */
export type StoredSettings = Partial<Record<SettingName, string>>;

const allSettings = new PreparedQuery((db) => db.selectFrom('settings').select(['name', 'value']));

export function readStoredSettings(db: Queries): MaybePromise<StoredSettings> {
  return andThen(allSettings.all(db, {}), (rows) =>
    Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  );
}

const settingUpsert = new PreparedQuery((db, row: { name: SettingName; value: string }) =>
  db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value })),
);

const settingDeletion = new PreparedQuery((db, { name }: { name: SettingName }) =>
  db.deleteFrom('settings').where('name', '=', name),
);

/** Their names in the API. */
const MEMBERS = {
  shelter_name: 'shelterName',
  contact_url: 'contactUrl',
  time_zone: 'timeZone',
  currency: 'currency',
  address: 'address',
  hours: 'hours',
  telephone: 'telephone',
  coordinates: 'coordinates',
  license: 'license',
  public_pages: 'publicPages',
} as const satisfies Record<SettingName, string>;

/** Sets the time zone of a shelter that has none. Ignores a name that is no zone. */
export async function setFirstTimeZone(db: Queries, timeZone: string, at: number): Promise<void> {
  if (!isTimeZone(timeZone)) return;
  const { time_zone: current = timeZone } = await readStoredSettings(db);
  await writeSettings(db, { time_zone: current }, { at, actor: null });
}

/** Sets or removes settings, and records those that changed in the audit. */
export async function writeSettings(
  db: Queries,
  wanted: Readonly<Partial<Record<SettingName, string | undefined>>>,
  { at, actor }: { readonly at: number; readonly actor: Actor },
): Promise<void> {
  const stored = await readStoredSettings(db);
  const names = Object.keys(wanted) as SettingName[]; // TypeScript declares all keys as string
  const changed = names.filter((name) => stored[name] !== wanted[name]).sort();
  for (const name of changed) {
    const value = wanted[name];
    await (value === undefined ? settingDeletion.all(db, { name }) : settingUpsert.all(db, { name, value }));
  }
  if (changed.length === 0) return;
  const membersOf = (values: typeof wanted) =>
    Object.fromEntries(changed.map((name) => [MEMBERS[name], shown(name, values[name])]));
  const [details, before] = [membersOf(wanted), membersOf(stored)];
  await recordAudit(db, { action: 'settings.updated', at, actor, subject: {}, details, before });
}

function shown(name: SettingName, value: string | undefined): string | boolean | null {
  return name === 'public_pages' ? value === 'true' : (value ?? null);
}
