import type { Insertable } from 'kysely';
import { addProfiles, changeProfile } from '../../catalogue/listings/listing-changes.ts';
import { definedFields } from '../../catalogue/listings/profile.ts';
import { recordStatusMovement } from '../../catalogue/pets/movements/status-movements.ts';
import type { ImportedPet, Pet } from '../../catalogue/pets/pet.ts';
import { recordPets } from '../../catalogue/pets/pet-changes.ts';
import { newPetColumns, updatePet } from '../../catalogue/pets/pet-queries.ts';
import { addToIndex, changeName } from '../../catalogue/search/search-index.ts';
import type { Queries } from '../../platform/database/database.ts';
import { OPEN_ORDER } from '../../platform/database/open-orders.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { formatImportedProfile, parseImportedProfile } from './imported-profile.ts';
import { addFirstMovements } from './movements/first-movements.ts';
import type { ImportChange, KnownPet, NewImport } from './reconcile.ts';

/** Returns the pets that were imported for an account, by these references. */
export async function findImported(
  db: Queries,
  ownerId: bigint,
  references: readonly string[],
): Promise<Map<string, KnownPet>> {
  if (references.length === 0) return new Map();
  const rows = await importedPets(db)
    .where('last.owner_id', '=', ownerId)
    .where('last.reference', 'in', references)
    .execute();
  return new Map(rows.map((row) => [row.reference, toKnownPet(row)]));
}

/** Returns the pets of all accounts that were imported from exports, by these origins. */
export async function findByOrigin(db: Queries, origins: readonly string[]): Promise<Map<string, KnownPet>> {
  if (origins.length === 0) return new Map();
  const rows = await importedPets(db).where('last.origin', 'in', origins).execute();
  return new Map(rows.map((row) => [row.origin ?? '', toKnownPet(row)]));
}

function importedPets(db: Queries) {
  return db
    .selectFrom('imported_pets as last')
    .leftJoin('pets', 'pets.id', 'last.pet_id')
    .leftJoin('removed_pets', 'removed_pets.pet_id', 'last.pet_id')
    .leftJoin('orders', (join) =>
      join.onRef('orders.pet_id', '=', 'last.pet_id').on('orders.status', 'in', OPEN_ORDER),
    )
    .select(['last.owner_id', 'last.reference', 'last.origin', 'last.pet_id'])
    .select(['last.name', 'last.category_id', 'last.status', 'last.profile', 'last.row_date'])
    .select(['pets.name as current_name', 'pets.category_id as current_category_id'])
    .select(['pets.status as current_status', 'pets.owner_id as pet_owner_id', 'orders.id as open_order_id'])
    .select('removed_pets.id as removal_id');
}

const importsInRange = new PreparedQuery((db, { first, last }: { first: bigint; last: bigint }) =>
  db
    .selectFrom('imported_pets')
    .select(['pet_id', 'reference', 'origin', 'merged_from'])
    .where('pet_id', '>=', first)
    .where('pet_id', '<=', last)
    .orderBy('pet_id')
    .orderBy('reference'),
);

/**
 * Returns the references and origins of imported pets in a range of ids, by their ids. A pet that others were merged into has its
 * own; if it was not imported, that of the first of them.
 */
export async function importsOfPets(
  db: Queries,
  first: bigint,
  last: bigint,
): Promise<Map<bigint, { reference: string; origin: string | null }>> {
  const rows = await importsInRange.all(db, { first, last });
  const [merged, own] = [rows.filter(isMerged), rows.filter((row) => !isMerged(row))];
  return new Map([...merged.toReversed(), ...own].map(({ pet_id: id, ...identity }) => [id, identity]));
}

function isMerged({ merged_from }: { readonly merged_from: bigint | null }): boolean {
  return merged_from !== null;
}

interface ImportedRow {
  owner_id: bigint;
  reference: string;
  origin: string | null;
  pet_id: bigint;
  name: string;
  category_id: bigint;
  status: ImportedPet['status'];
  profile: string | null;
  row_date: string | null;
  current_name: string | null;
  current_category_id: bigint | null;
  current_status: ImportedPet['status'];
  pet_owner_id: bigint | null;
  open_order_id: bigint | null;
  removal_id: bigint | null;
}

function toKnownPet(row: ImportedRow): KnownPet {
  const { current_name: name, current_category_id: categoryId } = row;
  const exists = name !== null && categoryId !== null;
  return {
    ownerId: row.owner_id,
    reference: row.reference,
    origin: row.origin,
    petId: row.pet_id,
    petOwnerId: row.pet_owner_id,
    lastImported: { name: row.name, categoryId: row.category_id, status: row.status },
    rowDate: row.row_date,
    lastProfile: parseImportedProfile(row.profile),
    current: exists ? { name, categoryId, status: row.current_status } : undefined,
    held: row.open_order_id !== null,
    isInBin: row.removal_id !== null,
  };
}

type PetColumns = Insertable<Tables['pets']>;
type ImportedColumns = Insertable<Tables['imported_pets']>;

const petInserts = new PreparedQuery((db, { rows }: { rows: readonly PetColumns[] }) =>
  db.insertInto('pets').values(rows).returning('id'),
);
const referenceInserts = new PreparedQuery((db, { rows }: { rows: readonly ImportedColumns[] }) =>
  db.insertInto('imported_pets').values(rows),
);

