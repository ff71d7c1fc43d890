import { ApiError } from '../../platform/core/errors.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import { isAtLeast, PERSON_ROLES, type PersonRole } from '../../platform/core/role.ts';
import type { Queries } from '../../platform/database/database.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Change } from '../../record/events/event.ts';
import type { Account } from '../accounts/account.ts';
import { findAccount, lockAccount } from '../accounts/account-queries.ts';
import { accountNotFound } from '../administration/account-changes.ts';
import { keepAnAdmin } from '../administration/last-admin.ts';
import { createInvitation, withdrawInvitations } from './invitation-queries.ts';
import { removePasskeys } from './passkey-queries.ts';
import { managesPeople, type Person, type PersonRecord } from './person.ts';
import {
  findPeopleByEmail,
  findPerson,
  hasAllPeople,
  insertPerson,
  MAX_PEOPLE,
  markPersonRemoved,
  updatePerson,
} from './person-queries.ts';
import { removeIdentities } from './provider-queries.ts';
import { endSessions } from './session-queries.ts';

// Every function changes a person and records that in the audit. Call them in a transaction with ACCESS_LOCK.

/** The sender of a request as far as it decides about persons. */
export interface Manager {
  readonly account: Pick<Account, 'id' | 'role'>;
  /** The person who sends it; undefined for a key. */
  readonly personId: bigint | undefined;
}

export interface PersonTerms {
  readonly name: string;
  readonly role: PersonRole;
  readonly email: string | undefined;
}

/**
 * Adds a person, who cannot sign in before an invitation.
 *
 * @throws {ApiError} `insufficient_role`, `account_not_found`, `limit_reached`, `email_in_use`, or `invalid_body` for a role above that of the account.
 */
export async function addPerson(
  db: Queries,
  terms: PersonTerms & { readonly accountId: bigint },
  manager: Manager,
  change: Change,
): Promise<PersonRecord> {
  const account = await requireManaged(db, terms.accountId, manager);
  checkRole(terms.role, account);
  // Two requests at once cannot both take the last place.
  await lockAccount(db, account.id);
  if (await hasAllPeople(db, account.id))
    throw new ApiError(
      'limit_reached',
      `The account has ${MAX_PEOPLE} persons, which is the maximum. Remove those who no longer work for it.`,
    );
  await requireFreeEmail(db, terms);
  const id = await insertPerson(db, { ...terms, createdAt: change.at });
  const { accountId, name, role } = terms;
  await recordAudit(db, {
    ...change,
    action: 'person.created',
    subject: { id, name },
    details: { accountId, role },
  });
  return requirePerson(db, id, change.at);
}

/** Adds the person of the first link, with the role of its account. Returns the id. */
export async function addFirstPerson(
  db: Queries,
  { accountId, name }: { accountId: bigint; name: string },
  now: number,
): Promise<bigint> {
  const account = await findAccount(db, { id: accountId });
  if (account === undefined) throw accountNotFound(String(accountId));
  const role = PERSON_ROLES.findLast((one) => isAtLeast(account.role, one)) ?? 'volunteer';
  const id = await insertPerson(db, { accountId, name, role, email: undefined, createdAt: now });
  await recordAudit(db, {
    actor: null,
    at: now,
    action: 'person.created',
    subject: { id, name },
    details: { accountId, role },
  });
  return id;
}

/**
 * Changes the given members of a person. Persons may change their own name and e-mail address. Another address withdraws the invitations.
 *
 * @throws {ApiError} `person_not_found`, `insufficient_role`, `email_in_use`, `last_admin_key`, or `invalid_body`.
 */
export async function changePerson(
  db: Queries,
  id: bigint,
  asked: Partial<Omit<PersonTerms, 'email'>> & { readonly email?: string | null | undefined },
  manager: Manager,
  change: Change,
): Promise<PersonRecord> {
  return keepAnAdmin(db, change.at, async () => {
    const before = await requirePerson(db, id, change.at);
    const account =
      asked.role === undefined
        ? await requireSelfOrManaged(db, before, manager)
        : await requireManagedPerson(db, before, manager);
    const email = asked.email === undefined ? before.email : (asked.email ?? undefined);
    const after: Person = {
      ...before,
      name: asked.name ?? before.name,
      role: asked.role ?? before.role,
      email,
    };
    checkRole(after.role, account);
    if (email !== before.email) {
      await requireFreeEmail(db, after);
      // Who has the former address may be someone else.
      await withdrawInvitations(db, id);
    }
    await updatePerson(db, after);
    const details = {
      name: after.name,
      role: after.role,
      ...(email !== before.email && { email: 'changed' }),
    };
    await recordAudit(db, {
      ...change,
      action: 'person.updated',
      subject: { id, name: after.name },
      details,
    });
    return requirePerson(db, id, change.at);
  });
}

