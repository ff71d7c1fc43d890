import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const OLDEST = 20;
/** The pinned Node's own version: one that is tried without this. */
const NEWEST = 25;

/**
 * An integrator's Node: the first on the PATH that no package brought, with a version that the client promises to run on
 * and that the tests do not run on themselves. Undefined where there is none, and says why; a build that is to be trusted
 * skips nothing.
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
  const why = `no Node ${OLDEST} to ${NEWEST} is on the PATH`;
  if (process.env.CI === 'true') throw new Error(`${why}, and with CI=true no test may be skipped`);
  console.log(`The client is tried on the pinned Node only: ${why}.`);
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
