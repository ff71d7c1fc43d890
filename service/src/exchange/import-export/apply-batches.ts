import { lockAccount } from '../../access/accounts/account-queries.ts';
import { keepGroups } from '../../catalogue/listings/bonds/bond-changes.ts';
import { lockGroups } from '../../catalogue/pets/bonds/bonded-pets.ts';
import { MAX_CATEGORIES, nameCategories } from '../../catalogue/pets/category-queries.ts';
import { MAX_MOVEMENTS } from '../../catalogue/pets/movements/movement.ts';
import type { ImportedPet } from '../../catalogue/pets/pet.ts';
import { type Clock, systemWorkClock, type WorkClock } from '../../platform/core/clock.ts';
import { localDay } from '../../platform/core/local-days.ts';
import { AdaptiveSize } from '../../platform/core/tasks/adaptive-size.ts';
import type { CommitMode, Database, Queries } from '../../platform/database/database.ts';
import { accountLock } from '../../platform/database/locks.ts';
import {
  changedPet,
  countDecision,
  countIndependent,
  decideRow,
  keepStatus,
  petWithNewStatus,
  readNewProfiles,
  refuseCategories,
  refuseMovements,
} from './batch-decisions.ts';
import { changeImported, NewImports } from './imported-pets.ts';
import type { AppliedSlice, LaterPass } from './later-pass.ts';
import { hasPhotos, type RowWithPhotos } from './photos/photo-import.ts';
import { type AssignedIds, recognise } from './recognition.ts';
import type { NewImport, ReconcileDecision } from './reconcile.ts';
import type { ImportStaging, StagedRow } from './staging.ts';
import { ImportTally } from './summary.ts';
import { EN } from './texts/en.ts';
import type { ImportTexts } from './texts/import-texts.ts';

const TRANSACTION_MS = 40;
const MIN_TRANSACTION_MS = 5;
/** Lets a running service take the write lock, for which it polls. */
const PAUSE_MS = 1;
/** Rows are applied in chunks that take about this long. */
const CHUNK_MS = 5;
const CHUNK_ROWS = { initial: 32, min: 8, max: 512, targetMs: CHUNK_MS };

/** The result of one transaction. */
export interface ImportBatch {
  /** The number of staged rows that were applied so far. */
  readonly applied: number;
  /** The line of the last of them. */
  readonly lastLine: number;
  /** The number of all staged rows. */
  readonly of: number;
  /** The rows among them that have photos, which are added after the transaction. */
  readonly withPhotos: readonly RowWithPhotos[];
  readonly tally: ImportTally;
}

/** How the transactions of an import run. */
export interface BatchSettings {
  /** The budget of a transaction with its commit. The default keeps the promise of 50 ms with a margin for a busy machine. */
  readonly transactionMs?: number | undefined;
  /** `synchronous` by default: each transaction is on the disk before the next one begins. */
  readonly commit?: CommitMode | undefined;
  /** Called in each transaction, with its result. */
  record?(db: Queries, batch: ImportBatch): Promise<void>;
}

/** What the rows of a transaction add to. */
interface Effects {
  readonly tally: ImportTally;
  readonly withPhotos: RowWithPhotos[];
}

interface BatchOptions extends BatchSettings {
  readonly ownerId: bigint;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly dryRun?: boolean | undefined;
  /** The texts of faults; by default in English. */
  readonly texts?: ImportTexts | undefined;
  readonly workClock?: WorkClock | undefined;
  /** The ids that the store had assigned before the import. */
  readonly own: AssignedIds;
  /** What follows when the animals of all rows are there. */
  readonly laterPasses: readonly LaterPass[];
  /** True if rows record how animals came in or left, so that a status records nothing. */
  readonly hasStays?: boolean | undefined;
  /** True if the status of an animal follows from its movements alone. */
  readonly statusFollows?: boolean | undefined;
  /** True if the date of a row is that of its status. */
  readonly hasStatusDates?: boolean | undefined;
  /** The zone of the days of the shelter. */
  readonly timeZone: string;
}

/** Applies staged rows in the order of the file, in short transactions. With `dryRun`, only counts the effects. */
export class ImportBatches {
  readonly #staging: ImportStaging;
  readonly #ownerId: bigint;
  readonly #own: AssignedIds;
  readonly #dryRun: boolean;
  readonly #workClock: WorkClock;
  readonly #inserts: NewImports;
  readonly #clock: Clock;
  readonly #texts: ImportTexts['row'];
  readonly #publicUrl: string;
  readonly #settings: BatchSettings;
  readonly #transactionMs: number;
  readonly #categoryNames: ReadonlyMap<bigint, string>;
  /** The categories that committed transactions have named. */
  readonly #named = new Set<bigint>();
  /** The categories that the current transaction names. */
  readonly #naming = new Set<bigint>();
  readonly #chunk = new AdaptiveSize(CHUNK_ROWS);
  readonly #laterPasses: readonly LaterPass[];
  readonly #hasStays: boolean;
  readonly #statusFollows: boolean;
  readonly #timeZone: string;
  readonly #hasStatusDates: boolean;
  #commitMs = 0;

