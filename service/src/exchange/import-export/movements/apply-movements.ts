import { keepGroups } from '../../../catalogue/listings/bonds/bond-changes.ts';
import { lockGroups } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import { isOutcome, MAX_MOVEMENTS, type Movement } from '../../../catalogue/pets/movements/movement.ts';
import { movementEvent, statusFor } from '../../../catalogue/pets/movements/movement-changes.ts';
import {
  insertMovements,
  movementsOfPets,
  updateMovement,
} from '../../../catalogue/pets/movements/movement-queries.ts';
import { placeInDay, withoutTime } from '../../../catalogue/pets/movements/place-in-day.ts';
import { byDay, lastOf, NEW_ID } from '../../../catalogue/pets/movements/stay-rules.ts';
import type { Pet } from '../../../catalogue/pets/pet.ts';
import { changePet } from '../../../catalogue/pets/pet-changes.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import type { PetStatus } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { Change } from '../../../record/events/event.ts';
import { appendEvents } from '../../../record/events/event-queries.ts';
import { findImported } from '../imported-pets.ts';
import type { AppliedSlice, LaterPass } from '../later-pass.ts';
import type { ImportedMovement } from '../mapping/movement-mapping.ts';
import type { KnownPet } from '../reconcile.ts';
import type { ImportStaging } from '../staging.ts';
import type { ImportTally } from '../summary.ts';
import type { ImportTexts } from '../texts/import-texts.ts';

/** A row whose movement is to be added. */
interface RowWithMovement {
  readonly line: number;
  readonly reference: string;
  readonly movement: ImportedMovement;
}

interface MovementImportOptions {
  readonly ownerId: bigint;
  readonly clock: Clock;
  readonly dryRun: boolean;
  readonly texts: ImportTexts['row'];
  readonly publicUrl: string;
}

/** It has an id after the insert. */
const NEW = { id: NEW_ID, orderId: null };

type Draft = { -readonly [Name in keyof Movement]: Movement[Name] };

/** An animal of the file with its movements, as they are and as the rows make them. */
interface Stays {
  readonly known: KnownPet;
  readonly pet: Pet;
  readonly before: Movement | undefined;
  readonly movements: Draft[];
}

/**
 * Adds the movements that rows record to the animals that the import has added or found. A movement of the same type and time
 * is the same one: a file that is imported again changes only what has changed in it. What other programs cannot know is
 * accepted, such as an outcome without an intake; reports list it. The status follows as after every movement.
 */
export class MovementImport implements LaterPass {
  readonly #staging: ImportStaging;
  readonly #options: MovementImportOptions;

  constructor(staging: ImportStaging, options: MovementImportOptions) {
    this.#staging = staging;
    this.#options = options;
  }

  async apply(db: Queries, from: number, limit: number, tally: ImportTally): Promise<AppliedSlice> {
    const { rows, lastLine, next } = this.#staging.movements(from, limit);
    if (rows.length > 0) await this.#add(db, rows, tally);
    return { lastLine, next };
  }

