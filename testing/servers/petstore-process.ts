import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url));

type Process = ChildProcessByStdio<null, Readable, Readable>;

export interface RunningProcess {
  process: Process;
  /** The exit status, or the signal that ended the process. */
  ended: Promise<number | string>;
}

/** One that serves. */
export interface Serving extends RunningProcess {
  url: string;
  /** What it wrote to standard error: its log. */
  log(): string;
}

type Environment = Record<string, string>;

/** `petstore serve`, on a free port unless one is given, as a process of its own that is killed after the test. */
export function runServe(t: TestContext, env: Environment, port = 0): RunningProcess {
  return run(t, [PROGRAM, 'serve', '--port', String(port)], env);
}

/** The same, once it serves. */
export function serveProcess(t: TestContext, env: Environment, port?: number): Promise<Serving> {
  return serving(runServe(t, env, port));
}

/** A service whose clock stands still at a moment, in a process of its own. */
export function serveProcessAt(t: TestContext, moment: number, env: Environment): Promise<Serving> {
  const program = fileURLToPath(new URL('faults/serve-at.ts', import.meta.url));
  return serving(run(t, [program, String(moment)], env));
}

function run(t: TestContext, args: readonly string[], env: Environment): RunningProcess {
  // The file of the first key of a store in PostgreSQL is written to the working folder.
  const cwd = mkdtempSync(join(tmpdir(), 'petstore-'));
  // No other variable of the environment may change what is tested.
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(cwd, { recursive: true, force: true });
  });
  const ended = once(child, 'close').then(([status, signal]): number | string => status ?? signal);
  return { process: child, ended };
}

async function serving({ process: child, ended }: RunningProcess): Promise<Serving> {
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const url = await Promise.race([addressIn(child.stdout), ended]);
  if (typeof url === 'string' && url.startsWith('http')) {
    return { url, process: child, ended, log: () => complaints };
  }
  throw new Error(`the service did not start: ${url} ${complaints}`);
}

async function addressIn(stdout: Readable): Promise<string> {
  let printed = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    const [, url] = /listens on (http:\S+) /.exec(printed) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`no address in ${printed}`);
}
