// `npm run test:repeat -- PATH... [--times N] [--load]`: runs test files again and again, to find a test that is red by chance. With `--changed`
// those in which a test was added or changed. `--minutes` limits how long it takes.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { changedTests } from './tests/changed-tests.ts';
import { isGroup } from './tests/groups.ts';
import type { Job } from './tests/jobs.ts';
import { runJobs } from './tests/run-jobs.ts';
import { buildFor, fail, select } from './tests/select.ts';

const MINUTE_MS = 60_000;

const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    load: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    minutes: { type: 'string' },
  },
  allowPositionals: true,
});
const times = Number(values.times);
if (!Number.isSafeInteger(times) || times < 1)
  fail(`--times must be a positive integer; got "${values.times}".`);
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
if (!(minutes > 0)) fail(`--minutes must be a positive number; got "${values.minutes}".`);

const paths = values.changed ? [...positionals, ...changedTests()] : positionals;
if (values.changed && paths.every(isGroup)) {
  console.log('No test was added or changed.');
  process.exit();
}
if (paths.every(isGroup)) fail('give the paths of test files or folders, or --changed.');

const endLoad = values.load ? startLoad() : () => {};
// Tests of a release take minutes and change the machine.
const jobs = onePerFile(select(paths)).filter(({ group }) => group !== 'release');
buildFor(jobs);
const rounds = Array.from({ length: times }, () => jobs).flat();
const hasPassed = await runJobs(rounds, { limitMs: minutes * MINUTE_MS });
endLoad();
if (!hasPassed) process.exitCode = 1;

/** Repeats each file in a process of its own: what an earlier file left in a process would hide a race of its start. */
function onePerFile(some: readonly Job[]): Job[] {
  return some.flatMap((job) => job.files.map((file) => ({ ...job, files: [file] })));
}

/** Keeps every core busy, as another program on the machine would. Returns a function that ends it. */
function startLoad(): () => void {
  const processes = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const end = () => {
    for (const child of processes) child.kill('SIGKILL');
  };
  process.on('exit', end);
  return end;
}
