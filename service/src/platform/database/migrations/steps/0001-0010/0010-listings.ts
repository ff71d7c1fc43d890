import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/** The times of a pet. Pets of an older store get theirs later, from the events that are kept. */
const TIMES_OF_A_PET = ['created_at', 'status_changed_at', 'updated_at'] as const;
/** The fields by which listings are filtered. */
const FILTERED_TEXTS = { sex: 'sex', size: 'size', birth_date: 'birthDate' };
/** 1 for true, 0 for false. */
const FILTERED_BOOLEANS = {
  good_with_children: 'goodWithChildren',
  good_with_dogs: 'goodWithDogs',
  good_with_cats: 'goodWithCats',
};

/** Adds what a listing has beyond the pet, and the index of the search (docs/adr/0041). */
export async function listings(db: Kysely<Tables>, engine: Engine): Promise<void> {
  for (const column of TIMES_OF_A_PET) {
    await db.schema.alterTable('pets').addColumn(column, 'bigint').execute();
  }
  await profiles(db, engine);
  for (const column of ['profile', 'photos']) {
    await db.schema.alterTable('imported_pets').addColumn(column, 'text').execute();
  }
  await photos(db, engine);
  await search(db, engine);
}

/** A profile is one text, the JSON of the API. The engine copies the fields of filters to columns. */
async function profiles(db: Kysely<Tables>, engine: Engine): Promise<void> {
  let table = db.schema
    .createTable('profiles')
    .addColumn('pet_id', engine.idType, (column) =>
      column.primaryKey().references('pets.id').onDelete('cascade'),
    )
    .addColumn('profile', 'text', (column) => column.notNull());
  const field = (name: string) =>
    sql.raw(engine.name === 'sqlite' ? `json_extract(profile, '$.${name}')` : `profile::json ->> '${name}'`);
  for (const [column, name] of Object.entries(FILTERED_TEXTS)) {
    table = table.addColumn(column, 'text', (added) => added.generatedAlwaysAs(field(name)).stored());
  }
  for (const [column, name] of Object.entries(FILTERED_BOOLEANS)) {
    const value =
      engine.name === 'sqlite' ? field(name) : sql`cast(cast(${field(name)} as boolean) as integer)`;
    table = table.addColumn(column, 'bigint', (added) => added.generatedAlwaysAs(value).stored());
  }
  await table.execute();
}

async function photos(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('photos')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('pet_id', 'bigint', (column) => column.notNull().references('pets.id').onDelete('cascade'))
    .addColumn('account_id', 'bigint', (column) => column.references('accounts.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('alt', 'text', (column) => column.notNull())
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('photos_by_pet').on('photos').columns(['pet_id', 'position']).execute();
  // With the bytes, so that a sum needs only the index.
  await db.schema.createIndex('photos_by_account').on('photos').columns(['account_id', 'bytes']).execute();
  await db.schema
    .createTable('photo_files')
    .addColumn('photo_id', 'text', (column) => column.notNull().references('photos.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('content', engine.name === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('photo_files_key', ['photo_id', 'name'])
    .execute();
}

async function search(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await sql.raw(engine.name === 'sqlite' ? PREFIXES_IN_SQLITE : PREFIXES_IN_POSTGRES).execute(db);
  await db.schema
    .createTable('search_progress')
    .addColumn('next_id', 'bigint', (column) => column.notNull())
    .addColumn('last_id', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into search_progress (next_id, last_id)
    select min(id), max(id) from pets having count(*) > 0`.execute(db);
}

const PREFIXES_IN_SQLITE = `create table search_prefixes (
  prefix text not null,
  pet_id bigint not null,
  in_name bigint not null,
  primary key (prefix, pet_id)
) without rowid`;

/** In the order of bytes: prefixes are compared for equality only, and need no locale. */
const PREFIXES_IN_POSTGRES = `create table search_prefixes (
  prefix text collate "C" not null,
  pet_id bigint not null,
  in_name bigint not null,
  primary key (prefix, pet_id)
)`;