  constructor(staging: ImportStaging, categoryNames: ReadonlyMap<bigint, string>, options: BatchOptions) {
    this.#staging = staging;
    this.#clock = options.clock;
    this.#texts = (options.texts ?? EN).row;
    this.#publicUrl = options.publicUrl;
    this.#settings = options;
    this.#transactionMs = options.transactionMs ?? TRANSACTION_MS;
    this.#categoryNames = categoryNames;
    this.#ownerId = options.ownerId;
    this.#own = options.own;
    this.#dryRun = options.dryRun ?? false;
    this.#workClock = options.workClock ?? systemWorkClock;
    this.#inserts = new NewImports(options.ownerId);
    this.#laterPasses = options.laterPasses;
    this.#hasStays = options.hasStays ?? false;
    this.#statusFollows = options.statusFollows ?? false;
    this.#timeZone = options.timeZone;
    this.#hasStatusDates = options.hasStatusDates ?? false;
  }

  /** Each pass applies all rows again: the animals of all rows come before their movements and groups. */
  get #steps(): number {
    return (1 + this.#laterPasses.length) * this.#staging.size;
  }

  /** Yields the batch of each transaction after its commit. `from` is the number of rows that were applied before. */
  async *apply(database: Database, from = 0): AsyncGenerator<ImportBatch> {
    for (let applied = from; applied < this.#steps; ) {
      const batch = await this.#applyFrom(database, applied);
      applied = batch.applied;
      yield batch;
      await this.#workClock.pause(PAUSE_MS);
    }
  }

