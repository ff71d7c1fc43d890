import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../compile-cache.ts';
import type { Scope } from '../folders.ts';
import { type RunningProcess, startProcess } from './running-process.ts';

export const PETSTORE = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url));
const SERVE_AT = fileURLToPath(new URL('serve-at.ts', import.meta.url));

/** A process that serves; its standard error is its log. */
export interface Serving extends RunningProcess {
  url: string;
}

type Environment = Readonly<Record<string, string>>;

/** Starts a `petstore` command as a process that is killed after the test. */
export function startPetstore(t: Scope, args: readonly string[], env: Environment): RunningProcess {
  return startNode(t, [PETSTORE, ...args], env);
}

/** Starts `petstore serve`, on a free port unless one is given. */
export function startServe(t: Scope, env: Environment, port = 0): RunningProcess {
  return startPetstore(t, ['serve', '--port', String(port)], env);
}

/** Starts `petstore serve` and waits until it listens. */
export function serveProcess(t: Scope, env: Environment, port?: number): Promise<Serving> {
  return whenServing(startServe(t, env, port));
}

/** Starts a process that serves with a clock that stands still at a moment: no minute ends by itself. */
export function serveProcessAt(t: Scope, moment: number, env: Environment): Promise<Serving> {
  // `bin/petstore.js` has its own cache.
  const cached = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env };
  return whenServing(startNode(t, [SERVE_AT, String(moment)], cached));
}

function startNode(t: Scope, args: readonly string[], env: Environment): RunningProcess {
  // The file of the first key of a store in PostgreSQL is written to the working folder.
  const cwd = mkdtempSync(join(tmpdir(), 'petstore-'));
  const started = startProcess(t, process.execPath, args, { env, cwd });
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  return started;
}

/** Waits for the address that a service prints once it listens. */
async function whenServing(started: RunningProcess): Promise<Serving> {
  return { ...started, url: await started.printed(/listens on (http:\S+) /) };
}
