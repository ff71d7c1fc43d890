import { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import { describeStore, describeValkey } from '../../config/store-address.ts';
import type { CommandContext } from '../context.ts';
import {
  type Check,
  checkAccounts,
  checkCategories,
  checkDisk,
  checkEnvironment,
  checkJournal,
  checkOtherEnvironment,
  checkPermissions,
  checkPresence,
  checkRuntime,
  checkService,
  checkStore,
  checkUpgrade,
  checkValkey,
  type Finding,
  recountAndCheckCategories,
  wrong,
} from './doctor-checks.ts';

/** The checks in their order. */
const CHECKS: Readonly<Record<string, Check>> = {
  runtime: checkRuntime,
  disk: checkDisk,
  journal: checkJournal,
  permissions: checkPermissions,
  store: checkStore,
  environment: checkEnvironment,
  categories: checkCategories,
  valkey: checkValkey,
  accounts: checkAccounts,
  service: checkService,
};

/** The first finding of these replaces the checks of the store, which would create it, migrate it or fail. */
const BLOCKING: Readonly<Record<string, Check>> = {
  store: checkPresence,
  upgrade: checkUpgrade,
  environment: checkOtherEnvironment,
};
const CHECKS_OF_A_STORE: readonly string[] = ['store', 'environment', 'categories', 'accounts', 'service'];

interface Flags {
  recount?: true;
  json?: true;
}

export function doctorCommand(context: CommandContext): Command {
  return new Command('doctor')
    .description('check the settings, the store and the service')
    .option('--recount', 'correct the counts of each category; blocks writes while it runs')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore doctor')
    .action((flags: Flags) => diagnose(context, flags));
}

async function diagnose(context: CommandContext, flags: Flags): Promise<void> {
  const config = context.config();
  const checks = flags.recount ? { ...CHECKS, categories: recountAndCheckCategories } : CHECKS;
  const findings = await runChecks(context, config, checks);
  if (findings.some(({ state }) => state === 'wrong')) context.exitStatus = 1;
  const settings = publicSettings(config);
  if (flags.json) return context.json({ settings, findings });
  context.out('settings:');
  for (const [name, value] of Object.entries(settings)) context.out(`  ${name}: ${describe(value)}`);
  for (const { check, state, message } of findings) context.out(`${state.padEnd(7)} ${check}: ${message}`);
}

type NamedFinding = Finding & { check: string };

async function runChecks(
  context: CommandContext,
  config: Config,
  checks: typeof CHECKS,
): Promise<NamedFinding[]> {
  const blocking = await firstBlocking(context, config);
  const findings: NamedFinding[] = [];
  for (const [name, check] of Object.entries(checks)) {
    if (blocking !== undefined && CHECKS_OF_A_STORE.includes(name)) continue;
    const finding = await check(context, config).catch(wrong);
    if (finding !== undefined) findings.push({ check: name, ...finding });
  }
  return blocking === undefined ? findings : [...findings, blocking];
}

async function firstBlocking(context: CommandContext, config: Config): Promise<NamedFinding | undefined> {
  for (const [name, check] of Object.entries(BLOCKING)) {
    const finding = await check(context, config).catch(wrong);
    if (finding !== undefined) return { check: name, ...finding };
  }
  return undefined;
}

/** Returns the settings without passwords. */
function publicSettings(config: Config) {
  const { store, valkeyUrl, environment, warnings: _warnings, ...settings } = config;
  return {
    ...settings,
    environment: environment ?? 'that of the store',
    store: describeStore(store),
    valkeyUrl: valkeyUrl === undefined ? undefined : describeValkey(valkeyUrl),
  };
}

function describe(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return String(value);
}
