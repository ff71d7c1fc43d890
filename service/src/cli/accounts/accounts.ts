import { Command, Option } from 'commander';
import {
  type Account,
  type AccountRecord,
  accountNameFault,
  PLAN_NAMES,
  type PlanName,
} from '../../access/accounts/account.ts';
import { hasAdmin, listAccounts } from '../../access/accounts/account-queries.ts';
import { keyKindOf } from '../../access/accounts/api-key.ts';
import { issueApiKey, listApiKeys } from '../../access/accounts/api-key-queries.ts';
import { environmentOf } from '../../access/accounts/store-environment.ts';
import { changeAccount, createAccount } from '../../access/administration/account-changes.ts';
import { MAX_QUOTA, quotaOf } from '../../access/quota/plan.ts';
import { quote } from '../../platform/core/errors.ts';
import { ACCOUNT_ROLES, type Role } from '../../platform/core/role.ts';
import { requireAccount } from '../arguments.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { table } from '../table.ts';
import { NO_ADMIN } from './first-account.ts';
import { describeKey } from './keys.ts';

interface AccountFlags {
  plan?: PlanName;
  role?: Role;
  perMinute?: string;
  perDay?: string;
  name?: string;
  /** `--disable` is true, `--enable` false. */
  disable?: true;
  enable?: true;
  json?: true;
}

export function accountsCommand(context: CommandContext): Command {
  const create = withAccountOptions(new Command('create'))
    .description('create an account and its first API key, which is printed only once')
    .argument('<name>')
    .addHelpText('after', CREATE_EXAMPLES)
    .action((name: string, flags: AccountFlags) => addAccount(context, name, flags));
  const list = new Command('list')
    .description('list all accounts')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore accounts list --json')
    .action((flags: AccountFlags) => showAccounts(context, flags));
  const show = new Command('show')
    .description('show one account and its keys')
    .argument('<name>')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore accounts show "City shelter"')
    .action((name: string, flags: AccountFlags) => showAccount(context, name, flags));
  const update = withAccountOptions(new Command('update'))
    .alias('set')
    .description('change an account; takes effect within one second')
    .argument('<name>')
    .option('--name <name>', 'another name')
    .addOption(new Option('--disable', 'reject all keys of the account').conflicts('enable'))
    .option('--enable', 'accept the keys of a disabled account again')
    .addHelpText('after', UPDATE_EXAMPLES)
    .action((name: string, flags: AccountFlags) => updateAccount(context, name, flags));
  return new Command('accounts')
    .description('create, list and update accounts')
    .addCommand(create)
    .addCommand(list)
    .addCommand(show)
    .addCommand(update);
}

const CREATE_EXAMPLES = `
Examples:
  petstore accounts create "City shelter" --plan business
  petstore accounts create "National network" --plan enterprise --per-minute 5000 --per-day 2000000
  petstore accounts create "Website" --plan free --role reader --json`;

const UPDATE_EXAMPLES = `
Examples:
  petstore accounts update "City shelter" --plan pro --role manager
  petstore accounts update "Web site" --disable

The former name "accounts set" still works and will be removed in the next major version.`;

function withAccountOptions(command: Command): Command {
  return command
    .addOption(new Option('--plan <plan>', 'the plan, which sets the quotas').choices([...PLAN_NAMES]))
    .addOption(
      new Option('--role <role>', 'the role, which sets the permissions (new accounts: member)').choices([
        ...ACCOUNT_ROLES,
      ]),
    )
    .option('--per-minute <number>', 'custom quota per minute (plan enterprise only)')
    .option('--per-day <number>', 'custom quota per day (plan enterprise only)')
    .option('--json', 'print JSON');
}

async function addAccount(context: CommandContext, name: string, flags: AccountFlags): Promise<void> {
  checkName(name);
  if (flags.plan === undefined) {
    throw new CommandFailure(`choose a plan: --plan ${PLAN_NAMES.join('|')}`, 2);
  }
  const newAccount = {
    name,
    plan: flags.plan,
    role: flags.role ?? 'member',
    customQuota: customQuotaOf(flags.plan, flags),
  };
  const now = context.clock.now();
  const { account, key } = await context.withNewDatabase(async (database) => {
    const kind = keyKindOf(await environmentOf(database, context.config().environment));
    const created = await database.write(async (queries) => {
      const added = await createAccount(queries, newAccount, { actor: null, at: now });
      return { account: added, key: await issueApiKey(queries, { accountId: added.id, kind }, now) };
    });
    if (!(await hasAdmin(database.read))) context.err(NO_ADMIN);
    return created;
  });
  if (flags.json) return context.json({ account: describeAccount(account), key });
  context.out(`Created account ${account.name} (plan ${account.plan}, role ${account.role}).`);
  context.out(`API key ${key.id}, printed only once: ${key.secret}`);
}

