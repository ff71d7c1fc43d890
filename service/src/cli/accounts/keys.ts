import { Command, Option } from 'commander';
import { type KeyKind, keyKindOf } from '../../access/accounts/api-key.ts';
import { type ApiKey, findApiKey, listApiKeys } from '../../access/accounts/api-key-queries.ts';
import { activeBan } from '../../access/accounts/ban.ts';
import { environmentOf } from '../../access/accounts/store-environment.ts';
import { ADMINISTRATION_FORMATS } from '../../access/administration/formats.ts';
import {
  type CreatedKey,
  createKey,
  liftKeyBan,
  revokeKey,
  rotateKey,
} from '../../access/administration/key-changes.ts';
import { timeText } from '../../platform/core/clock.ts';
import { ACCOUNT_ROLES, isAtLeast, type Role } from '../../platform/core/role.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Change } from '../../record/events/event.ts';
import { parseDuration, requireAccount, requireKey } from '../arguments.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { table, time } from '../table.ts';

interface KeyFlags {
  expiresIn?: string;
  overlap?: string;
  withSuccessors?: true;
  label?: string;
  role?: Role;
  origin?: string[];
  json?: true;
}

const EFFECTIVE = 'takes effect within one second';

const CREATE_EXAMPLES = `
Examples:
  petstore keys create "City shelter" --expires-in 90d
  petstore keys create "City shelter" --label "Web site" --role reader --origin https://shelter.example`;

export function keysCommand(context: CommandContext): Command {
  const create = new Command('create')
    .description('create another API key for an account; it is printed only once')
    .argument('<name>', 'the account')
    .option('--expires-in <duration>', 'the lifetime, such as 90d (default: unlimited)')
    .option('--label <text>', 'what the key is for')
    .addOption(new Option('--role <role>', 'a role below that of the account').choices([...ACCOUNT_ROLES]))
    .option('--origin <origin...>', 'the web pages that may use it to read animals, for the role reader')
    .option('--json', 'print JSON')
    .addHelpText('after', CREATE_EXAMPLES)
    .action((name: string, flags: KeyFlags) => addKey(context, name, flags));
  const list = new Command('list')
    .description('list the keys of an account, without their secrets')
    .argument('<name>', 'the account')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore keys list "City shelter" --json')
    .action((name: string, flags: KeyFlags) => showKeys(context, name, flags));
  const revoke = new Command('revoke')
    .description(`revoke a key permanently; ${EFFECTIVE}`)
    .argument('<key-id>')
    .option('--with-successors', 'if it was stolen: also the keys that replaced it')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  petstore keys revoke 3\n  petstore keys revoke 3 --with-successors')
    .action((id: string, flags: KeyFlags) => endKey(context, id, flags));
  const rotate = new Command('rotate')
    .description('create a new key for the same account and let the old one expire')
    .argument('<key-id>')
    .option('--overlap <duration>', 'how long the old key stays valid', '24h')
    .option(
      '--expires-in <duration>',
      'the lifetime, such as 90d (default: the new key expires when the old one would have)',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  petstore keys rotate 3 --overlap 24h\n  petstore keys rotate 3 --expires-in 90d',
    )
    .action((id: string, flags: KeyFlags) => replaceKey(context, id, flags));
  const unban = new Command('unban')
    .description(`lift the ban of a key; ${EFFECTIVE}`)
    .argument('<key-id>')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  petstore keys unban 3')
    .action((id: string, flags: KeyFlags) => unbanKey(context, id, flags));
  const keys = new Command('keys').description('create, list, revoke, rotate and unban API keys');
  for (const command of [create, list, revoke, rotate, unban]) keys.addCommand(command);
  return keys;
}

async function addKey(context: CommandContext, name: string, flags: KeyFlags): Promise<void> {
  const { label, role, origin: allowedOrigins } = flags;
  checkGrants(flags);
  const change = changeOf(context);
  const expiresAt = requestedExpiry(flags, change.at);
  const created = await changeAndIssue(context, async (queries, kind) => {
    const { id: accountId, role: accountRole } = await requireAccount(queries, name);
    checkRole(flags, accountRole);
    const asked = { accountId, kind, label, role, allowedOrigins, expiresAt };
    return createKey(queries, asked, change);
  });
  showSecret(context, created, flags);
}

function checkGrants({ label, origin = [] }: KeyFlags): void {
  const { 'account-name': labelFault, 'web-origin': originFault } = ADMINISTRATION_FORMATS;
  const faults = [
    ...(label === undefined ? [] : [['--label', labelFault(label)]]),
    ...origin.map((one) => ['--origin', originFault(one)]),
  ];
  for (const [flag, fault] of faults) {
    if (fault !== undefined) throw new CommandFailure(`${flag} ${fault}`, 2);
  }
}

/** As `createKey` does, in terms of the flags. */
function checkRole({ role, origin }: KeyFlags, accountRole: Role): void {
  if (role !== undefined && !isAtLeast(accountRole, role))
    throw new CommandFailure(`--role must not be above that of the account, ${accountRole}; got ${role}`, 2);
  if (origin !== undefined && (role ?? accountRole) !== 'reader')
    throw new CommandFailure('--origin needs --role reader: everyone can read the key in a web page', 2);
}

