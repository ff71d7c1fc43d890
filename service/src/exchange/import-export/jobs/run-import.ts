import { parseJson } from '../../../platform/core/json.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { ImportBatch } from '../apply-batches.ts';
import { interrupted } from '../import-interrupted.ts';
import { type ImportProgress, importPets } from '../import-pets.ts';
import { OWN_COLUMNS } from '../mapping/mapping.ts';
import { parseMapping } from '../mapping/mapping-file.ts';
import type { MappedRow } from '../mapping/row-validation.ts';
import { type Preview, previewFile } from '../preview/preview.ts';
import { MAX_SAMPLE_ROWS, type SampleRow, sampleRow } from '../preview/sample-rows.ts';
import type { SourceRow } from '../readers/row.ts';
import { readAssignedIds } from '../recognition.ts';
import { type ImportSummary, ImportTally } from '../summary.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { BadRows } from './bad-rows.ts';
import { type ImportJob, textsOf } from './import-job.ts';
import { deleteImportFiles, ImportFileWriter, readImportFile } from './job-files.ts';
import type { ReadAgain } from './preview-queries.ts';
import { type Claim, type RunDependencies, RunPace } from './run-pace.ts';
import { type ImportProgressColumns, saveProgress } from './run-queries.ts';

/** Shorter than in the command, because this process also serves requests. */
const TRANSACTION_MS = 15;
/**
 * Runs an import, or continues one that was interrupted. The number of applied rows and their effects are stored in the
 * transaction that applies them, so that each row is applied once. A dry run begins with the first row again.
 *
 * @throws {ImportError} if the file cannot be imported, or if the store fails.
 * @throws {ImportInterrupted} if the import has to continue later.
 */
export async function runImport(job: ImportJob, dependencies: RunDependencies): Promise<FinishedRun> {
  return new ImportRun(job, dependencies).run();
}

/** The effects of an import, and its first rows as it understood them. */
interface FinishedRun {
  readonly summary: ImportSummary;
  readonly sample: readonly SampleRow[];
}

class ImportRun {
  readonly #job: ImportJob;
  readonly #dependencies: RunDependencies;
  readonly #claim: Claim;
  readonly #pace: RunPace;
  readonly #mapping;
  readonly #badRows: BadRows;
  /** The effects of the committed transactions. */
  #tally: ImportTally;
  /** The same with the transaction that runs or has just been committed. */
  #recorded: ImportTally;
  #reached: { rows: number; applied: number };
  readonly #texts: ImportTexts;
  readonly #sample: SampleRow[] = [];

  constructor(job: ImportJob, dependencies: RunDependencies) {
    this.#job = job;
    this.#dependencies = dependencies;
    this.#claim = { id: job.id, runner: dependencies.runner };
    this.#texts = textsOf(job);
    const { database, signal } = dependencies;
    this.#pace = new RunPace({ database, claim: this.#claim, signal });
    this.#mapping = job.mapping === undefined ? OWN_COLUMNS : parseMapping(job.mapping);
    const writer = new ImportFileWriter(database, { importId: job.id, name: 'bad rows' }, this.#fence);
    this.#badRows = new BadRows(writer, this.#texts.reading);
    this.#tally = job.summary === undefined ? new ImportTally() : ImportTally.of(job.summary);
    this.#recorded = this.#tally;
    this.#reached = { rows: job.rows ?? 0, applied: job.applied };
  }

  async run(): Promise<FinishedRun> {
    const { id, ownerId, dryRun, format, createdAt } = this.#job;
    const { database, clock, publicUrl, timeZone, signal } = this.#dependencies;
    await deleteImportFiles(database, id, ['bad rows'], this.#fence);
    const own = await this.#beginWithIds();
    const open = () => readImportFile(database.read, { importId: id, name: 'upload' });
    const summary = await importPets(
      database,
      { file: { format, open, signal, turn: () => this.#turn() }, mapping: this.#mapping },
      {
        ownerId,
        clock,
        publicUrl,
        timeZone,
        dryRun,
        readAt: createdAt,
        transactionMs: TRANSACTION_MS,
        commit: 'asynchronous',
        continued: dryRun ? undefined : { applied: this.#job.applied, tally: this.#tally, own },
        texts: this.#texts,
        onHeader: ({ names }) => this.#badRows.begin(names),
        onRow: (row, mapped) => this.#see(row, mapped),
        onProgress: (progress) => this.#report(progress),
        record: (db, batch) => this.#record(db, batch),
      },
    );
    await this.#badRows.end();
    await this.#pace.save(this.#reached);
    return { summary, sample: this.#sample };
  }

  /** For what this process writes besides the batches. */
  readonly #fence = (db: Queries) => this.#save(db, {});

  async #save(db: Queries, progress: ImportProgressColumns): Promise<void> {
    if (!(await saveProgress(db, this.#claim, progress))) throw interrupted();
  }

  #see(row: SourceRow, mapped: MappedRow): void {
    if (mapped.kind === 'failed') this.#badRows.add(row, mapped.faults);
    if (this.#sample.length < MAX_SAMPLE_ROWS) this.#sample.push(sampleRow(row.line, mapped));
  }

  /** Stores the ids that the store had assigned before the import, by which exported animals are recognised. */
  async #beginWithIds() {
    const { database } = this.#dependencies;
    const own = await readAssignedIds(database.read, this.#job.highestPetId);
    await this.#pace.save({ highestPetId: own.highestPetId });
    return own;
  }

  /** Called in the transaction of each batch, again if it is repeated. */
  async #record(db: Queries, { applied, of: rows, tally }: ImportBatch): Promise<void> {
    this.#recorded = ImportTally.of(this.#tally.summary());
    this.#recorded.add(tally);
    await this.#save(db, { rows, applied, summary: this.#recorded.summary() });
  }

  /** Between two rows. The bad rows of a turn fit in memory. */
  #turn(): Promise<void> | undefined {
    const turn = this.#pace.turn();
    return turn?.then(() => this.#badRows.flush());
  }

  /** Lets requests run between two steps of the import. */
  async #report(progress: ImportProgress): Promise<void> {
    await this.#badRows.flush();
    if (progress.stage === 'applying') {
      this.#tally = this.#recorded;
      this.#reached = { rows: progress.of, applied: progress.rows };
    }
    await this.#pace.rest(this.#job.dryRun ? this.#reached : {});
  }
}

/**
 * Reads the file of an import for its preview.
 *
 * @throws {ImportError} if the file cannot be read.
 * @throws {ImportInterrupted} if another process runs it, or the service stops.
 */
export async function runPreview(
  job: ImportJob,
  { database, runner, signal }: RunDependencies,
): Promise<Preview> {
  const { id, format, createdAt: now, mapping } = job;
  const pace = new RunPace({ database, claim: { id, runner }, signal });
  await pace.save({});
  const categories = await database.read.selectFrom('categories').select(['id', 'name']).execute();
  const again = mapping === undefined ? {} : (parseJson(mapping) as ReadAgain); // `changeImport` stored it
  const open = () => readImportFile(database.read, { importId: id, name: 'upload' });
  return previewFile(pace.reading({ format, open, signal }), categories, {
    ...again,
    now,
    texts: textsOf(job),
  });
}
