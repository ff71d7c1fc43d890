import type { Clock } from '../../core/clock.ts';
import type { PetStatus } from '../../database/column-values.ts';
import type { Queries } from '../../database/database.ts';
import { lockPets } from '../../database/locks.ts';
import type { Change, NewEvent } from '../../events/event.ts';
import { appendEvents } from '../../events/event-queries.ts';
import { isOutcome, type Movement, movementJson } from '../../pets/movements/movement.ts';
import { statusFor } from '../../pets/movements/movement-changes.ts';
import { insertMovements, movementsOfPets, updateMovement } from '../../pets/movements/movement-queries.ts';
import { byDay } from '../../pets/movements/stay-rules.ts';
import type { Pet } from '../../pets/pet.ts';
import { changePet } from '../../pets/pet-changes.ts';
import { findImported } from '../imported-pets.ts';
import type { ImportedMovement } from '../mapping/movement-mapping.ts';
import type { KnownPet } from '../reconcile.ts';
import type { ImportTally } from '../summary.ts';
import type { ImportTexts } from '../texts/import-texts.ts';

/** A row whose movement is to be added. */
export interface RowWithMovement {
  readonly line: number;
  readonly reference: string;
  readonly movement: ImportedMovement;
}

export interface MovementImportOptions {
  readonly ownerId: bigint;
  readonly clock: Clock;
  readonly dryRun: boolean;
  readonly texts: ImportTexts['row'];
}

/** Which place in its day a person or an order gives a movement at most; an import sets the second of the day. */
const MAX_PLACE_WITHOUT_TIME = 100;
/** Has an id only after the insert, and until then follows what is stored on that day. */
const NEW_ID = 0n;

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
export class MovementImport {
  readonly #options: MovementImportOptions;

  constructor(options: MovementImportOptions) {
    this.#options = options;
  }

  /** Call it in a transaction. */
  async apply(db: Queries, rows: readonly RowWithMovement[], tally: ImportTally): Promise<void> {
    const stays = await this.#readStays(db, rows);
    const [added, changed] = [new Set<Draft>(), new Set<Draft>()];
    for (const row of rows) {
      const ofPet = stays.get(row.reference);
      if (ofPet === undefined) this.#countWithoutPet(tally);
      else this.#place(row, ofPet, { added, changed, tally });
    }
    if (this.#options.dryRun) return;
    const change = { actor: null, at: this.#options.clock.now() };
    await this.#write(db, [...added], [...changed], change);
    for (const ofPet of new Set(stays.values())) await follow(db, ofPet, change);
  }

  /** An animal that is not there was removed before, unless a dry run did not add it. */
  #countWithoutPet(tally: ImportTally): void {
    if (this.#options.dryRun) tally.count('movementsAdded');
  }

  #place(
    { line, movement }: RowWithMovement,
    { known, pet, movements }: Stays,
    { added, changed, tally }: { added: Set<Draft>; changed: Set<Draft>; tally: ImportTally },
  ): void {
    const same = findSame(movements, movement);
    const next: Draft = same ?? { id: NEW_ID, petId: pet.id, orderId: null, ...movement };
    const others = movements.filter((one) => one !== same);
    if (same !== undefined && isEqual(same, movement)) {
      tally.count('movementsUnchanged');
      return;
    }
    const last = lastOf([...others, { ...next, ...movement }]);
    if (known.held && isOutcome(last) && statusFor(pet, lastOf(movements), last) !== undefined) {
      tally.failMovement({ line, faults: [{ reason: this.#options.texts.held(pet.id) }] });
      return;
    }
    if (same === undefined) {
      movements.push(next);
      added.add(next);
      tally.count('movementsAdded');
    } else {
      const { dayOrder: _, ...fields } = movement;
      Object.assign(same, fields, { orderId: movement.reason === 'adoption' ? same.orderId : null });
      if (!added.has(same)) changed.add(same);
      tally.count('movementsChanged');
    }
  }

  async #readStays(db: Queries, rows: readonly RowWithMovement[]): Promise<Map<string, Stays>> {
    const { ownerId, dryRun } = this.#options;
    const references = [...new Set(rows.map(({ reference }) => reference))];
    const read = () => findImported(db, ownerId, references);
    let known = await read();
    if (!dryRun) {
      await lockPets(
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
    return found;
  }

  async #write(
    db: Queries,
    added: readonly Draft[],
    changed: readonly Draft[],
    change: Change,
  ): Promise<void> {
    const ids = await insertMovements(db, added);
    for (const [index, movement] of added.entries()) movement.id = ids[index] ?? NEW_ID;
    for (const movement of changed) await updateMovement(db, movement);
    const audience = { placedBy: this.#options.ownerId, ownerId: this.#options.ownerId };
    const eventOf = (type: NewEvent['type']) => (movement: Movement) => ({
      type,
      ...change,
      petId: movement.petId,
      body: movementJson(movement),
      audience,
    });
    await appendEvents(db, [
      ...added.map(eventOf('movement.created')),
      ...changed.map(eventOf('movement.updated')),
    ]);
  }
}

function staysOf(known: KnownPet, movements: readonly Movement[]): Stays {
  const { petId, current } = known;
  if (current === undefined) throw new Error(`Pet ${petId} was removed`);
  const { status, ...fields } = current;
  const pet = { id: petId, ...fields, ...(status === null ? {} : { status }) };
  return { known, pet, before: lastOf(movements), movements: movements.map((one) => ({ ...one })) };
}

function lastOf(movements: readonly Movement[]): Movement | undefined {
  return movements
    .filter(({ type }) => type !== 'foster')
    .toSorted(byDay)
    .at(-1);
}

/** A movement without a time is the same as one of that day with the same reason: someone recorded it here. */
function findSame(movements: readonly Draft[], { type, date, dayOrder, reason }: ImportedMovement) {
  const ofDay = movements.filter((one) => one.type === type && one.date === date);
  return (
    ofDay.find((one) => one.dayOrder === dayOrder) ??
    ofDay.find(
      (one) =>
        one.reason === reason &&
        (Math.abs(one.dayOrder) <= MAX_PLACE_WITHOUT_TIME || dayOrder <= MAX_PLACE_WITHOUT_TIME),
    )
  );
}

function isEqual(one: Movement, { reason, endDate, region, note }: ImportedMovement): boolean {
  return one.reason === reason && one.endDate === endDate && one.region === region && one.note === note;
}

async function follow(db: Queries, { known, pet, before, movements }: Stays, change: Change): Promise<void> {
  const status: PetStatus | null | undefined = statusFor(pet, before, lastOf(movements));
  if (status === undefined || known.held) return;
  await changePet(db, pet, { status }, change);
}
