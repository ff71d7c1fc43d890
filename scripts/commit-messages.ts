// Checks that the commits of a range follow Conventional Commits: `npx node scripts/commit-messages.ts main..HEAD`.
import { spawnSync } from 'node:child_process';

const HEADER =
  /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z0-9-]+(,[a-z0-9-]+)*\))?!?: \S/;
const MAX_HEADER_LENGTH = 100;

/** Returns what is wrong with a commit message; undefined if nothing is. */
export function messageFault(message: string): string | undefined {
  const [header = '', separator = ''] = message.trimEnd().split('\n', 2);
  if (!HEADER.test(header)) return 'must begin with "type(scope): ", such as "fix(quota): "';
  if (header.length > MAX_HEADER_LENGTH) return `must have at most ${MAX_HEADER_LENGTH} characters`;
  if (header.endsWith('.')) return 'must not end with a full stop';
  return separator === '' ? undefined : 'must be followed by an empty line';
}

function checkRange(range: string): void {
  const log = spawnSync('git', ['log', '--no-merges', '--format=%B%x00', range, '--'], { encoding: 'utf8' });
  if (log.status !== 0) {
    console.error(`${log.stderr.split('\n', 1)[0]}: name a range such as main..HEAD`);
    process.exitCode = 2;
    return;
  }
  const messages = log.stdout.split('\0').flatMap((message) => message.trim() || []);
  for (const message of messages) {
    const fault = messageFault(message);
    if (fault === undefined) continue;
    console.error(`The first line of a commit message ${fault}; got "${message.split('\n', 1)[0]}".`);
    process.exitCode = 1;
  }
}

if (import.meta.main) checkRange(process.argv[2] ?? 'main..HEAD');