  async #applyFrom(database: Database, first: number): Promise<ImportBatch> {
    if (this.#dryRun) return this.#applyFor(this.#transactionMs, database.read, first);
    let appliedAt = 0;
    const batch = await database.write(
      async (transaction) => {
        // Serialises the imports of one account: each must see the pets that the previous one has added.
        await lockAccount(transaction, this.#ownerId);
        this.#naming.clear();
        const budgetMs = Math.max(MIN_TRANSACTION_MS, this.#transactionMs - 2 * CHUNK_MS - this.#commitMs);
        const applied = await this.#applyFor(budgetMs, transaction, first);
        await this.#settings.record?.(transaction, applied);
        appliedAt = this.#workClock.monotonic();
        return applied;
      },
      { ...this.#settings, account: this.#ownerId, locks: [accountLock(this.#ownerId)] },
    );
    for (const id of this.#naming) this.#named.add(id);
    // Expects the next commit to take as long as recent ones.
    this.#commitMs = Math.max(this.#workClock.monotonic() - appliedAt, this.#commitMs / 2);
    return batch;
  }

  /** Applies rows until the budget is used up. */
  async #applyFor(budgetMs: number, db: Queries, first: number): Promise<ImportBatch> {
    const tally = new ImportTally();
    const withPhotos: RowWithPhotos[] = [];
    let applied = first;
    let lastLine = 0;
    let startedAt = this.#workClock.monotonic();
    for (const end = startedAt + budgetMs; startedAt < end && applied < this.#steps; ) {
      const slice = await this.#applySlice(db, applied, { tally, withPhotos });
      applied = slice.next;
      lastLine = slice.lastLine;
      const now = this.#workClock.monotonic();
      this.#chunk.adapt(now - startedAt);
      startedAt = now;
    }
    return { applied, of: this.#steps, lastLine, withPhotos, tally };
  }

  async #applySlice(db: Queries, applied: number, effects: Effects): Promise<AppliedSlice> {
    const { size } = this.#staging;
    const before = applied - (applied % size);
    const pass = this.#laterPasses[before / size - 1];
    if (pass === undefined) return this.#applyPets(db, applied, effects);
    const { lastLine, next } = await pass.apply(db, applied - before, this.#chunk.value, effects.tally);
    return { lastLine, next: before + next };
  }

  async #applyPets(db: Queries, from: number, { tally, withPhotos }: Effects): Promise<AppliedSlice> {
    const slice = this.#staging.slice(from, this.#chunk.value);
    tally.count('superseded', slice.superseded);
    if (slice.rows.length > 0) withPhotos.push(...(await this.#applyRows(db, slice.rows, tally)));
    return slice;
  }

  /** Returns the rows whose photos are to be added. */
  async #applyRows(db: Queries, staged: readonly StagedRow[], tally: ImportTally): Promise<RowWithPhotos[]> {
    const withPhotos: RowWithPhotos[] = [];
    for (let rest = staged; rest.length > 0; ) {
      const first = await this.#decide(db, rest);
      const all = this.#dryRun ? first : await this.#lockAndDecide(db, rest, first);
      const independent = all.slice(0, countIndependent(all));
      const possible = await refuseCategories(db, independent);
      const decisions = this.#hasStays ? possible : await refuseMovements(db, possible);
      const rows = rest.slice(0, decisions.length);
      rest = rest.slice(decisions.length);
      for (const [index, decision] of decisions.entries())
        this.#count(tally, decision, rows[index]?.line ?? 0);
      if (!this.#dryRun) await this.#write(db, rows, decisions);
      withPhotos.push(...rows.filter((_, index) => decisions[index]?.kind !== 'older').filter(hasPhotos));
    }
    return withPhotos;
  }

  #count(tally: ImportTally, decision: ReconcileDecision, line: number): void {
    if (decision.kind === 'in bin') {
      tally.fail({ line, faults: [{ reason: this.#texts.inBin(decision.petId) }] });
    } else if (decision.kind === 'full') {
      const { tooManyMovements, tooManyCategories } = this.#texts;
      const reason =
        decision.what === 'movements' ? tooManyMovements(MAX_MOVEMENTS) : tooManyCategories(MAX_CATEGORIES);
      tally.fail({ line, faults: [{ reason }] });
    } else countDecision(tally, decision);
  }

  /**
   * Locks the pets to change and decides again, because a request may have changed them in the meantime, or merged them into
   * others, which are locked then.
   */
  async #lockAndDecide(
    db: Queries,
    rows: readonly StagedRow[],
    first: readonly ReconcileDecision[],
  ): Promise<readonly ReconcileDecision[]> {
    const locked = new Set<bigint>();
    for (let decisions = first; ; ) {
      const changing = decisions.flatMap((decision) => changedPet(decision) ?? []);
      const unlocked = changing.filter((petId) => !locked.has(petId));
      if (unlocked.length === 0) return decisions;
      await lockGroups(db, unlocked);
      for (const petId of unlocked) locked.add(petId);
      decisions = await this.#decide(db, rows);
    }
  }

  async #decide(db: Queries, staged: readonly StagedRow[]): Promise<ReconcileDecision[]> {
    const recognised = await recognise(db, this.#own, this.#ownerId, staged);
    const rows = staged.map((row, index) => keepStatus(row, recognised[index], this.#statusFollows));
    const profiles = await readNewProfiles(db, rows, recognised);
    return rows.map((row, index) => decideRow(row, recognised[index], profiles));
  }

  async #write(
    db: Queries,
    rows: readonly StagedRow[],
    decisions: readonly ReconcileDecision[],
  ): Promise<void> {
    const change = { at: this.#clock.now(), publicUrl: this.#publicUrl };
    await this.#nameCategories(
      db,
      rows.flatMap((row, index) => (row.kind === 'pet' && decisions[index]?.kind !== 'full' ? row.pet : [])),
      change.at,
    );
    const days = this.#hasStays
      ? undefined
      : { today: localDay(change.at, this.#timeZone), areInRows: this.#hasStatusDates };
    const created: NewImport[] = [];
    for (const decision of decisions) {
      if (decision.kind === 'create') created.push(decision);
      if (decision.kind === 'change') await changeImported(db, decision, change, days);
      if (decision.kind === 'skip' && decision.change)
        await changeImported(db, decision.change, change, days);
    }
    await this.#inserts.create(db, created, change);
    const moved = decisions.flatMap((decision) => petWithNewStatus(decision) ?? []);
    await keepGroups(db, moved, { actor: null, at: change.at }, change.publicUrl);
  }

  /** Names the categories that this import has not named yet. */
  async #nameCategories(db: Queries, pets: readonly ImportedPet[], at: number): Promise<void> {
    const names = new Map<bigint, string>();
    for (const { categoryId } of pets) {
      const name = this.#categoryNames.get(categoryId);
      if (name === undefined || this.#named.has(categoryId) || this.#naming.has(categoryId)) continue;
      names.set(categoryId, name);
      this.#naming.add(categoryId);
    }
    await nameCategories(db, names, { actor: null, at });
  }
}