/**
 * Removes a person: signed out everywhere within a second, without a way in. The name stays for what the person did.
 *
 * @throws {ApiError} `person_not_found`, `insufficient_role` or `last_admin_key`.
 */
export async function removePerson(db: Queries, id: bigint, manager: Manager, change: Change): Promise<void> {
  await keepAnAdmin(db, change.at, async () => {
    const person = await requirePerson(db, id, change.at);
    await requireManagedPerson(db, person, manager);
    await endSessions(db, id);
    await withdrawInvitations(db, id);
    await removePasskeys(db, id);
    await removeIdentities(db, id);
    await markPersonRemoved(db, id, change.at);
    await recordAudit(db, { ...change, action: 'person.removed', subject: { id, name: person.name } });
  });
}

/**
 * Creates an invitation for a person: for the first device, or for another one.
 *
 * @throws {ApiError} `person_not_found` or `insufficient_role`.
 */
export async function invitePerson(db: Queries, id: bigint, manager: Manager, change: Change) {
  const person = await requirePerson(db, id, change.at);
  await requireSelfOrManaged(db, person, manager);
  const invitation = await createInvitation(db, id, change);
  await recordAudit(db, { ...change, action: 'person.invited', subject: { id, name: person.name } });
  return { person, ...invitation };
}

/** Returns a person that the sender manages, or the sender. @throws {ApiError} `person_not_found` or `insufficient_role`. */
export async function requireVisiblePerson(
  db: Queries,
  id: bigint,
  manager: Manager,
  now: number,
): Promise<PersonRecord> {
  const person = await requirePerson(db, id, now);
  await requireSelfOrManaged(db, person, manager);
  return person;
}

/**
 * Returns an account whose persons the sender manages. Admins manage those of all accounts; others, with the full role of
 * their account, those of that one.
 *
 * @throws {ApiError} `account_not_found` or `insufficient_role`.
 */
export async function requireManaged(db: Queries, accountId: bigint, { account: own }: Manager) {
  const account =
    own.role === 'admin' || accountId === own.id ? await findAccount(db, { id: accountId }) : undefined;
  if (account === undefined) throw accountNotFound(String(accountId));
  if (!managesPeople(own.role, { role: account.role, isOwn: account.id === own.id })) throw mayNotManage();
  return account;
}

/** A person of another account does not exist for the sender. */
async function requireManagedPerson(db: Queries, person: Person, manager: Manager) {
  if (manager.account.role !== 'admin' && person.accountId !== manager.account.id)
    throw personNotFound(String(person.id));
  return requireManaged(db, person.accountId, manager);
}

async function requireSelfOrManaged(db: Queries, person: Person, manager: Manager) {
  if (manager.personId !== person.id) return requireManagedPerson(db, person, manager);
  const account = await findAccount(db, { id: person.accountId });
  if (account === undefined) throw personNotFound(String(person.id));
  return account;
}

async function requirePerson(db: Queries, id: bigint, now: number): Promise<PersonRecord> {
  const person = await findPerson(db, id, now);
  if (person === undefined) throw personNotFound(String(id));
  return person;
}

function checkRole(role: PersonRole, account: Pick<Account, 'role'>): void {
  if (!isAtLeast(account.role, role))
    throw fieldError(
      'invalid_body',
      'role',
      `must not be above that of the account, ${account.role}; got ${role}`,
    );
}

/** Whether a person of another account has the address is none of this one's business. */
async function requireFreeEmail(
  db: Queries,
  { email, accountId }: Pick<Person, 'email' | 'accountId'>,
): Promise<void> {
  const others = email === undefined ? [] : await findPeopleByEmail(db, email);
  if (others.some((other) => other.accountId === accountId))
    throw new ApiError('email_in_use', 'Another person of the account has this e-mail address.');
}

/** @param id as the request contains it. */
export function personNotFound(id: string): ApiError {
  return new ApiError('person_not_found', `There is no person with the id ${id}.`);
}

function mayNotManage(): ApiError {
  return new ApiError(
    'insufficient_role',
    'Only persons and keys with the full role of the account may manage its persons.',
  );
}