interface ImportTime {
  /** Unix milliseconds. */
  readonly at: number;
  readonly publicUrl: string;
}

/** What an import knows about the day on which a status has changed. */
export interface StatusDays {
  /** The day of the shelter. */
  readonly today: string;
  /** True if the date of a row is that of its status. */
  readonly areInRows: boolean;
}

/** Adds the pets of an import for one account. */
export class NewImports {
  readonly #ownerId: bigint;

  constructor(ownerId: bigint) {
    this.#ownerId = ownerId;
  }

  /** Nothing else in an import creates pets. What the rows of those with a reference record is added later, by the reference. */
  async create(db: Queries, imports: readonly NewImport[], { at, publicUrl }: ImportTime): Promise<void> {
    if (imports.length === 0) return;
    const rows = imports.map(({ pet }) => newPetColumns(db, pet, this.#ownerId, at));
    const created = await petInserts.all(db, { rows });
    // Engines assign ids in the order of the rows, but may return them in another order.
    const ids = created.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
    const references = this.#toReferences(imports, ids);
    if (references.length > 0) await referenceInserts.all(db, { rows: references });
    const pets = imports.flatMap(({ pet, profile }, index) => {
      const id = ids[index];
      return id === undefined ? [] : { pet: toPet(id, pet), profile: definedFields(profile ?? {}) };
    });
    await addToIndex(
      db,
      pets.map(({ pet: { id, name }, profile }) => ({ id, texts: { ...profile, name } })),
    );
    const change = { actor: null, at };
    await recordPets(db, 'pet.created', pets, change);
    const profiles = pets.map(({ pet, profile }) => ({ petId: pet.id, profile }));
    await addProfiles(db, profiles, change, publicUrl);
    const moved = imports.flatMap(({ movements }, index) => {
      const petId = ids[index];
      return petId === undefined || movements === undefined ? [] : { petId, movements };
    });
    await addFirstMovements(db, moved, this.#ownerId, change);
  }

  #toReferences(imports: readonly NewImport[], ids: readonly bigint[]): ImportedColumns[] {
    return imports.flatMap(({ reference, origin = null, pet, profile = {}, rowDate = null }, index) => {
      const petId = ids[index];
      if (reference === null || petId === undefined) return [];
      const identity = { owner_id: this.#ownerId, reference, origin, pet_id: petId };
      return [{ ...identity, ...toColumns(pet), profile: formatImportedProfile(profile), row_date: rowDate }];
    });
  }
}

/**
 * Changes a pet and stores the imported values. Nothing else in an import changes pets.
 *
 * @param days undefined if the file has how its animals came in or left, so that a status records nothing.
 */
export async function changeImported(
  db: Queries,
  { known, changes, profileChanges, currentProfile, lastImported, lastProfile, rowDate }: ImportChange,
  { at, publicUrl }: ImportTime,
  days: StatusDays | undefined,
): Promise<void> {
  const change = { actor: null, at };
  if (known.current !== undefined && Object.keys(changes).length > 0) {
    if (changes.name !== undefined) await changeName(db, known.petId, known.current.name, changes.name);
    const listing = await updatePet(db, known.petId, changes, at);
    const pet = toPet(known.petId, { ...known.current, ...changes });
    await recordPets(db, 'pet.updated', [{ pet, listing }], change);
    if (changes.status !== undefined && days !== undefined) {
      const isDated = days.areInRows && rowDate !== known.rowDate;
      const status = {
        from: known.current.status ?? undefined,
        to: pet.status,
        happened: isDated ? rowDate?.slice(0, 'YYYY-MM-DD'.length) : undefined,
      };
      await recordStatusMovement(db, known.petId, status, { ...change, today: days.today });
    }
  }
  if (Object.keys(profileChanges).length > 0) {
    const current = { petId: known.petId, profile: currentProfile };
    await changeProfile(db, current, profileChanges, change, publicUrl);
  }
  await db
    .updateTable('imported_pets')
    .set({ ...toColumns(lastImported), profile: formatImportedProfile(lastProfile), row_date: rowDate })
    .where('owner_id', '=', known.ownerId)
    .where('reference', '=', known.reference)
    .execute();
}

/** Stores which animals the file names for one, for the next import to compare with. */
export async function saveLastBonds(
  db: Queries,
  { ownerId, reference, lastProfile }: KnownPet,
  named: readonly string[],
): Promise<void> {
  const { goesTogetherWith: _, ...fields } = lastProfile;
  const next = named.length === 0 ? fields : { ...fields, goesTogetherWith: named };
  await db
    .updateTable('imported_pets')
    .set({ profile: formatImportedProfile(next) })
    .where('owner_id', '=', ownerId)
    .where('reference', '=', reference)
    .execute();
}

/** Deletes the records of up to `limit` imported pets, so that an import adds them again; returns their number. */
export async function deleteImports(db: Queries, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('imported_pets')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('owner_id', 'reference'),
        'in',
        selectFrom('imported_pets')
          .select(['owner_id', 'reference'])
          .limit(limit)
          .$asTuple('owner_id', 'reference'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function toPet(id: bigint, { name, categoryId, status }: ImportedPet): Pet {
  return { id, name, categoryId, ...(status === null ? {} : { status }) };
}

function toColumns({ name, categoryId, status }: ImportedPet) {
  return { name, category_id: categoryId, status };
}
