import { type Groups, lockGroups, readGroups } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import { quote } from '../../../platform/core/errors.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { nameInFile } from '../mapping/bond-mapping.ts';
import { hasLeft } from '../mapping/movement-mapping.ts';
import type { RowIdentity } from '../mapping/row-identity.ts';
import { type AssignedIds, type Recognised, recognise } from '../recognition.ts';
import { type ImportStaging, keyOf, type StagedRow } from '../staging.ts';
import type { TrialGroups } from './trial-groups.ts';

/** A row of an animal. */
export type PetRow = StagedRow & { readonly kind: 'pet' };

/** Why a named animal is not there. */
export interface MissingAnimal {
  readonly missing: 'unknown' | 'inBin' | 'gone';
}

/** The animal of a row, or one that a row names. */
type FoundAnimal = { readonly petId: bigint } | MissingAnimal;

/** Returns true if a new animal of this row would not be here any more. */
export function isGone({ pet, movements = [] }: PetRow): boolean {
  return pet.status === 'sold' || hasLeft(movements);
}

/** The animals that rows are about or name, locked with those that they go together with. */
export class NamedAnimals {
  readonly #found = new Map<string, FoundAnimal>();
  readonly #recognised: ReadonlyMap<string, Recognised>;
  readonly #names = new Map<bigint, string>();
  readonly #bonds: Map<bigint, readonly bigint[]>;
  readonly #pets: Groups['pets'];

  constructor(recognised: ReadonlyMap<string, Recognised>, found: Animals, { pets, bonds }: Groups) {
    this.#recognised = recognised;
    this.#pets = pets;
    this.#bonds = new Map(bonds);
    for (const { pet } of pets) if (pet.id < 0n) this.#names.set(pet.id, this.quoted(pet.name));
    for (const [key, animal] of found) {
      this.#found.set(key, animal);
      if ('petId' in animal) this.#names.set(animal.petId, this.quoted(key));
    }
  }

  get groups(): Groups {
    return { pets: this.#pets, bonds: this.#bonds };
  }

  recognised(key: string): Recognised | undefined {
    return this.#recognised.get(key);
  }

  find(key: string): FoundAnimal {
    return this.#found.get(key) ?? { missing: 'unknown' };
  }

  ownerOf(petId: bigint): bigint | null {
    return this.#pets.find(({ pet }) => pet.id === petId)?.ownerId ?? null;
  }

  idOf(key: string): bigint | undefined {
    const found = this.find(key);
    return 'petId' in found ? found.petId : undefined;
  }

  quoted(key: string): string {
    return quote(nameInFile(key));
  }

  /** Its number in the file in quotes, or its id. */
  nameOf(petId: bigint): string {
    return this.#names.get(petId) ?? String(petId);
  }

  /** Sets what the next rows find. */
  save(bonds: Groups['bonds']): void {
    for (const [petId, others] of bonds) this.#bonds.set(petId, others);
  }
}

type Animals = ReadonlyMap<string, FoundAnimal>;

interface Finder {
  readonly staging: ImportStaging;
  readonly ownerId: bigint;
  readonly own: AssignedIds;
  /** Set in a dry run, which locks nothing. */
  readonly trial: TrialGroups | undefined;
}

/** Finds the animals of rows and those that they name, and locks them. */
export async function findNamed(db: Queries, rows: readonly PetRow[], finder: Finder): Promise<NamedAnimals> {
  const identities = identitiesOf(rows, finder.staging);
  const locked = new Set<bigint>();
  for (let groups: Groups | undefined; ; ) {
    const recognised = await recogniseAll(db, identities, finder);
    const found = new Map(
      [...identities.keys()].map((key) => [key, foundOf(key, recognised.get(key), finder)]),
    );
    const petIds = [...new Set([...found.values()].flatMap((one) => ('petId' in one ? one.petId : [])))];
    if (finder.trial !== undefined)
      return new NamedAnimals(
        recognised,
        found,
        await finder.trial.groupsOf(petIds, (ids) => readGroups(db, ids)),
      );
    // Before the locks, a request may have merged an animal into another one.
    if (groups !== undefined && petIds.every((id) => locked.has(id)))
      return new NamedAnimals(recognised, found, groups);
    groups = await lockGroups(db, petIds);
    for (const id of petIds) locked.add(id);
  }
}

/** Returns the rows and what they name by their keys. */
function identitiesOf(rows: readonly PetRow[], staging: ImportStaging): ReadonlyMap<string, RowIdentity> {
  const identities = new Map<string, RowIdentity>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) identities.set(key, row);
    for (const named of row.goesTogetherWith ?? []) {
      if (identities.has(named)) continue;
      const isExported = row.exported !== undefined;
      identities.set(named, isExported ? exportedIdentity(named, staging) : { reference: named });
    }
  }
  return identities;
}

/** The store that wrote the file may have the animal from another one, which its row shows. */
function exportedIdentity(exportId: string, staging: ImportStaging): RowIdentity {
  const row = staging.newest(exportId);
  if (row?.exported === undefined) return { reference: null, exported: { exportId, origin: exportId } };
  return { reference: row.reference, exported: row.exported };
}

async function recogniseAll(
  db: Queries,
  identities: ReadonlyMap<string, RowIdentity>,
  { own, ownerId }: Finder,
): Promise<ReadonlyMap<string, Recognised>> {
  const recognised = await recognise(db, own, ownerId, [...identities.values()]);
  const keys = [...identities.keys()];
  return new Map(recognised.flatMap((one, index) => (keys[index] === undefined ? [] : [[keys[index], one]])));
}

function foundOf(key: string, recognised: Recognised | undefined, { staging, trial }: Finder): FoundAnimal {
  if (recognised?.kind === 'imported' || recognised?.kind === 'own') {
    const { petId, current, isInBin } = recognised.kind === 'own' ? recognised : recognised.known;
    if (isInBin) return { missing: 'inBin' };
    return current === undefined ? { missing: 'unknown' } : { petId };
  }
  const row = trial && staging.newest(key);
  if (trial === undefined || row?.kind !== 'pet') return { missing: 'unknown' };
  return isGone(row) ? { missing: 'gone' } : { petId: trial.idOf(key) };
}
