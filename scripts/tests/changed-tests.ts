// Which test files have a test that was added or changed lately.
import { execFileSync } from 'node:child_process';
import { allTests, ROOT } from './groups.ts';

/** Lines without a promise: they change when a file or a module moves. */
const PLAIN_LINE = /^(import\b.*|export \{.*|\} from .*|[\w\s,{}()[\];]*)$/;
const MAX_DIFF_BYTES = 2 ** 28;

/**
 * Returns the files with lines that are new since the commit `TEST_BASE`, or else since yesterday, the last changed first. A line that was in
 * another file before has only moved.
 */
export function changedTests(): string[] {
  const base = process.env.TEST_BASE ?? (git('log', '-1', '--before=1 day ago', '--format=%H') || 'HEAD^');
  const lines = git('diff', '--unified=0', base, '--', '*.test.ts', '*.test.js').split('\n');
  const textOf = (line: string) => line.slice(1).trim();
  const removed = new Set(lines.filter((line) => /^-(?!-- )/.test(line)).map(textOf));
  const changed = new Set<string>();
  let file = '';
  for (const line of lines) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    else if (line.startsWith('+') && !PLAIN_LINE.test(textOf(line)) && !removed.has(textOf(line)))
      changed.add(file);
  }
  const newestFirst = new Set(git('log', '--name-only', '--format=', `${base}..HEAD`).split('\n'));
  const known = new Set(allTests());
  return [...newestFirst.union(changed)].filter((name) => changed.has(name) && known.has(name));
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: MAX_DIFF_BYTES }).trim();
}
