import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import type { Database, Queries } from '../../database/database.ts';
import type { ImportBatch } from '../apply-batches.ts';
import { type ImportProgress, importPets } from '../import-pets.ts';
import { OWN_COLUMNS } from '../mapping/mapping.ts';
import { parseMapping } from '../mapping/mapping-file.ts';
import { readAssignedIds } from '../recognition.ts';
import { type ImportSummary, ImportTally } from '../summary.ts';
import { BadRows } from './bad-rows.ts';
import type { ImportJob } from './import-job.ts';
import { deleteImportFiles, ImportFileWriter, readImportFile } from './job-files.ts';
import { saveProgress } from './job-store.ts';

/** Shorter than in the command, because this process also serves requests. */
const TRANSACTION_MS = 15;
/** How often the progress is stored while no transaction of the import stores it. */
const SAVE_INTERVAL_MS = 2000;

/** The import continues later: the service stops, or another process runs it. */
export class ImportInterrupted extends Error {
  override name = 'ImportInterrupted';
}

export interface RunDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** The name of this process. */
  readonly runner: string;
  readonly isStopped: () => boolean;
}

/**
 * Runs an import, or continues one that was interrupted. The number of applied rows and their effects are stored in the
 * transaction that applies them, so that each row is applied once. A dry run begins with the first row again.
 *
 * @throws {ImportError} if the file cannot be imported, or if the store fails.
 * @throws {ImportInterrupted} if the import has to continue later.
 */
export async function runImport(job: ImportJob, dependencies: RunDependencies): Promise<ImportSummary> {
  return new ImportRun(job, dependencies).run();
}

class ImportRun {
  readonly #job: ImportJob;
  readonly #dependencies: RunDependencies;
  readonly #claim: { readonly id: bigint; readonly runner: string };
  readonly #mapping;
  readonly #badRows: BadRows;
  /** The effects of the committed transactions. */
  #tally: ImportTally;
  /** The same with the transaction that runs or has just been committed. */
  #recorded: ImportTally;
  #reached: { rows: number; applied: number };
  #savedAt = performance.now();
  #resumedAt = performance.now();

  constructor(job: ImportJob, dependencies: RunDependencies) {
    this.#job = job;
    this.#dependencies = dependencies;
    this.#claim = { id: job.id, runner: dependencies.runner };
    this.#mapping = job.mapping === undefined ? OWN_COLUMNS : parseMapping(job.mapping);
    const writer = new ImportFileWriter(dependencies.database, { importId: job.id, name: 'bad rows' });
    this.#badRows = new BadRows(this.#mapping, writer);
    this.#tally = job.summary === undefined ? new ImportTally() : ImportTally.of(job.summary);
    this.#recorded = this.#tally;
    this.#reached = { rows: job.rows ?? 0, applied: job.applied };
  }

  async run(): Promise<ImportSummary> {
    const { id, ownerId, dryRun, format, createdAt } = this.#job;
    const { database, clock, publicUrl } = this.#dependencies;
    await deleteImportFiles(database, id, ['bad rows']);
    const own = await this.#beginWithIds();
    const source = {
      bytes: readImportFile(database.read, { importId: id, name: 'upload' }),
      format,
      mapping: this.#mapping,
    };
    const summary = await importPets(database, source, {
      ownerId,
      clock,
      publicUrl,
      dryRun,
      readAt: createdAt,
      transactionMs: TRANSACTION_MS,
      survives: 'crash',
      continued: dryRun ? undefined : { applied: this.#job.applied, tally: this.#tally, own },
      onFailedRow: (row, faults) => this.#badRows.add(row, faults),
      onProgress: (progress) => this.#report(progress),
      record: (db, batch) => this.#record(db, batch),
    });
    await this.#badRows.end();
    await this.#save(this.#reached);
    return summary;
  }

  /** Stores the ids that the store had assigned before the import, by which exported animals are recognised. */
  async #beginWithIds() {
    const { database } = this.#dependencies;
    const own = await readAssignedIds(database.read, this.#job.highestPetId);
    await this.#save({ highestPetId: own.highestPetId });
    return own;
  }

  /** Called in the transaction of each batch, again if it is repeated. */
  async #record(db: Queries, { applied, of: rows, tally }: ImportBatch): Promise<void> {
    this.#recorded = ImportTally.of(this.#tally.summary());
    this.#recorded.add(tally);
    const progress = { rows, applied, summary: this.#recorded.summary() };
    if (!(await saveProgress(db, this.#claim, progress))) throw interrupted();
  }

  /** Lets requests run between two steps of the import, for as long as the last step took. */
  async #report(progress: ImportProgress): Promise<void> {
    if (this.#dependencies.isStopped()) throw interrupted();
    await this.#badRows.flush();
    if (progress.stage === 'applying') {
      this.#tally = this.#recorded;
      this.#reached = { rows: progress.of, applied: progress.rows };
    }
    if (performance.now() - this.#savedAt >= SAVE_INTERVAL_MS) {
      await this.#save(this.#job.dryRun ? this.#reached : {});
    }
    await pause(Math.max(1, performance.now() - this.#resumedAt));
    this.#resumedAt = performance.now();
  }

  async #save(progress: { rows?: number; applied?: number; highestPetId?: bigint }): Promise<void> {
    const { database } = this.#dependencies;
    if (!(await database.write((db) => saveProgress(db, this.#claim, progress), { survives: 'crash' })))
      throw interrupted();
    this.#savedAt = performance.now();
  }
}

function interrupted(): ImportInterrupted {
  return new ImportInterrupted('The import continues later');
}
