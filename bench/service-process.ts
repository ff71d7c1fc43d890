import { fileURLToPath } from 'node:url';
import { Child, type Core } from './processes.ts';
import type { Store } from './seed.ts';

const LAUNCHER = fileURLToPath(new URL('../bin/petstore.js', import.meta.url));

/** `petstore serve` on a free port, as a user starts it. */
export function startService(store: Store, core: Core | undefined, profileFolder?: string): Child {
  const flags = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const args = ['serve', '--port', '0', '--database', `sqlite:${store.path}`];
  return new Child(process.execPath, [...flags, LAUNCHER, ...args], { core });
}

export function addressOf(service: Child): Promise<string> {
  return service.printed(/listens on (http:\S+)/);
}
