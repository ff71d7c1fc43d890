// Which jobs the arguments of a command ask for.
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { ALL, allTests, type Group, isGroup, QUICK, ROOT } from './groups.ts';
import { type Job, jobsOf, longFirst } from './jobs.ts';

/**
 * Returns the jobs for groups and paths. Without a path all files of the groups; without a group those of `npm test`, or for paths all groups
 * that have them.
 */
export function select(names: readonly string[]): Job[] {
  const paths = names.filter((name) => !isGroup(name));
  const named = names.filter(isGroup);
  const files = paths.length === 0 ? allTests() : [...new Set(paths.flatMap(testsIn))];
  const groups = named.length > 0 ? named : paths.length === 0 ? QUICK : ALL;
  const jobs = longFirst(groups.flatMap((group) => jobsOf(group, files)));
  if (jobs.length === 0) fail(`no group of ${groups.join(', ')} has these files; use "npm test -- PATH..."`);
  return jobs;
}

/** Builds what jobs need: the console and embed.js, from their sources as they are now. */
export function buildFor(jobs: readonly Job[]): void {
  const needsPages: readonly Group[] = ['pages', 'thorough', 'firefox'];
  if (!jobs.some(({ group }) => needsPages.includes(group))) return;
  for (const program of ['console/build.js', 'embed/build.js']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (status !== 0) fail(`${program} ended with ${status}: ${stdout}${stderr}`);
  }
}

export function fail(message: string): never {
  console.error(`test: ${message}`);
  process.exit(2);
}

/** @param path of a test file, or of a folder with test files. */
function testsIn(path: string): string[] {
  const name = relative(ROOT, path);
  const files = allTests().filter((file) => file === name || file.startsWith(`${name}/`));
  return files.length > 0
    ? files
    : fail(`there is no test in ${path}; the name of its file ends with .test.ts`);
}
