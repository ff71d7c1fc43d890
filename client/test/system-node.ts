import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { skipReason } from '@petstore/testing/skip-reason.ts';

const OLDEST = 20;
/** The pinned Node's own version: one that is tried without this. */
const NEWEST = 25;

/**
 * An integrator's Node: the first on the PATH that no package brought, with a version that the client promises to run on
 * and that the tests do not run on themselves. Undefined where there is none, and says why.
 */
export function systemNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const nodes = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'));
  const found = nodes.find((node) => {
    const major = majorOf(node);
    return major !== undefined && major >= OLDEST && major <= NEWEST;
  });
  if (found !== undefined) return found;
  skipReason("Tests of the client on the system's Node", `no Node ${OLDEST} to ${NEWEST} is on the PATH`);
  return undefined;
}

/** Undefined where there is no Node. */
function majorOf(node: string): number | undefined {
  try {
    const [, major] = /^v(\d+)\./.exec(execFileSync(node, ['--version'], { encoding: 'utf8' })) ?? [];
    return major === undefined ? undefined : Number(major);
  } catch {
    return undefined;
  }
}

/** The Node that an integrator would run, else the one that runs the tests. */
export function integratorsNode(): string {
  return systemNode() ?? process.execPath;
}
