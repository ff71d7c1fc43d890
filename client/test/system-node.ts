import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { skipReason } from '@petstore/testing/skip-reason.ts';

const MIN_MAJOR = 20;
const MAX_MAJOR = 25;

/**
 * Returns the first Node on the PATH that is not part of a package and has a version that the client supports. If there is none,
 * reports the reason and returns undefined.
 */
export function systemNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const nodes = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'));
  const found = nodes.find((node) => {
    const major = majorOf(node);
    return major !== undefined && major >= MIN_MAJOR && major <= MAX_MAJOR;
  });
  if (found !== undefined) return found;
  skipReason(
    "Tests of the client on the system's Node",
    `no Node ${MIN_MAJOR} to ${MAX_MAJOR} is on the PATH`,
  );
  return undefined;
}

/** Returns the major version; undefined if this is not a Node. */
function majorOf(node: string): number | undefined {
  try {
    const [, major] = /^v(\d+)\./.exec(execFileSync(node, ['--version'], { encoding: 'utf8' })) ?? [];
    return major === undefined ? undefined : Number(major);
  } catch {
    return undefined;
  }
}

/** Returns the system's Node, or else the one that runs the tests. */
export function userNode(): string {
  return systemNode() ?? process.execPath;
}
