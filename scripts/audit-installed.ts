// Whether node_modules is what package-lock.json says.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LockedPackage, Lockfile } from './audit-lockfile.ts';

/** What is installed otherwise than it is locked, a sentence for each package. */
export async function installedFaults(root: string, locked: Lockfile): Promise<string[]> {
  const installed = await installedPackages(root);
  if (installed === undefined) return ['node_modules is missing, or was not made by npm: run "npm ci"'];
  const differing = Object.entries(installed).filter(([path, { version, integrity, link }]) => {
    const wanted = locked.packages[path];
    return wanted?.version !== version || wanted?.integrity !== integrity || wanted?.link !== link;
  });
  const missing = Object.entries(locked.packages).filter(
    ([path, { optional, link }]) =>
      path.includes('node_modules/') && optional !== true && link !== true && installed[path] === undefined,
  );
  return [
    ...differing.map(([path]) => `${path} is installed otherwise than it is locked: run "npm ci"`),
    ...missing.map(([path]) => `${path} is locked and not installed: run "npm ci"`),
    ...(await changedSince(root, installed)),
  ];
}

/** What npm noted when it installed last. */
async function installedPackages(root: string): Promise<Record<string, LockedPackage> | undefined> {
  const text = await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(
    () => undefined,
  );
  if (text === undefined) return undefined;
  const noted: Lockfile = JSON.parse(text);
  return noted.packages;
}

/** Packages that somebody replaced or removed since, without npm. */
async function changedSince(root: string, installed: Record<string, LockedPackage>): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, { version, link }] of Object.entries(installed)) {
    if (!path.includes('node_modules/') || link === true) continue;
    const found = await versionIn(join(root, path, 'package.json'));
    if (found !== version) {
      faults.push(`${path} has version ${found ?? 'none'}, and ${version} was installed: run "npm ci"`);
    }
  }
  return faults;
}

async function versionIn(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  const manifest: LockedPackage = JSON.parse(text);
  return manifest.version;
}
