import { fileURLToPath } from 'node:url';
import type { Store } from '../data/seed.ts';
import { Child, type Core } from './processes.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url));

/** `petstore serve` on a free port, as a user starts it. */
export function startService(store: Store, core: Core | undefined, profileFolder?: string): Child {
  return startServe({ DATABASE_URL: `sqlite:${store.path}` }, { core, profileFolder });
}

export interface ServeOptions {
  core?: Core | undefined;
  profileFolder?: string | undefined;
}

/** The same with any settings. */
export function startServe(env: Record<string, string>, { core, profileFolder }: ServeOptions = {}): Child {
  const flags = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  return new Child(process.execPath, [...flags, LAUNCHER, 'serve', '--port', '0'], { core, env });
}

/** Another command of `petstore`, from its start to its end. */
export function runPetstore(args: readonly string[]): Promise<string> {
  return new Child(process.execPath, [LAUNCHER, ...args]).output();
}

export function addressOf(service: Child): Promise<string> {
  return service.printed(/listens on (http:\S+)/);
}
