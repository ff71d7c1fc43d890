import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import { followMovements } from '../../../derived-stays.ts';
import type { Tables } from '../../../tables.ts';

/**
 * Lets the stays of an animal follow from each change of its movements, of its category, its owner or its date of birth, so that every
 * path is covered. One movement costs the same whatever number of others the animal has: triggers of before wrote all of its stays again.
 * The persons of an account are found without those who were removed.
 */
export async function boundedStays(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const statements = engine.name === 'sqlite' ? sqliteTriggers(engine) : postgresTriggers(engine);
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.schema.dropIndex('people_by_account').execute();
  await sql`create index people_by_account on people (account_id, id) where removed_at is null`.execute(db);
}

function sqliteTriggers(engine: Engine): string[] {
  const follow = (source: string, changed?: string) =>
    followMovements(engine, source, changed)
      .map((statement) => `${statement};`)
      .join(' ');
  const followPet = (id: string) => follow(`pet_id = ${id}`);
  const followBeside = (...rows: readonly string[]) =>
    follow(
      `id in (${rows.map((row) => idsBeside(row, 2)).join(' union ')})`,
      `movement_id in (${rows.map((row) => idsBeside(row, 1)).join(' union ')})`,
    );
  /** The movements of an animal go to the bin, come back and go to another animal all together: they are derived once, after the last. */
  const wasLastToMove = `new.pet_id is not null
    and not exists (select 1 from movements where pet_id = old.pet_id)
    and not exists (select 1 from movements where removed_pet_id = old.removed_pet_id)`;
  const triggers = {
    insert: ['insert on movements when new.pet_id is not null', followBeside('new')],
    update: [
      'update of type, reason, date, end_date, region, day_order on movements when old.pet_id is new.pet_id and new.pet_id is not null',
      followBeside('old', 'new'),
    ],
    leave: [
      `update of pet_id on movements when old.pet_id is not new.pet_id and not (${wasLastToMove})`,
      'delete from stays where movement_id = old.id;',
    ],
    move: [
      `update of pet_id on movements when old.pet_id is not new.pet_id and ${wasLastToMove}`,
      `delete from stays where movement_id = old.id; ${followPet('new.pet_id')}`,
    ],
    delete: [
      'delete on movements when old.pet_id is not null',
      'delete from stays where movement_id = old.id;',
    ],
    deleted: [
      'delete on movements when exists (select 1 from pets where id = old.pet_id)',
      followBeside('old'),
    ],
    pet: [
      `update of category_id, owner_id, birth_date on pets
        when old.category_id <> new.category_id or old.owner_id is not new.owner_id or old.birth_date <> new.birth_date`,
      followPet('new.id'),
    ],
  };
  return Object.entries(triggers).flatMap(([name, [event, statements]]) => [
    `drop trigger if exists stays_after_${name}`,
    `create trigger stays_after_${name} after ${event} begin ${statements} end`,
  ]);
}

/**
 * Selects the movements whose stays a movement decides: the intake or outcome before and after it, the movement before it, and, for an
 * intake or outcome, the stays in foster care that follow it.
 *
 * @param row `old` or `new`.
 * @param neighbours how many intakes and outcomes on each side: with 2, the neighbours of those movements are selected, too.
 */
function idsBeside(row: string, neighbours: 1 | 2): string {
  const ofPet = `from movements where pet_id = ${row}.pet_id`;
  const [before, after] = ['<', '>'].map(
    (sign) => `(date, day_order, id) ${sign} (${row}.date, ${row}.day_order, ${row}.id)`,
  );
  const [backwards, forwards] = ['desc', 'asc'].map(
    (order) => `order by date ${order}, day_order ${order}, id ${order} limit`,
  );
  const next = `select date, day_order, id from (
      select date, day_order, id ${ofPet} and type <> 'foster' and ${after} ${forwards} 1
    ) union all select '9999-99-99', 0, 0 order by date limit 1`;
  const parts = [
    `select id ${ofPet} and type <> 'foster' and ${before} ${backwards} ${neighbours}`,
    `select id ${ofPet} and type <> 'foster' and ${after} ${forwards} ${neighbours}`,
    `select id ${ofPet} and ${before} ${backwards} 1`,
    ...(neighbours === 2 ? [`select id ${ofPet} and ${after} ${forwards} 1`] : []),
    `select id ${ofPet} and ${row}.type <> 'foster' and type = 'foster' and ${after} and (date, day_order, id) < (${next})`,
  ];
  return [`select ${row}.id as id`, ...parts.map((part) => `select id from (${part})`)].join(' union ');
}

/** Once for each statement, because a merge moves many movements of one animal. */
function postgresTriggers(engine: Engine): string[] {
  const changed = (tables: readonly string[]) =>
    tables.map((table) => `select pet_id from ${table} where pet_id is not null`).join(' union ');
  const onMovements = (operation: string, tables: readonly string[], referencing: string) => [
    `create or replace function stays_after_${operation}() returns trigger language plpgsql as $$
      declare changed bigint[];
      begin
        changed := array(${changed(tables)});
        perform derive_stays(changed);
        return null;
      end $$`,
    `create or replace trigger stays_after_${operation} after ${operation} on movements referencing ${referencing}
      for each statement execute function stays_after_${operation}()`,
  ];
  return [
    `create or replace function derive_stays(changed bigint[]) returns void language plpgsql as $$
      begin
        if cardinality(changed) = 0 then return; end if;
        ${followMovements(engine, 'pet_id = any(changed)')
          .map((statement) => `${statement};`)
          .join('\n')}
      end $$`,
    ...onMovements('insert', ['added'], 'new table as added'),
    ...onMovements('update', ['removed', 'added'], 'old table as removed new table as added'),
    ...onMovements('delete', ['removed'], 'old table as removed'),
    `create or replace function stays_after_pet() returns trigger language plpgsql as $$
      begin perform derive_stays(array[new.id]); return null; end $$`,
    `create or replace trigger stays_after_pet after update of category_id, owner_id, birth_date on pets for each row
      when (old.category_id <> new.category_id or old.owner_id is distinct from new.owner_id or old.birth_date <> new.birth_date)
      execute function stays_after_pet()`,
  ];
}
