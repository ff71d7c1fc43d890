// What is known against the locked packages, where the registry of this machine tells it.
import { type ExecFileOptions, execFile } from 'node:child_process';
import type { Lockfile } from './audit-lockfile.ts';

/** A package with known vulnerabilities. */
interface Advisory {
  name: string;
  severity: string;
  /** It runs in production, and is high or critical. */
  isGrave: boolean;
}

/** What the registry said, or why it said nothing. */
type Answer = { advisories: Advisory[]; unanswered?: undefined } | { unanswered: string };

const GRAVE = ['high', 'critical'];
const LIMIT_MS = 20_000;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

interface Report {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, { severity: string; nodes: string[] }>;
  statusCode?: number;
  message?: string;
}

/** Asks by `npm audit`, with the lockfile in the folder. Never waits longer than the limit, and names no address. */
export async function askAdvisories(
  folder: string,
  locked: Lockfile,
  { env = process.env, limitMs = LIMIT_MS } = {},
): Promise<Answer> {
  const signal = AbortSignal.timeout(limitMs);
  const npm = { cwd: folder, env, signal, killSignal: 'SIGKILL', maxBuffer: MOST_OUTPUT_BYTES } as const;
  // An npm that may not use the network says that nothing is known against anything.
  const isOffline = await run(npm, ['config', 'get', 'offline']);
  if (isOffline.trim() === 'true') return { unanswered: 'npm is told to stay offline' };
  const output = await run(npm, ['audit', '--json', '--fetch-retries=0']);
  if (signal.aborted) return { unanswered: `it said nothing for ${limitMs / 1000} s` };
  const report = readReport(output);
  const { auditReportVersion, vulnerabilities } = report;
  if (auditReportVersion === undefined || vulnerabilities === undefined)
    return { unanswered: reason(report) };
  const advisories = Object.entries(vulnerabilities).map(([name, { severity, nodes }]) => {
    const inProduction = nodes.some((path) => locked.packages[path]?.dev !== true);
    return { name, severity, isGrave: inProduction && GRAVE.includes(severity) };
  });
  return { advisories };
}

/** npm's exit status says both that something was found and that nobody was reached: its output tells them apart. */
function run(options: ExecFileOptions, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', [...args, '--logs-max=0'], options, (_error, output) => resolve(String(output)));
  });
}

/** An output that is no JSON is that of an npm which did not come so far. */
function readReport(output: string): Report {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}

/** Never npm's own words: they have the address. */
function reason({ statusCode, message = '' }: Report): string {
  if (statusCode !== undefined) return `it answers ${statusCode}`;
  const [code] = /\bE[A-Z_]{4,}\b/.exec(message) ?? [];
  return code === undefined ? 'npm audit had no answer' : `it cannot be reached (${code})`;
}
