import { sql } from 'kysely';
import type { Database, Engine, Queries } from './database.ts';
import { removeTimeLimit } from './long-transactions.ts';

// How the stays follow from the movements. Triggers run these statements for one animal (`0043-bounded-stays.ts`), and `petstore doctor` for all.

const ALL = 'pet_id is not null';

/** A birthday in the fifth month after the birth: `2016-02-30` comes after all days of that February, as texts are compared. */
function adultFrom({ name }: Engine): string {
  const number = (from: number, length: number) =>
    `cast(substr(p.birth_date, ${from}, ${length}) as integer)`;
  const month = `(${number(1, 4)} * 12 + ${number(6, 2)} + 4)`;
  const date =
    name === 'sqlite'
      ? `printf('%04d-%02d', ${month} / 12, ${month} % 12 + 1)`
      : `lpad((${month} / 12)::text, 4, '0') || '-' || lpad((${month} % 12 + 1)::text, 2, '0')`;
  return `case when p.birth_date = '' then null else ${date} || substr(p.birth_date, 8, 3) end`;
}

/**
 * Returns the statements that let stays follow from the movements. They write only what differs.
 *
 * @param source the movements from which they follow, with the neighbours of each.
 * @param changed which stays may differ, by `movement_id` or `pet_id`.
 */
export function followMovements(engine: Engine, source: string, changed: string = source): string[] {
  const derived = derivedStays(engine, source);
  return [
    `delete from stays where ${changed} and movement_id not in (select movement_id from (${derived}) as derived)`,
    `insert into stays (${COLUMNS.join(', ')}) select ${COLUMNS.join(', ')} from (${derived}) as derived where ${changed}
      on conflict (movement_id) do update set ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${ofTable('stays')}) is distinct from (${ofTable('excluded')})`,
  ];
}

function derivedStays(engine: Engine, where: string): string {
  return [staysOf(engine, where), fosterStaysOf(engine, where)]
    .map((source) => withKeys(engine, source))
    .join(' union all ');
}

function ofTable(table: string): string {
  return COLUMNS.map((column) => `${table}.${column}`).join(', ');
}

/** Each in one pass over the movements of an animal in their order. */
const OF_PET = 'window of_pet as (partition by pet_id order by date, day_order, id)';

function staysOf(engine: Engine, where: string): string {
  return `select m.id, m.pet_id, p.owner_id, p.category_id, 'stay' as kind, ${adultFrom(engine)} as adult_from,
      case when m.type = 'outcome' then 'no_intake' when m.next_type = 'intake' then 'no_outcome' end as gap,
      case when m.type = 'intake' then m.date end as in_date,
      case when m.type = 'intake' then m.reason end as in_reason,
      case when m.type = 'intake' then m.region end as in_region,
      case when m.type = 'intake' then m.next_date else m.date end as out_date,
      case when m.type = 'outcome' then m.reason when m.next_type = 'outcome' then m.next_reason end as out_reason,
      case when m.type = 'outcome' then m.region when m.next_type = 'outcome' then m.next_region end as out_region
    from (
      select id, pet_id, type, reason, date, region,
        lag(type) over of_pet as last_type,
        lead(type) over of_pet as next_type, lead(date) over of_pet as next_date,
        lead(reason) over of_pet as next_reason, lead(region) over of_pet as next_region
      from movements where ${where} and type <> 'foster'
      ${OF_PET}
    ) as m join pets as p on p.id = m.pet_id
    where m.type = 'intake' or m.last_type is null or m.last_type = 'outcome'`;
}

/** A stay in foster care is within a stay, and ends with the next movement at the latest. */
function fosterStaysOf(engine: Engine, where: string): string {
  const least = engine.name === 'sqlite' ? 'min' : 'least';
  return `select f.id, f.pet_id, p.owner_id, p.category_id, 'foster' as kind, ${adultFrom(engine)} as adult_from,
      null as gap, f.date as in_date, null as in_reason, null as in_region,
      nullif(${least}(coalesce(f.end_date, '9999-99-99'), coalesce(f.next_date, '9999-99-99')), '9999-99-99') as out_date,
      null as out_reason, null as out_region
    from (
      select *, first_value(type) over (partition by pet_id, part order by date, day_order, id) as began_with
      from (
        select id, pet_id, type, date, day_order, end_date, lead(date) over of_pet as next_date,
          count(case when type <> 'foster' then 1 end) over of_pet as part
        from movements where ${where}
        ${OF_PET}
      ) as placed
    ) as f join pets as p on p.id = f.pet_id
    where f.type = 'foster' and f.began_with = 'intake'`;
}

function withKeys({ name }: Engine, source: string): string {
  const age = (date: string) =>
    `case when adult_from is null then 'u' when ${date} < adult_from then 'y' else 'a' end`;
  // PostgreSQL has no year 0, which RFC 3339 allows.
  const day = (date: string) =>
    name === 'sqlite' ? `julianday(max(${date}, '0001-01-01'))` : `greatest(${date}, '0001-01-01')::date`;
  const days = `cast(${day('out_date')} - ${day('in_date')} as integer)`;
  const key = (date: string, reason: string, region: string, last: string) =>
    `substr(${date}, 1, 7) || ' ' || category_id || ' ' || ${age(date)} || ' ' || coalesce(${reason}, '-') || ' ' ||
      coalesce(${region}, '-') || ' ' || ${last}`;
  const growsUp = `case when in_date < adult_from and (out_date is null or out_date >= adult_from)
    then substr(adult_from, 1, 7) else '-' end`;
  const daysOrUnknown = `case when in_date is null then '?' else cast(${days} as text) end`;
  return `select id as movement_id, pet_id, owner_id, category_id, kind, gap, in_date, out_date, adult_from,
      case when in_date is not null then ${key('in_date', 'in_reason', 'in_region', growsUp)} end as in_key,
      case when out_date is null then '9999-99' else ${key('out_date', 'out_reason', 'out_region', daysOrUnknown)} end as out_key
    from (${source}) as derived`;
}

const COLUMNS = [
  'movement_id',
  'pet_id',
  'owner_id',
  'category_id',
  'kind',
  'gap',
  'in_date',
  'out_date',
  'adult_from',
  'in_key',
  'out_key',
] as const;

/**
 * Returns the number of stays that do not follow from the movements, and of those that are missing. It has no time limit, because
 * writers do not wait for it.
 */
export function countWrongStays({ read, engine }: Pick<Database, 'read' | 'engine'>): Promise<number> {
  return read.transaction().execute(async (db) => {
    await removeTimeLimit(db);
    return compareStays(db, engine);
  });
}

/** Uses one statement, so that it reads one snapshot. A stay that is right is derived once and stored once. */
async function compareStays(db: Queries, engine: Engine): Promise<number> {
  const columns = COLUMNS.join(', ');
  const { rows } = await sql
    .raw<{ wrong: bigint }>(
      `select count(*) as wrong from (
        select 1 from (select ${columns} from stays union all ${derivedStays(engine, ALL)}) as compared
        group by ${columns} having count(*) <> 2
      ) as wrong_stays`,
    )
    .execute(db);
  return Number(rows[0]?.wrong ?? 0);
}

/** Derives all stays again. */
export async function deriveStays(db: Queries, engine: Engine): Promise<void> {
  for (const statement of followMovements(engine, ALL)) await sql.raw(statement).execute(db);
  // Without statistics PostgreSQL would plan its first reports for an empty table.
  if (engine.name === 'postgres') await sql`analyze stays`.execute(db);
}
