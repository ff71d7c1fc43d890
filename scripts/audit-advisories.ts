// Requests the known vulnerabilities of the locked packages from the registry, if it supports that.
import { type ExecFileOptions, execFile } from 'node:child_process';
import type { Lockfile } from './audit-lockfile.ts';

/** A package with known vulnerabilities. */
interface Advisory {
  name: string;
  severity: string;
  /** It runs in production, and is high or critical. */
  isGrave: boolean;
}

/** The vulnerable packages, or why they are not available. */
type AuditResult =
  | { advisories: Advisory[]; unavailable?: undefined }
  | { advisories?: undefined; unavailable: string };

const GRAVE = ['high', 'critical'];
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

interface Report {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, { severity: string; nodes: string[] }>;
  statusCode?: number;
  message?: string;
}

/** Runs `npm audit` with the lockfile in the folder. Waits no longer than the timeout, and returns no URL. */
export async function requestAdvisories(
  folder: string,
  locked: Lockfile,
  { env = process.env, timeoutMs = TIMEOUT_MS } = {},
): Promise<AuditResult> {
  const signal = AbortSignal.timeout(timeoutMs);
  const npm = { cwd: folder, env, signal, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
  // Offline, npm audit reports no vulnerabilities at all.
  const isOffline = await run(npm, ['config', 'get', 'offline']);
  if (isOffline.trim() === 'true') return { unavailable: 'npm is configured to stay offline' };
  const output = await run(npm, ['audit', '--json', '--fetch-retries=0']);
  if (signal.aborted) return { unavailable: `no response for ${timeoutMs / 1000} s` };
  const report = readReport(output);
  const { auditReportVersion, vulnerabilities } = report;
  if (auditReportVersion === undefined || vulnerabilities === undefined)
    return { unavailable: reason(report) };
  const advisories = Object.entries(vulnerabilities).map(([name, { severity, nodes }]) => {
    const inProduction = nodes.some((path) => locked.packages[path]?.dev !== true);
    return { name, severity, isGrave: inProduction && GRAVE.includes(severity) };
  });
  return { advisories };
}

const CHECKED =
  'audit: checked that each locked package has a SHA-512 digest, is from a registry and runs no script that is not allowed, and that the installed packages are the locked ones.';

/** Returns the last line of the audit: what was checked, and what was not. */
export function summaryOf({ advisories, unavailable }: AuditResult): string {
  return advisories === undefined
    ? `${CHECKED} Known vulnerabilities were not checked: npm audit is not available (${unavailable}).`
    : `${CHECKED} npm audit knows of ${advisories.length} vulnerable packages.`;
}

/** npm's exit status is the same for vulnerabilities and for a failed request; only its output distinguishes them. */
function run(options: ExecFileOptions, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', [...args, '--logs-max=0'], options, (_error, output) => resolve(String(output)));
  });
}

/** The output is no JSON if npm failed early. */
function readReport(output: string): Report {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}

/** Does not quote npm's message, because it contains the URL. */
function reason({ statusCode, message = '' }: Report): string {
  if (statusCode !== undefined) return `status ${statusCode}`;
  const [code] = /\bE[A-Z_]{4,}\b/.exec(message) ?? [];
  return code === undefined ? 'npm audit returned no result' : `the registry cannot be reached (${code})`;
}
