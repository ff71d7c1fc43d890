import type { WholeProfile } from '../../catalogue/listings/profile.ts';
import { profilesOf } from '../../catalogue/listings/profile-queries.ts';
import { refusedCategories } from '../../catalogue/pets/category-queries.ts';
import { isFull } from '../../catalogue/pets/movements/movement-queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import { hasLeft } from './mapping/movement-mapping.ts';
import type { Recognised } from './recognition.ts';
import { hasNewProfile, type ReconcileDecision, reconcile, reconcileOwn } from './reconcile.ts';
import type { StagedRow } from './staging.ts';
import type { ImportTally } from './summary.ts';

// What a batch of an import decides about its rows, before it writes anything.

/**
 * The status of an animal that is known follows from its movements, which are added later, if the file has no status or the row
 * records that it left.
 */
export function keepStatus(
  row: StagedRow,
  recognised: Recognised | undefined,
  statusFollows: boolean,
): StagedRow {
  if (row.kind !== 'pet' || recognised?.kind !== 'imported') return row;
  if (!statusFollows && !hasLeft(row.movements ?? [])) return row;
  return { ...row, pet: { ...row.pet, status: recognised.known.lastImported.status } };
}

export function changedPet(decision: ReconcileDecision): bigint | undefined {
  return decision.kind === 'change' ? decision.known.petId : undefined;
}

/** An import sets the status of one animal, also of those that go together: if the file has not all of them, one leaves the group. */
export function petWithNewStatus(decision: ReconcileDecision): bigint | undefined {
  return decision.kind === 'change' && decision.changes.status !== undefined
    ? decision.known.petId
    : undefined;
}

/**
 * Returns the number of the first decisions that change different pets. A pet that others were merged into has several references,
 * and what a row changes of it depends on the rows before.
 */
export function countIndependent(decisions: readonly ReconcileDecision[]): number {
  const changed = new Set<bigint>();
  const repeated = decisions.findIndex((decision) => {
    const petId = changedPet(decision);
    if (petId === undefined) return false;
    const isRepeated = changed.has(petId);
    changed.add(petId);
    return isRepeated;
  });
  return repeated === -1 ? decisions.length : repeated;
}

/** Returns the current profiles of the pets whose profile has changed in the file. */
export async function readNewProfiles(
  db: Queries,
  rows: readonly StagedRow[],
  recognised: readonly Recognised[],
): Promise<ReadonlyMap<bigint, WholeProfile>> {
  const petIds = rows.flatMap((row, index) => {
    const pet = recognised[index];
    return pet?.kind === 'imported' && hasNewProfile(row, pet.known) ? pet.known.petId : [];
  });
  return profilesOf(db, petIds);
}

export function decideRow(
  row: StagedRow,
  recognised: Recognised | undefined,
  profiles: ReadonlyMap<bigint, WholeProfile>,
): ReconcileDecision {
  if (recognised?.kind === 'own' && row.kind === 'pet') return reconcileOwn(row.pet, recognised);
  if (recognised?.kind === 'imported') {
    const { known } = recognised;
    return reconcile(row, known, profiles.get(known.petId));
  }
  const decision = reconcile(row, undefined);
  if (decision.kind !== 'create' || row.exported === undefined) return decision;
  return {
    ...decision,
    reference: recognised?.kind === 'new' ? recognised.reference : null,
    origin: row.exported.origin,
  };
}

/** Refuses a category more than there may be. */
export async function refuseCategories(
  db: Queries,
  decisions: readonly ReconcileDecision[],
): Promise<ReconcileDecision[]> {
  const refused = await refusedCategories(
    db,
    decisions.flatMap((decision) => newCategory(decision) ?? []),
  );
  return decisions.map((decision) => {
    const id = newCategory(decision);
    return id !== undefined && refused.has(id) ? { kind: 'full', what: 'categories' } : decision;
  });
}

function newCategory(decision: ReconcileDecision): bigint | undefined {
  if (decision.kind === 'create') return decision.pet.categoryId;
  return decision.kind === 'change' ? decision.changes.categoryId : undefined;
}

/** Refuses a new status of an animal that has as many movements as it may: a status is recorded as one. */
export function refuseMovements(
  db: Queries,
  decisions: readonly ReconcileDecision[],
): Promise<ReconcileDecision[]> {
  return Promise.all(
    decisions.map(async (decision) => {
      const petId = petWithNewStatus(decision);
      const isRefused = petId !== undefined && (await isFull(db, petId));
      return isRefused ? { kind: 'full', what: 'movements' } : decision;
    }),
  );
}

export function countDecision(
  tally: ImportTally,
  decision: Exclude<ReconcileDecision, { kind: 'in bin' | 'full' }>,
): void {
  if (decision.kind === 'skip') {
    tally.skip(decision.reason);
    if (decision.left !== undefined) tally.leave(decision.left);
  } else if (decision.kind === 'create') {
    tally.count('created');
    if (decision.reference === null) tally.count('withoutReference');
    tally.count('movementsAdded', decision.movements?.length ?? 0);
  } else {
    tally.count(decision.kind === 'change' ? decision.outcome : decision.kind);
  }
}
