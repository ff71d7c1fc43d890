import { setTimeout as pause } from 'node:timers/promises';
import { lockAccount } from '../accounts/account-store.ts';
import type { Clock } from '../core/clock.ts';
import type { Database, Queries } from '../database/database.ts';
import { nameCategories } from '../pets/category-store.ts';
import type { ImportedPet } from '../pets/pet.ts';
import { lockPets } from '../pets/pet-store.ts';
import { changeImported, NewImports } from './import-store.ts';
import { type OwnAnimals, type Recognised, recognise } from './recognition.ts';
import { type NewImport, type ReconcileDecision, reconcile, reconcileOwn } from './reconcile.ts';
import type { ImportStaging, StagedRow } from './staging.ts';
import { ImportTally } from './summary.ts';

/** How time is spent; a test hands in its own. */
export interface Pace {
  /** Milliseconds that only go up. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const realPace: Pace = { now: () => performance.now(), pause };

/** What a transaction may take of the 50 ms that are promised, its commit included; the rest is for a busy machine. */
const TRANSACTION_MS = 40;
const SHORTEST_TRANSACTION_MS = 5;
/** Long enough for a service beside to get the write lock: it asks again and again. */
const PAUSE_MS = 1;
/** Rows are applied some at a time: as many as take about this long, and never twice as long. */
const CHUNK_MS = 5;
const FIRST_CHUNK = 32;
const SMALLEST_CHUNK = 8;
const LARGEST_CHUNK = 512;

/** What one transaction applied. */
export interface ImportBatch {
  /** How many of the staged rows are applied now. */
  readonly applied: number;
  /** The line of the last of them. */
  readonly lastLine: number;
  readonly tally: ImportTally;
}

interface BatchOptions {
  readonly ownerId: bigint;
  readonly clock: Clock;
  readonly dryRun?: boolean | undefined;
  readonly pace?: Pace | undefined;
  /** The animals of the store, as they are before the import. */
  readonly own: OwnAnimals;
}

/** Applies staged rows in the order of their file, or with `dryRun` only finds out what that would do. */
export class ImportBatches {
  readonly #staging: ImportStaging;
  readonly #ownerId: bigint;
  readonly #own: OwnAnimals;
  readonly #dryRun: boolean;
  readonly #pace: Pace;
  readonly #inserts: NewImports;
  readonly #clock: Clock;
  readonly #categoryNames: ReadonlyMap<bigint, string>;
  /** Categories that have their names. */
  readonly #named = new Set<bigint>();
  /** Those that the transaction at work names; they are named when it has committed. */
  readonly #naming = new Set<bigint>();
  #chunk = FIRST_CHUNK;
  #commitMs = 0;

  constructor(staging: ImportStaging, categoryNames: ReadonlyMap<bigint, string>, options: BatchOptions) {
    this.#staging = staging;
    this.#clock = options.clock;
    this.#categoryNames = categoryNames;
    this.#ownerId = options.ownerId;
    this.#own = options.own;
    this.#dryRun = options.dryRun ?? false;
    this.#pace = options.pace ?? realPace;
    this.#inserts = new NewImports(options.ownerId);
  }

  /** A batch for each transaction, once it is committed. */
  async *apply(database: Database): AsyncGenerator<ImportBatch> {
    for (let applied = 0; applied < this.#staging.size; ) {
      const batch = await this.#applyFrom(database, applied);
      applied = batch.applied;
      yield batch;
      await this.#pace.pause(PAUSE_MS);
    }
  }

