// Checks the lockfile and the installed packages, and requests known vulnerabilities if the registry supports it. Fails
// for a violated rule, and for a high or critical vulnerability in production.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requestAdvisories, summaryOf } from './audit-advisories.ts';
import { installedFaults } from './audit-installed.ts';
import { type Lockfile, lockfileFaults } from './audit-lockfile.ts';

const ROOT = join(import.meta.dirname, '..');

const locked: Lockfile = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
const manifest: { allowScripts?: Record<string, boolean> } = JSON.parse(
  await readFile(join(ROOT, 'package.json'), 'utf8'),
);
const allowed = Object.entries(manifest.allowScripts ?? {}).filter(([, isAllowed]) => isAllowed);
const names = new Set(allowed.map(([name]) => name));

const [faults, result] = await Promise.all([
  installedFaults(ROOT, locked).then((found) => [...lockfileFaults(locked, names, process), ...found]),
  requestAdvisories(ROOT, locked),
]);
const { advisories = [] } = result;
for (const fault of faults) console.error(fault);
for (const { name, severity, isGrave } of advisories) {
  console.error(`${name}: ${severity}${isGrave ? ', in production' : ''}; run "npm audit" for details`);
}
console.log(summaryOf(result));
if (faults.length > 0 || advisories.some(({ isGrave }) => isGrave)) process.exitCode = 1;