async function replaceKey(context: CommandContext, id: string, flags: KeyFlags): Promise<void> {
  const change = changeOf(context);
  const overlapMs = parseDuration(flags.overlap ?? '24h', '--overlap');
  const requested = requestedExpiry(flags, change.at);
  const created = await changeAndIssue(context, async (queries, kind) => {
    const old = await requireKey(queries, id);
    const state = stateOf(old, change.at);
    if (state === 'revoked') {
      throw new CommandFailure(`key ${id} is revoked: create another with "petstore keys create"`);
    }
    if (state === 'expired' && requested === undefined) {
      throw new CommandFailure(
        `key ${id} has expired, so the new key would be expired too: set its lifetime, such as --expires-in 90d`,
      );
    }
    return rotateKey(queries, { id: old.id, kind }, { overlapMs, expiresAt: requested }, change);
  });
  showSecret(context, created, flags);
  const endsAt = change.at + overlapMs;
  if (!flags.json) context.out(`Key ${id} stays valid until ${time(endsAt)} at the latest.`);
}

/** Returns the time of expiry that the flags set; undefined without `--expires-in`. */
function requestedExpiry({ expiresIn }: KeyFlags, now: number): number | undefined {
  return expiresIn === undefined ? undefined : now + parseDuration(expiresIn, '--expires-in');
}

async function endKey(context: CommandContext, id: string, flags: KeyFlags): Promise<void> {
  const revocation = flags.withSuccessors ? 'with successors' : 'only this key';
  const { key, successors } = await change(context, async (queries) => {
    const found = await requireKey(queries, id);
    const revoked = await revokeKey(queries, found.id, changeOf(context), revocation);
    return { key: await findApiKey(queries, found.id), successors: revoked };
  });
  if (flags.json) return context.json({ key: key && describeKey(key, context.clock.now()), successors });
  const others = successors.length === 0 ? '' : ` with its successors ${successors.join(', ')}`;
  context.out(`Key ${id} is revoked${others}; this ${EFFECTIVE}.`);
}

async function unbanKey(context: CommandContext, id: string, flags: KeyFlags): Promise<void> {
  const now = context.clock.now();
  const { lifted, key } = await change(context, async (queries) => {
    const { id: keyId } = await requireKey(queries, id);
    return {
      lifted: await liftKeyBan(queries, keyId, changeOf(context)),
      key: await findApiKey(queries, keyId),
    };
  });
  if (flags.json) return context.json({ lifted, key: key && describeKey(key, now) });
  context.out(lifted ? `The ban of key ${id} is lifted; this ${EFFECTIVE}.` : `Key ${id} is not banned.`);
}

async function showKeys(context: CommandContext, name: string, flags: KeyFlags): Promise<void> {
  const keys = await context.readDatabase(async ({ read }) =>
    listApiKeys(read, (await requireAccount(read, name)).id),
  );
  const now = context.clock.now();
  if (flags.json) return context.json({ keys: keys.map((key) => describeKey(key, now)) });
  const rows = keys.map((key) => [
    String(key.id),
    key.hint,
    stateOf(key, now),
    time(key.createdAt),
    time(key.expiresAt),
    time(activeBan(key, now)?.endsAt),
  ]);
  for (const line of table(['ID', 'KEY', 'STATE', 'CREATED', 'EXPIRES', 'BANNED UNTIL'], rows))
    context.out(line);
}

/** A change on the command line has no author. */
function changeOf({ clock }: CommandContext): Change {
  return { actor: null, at: clock.now() };
}

function change<T>(context: CommandContext, work: (queries: Queries) => Promise<T>): Promise<T> {
  return context.withDatabase((database) => database.write(work));
}

/** Runs `work` with the kind of key that the service of this store accepts. */
function changeAndIssue<T>(
  context: CommandContext,
  work: (queries: Queries, kind: KeyKind) => Promise<T>,
): Promise<T> {
  return context.withDatabase(async (database) => {
    const kind = keyKindOf(await environmentOf(database, context.config().environment));
    return database.write((queries) => work(queries, kind));
  });
}

function showSecret(context: CommandContext, { key: { id }, secret }: CreatedKey, flags: KeyFlags): void {
  if (flags.json) context.json({ key: { id, secret } });
  else context.out(`API key ${id}, printed only once: ${secret}`);
}

function stateOf(key: ApiKey, now: number): 'revoked' | 'expired' | 'banned' | 'valid' {
  if (key.revokedAt !== undefined) return 'revoked';
  if (key.expiresAt !== undefined && key.expiresAt <= now) return 'expired';
  return activeBan(key, now) === undefined ? 'valid' : 'banned';
}

/** Returns a key as `--json` prints it: times in RFC 3339, null for a time that is not set. */
export function describeKey(key: ApiKey, now: number) {
  const at = (ms: number | undefined) => (ms === undefined ? null : timeText(ms));
  return {
    id: key.id,
    hint: key.hint,
    label: key.label ?? null,
    role: key.role ?? null,
    allowedOrigins: key.allowedOrigins ?? null,
    rotatedFrom: key.rotatedFrom ?? null,
    createdAt: at(key.createdAt),
    expiresAt: at(key.expiresAt),
    revokedAt: at(key.revokedAt),
    lastUsedAt: at(key.lastUsedAt),
    bannedUntil: at(activeBan(key, now)?.endsAt),
  };
}
