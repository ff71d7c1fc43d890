// Runs tests: `npm test` those for every commit, `npm test -- [GROUP...] [PATH...] [--name TEXT]` some groups, files, folders or tests.
import { parseArgs } from 'node:util';
import { runJobs } from './tests/run-jobs.ts';
import { buildFor, select } from './tests/select.ts';

const { values, positionals } = parseArgs({ options: { name: { type: 'string' } }, allowPositionals: true });
const jobs = select(positionals);
buildFor(jobs);
if (!(await runJobs(jobs, values))) process.exitCode = 1;