  async #applyFrom(database: Database, first: number): Promise<ImportBatch> {
    if (this.#dryRun) return this.#applyFor(TRANSACTION_MS, database.read, first);
    let worked = 0;
    const batch = await database.write(async (transaction) => {
      // Imports for one account run one after the other: each must see what the one before has added.
      await lockAccount(transaction, this.#ownerId);
      this.#naming.clear();
      const spend = TRANSACTION_MS - 2 * CHUNK_MS - this.#commitMs;
      const applied = await this.#applyFor(Math.max(SHORTEST_TRANSACTION_MS, spend), transaction, first);
      worked = this.#pace.now();
      return applied;
    });
    for (const id of this.#naming) this.#named.add(id);
    // A disk that was slow is expected to be slow again.
    this.#commitMs = Math.max(this.#pace.now() - worked, this.#commitMs / 2);
    return batch;
  }

  /** Applies rows until the time is spent. */
  async #applyFor(spendMs: number, db: Queries, first: number): Promise<ImportBatch> {
    const tally = new ImportTally();
    let applied = first;
    let lastLine = 0;
    let began = this.#pace.now();
    for (const end = began + spendMs; began < end && applied < this.#staging.size; ) {
      const slice = this.#staging.slice(applied, this.#chunk);
      tally.count('superseded', slice.superseded);
      if (slice.rows.length > 0) await this.#applyRows(db, slice.rows, tally);
      applied = slice.next;
      lastLine = slice.lastLine;
      const now = this.#pace.now();
      this.#resizeChunk(now - began);
      began = now;
    }
    return { applied, lastLine, tally };
  }

  #resizeChunk(tookMs: number): void {
    if (tookMs > 2 * CHUNK_MS) this.#chunk = Math.max(SMALLEST_CHUNK, this.#chunk / 2);
    if (tookMs < CHUNK_MS) this.#chunk = Math.min(LARGEST_CHUNK, this.#chunk * 2);
  }

  async #applyRows(db: Queries, rows: readonly StagedRow[], tally: ImportTally): Promise<void> {
    const first = await this.#decideAll(db, rows);
    const decisions = this.#dryRun ? first : await this.#decideAgain(db, rows, first);
    for (const decision of decisions) countDecision(tally, decision);
    if (!this.#dryRun) await this.#write(db, rows, decisions);
  }

  /** What is to be changed is locked and looked at again: a request may have changed it meanwhile. */
  async #decideAgain(
    db: Queries,
    rows: readonly StagedRow[],
    first: readonly ReconcileDecision[],
  ): Promise<readonly ReconcileDecision[]> {
    const changing = first.flatMap((decision) => (decision.kind === 'change' ? decision.known.petId : []));
    if (changing.length === 0) return first;
    await lockPets(db, changing);
    return this.#decideAll(db, rows);
  }

  async #decideAll(db: Queries, rows: readonly StagedRow[]): Promise<ReconcileDecision[]> {
    const recognised = await recognise(db, this.#own, this.#ownerId, rows);
    return rows.map((row, index) => decideOne(row, recognised[index]));
  }

  async #write(
    db: Queries,
    rows: readonly StagedRow[],
    decisions: readonly ReconcileDecision[],
  ): Promise<void> {
    await this.#nameCategories(
      db,
      rows.flatMap((row) => (row.kind === 'pet' ? row.pet : [])),
    );
    const at = this.#clock.now();
    const created: NewImport[] = [];
    for (const decision of decisions) {
      if (decision.kind === 'create') created.push(decision);
      if (decision.kind === 'change') await changeImported(db, decision, at);
    }
    await this.#inserts.create(db, created, at);
  }

  /** Those that this import has not named before. */
  async #nameCategories(db: Queries, pets: readonly ImportedPet[]): Promise<void> {
    const names = new Map<bigint, string>();
    for (const { categoryId } of pets) {
      const name = this.#categoryNames.get(categoryId);
      if (name === undefined || this.#named.has(categoryId) || this.#naming.has(categoryId)) continue;
      names.set(categoryId, name);
      this.#naming.add(categoryId);
    }
    await nameCategories(db, names);
  }
}

function decideOne(row: StagedRow, recognised: Recognised | undefined): ReconcileDecision {
  if (recognised?.kind === 'own' && row.kind === 'pet') return reconcileOwn(row.pet, recognised.current);
  if (recognised?.kind === 'imported') return reconcile(row, recognised.known);
  const decision = reconcile(row, undefined);
  if (decision.kind !== 'create' || row.exported === undefined) return decision;
  return {
    ...decision,
    reference: recognised?.kind === 'new' ? recognised.reference : null,
    origin: row.exported.origin,
  };
}

function countDecision(tally: ImportTally, decision: ReconcileDecision): void {
  if (decision.kind === 'skip') {
    tally.skip(decision.reason);
    if (decision.left !== undefined) tally.leave(decision.left);
  } else if (decision.kind === 'create') {
    tally.count('created');
    if (decision.reference === null) tally.count('withoutReference');
  } else {
    tally.count(decision.kind === 'change' ? decision.outcome : decision.kind);
  }
}
