import { Command } from 'commander';
import type { Config } from '../../platform/config/config.ts';
import { describeMail } from '../../platform/config/mail.ts';
import { describeStore, describeValkey } from '../../platform/config/store-address.ts';
import { withChosenThreads } from '../../server/threads/chosen-threads.ts';
import type { CommandContext } from '../context.ts';
import {
  checkAccounts,
  checkAdoptions,
  checkCategories,
  checkConfig,
  checkDisk,
  checkEnvironment,
  checkLastEvent,
  checkOtherEnvironment,
  checkPath,
  checkPermissions,
  checkPresence,
  checkProvider,
  checkRuntime,
  checkService,
  checkShelter,
  checkStays,
  checkStore,
  checkValkey,
  recordAndCheckAdoptions,
  recountAndCheckCategories,
  recountAndCheckStays,
} from './doctor-checks.ts';
import { checkMail } from './doctor-mail.ts';
import { checkPartners } from './doctor-partners.ts';
import { checkPublishing } from './doctor-publishing.ts';
import { checkSearch, reindexAndCheckSearch } from './doctor-search.ts';
import { checkUpgrade } from './doctor-upgrade.ts';
import { type Check, type Finding, wrong } from './finding.ts';

/** With a finding of this, nothing else is checked: the other checks read and lock the files of a store. */
const FIRST: Readonly<Record<string, Check>> = { store: checkPath };

/** These come first: opening a store overwrites its journal. */
const CHECKS: Readonly<Record<string, Check>> = {
  settings: checkConfig,
  runtime: checkRuntime,
  disk: checkDisk,
  changes: checkLastEvent,
  permissions: checkPermissions,
  valkey: checkValkey,
  provider: checkProvider,
};

/** The first finding of these replaces the checks of the store, which would create it, migrate it or fail. */
const BLOCKING: Readonly<Record<string, Check>> = {
  store: checkPresence,
  upgrade: checkUpgrade,
  environment: checkOtherEnvironment,
};

const CHECKS_OF_A_STORE: Readonly<Record<string, Check>> = {
  store: checkStore,
  environment: checkEnvironment,
  categories: checkCategories,
  adoptions: checkAdoptions,
  stays: checkStays,
  search: checkSearch,
  shelter: checkShelter,
  accounts: checkAccounts,
  mail: checkMail,
  publishing: checkPublishing,
  partners: checkPartners,
  service: checkService,
};

const CLEAR_LINE = '\x1b[K';

interface Flags {
  recount?: true;
  reindex?: true;
  json?: true;
}

export function doctorCommand(context: CommandContext): Command {
  return new Command('doctor')
    .description('check the settings, the store and the service')
    .option(
      '--recount',
      'correct the counts of each category, the adoptions and the stays of reports; blocks writes while it runs',
    )
    .option('--reindex', 'add animals that the search does not find to its index')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore doctor')
    .action((flags: Flags) => diagnose(context, flags));
}

async function diagnose(context: CommandContext, flags: Flags): Promise<void> {
  const config = context.config();
  const findings = await runChecks(context, config, flags);
  if (findings.some(({ state }) => state === 'wrong')) context.exitStatus = 1;
  const settings = publicConfig(config);
  if (flags.json) return context.json({ settings, findings });
  context.out('settings:');
  for (const [name, value] of Object.entries(settings)) context.out(`  ${name}: ${describe(value)}`);
  for (const { check, state, message } of findings) context.out(`${state.padEnd(7)} ${check}: ${message}`);
}

type NamedFinding = Finding & { check: string };

async function runChecks(
  context: CommandContext,
  config: Config,
  { recount, reindex }: Flags,
): Promise<NamedFinding[]> {
  const findings = async (checks: Readonly<Record<string, Check>>) =>
    Array.fromAsync(findingsOf(context, config, checks));
  const [other] = await findings(FIRST);
  if (other !== undefined) return [other];
  const first = await findings(CHECKS);
  const { value: blocking } = await findingsOf(context, config, BLOCKING).next();
  if (blocking !== undefined) return [...first, blocking];
  const categories = recount ? recountAndCheckCategories : checkCategories;
  const search = reindex ? reindexAndCheckSearch : checkSearch;
  const adoptions = recount ? recordAndCheckAdoptions : checkAdoptions;
  const stays = recount ? recountAndCheckStays : checkStays;
  return [...first, ...(await findings({ ...CHECKS_OF_A_STORE, categories, adoptions, stays, search }))];
}

async function* findingsOf(
  context: CommandContext,
  config: Config,
  checks: Readonly<Record<string, Check>>,
): AsyncGenerator<NamedFinding, undefined> {
  for (const [check, run] of Object.entries(checks)) {
    // A large store takes a minute.
    if (process.stderr.isTTY) process.stderr.write(`\r${CLEAR_LINE}checking: ${check}`);
    const finding = await run(context, config).catch(wrong);
    if (process.stderr.isTTY) process.stderr.write(`\r${CLEAR_LINE}`);
    if (finding !== undefined) yield { check, ...finding };
  }
}

const OF_STORE = 'that of the store';

/** Returns the configuration without passwords, under its published names. */
function publicConfig(config: Config) {
  const { warnings: _warnings, hasAutoWorkers: _hasAutoWorkers, ...others } = withChosenThreads(config);
  const {
    store,
    valkeyUrl,
    environment,
    telemetry,
    photoStorage,
    publicPages,
    signInProvider,
    mail,
    secretsKey,
    outbound,
    configFile,
    ...unchanged
  } = others;
  const { traces, metrics } = telemetry ?? {};
  return {
    ...unchanged,
    settingsFile: configFile,
    photoStorageMaxMegabytes: photoStorage.maxMegabytes,
    photoStorageMaxMegabytesPerAccount: photoStorage.maxMegabytesOfAccount,
    publicPages: publicPages.mode,
    shelterName: publicPages.shelterName ?? OF_STORE,
    shelterContactUrl: publicPages.contactUrl ?? OF_STORE,
    shelterTimeZone: publicPages.timeZone ?? OF_STORE,
    signInProvider: signInProvider && `${signInProvider.name} at ${signInProvider.issuer}`,
    publicRequestsPerMinute: publicPages.requestsPerMinute,
    outboundNetworks: outbound.networks,
    outboundHttpHosts: outbound.httpHosts,
    encryptionKey: secretsKey === undefined ? OF_STORE : 'that of the environment',
    mail: mail === undefined ? OF_STORE : `${describeMail(mail)} as ${mail.from.address}`,
    environment: environment ?? OF_STORE,
    store: describeStore(store),
    valkeyUrl: valkeyUrl === undefined ? undefined : describeValkey(valkeyUrl),
    telemetry: [traces && 'traces', metrics && 'metrics'].filter((signal) => signal !== undefined),
  };
}

function describe(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return String(value);
}
