import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import type { Config } from '../config.ts';
import { takeServeLock } from '../database/serve-lock.ts';
import type { CommandContext } from './context.ts';

interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'wrong';
  message: string;
}

type Check = (context: CommandContext, config: Config) => Promise<Omit<Finding, 'check'>>;

const ENOUGH_FREE_BYTES = 512 * 1024 * 1024;
const ANSWER_WITHIN_MS = 2_000;

/** What is looked at, in order. */
const CHECKS: Readonly<Record<string, Check>> = {
  runtime: async () => ok(`Node ${process.versions.node} with SQLite ${process.versions.sqlite}`),
  disk: checkDisk,
  store: checkStore,
  accounts: checkAccounts,
  service: checkService,
};

/** To look at a store that is not there would make an empty one. */
const OF_A_STORE: readonly string[] = ['store', 'accounts', 'service'];

export function doctorCommand(context: CommandContext): Command {
  return new Command('doctor')
    .description('show what is configured, what answers and what is wrong')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore doctor')
    .action((flags: { json?: true }) => examine(context, flags));
}

async function examine(context: CommandContext, flags: { json?: true }): Promise<void> {
  const config = context.config();
  const findings: Finding[] = [];
  const isNew = !existsSync(config.sqlitePath) && existsSync(dirname(resolve(config.sqlitePath)));
  for (const [check, look] of Object.entries(CHECKS)) {
    if (isNew && OF_A_STORE.includes(check)) continue;
    findings.push({ check, ...(await look(context, config).catch(wrong)) });
  }
  if (isNew) findings.push({ check: 'store', state: 'warning', message: noStore(config.sqlitePath) });
  if (findings.some(({ state }) => state === 'wrong')) context.exitStatus = 1;
  if (flags.json) return context.json({ settings: config, findings });
  context.out('settings:');
  for (const [name, value] of Object.entries(config)) context.out(`  ${name}: ${describe(value)}`);
  for (const { check, state, message } of findings) context.out(`${state.padEnd(7)} ${check}: ${message}`);
}

async function checkDisk(_context: CommandContext, { sqlitePath }: Config) {
  const folder = dirname(resolve(sqlitePath));
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${Math.floor(free / 1024 / 1024)} MiB free in ${folder}`;
  return free < ENOUGH_FREE_BYTES ? ({ state: 'warning', message } as const) : ok(message);
}

function noStore(path: string): string {
  return `${path} is not there yet: the first "petstore serve" makes it; is --database right?`;
}

/** SQLite's own check of every page, and of what the tables promise each other. */
async function checkStore(context: CommandContext, { sqlitePath }: Config) {
  return context.withDatabase(async (database) => {
    const faults = await database.faults();
    if (faults.length > 0) return wrong(`${sqlitePath} is damaged, restore a backup: ${faults.join('; ')}`);
    return ok(`${sqlitePath} is whole`);
  });
}

async function checkAccounts(context: CommandContext) {
  const { count } = await context.withDatabase(({ read }) =>
    read
      .selectFrom('accounts')
      .select((columns) => columns.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  if (count > 0n) return ok(`${count}`);
  return {
    state: 'warning',
    message: 'none yet; the first "petstore serve" makes the account default',
  } as const;
}

async function checkService(_context: CommandContext, config: Config) {
  const release = takeServeLock(config.sqlitePath);
  if (release !== undefined) {
    release();
    return { state: 'warning', message: 'not running: no process serves this store' } as const;
  }
  const url = `${config.localUrl}/readyz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => undefined);
  if (answer?.ok === true) return ok(`serving at ${config.localUrl}`);
  const what = answer === undefined ? 'does not answer' : `answers ${answer.status}`;
  return wrong(`a process serves this store but ${url} ${what}: is HOST or PORT another one there?`);
}

function ok(message: string) {
  return { state: 'ok', message } as const;
}

function wrong(cause: unknown) {
  return { state: 'wrong', message: cause instanceof Error ? cause.message : String(cause) } as const;
}

function describe(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return String(value);
}
