import { saveBonds } from '../../../catalogue/listings/bonds/bond-changes.ts';
import { MAX_IN_GROUP } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import { departedPets } from '../../../catalogue/pets/bonds/departed-pets.ts';
import { MAX_OPEN_OF_ANIMAL } from '../../../catalogue/pets/bonds/open-applications.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { saveLastBonds } from '../imported-pets.ts';
import type { AppliedSlice, LaterPass } from '../later-pass.ts';
import { type AssignedIds, type Recognised, recognise } from '../recognition.ts';
import { isOlder } from '../reconcile.ts';
import { type ImportStaging, keyOf } from '../staging.ts';
import type { ImportTally } from '../summary.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { type ChangedCell, decideChange, type RowFault } from './decide-change.ts';
import { findNamed, isGone, type NamedAnimals, type PetRow } from './named-animals.ts';
import { TrialGroups } from './trial-groups.ts';

/** Changing the group of an animal takes a millisecond or two; a transaction of an import is short. */
const MAX_CHANGED_ROWS = 16;

interface BondImportOptions {
  readonly ownerId: bigint;
  /** The ids that the store had assigned before the import. */
  readonly own: AssignedIds;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly dryRun: boolean;
  /** The column that names the animals. */
  readonly column: string;
  readonly texts: ImportTexts['row']['together'];
}

/**
 * Lets animals go together that rows name, when the animals of all rows are there. As with other fields, only what has changed in the
 * cell since the last import is applied. One row of a group is enough. What cannot be is reported, and the next import tries it again.
 */
export class BondImport implements LaterPass {
  readonly #staging: ImportStaging;
  readonly #options: BondImportOptions;
  readonly #trial: TrialGroups | undefined;

  constructor(staging: ImportStaging, options: BondImportOptions) {
    this.#staging = staging;
    this.#options = options;
    this.#trial = options.dryRun ? new TrialGroups(options.ownerId) : undefined;
  }

  async apply(db: Queries, from: number, limit: number, tally: ImportTally): Promise<AppliedSlice> {
    const slice = this.#staging.slice(from, limit);
    const rows = slice.rows.filter((row) => row.kind === 'pet');
    const { ownerId, own } = this.#options;
    const recognised = await recognise(db, own, ownerId, rows);
    const changes = rows.map((row, index) => this.#changeOf(row, recognised[index]));
    const changed = changes.flatMap((change) => (typeof change === 'object' ? change : []));
    if (changed.length > MAX_CHANGED_ROWS && limit > 1)
      return this.apply(db, from, Math.ceil(limit / 2), tally);
    tally.count('bondsUnchanged', changes.filter((change) => change === 'unchanged').length);
    if (changed.length > 0) await this.#applyRows(db, changed, tally);
    return slice;
  }

  /** Returns undefined for a row that does not count: it names no others, or is not about the animal as it is now. */
  #changeOf(row: PetRow, recognised: Recognised | undefined): ChangedRow | 'unchanged' | undefined {
    const named = row.goesTogetherWith ?? [];
    if (recognised?.kind === 'own') return undefined;
    if (recognised?.kind === 'imported' && !isCurrent(row, recognised)) return undefined;
    const { goesTogetherWith: last = [] } =
      recognised?.kind === 'imported' ? recognised.known.lastProfile : {};
    const added = named.filter((one) => !last.includes(one));
    const removed = last.filter((one) => !named.includes(one));
    if (added.length + removed.length > 0) return { row, named, added, removed };
    return named.length > 0 ? 'unchanged' : undefined;
  }

  async #applyRows(db: Queries, changed: readonly ChangedRow[], tally: ImportTally): Promise<void> {
    const { own, ownerId, column } = this.#options;
    const animals = await findNamed(
      db,
      changed.map(({ row, named, removed }) => ({ ...row, goesTogetherWith: [...named, ...removed] })),
      { staging: this.#staging, own, ownerId, trial: this.#trial },
    );
    for (const change of changed) {
      const reason = await this.#applyRow(db, change, animals, tally);
      if (reason !== undefined) tally.failBond({ line: change.row.line, faults: [{ column, reason }] });
    }
  }

  /** Returns what is wrong with the row. */
  async #applyRow(
    db: Queries,
    change: ChangedRow,
    animals: NamedAnimals,
    tally: ImportTally,
  ): Promise<string | undefined> {
    const { texts } = this.#options;
    const key = keyOf(change.row);
    if (key === null) return texts.noReference;
    const animal = animals.find(key);
    if (!('petId' in animal)) return undefined;
    const { petId } = animal;
    if (await this.#hasLeft(db, petId, change.row)) return undefined;
    const decision = await decideChange(db, petId, change, animals);
    if ('missing' in decision) return texts[decision.missing](animals.quoted(decision.key));
    if ('fault' in decision) return this.#reasonOf(decision.fault, animals);
    if (decision.bonds.size > 0) tally.count('bondsChanged');
    else if (change.named.length > 0) tally.count('bondsUnchanged');
    animals.save(decision.bonds);
    this.#trial?.save(decision.bonds);
    if (this.#trial === undefined) await this.#write(db, key, change.named, animals, decision.bonds);
    return undefined;
  }

  /** The group of an animal that was adopted or has left stays as it was. A dry run has not changed its status. */
  async #hasLeft(db: Queries, petId: bigint, row: PetRow): Promise<boolean> {
    if (this.#trial !== undefined && isGone(row)) return true;
    return (await departedPets(db, [petId])).has(petId);
  }

  async #write(
    db: Queries,
    key: string,
    named: readonly string[],
    animals: NamedAnimals,
    bonds: ReadonlyMap<bigint, readonly bigint[]>,
  ): Promise<void> {
    const { clock, publicUrl } = this.#options;
    await saveBonds(db, bonds, { actor: null, at: clock.now() }, publicUrl);
    const recognised = animals.recognised(key);
    if (recognised?.kind === 'imported') await saveLastBonds(db, recognised.known, named);
  }

  #reasonOf(fault: RowFault, animals: NamedAnimals): string {
    const { texts } = this.#options;
    if (fault.kind === 'too many') return texts.tooMany(MAX_IN_GROUP);
    if (fault.kind === 'too many applications') return texts.tooManyApplications(MAX_OPEN_OF_ANIMAL);
    if (fault.kind === 'itself') return texts.itself;
    const name = animals.nameOf(fault.petId);
    switch (fault.kind) {
      case 'in bin':
        return texts.inBin(name);
      case 'unknown':
        return texts.unknown(name);
      case 'other account':
        return texts.otherAccount(name);
      case 'in other group':
        return texts.inOtherGroup(
          name,
          fault.others.map((id) => animals.nameOf(id)),
        );
      case 'held':
        return texts.held(name);
      case 'gone':
        return texts.gone(name);
    }
  }
}

interface ChangedRow extends ChangedCell {
  readonly row: PetRow;
}

/** Returns false if the row is older than one of an earlier import, and if the animal is not here. */
function isCurrent({ date }: PetRow, { known }: Recognised & { kind: 'imported' }): boolean {
  const { current, rowDate, isInBin } = known;
  return current !== undefined && !isInBin && current.status !== 'sold' && !isOlder(date, rowDate);
}
