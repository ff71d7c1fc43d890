// Runs jobs, some at a time, and prints their progress, each failure when it happens, and a summary.
import { dirname, relative } from 'node:path';
import { styleText } from 'node:util';
import { withPostgres } from '../../testing/servers/shared-postgres.ts';
import type { TestResult } from './event-reporter.ts';
import { type Group, ROOT } from './groups.ts';
import { type Job, weightOf } from './jobs.ts';
import { runJob } from './run-job.ts';

/** Twice the cores of a small machine, because jobs wait for a browser, a server, a disk or a time limit. */
const CONCURRENT_JOBS = 4;
const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 20_000;
/** Before this share of the work has ended, nothing is known of the rest. */
const MIN_SHARE = 0.05;
/** Lines of the summary for what failed, and for what was skipped. */
const MAX_LINES = 5;

/** The groups whose tests use PostgreSQL: a server takes a second to start. */
const WITH_POSTGRES: readonly Group[] = ['postgres', 'faults', 'release'];

export interface RunOptions {
  /** Only the tests with this name run. */
  readonly name?: string | undefined;
  /** No job starts later. */
  readonly limitMs?: number;
}

/** Returns true if no test failed. In CI a skipped test has failed. */
export async function runJobs(jobs: readonly Job[], options: RunOptions = {}): Promise<boolean> {
  const needsPostgres = jobs.some(({ group }) => WITH_POSTGRES.includes(group));
  return needsPostgres ? withPostgres(() => runAll(jobs, options)) : runAll(jobs, options);
}

async function runAll(jobs: readonly Job[], { name, limitMs = Number.POSITIVE_INFINITY }: RunOptions) {
  const run = new Run(jobs, name);
  const [alone, others] = [jobs.filter(({ isAlone }) => isAlone), jobs.filter(({ isAlone }) => !isAlone)];
  const progress = startProgress(run);
  const runEach = async (some: Iterable<Job>) => {
    for (const job of some) if (run.elapsedMs() < limitMs) await run.run(job);
  };
  const queue = others.values();
  await Promise.all(Array.from({ length: CONCURRENT_JOBS }, () => runEach(queue)));
  await runEach(alone);
  progress.end();
  run.printSummary();
  return run.hasPassed();
}

class Run {
  readonly #jobs: readonly Job[];
  readonly #name: string | undefined;
  readonly #start = performance.now();
  readonly #weights = new Map<string, number>();
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };
  /** How often each test failed: `test:repeat` runs it again. */
  readonly #failures = new Map<string, number>();
  /** How many tests were skipped for each reason. */
  readonly #skipped = new Map<string, number>();
  #endedJobs = 0;
  #endedWeight = 0;

  constructor(jobs: readonly Job[], name?: string) {
    this.#jobs = jobs;
    this.#name = name;
    for (const file of jobs.flatMap(({ files }) => files)) this.#weights.set(file, weightOf(file));
  }

  async run(job: Job): Promise<void> {
    const left = new Set(job.files);
    let current: string | undefined;
    const end = (file: string) => {
      if (left.delete(file)) this.#endedWeight += this.#weights.get(file) ?? 0;
    };
    const crash = await runJob(
      job,
      (result, output) => {
        const file = relative(ROOT, result.file);
        if (current !== undefined && current !== file) end(current);
        current = file;
        this.#note(job, { ...result, file }, output);
      },
      this.#name,
    );
    if (crash !== undefined) this.#fail(`${job.group}: a process ended`, crash, [job.group, ...job.files]);
    for (const file of left) end(file);
    this.#endedJobs += 1;
  }

  elapsedMs(): number {
    return performance.now() - this.#start;
  }

  hasPassed(): boolean {
    return this.#failures.size === 0;
  }

  /** Returns one line: what has ended, and about how long the rest takes. */
  progress(): string {
    const { passed, failed, skipped } = this.#counts;
    const total = this.#jobs
      .flatMap(({ files }) => files)
      .reduce((sum, file) => sum + (this.#weights.get(file) ?? 0), 0);
    const share = this.#endedWeight / total;
    const leftMs = (this.elapsedMs() * (1 - share)) / share;
    const left = share < MIN_SHARE ? '' : `, about ${Math.ceil(leftMs / 1_000)} s left`;
    const failures = failed === 0 ? '' : `, ${failed} failed`;
    return `${this.#endedJobs} of ${this.#jobs.length} jobs, ${passed + failed + skipped} tests${failures}${left}`;
  }

  printSummary(): void {
    const { passed, failed, skipped } = this.#counts;
    const failures = [...this.#failures].map(([title, times]) =>
      times === 1 ? title : `${title}: ${times} times`,
    );
    printSome('Failed:', failures);
    const skips = [...this.#skipped].map(([reason, tests]) => `${tests} because ${reason}`);
    printSome('Skipped:', skips);
    const ended =
      this.#endedJobs === this.#jobs.length ? 'All jobs' : `${this.#endedJobs} of ${this.#jobs.length} jobs`;
    console.log(`${ended} took ${Math.round(this.elapsedMs() / 1_000)} s.`);
    console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }

  #note({ group, files }: Job, { result, file, path, reason = '' }: TestResult, output: string): void {
    const isSkipped = result === 'skipped' && process.env.CI !== 'true';
    if (isSkipped) {
      this.#counts.skipped += 1;
      this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
    } else if (result === 'passed') {
      this.#counts.passed += 1;
    } else {
      const title = `${file} > ${path.join(' > ')} (${group})`;
      // A fixture may declare the test for files beside it.
      const place = files.includes(file) ? file : dirname(file);
      this.#fail(title, `${reason}\n${output}`, [group, place, '--name', path[0] ?? '']);
    }
  }

  #fail(title: string, text: string, args: readonly string[]): void {
    this.#counts.failed += 1;
    const times = (this.#failures.get(title) ?? 0) + 1;
    this.#failures.set(title, times);
    if (times > 1) return;
    const indented = text.trimEnd().replaceAll(/^/gm, '    ');
    const command = `npm test -- ${args.map(quoted).join(' ')}`;
    printLine(`${styleText('red', `✖ ${title}`)}\n${indented}\n    Run it again: ${command}`);
  }
}

/** Returns an argument as a shell reads it. */
function quoted(argument: string): string {
  return /^[\w./:@-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

function printSome(title: string, lines: readonly string[]): void {
  for (const line of lines.slice(0, MAX_LINES - 1)) console.log(`${title} ${line}`);
  const more = lines.slice(MAX_LINES - 1);
  if (more.length === 1) console.log(`${title} ${more[0]}`);
  if (more.length > 1) console.log(`${title} ${more.length} more`);
}

const CLEAR_LINE = process.stdout.isTTY ? '\r\x1b[2K' : '';

function printLine(text: string): void {
  console.log(`${CLEAR_LINE}${text}`);
}

/** Writes the progress again and again: on a terminal in one line, otherwise as a line now and then. */
function startProgress(run: Run): { end(): void } {
  const { isTTY } = process.stdout;
  const show = () =>
    isTTY ? process.stdout.write(`${CLEAR_LINE}${run.progress()}`) : console.log(run.progress());
  const timer = setInterval(show, isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS);
  return {
    end: () => {
      clearInterval(timer);
      process.stdout.write(CLEAR_LINE);
    },
  };
}
