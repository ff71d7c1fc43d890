import { Command, Option } from 'commander';
import { type AccountRecord, accountNameFault } from '../../access/accounts/account.ts';
import { invitationUrl } from '../../access/people/invitation-queries.ts';
import type { PersonRecord } from '../../access/people/person.ts';
import { addPerson, invitePerson, type Manager, removePerson } from '../../access/people/person-changes.ts';
import { pageOfPeople } from '../../access/people/person-queries.ts';
import { timeText } from '../../platform/core/clock.ts';
import { quote } from '../../platform/core/errors.ts';
import { PERSON_ROLES, type PersonRole } from '../../platform/core/role.ts';
import type { Queries } from '../../platform/database/database.ts';
import { ACCESS_LOCK } from '../../platform/database/locks.ts';
import type { Change } from '../../record/events/event.ts';
import { requireAccount } from '../arguments.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { table, time } from '../table.ts';
import { DEFAULT_ACCOUNT } from './first-account.ts';

interface PeopleFlags {
  account: string;
  role?: PersonRole;
  json?: true;
}

/** More persons than an account has. */
const MAX_PEOPLE = 10_000;

export function peopleCommand(context: CommandContext): Command {
  const invite = withAccount(new Command('invite'))
    .description(
      'print a link that signs a person in, once, also while the service runs; adds the person if no one has the name',
    )
    .argument('<name>', 'the name that others at the shelter see')
    .addOption(
      new Option('--role <role>', 'the role of a new person (default: volunteer)').choices([...PERSON_ROLES]),
    )
    .addHelpText('after', '\nExample:\n  petstore people invite "Ana" --role admin')
    .action((name: string, flags: PeopleFlags) => invitePersonByName(context, name, flags));
  const list = withAccount(new Command('list'))
    .description('list the persons of an account')
    .addHelpText('after', '\nExample:\n  petstore people list --account "City shelter"')
    .action((flags: PeopleFlags) => listPeople(context, flags));
  const remove = withAccount(new Command('remove'))
    .description('remove a person, who is signed out everywhere within one second')
    .argument('<name>')
    .addHelpText('after', '\nExample:\n  petstore people remove "Ana"')
    .action((name: string, flags: PeopleFlags) => removePersonByName(context, name, flags));
  return new Command('people')
    .description('invite, list and remove the persons who sign in to the console')
    .addCommand(invite)
    .addCommand(list)
    .addCommand(remove);
}

function withAccount(command: Command): Command {
  return command
    .option('--account <name>', 'the account that the person works for', DEFAULT_ACCOUNT)
    .option('--json', 'print JSON');
}

async function invitePersonByName(context: CommandContext, name: string, flags: PeopleFlags): Promise<void> {
  const fault = accountNameFault(name);
  if (fault !== undefined) throw new CommandFailure(`the name ${quote(name)} ${fault}`, 2);
  const { publicUrl, localUrl } = context.config();
  const change = changeOf(context);
  const { person, isNew, secret, expiresAt } = await write(context, async (db) => {
    const account = await requireAccount(db, flags.account, '--account');
    const operator = operatorOf(account);
    const known = await findByName(db, account, name, change.at);
    if (known !== undefined && flags.role !== undefined && flags.role !== known.role) {
      throw new CommandFailure(
        `${name} has the role ${known.role}: leave --role out, or let an admin change it in the console`,
      );
    }
    const terms = { accountId: account.id, name, role: flags.role ?? 'volunteer', email: undefined };
    const invited = known ?? (await addPerson(db, terms, operator, change));
    const invitation = await invitePerson(db, invited.id, operator, change);
    return { ...invitation, person: invited, isNew: known === undefined };
  });
  const url = invitationUrl(publicUrl, secret);
  if (flags.json)
    return context.json({ id: person.id, name, role: person.role, url, expiresAt: timeText(expiresAt) });
  context.out(
    `${isNew ? 'Added' : 'Invited'} ${name} (role ${person.role}). This link signs in once, until ${time(expiresAt)}:`,
  );
  context.out('');
  context.out(`  ${url}`);
  if (publicUrl === localUrl) {
    context.out('');
    context.out(
      'It works on this machine. For others, or if the service has another port, set PUBLIC_URL to its address.',
    );
  }
}

async function listPeople(context: CommandContext, flags: PeopleFlags): Promise<void> {
  const now = context.clock.now();
  const people = await context.readDatabase(async ({ read }) => {
    const { id: accountId } = await requireAccount(read, flags.account, '--account');
    return pageOfPeople(read, { accountId, after: undefined, limit: MAX_PEOPLE }, now);
  });
  if (flags.json) return context.json({ people: people.map(({ id, name, role }) => ({ id, name, role })) });
  const rows = people.map(({ id, name, role, devices, passkeys, lastUsedAt }) => [
    String(id),
    name,
    role,
    String(devices),
    String(passkeys),
    time(lastUsedAt),
  ]);
  for (const line of table(['ID', 'NAME', 'ROLE', 'DEVICES', 'PASSKEYS', 'LAST USED'], rows))
    context.out(line);
}

async function removePersonByName(context: CommandContext, name: string, flags: PeopleFlags): Promise<void> {
  const change = changeOf(context);
  const { id } = await write(context, async (db) => {
    const account = await requireAccount(db, flags.account, '--account');
    const person = await findByName(db, account, name, change.at);
    if (person === undefined)
      throw new CommandFailure(
        `${account.name} has no person named ${quote(name)}. List them: petstore people list`,
      );
    await removePerson(db, person.id, operatorOf(account), change);
    return person;
  });
  if (flags.json) return context.json({ removed: id });
  context.out(`${name} is removed, and signed out everywhere within one second.`);
}

/** @throws {CommandFailure} if several persons of the account have the name. */
async function findByName(
  db: Queries,
  { id: accountId, name: account }: AccountRecord,
  name: string,
  now: number,
): Promise<PersonRecord | undefined> {
  const people = await pageOfPeople(db, { accountId, after: undefined, limit: MAX_PEOPLE }, now);
  const [found, another] = people.filter((person) => person.name === name);
  if (another !== undefined)
    throw new CommandFailure(
      `${account} has several persons named ${quote(name)}: change one in the console first`,
    );
  return found;
}

/** Who has the store may manage the persons of every account. */
function operatorOf({ id }: AccountRecord): Manager {
  return { account: { id, role: 'admin' }, personId: undefined };
}

/** A change on the command line has no author. */
function changeOf({ clock }: CommandContext): Change {
  return { actor: null, at: clock.now() };
}

function write<T>(context: CommandContext, work: (db: Queries) => Promise<T>): Promise<T> {
  return context.withDatabase((database) => database.write(work, { locks: [ACCESS_LOCK] }));
}