  async #add(db: Queries, rows: readonly RowWithMovement[], tally: ImportTally): Promise<void> {
    const { stays, removed } = await this.#readStays(db, rows);
    const [added, changed] = [new Set<Draft>(), new Set<Draft>()];
    for (const row of rows) {
      const ofPet = stays.get(row.reference);
      if (ofPet === undefined) this.#countWithoutPet(row, removed, tally);
      else this.#place(row, ofPet, { added, changed, tally });
    }
    if (this.#options.dryRun) return;
    const change = { actor: null, at: this.#options.clock.now() };
    await write(db, { added: [...added], changed: [...changed], stays: [...stays.values()] }, change);
    for (const ofPet of new Set(stays.values())) await follow(db, ofPet, change);
    const petIds = [...stays.values()].map(({ known }) => known.petId);
    await keepGroups(db, petIds, change, this.#options.publicUrl);
  }

  /** The row of a removed animal counts as such. Another one is not there in a dry run, or because its newest row is not imported. */
  #countWithoutPet(
    { line, reference }: RowWithMovement,
    removed: ReadonlySet<string>,
    tally: ImportTally,
  ): void {
    if (removed.has(reference)) return;
    if (this.#staging.newest(reference)?.kind === 'pet') {
      if (this.#options.dryRun) tally.count('movementsAdded');
    } else tally.failMovement({ line, faults: [{ reason: this.#options.texts.newestNotImported }] });
  }

  #place(
    { line, movement }: RowWithMovement,
    { known, pet, movements }: Stays,
    { added, changed, tally }: { added: Set<Draft>; changed: Set<Draft>; tally: ImportTally },
  ): void {
    const same = findSame(movements, movement);
    if (same !== undefined && isEqual(same, movement)) {
      tally.count('movementsUnchanged');
      return;
    }
    if (same === undefined && movements.length >= MAX_MOVEMENTS) {
      tally.failMovement({ line, faults: [{ reason: this.#options.texts.tooManyMovements(MAX_MOVEMENTS) }] });
      return;
    }
    const { dayOrder, ...fields } = movement;
    const next: Draft =
      same === undefined
        ? placeInDay(movements, { ...fields, ...NEW, petId: pet.id, dayOrder: dayOrder || undefined })
        : { ...same, ...fields, orderId: movement.reason === 'adoption' ? same.orderId : null };
    const after =
      same === undefined ? [...movements, next] : movements.map((one) => (one === same ? next : one));
    const [last, lastNow] = [lastByDay(after), lastByDay(movements)];
    if (known.held && isOutcome(last) && statusFor(pet, lastNow, last) !== undefined) {
      tally.failMovement({ line, faults: [{ reason: this.#options.texts.held(pet.id) }] });
      return;
    }
    if (same === undefined) {
      movements.push(next);
      added.add(next);
      tally.count('movementsAdded');
    } else {
      Object.assign(same, next);
      if (!added.has(same)) changed.add(same);
      tally.count('movementsChanged');
    }
  }

  async #readStays(
    db: Queries,
    rows: readonly RowWithMovement[],
  ): Promise<{ stays: Map<string, Stays>; removed: ReadonlySet<string> }> {
    const { ownerId, dryRun } = this.#options;
    const references = [...new Set(rows.map(({ reference }) => reference))];
    const read = () => findImported(db, ownerId, references);
    let known = await read();
    if (!dryRun) {
      await lockGroups(
        db,
        [...known.values()].map(({ petId }) => petId),
      );
      known = await read();
    }
    const present = [...known].filter(([, { current, isInBin }]) => current !== undefined && !isInBin);
    const all = await movementsOfPets(
      db,
      present.map(([, { petId }]) => petId),
    );
    const byPet = new Map<bigint, Stays>();
    const found = new Map<string, Stays>();
    for (const [reference, one] of present) {
      // Two references of a pet that another one was merged into.
      const stays = byPet.get(one.petId) ?? staysOf(one, all.get(one.petId) ?? []);
      byPet.set(one.petId, stays);
      found.set(reference, stays);
    }
    const removed = [...known.keys()].filter((reference) => !found.has(reference));
    return { stays: found, removed: new Set(removed) };
  }
}

async function write(
  db: Queries,
  {
    added,
    changed,
    stays,
  }: {
    readonly added: readonly Draft[];
    readonly changed: readonly Draft[];
    readonly stays: readonly Stays[];
  },
  change: Change,
): Promise<void> {
  const ids = await insertMovements(db, added);
  for (const [index, movement] of added.entries()) movement.id = ids[index] ?? NEW_ID;
  for (const movement of changed) await updateMovement(db, movement);
  const owners = new Map(stays.map(({ known }) => [known.petId, known.petOwnerId]));
  const ownerOf = ({ petId }: Movement) => owners.get(petId) ?? null;
  await appendEvents(db, [
    ...added.map((one) => movementEvent('movement.created', one, ownerOf(one), change)),
    ...changed.map((one) => movementEvent('movement.updated', one, ownerOf(one), change)),
  ]);
}

function staysOf(known: KnownPet, movements: readonly Movement[]): Stays {
  const { petId, current } = known;
  if (current === undefined) throw new Error(`Pet ${petId} was removed`);
  const { status, ...fields } = current;
  const pet = { id: petId, ...fields, ...(status === null ? {} : { status }) };
  return { known, pet, before: lastByDay(movements), movements: movements.map((one) => ({ ...one })) };
}

function lastByDay(movements: readonly Movement[]): Movement | undefined {
  return lastOf(movements.toSorted(byDay));
}

/**
 * A movement without a time is the same as one of that day with the same reason: someone recorded it here. A row without a time is
 * also the same as a movement of its type without one, whatever the reason of either.
 */
function findSame(movements: readonly Draft[], { type, date, dayOrder, reason }: ImportedMovement) {
  const ofDay = movements.filter((one) => one.type === type && one.date === date);
  const isTimed = dayOrder !== 0;
  const untimed = withoutTime(
    ofDay,
    movements.filter((one) => one.date === date),
  );
  return (
    ofDay.find((one) => one.dayOrder === dayOrder) ??
    (isTimed ? untimed : ofDay).find((one) => one.reason === reason) ??
    (isTimed ? undefined : untimed[0])
  );
}

function isEqual(one: Movement, { reason, endDate, region, note }: ImportedMovement): boolean {
  return one.reason === reason && one.endDate === endDate && one.region === region && one.note === note;
}

async function follow(db: Queries, { known, pet, before, movements }: Stays, change: Change): Promise<void> {
  const status: PetStatus | null | undefined = statusFor(pet, before, lastByDay(movements));
  if (status === undefined || known.held) return;
  await changePet(db, pet, { status }, change);
}
