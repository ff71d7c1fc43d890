// Compares node_modules with package-lock.json.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LockedPackage, Lockfile } from './audit-lockfile.ts';

/** Returns a sentence for each package that differs from the lockfile. */
export async function installedFaults(root: string, locked: Lockfile): Promise<string[]> {
  const installed = await installedPackages(root);
  if (installed === undefined) return ['node_modules is missing, or was not created by npm: run "npm ci"'];
  const differing = Object.entries(installed).filter(([path, { version, integrity, link }]) => {
    const wanted = locked.packages[path];
    return wanted?.version !== version || wanted?.integrity !== integrity || wanted?.link !== link;
  });
  const missing = Object.entries(locked.packages).filter(
    ([path, { optional, link }]) =>
      path.includes('node_modules/') && optional !== true && link !== true && installed[path] === undefined,
  );
  return [
    ...differing.map(([path]) => `${path} differs from the lockfile: run "npm ci"`),
    ...missing.map(([path]) => `${path} is in the lockfile but not installed: run "npm ci"`),
    ...(await changedSince(root, installed)),
  ];
}

/** Returns npm's record of the last installation. */
async function installedPackages(root: string): Promise<Record<string, LockedPackage> | undefined> {
  const text = await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(
    () => undefined,
  );
  if (text === undefined) return undefined;
  const record: Lockfile = JSON.parse(text);
  return record.packages;
}

/** Returns a sentence for each package that was replaced or removed without npm. */
async function changedSince(root: string, installed: Record<string, LockedPackage>): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, { version, link }] of Object.entries(installed)) {
    if (!path.includes('node_modules/') || link === true) continue;
    const found = await versionIn(join(root, path, 'package.json'));
    if (found !== version) {
      faults.push(`${path} has version ${found ?? 'none'} instead of ${version}: run "npm ci"`);
    }
  }
  return faults;
}

async function versionIn(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  const manifest: LockedPackage = JSON.parse(text);
  return manifest.version;
}
