// Looks at the packages that are installed: against the lockfile's rules always, and for known vulnerabilities where
// the registry of this machine tells them. Fails for a rule that is broken, and for a grave one in production.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askAdvisories } from './audit-advisories.ts';
import { installedFaults } from './audit-installed.ts';
import { type Lockfile, lockfileFaults } from './audit-lockfile.ts';

const ROOT = join(import.meta.dirname, '..');

const locked: Lockfile = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
const manifest: { allowScripts?: Record<string, boolean> } = JSON.parse(
  await readFile(join(ROOT, 'package.json'), 'utf8'),
);
const allowed = Object.entries(manifest.allowScripts ?? {}).filter(([, isAllowed]) => isAllowed);
const names = new Set(allowed.map(([name]) => name));

const [faults, answer] = await Promise.all([
  installedFaults(ROOT, locked).then((found) => [...lockfileFaults(locked, names, process), ...found]),
  askAdvisories(ROOT, locked),
]);
const advisories = answer.unanswered === undefined ? answer.advisories : [];
for (const fault of faults) console.error(fault);
for (const { name, severity, isGrave } of advisories) {
  console.error(`${name}: ${severity}${isGrave ? ', in production' : ''}; "npm audit" tells more`);
}
console.log(
  answer.unanswered === undefined
    ? `audit: npm audit and the lockfile's rules; the registry knows of ${advisories.length} vulnerable packages.`
    : `audit: the lockfile's rules alone, without npm audit, since the registry does not help: ${answer.unanswered}.`,
);
if (faults.length > 0 || advisories.some(({ isGrave }) => isGrave)) process.exitCode = 1;