async function showAccounts(context: CommandContext, flags: AccountFlags): Promise<void> {
  const accounts = await context.readDatabase(({ read }) => listAccounts(read));
  if (flags.json) return context.json({ accounts: accounts.map(describeAccount) });
  for (const line of accountTable(accounts)) context.out(line);
}

async function showAccount(context: CommandContext, name: string, flags: AccountFlags): Promise<void> {
  const { account, keys } = await context.readDatabase(async ({ read }) => {
    const found = await requireAccount(read, name);
    return { account: found, keys: await listApiKeys(read, found.id) };
  });
  if (flags.json) {
    const now = context.clock.now();
    const described = keys.map((key) => describeKey(key, now));
    return context.json({ account: describeAccount(account), keys: described });
  }
  for (const line of accountTable([account])) context.out(line);
  context.out(`API keys: ${keys.map(({ id, hint }) => `${id} (${hint})`).join(', ') || 'none'}`);
}

async function updateAccount(context: CommandContext, name: string, flags: AccountFlags): Promise<void> {
  const { plan, role, perMinute, perDay, disable, enable } = flags;
  if ([flags.name, plan, role, perMinute, perDay, disable, enable].every((flag) => flag === undefined)) {
    throw new CommandFailure(
      'nothing to change: use --plan, --role, --name, --disable, --enable, or --per-minute and --per-day',
      2,
    );
  }
  if (flags.name !== undefined) checkName(flags.name);
  const isDisabled = disable ?? (enable && false);
  const changed = await context.withDatabase(async (database) => {
    const updated = await database.write(async (queries) => {
      const account = await requireAccount(queries, name);
      const customQuota = givenQuota(account, flags);
      const asked = { name: flags.name, plan, role, customQuota, isDisabled };
      return changeAccount(queries, account.id, asked, { actor: null, at: context.clock.now() });
    });
    if (!(await hasAdmin(database.read))) context.err(NO_ADMIN);
    return updated;
  });
  if (flags.json) return context.json({ account: describeAccount(changed) });
  for (const line of accountTable([changed])) context.out(line);
}

function checkName(name: string): void {
  const fault = accountNameFault(name);
  if (fault !== undefined) throw new CommandFailure(`the name ${quote(name)} ${fault}`, 2);
}

/** Returns the custom quota of a change; undefined to keep that of the account, or for a plan with fixed quotas. */
function givenQuota(account: AccountRecord, flags: AccountFlags): Account['customQuota'] {
  const plan = flags.plan ?? account.plan;
  const isKept = plan === 'enterprise' && !flags.perMinute && !flags.perDay && account.customQuota;
  return isKept ? undefined : customQuotaOf(plan, flags);
}

/** Returns the custom quota that the flags set; undefined for a plan with fixed quotas. */
function customQuotaOf(plan: PlanName, flags: AccountFlags): Account['customQuota'] {
  const { perMinute, perDay } = flags;
  if (plan === 'enterprise') {
    return { perMinute: quotaNumber(perMinute, '--per-minute'), perDay: quotaNumber(perDay, '--per-day') };
  }
  if (perMinute === undefined && perDay === undefined) return undefined;
  throw new CommandFailure(
    `--per-minute and --per-day are only for the plan enterprise; the plan is ${plan}: use --plan enterprise`,
    2,
  );
}

function quotaNumber(text: string | undefined, flag: string): number {
  const number = Number(text);
  if (text !== undefined && /^\d{1,10}$/.test(text) && number >= 1 && number <= MAX_QUOTA) return number;
  const fault =
    text === undefined
      ? 'is missing: the plan enterprise needs --per-minute and --per-day'
      : `must be an integer between 1 and ${MAX_QUOTA}; got ${quote(text)}`;
  throw new CommandFailure(`${flag} ${fault}`, 2);
}

function describeAccount(account: AccountRecord) {
  const { id, name, plan, role, disabledAt } = account;
  return { id, name, plan, role, ...quotaOf(account), disabled: disabledAt !== undefined };
}

function accountTable(accounts: readonly AccountRecord[]): string[] {
  const rows = accounts.map((account) => {
    const { perMinute, perDay } = quotaOf(account);
    const state = account.disabledAt === undefined ? 'enabled' : 'disabled';
    const { id, name, plan, role } = account;
    return [String(id), name, plan, role, String(perMinute), String(perDay), state];
  });
  return table(['ID', 'NAME', 'PLAN', 'ROLE', 'PER MINUTE', 'PER DAY', 'STATE'], rows);
}
