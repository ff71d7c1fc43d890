import { SECOND, timeText } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { type FieldFault, faultOf, fieldsError } from '../../platform/core/field-faults.ts';
import { isAtLeast, lowerRole, type Role } from '../../platform/core/role.ts';
import type { Queries } from '../../platform/database/database.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Change } from '../../record/events/event.ts';
import { findAccount, lockAccount } from '../accounts/account-queries.ts';
import type { ApiKeySecret } from '../accounts/api-key.ts';
import {
  type ApiKey,
  expireApiKey,
  findApiKey,
  hasAllKeys,
  hasAllRotations,
  issueApiKey,
  labelApiKey,
  lockApiKey,
  MAX_KEYS,
  MAX_ROTATIONS,
  type NewApiKey,
  revokeApiKey,
  successorIds,
  validKeysOfChain,
} from '../accounts/api-key-queries.ts';
import { liftBan } from '../accounts/ban-queries.ts';
import { accountNotFound } from './account-changes.ts';
import { keepAnAdmin } from './last-admin.ts';

// Every function changes a key and records that in the audit. Call them in a transaction.

/** A new key. Its secret is not stored, so that this is the only place that knows it. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly secret: ApiKeySecret;
}

/** @throws {ApiError} `account_not_found`, `limit_reached`, or `invalid_body` for a role or origins that the account cannot give. */
export async function createKey(db: Queries, asked: NewApiKey, change: Change): Promise<CreatedKey> {
  const account = await findAccount(db, { id: asked.accountId });
  if (account === undefined) throw accountNotFound(String(asked.accountId));
  const faults = grantFaults(asked, account.role, change.at);
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
  // Two requests at once cannot both take the last place.
  await lockAccount(db, account.id);
  if (await hasAllKeys(db, account.id, change.at))
    throw new ApiError(
      'limit_reached',
      `The account has ${MAX_KEYS} valid keys, which is the maximum. Revoke those that no one uses.`,
    );
  const created = await issue(db, asked, change.at);
  await recordAudit(db, { ...change, action: 'key.created', ...described(created.key) });
  return created;
}

export interface Rotation {
  readonly overlapMs: number;
  /** When the new key expires; undefined as the old one would have. */
  readonly expiresAt?: number | undefined;
}

/**
 * Creates a key with the account, the label, the role, the origins and the scopes of another one, which expires after the overlap. At most
 * two keys of a chain of rotations are valid (docs/adr/0063).
 *
 * @throws {ApiError} `key_not_found`, `key_already_rotated`, `limit_reached`, or `invalid_body` if the key is revoked, or the new one would be
 * expired.
 */
export async function rotateKey(
  db: Queries,
  { id, kind }: { id: bigint; kind: NewApiKey['kind'] },
  rotation: Rotation,
  change: Change,
): Promise<CreatedKey> {
  const old = await requireKey(db, id);
  const { overlapMs, expiresAt = old.expiresAt } = rotation;
  return keepAnAdmin(db, change.at, async () => {
    if (old.revokedAt !== undefined) {
      throw new ApiError('invalid_body', `Key ${old.id} is revoked. Create another key.`);
    }
    if (expiresAt !== undefined && expiresAt <= change.at) {
      throw new ApiError(
        'invalid_body',
        `Key ${old.id} has expired, so the new key would be expired too. Set expiresAt.`,
      );
    }
    await refuseAnotherValid(db, old, change.at);
    if (await hasAllRotations(db, old.chainId))
      throw new ApiError(
        'limit_reached',
        `Key ${old.id} and those before it were replaced ${MAX_ROTATIONS} times, which is the maximum. Ask an admin for another key.`,
      );
    await expireApiKey(db, old.id, change.at + overlapMs);
    const { accountId, label, role, allowedOrigins, scopes } = old;
    const asked = { accountId, kind, label, role, allowedOrigins, scopes, expiresAt, rotated: old };
    const created = await issue(db, asked, change.at);
    const { subject, details } = described(created.key);
    await recordAudit(db, {
      ...change,
      action: 'key.rotated',
      subject,
      details: { ...details, rotatedFrom: old.id, overlapSeconds: Math.round(overlapMs / SECOND) },
    });
    return created;
  });
}

/** A thief of a key can have rotated it, and the successors of the key, so that no one else knows the new ones. */
async function refuseAnotherValid(db: Queries, { id, chainId }: ApiKey, now: number): Promise<void> {
  const others = await validKeysOfChain(db, chainId, now);
  const other = others.find((key) => key.id !== id);
  if (other === undefined) return;
  const isSuccessor = (await successorIds(db, { id, chainId })).has(other.id);
  throw new ApiError(
    'key_already_rotated',
    isSuccessor
      ? `Key ${other.id} has replaced key ${id} and is valid. Use it; if its secret is lost, let an admin revoke key ${other.id} first.`
      : `Key ${other.id}, which key ${id} has replaced, is still valid${other.expiresAt === undefined ? '' : ` until ${timeText(other.expiresAt)}`}. Rotate key ${id} after that, or let an admin revoke key ${other.id} first.`,
  );
}

/** Which keys a revocation ends: of a stolen key, also those that replaced it. */
export type Revocation = 'only this key' | 'with successors';

/**
 * Revokes a key, and its successors that are valid if the key was stolen; a key that is revoked already stays as it is.
 *
 * @returns the ids of the successors that were revoked.
 * @throws {ApiError} `key_not_found`, `last_admin_key`.
 */
export async function revokeKey(
  db: Queries,
  id: bigint,
  change: Change,
  revocation: Revocation = 'only this key',
): Promise<bigint[]> {
  const key = await requireKey(db, id);
  return keepAnAdmin(db, change.at, async () => {
    if (key.revokedAt === undefined) await revoke(db, key, change);
    if (revocation === 'only this key') return [];
    const successors = await successorIds(db, key);
    const valid = await validKeysOfChain(db, key.chainId, change.at);
    const revoked = valid.filter((one) => successors.has(one.id));
    for (const one of revoked) await revoke(db, one, change, { successorOf: id });
    return revoked.map((one) => one.id);
  });
}

async function revoke(
  db: Queries,
  { id, label, accountId }: ApiKey,
  change: Change,
  why: { readonly successorOf?: bigint } = {},
): Promise<void> {
  await revokeApiKey(db, id, change.at);
  const subject = { id, name: label };
  await recordAudit(db, { ...change, action: 'key.revoked', subject, details: { accountId, ...why } });
}

/**
 * Sets or removes the label of a key. Returns the key.
 *
 * @throws {ApiError} `key_not_found`.
 */
export async function labelKey(
  db: Queries,
  id: bigint,
  label: string | undefined,
  change: Change,
): Promise<ApiKey> {
  const key = await requireKey(db, id);
  if (key.label === label) return key;
  await labelApiKey(db, id, label);
  const subject = { id, name: label };
  const details = { accountId: key.accountId, label: label ?? null };
  const before = { accountId: key.accountId, label: key.label ?? null };
  await recordAudit(db, { ...change, action: 'key.updated', subject, details, before });
  return { ...key, label };
}

/**
 * Lifts the ban of a key. Returns false if it has none.
 *
 * @throws {ApiError} `key_not_found`.
 */
export async function liftKeyBan(db: Queries, id: bigint, change: Change): Promise<boolean> {
  const { label: name, accountId } = await requireKey(db, id);
  const isLifted = await liftBan(db, id, change.at);
  const subject = { id, name };
  if (isLifted) await recordAudit(db, { ...change, action: 'ban.lifted', subject, details: { accountId } });
  return isLifted;
}

/** Locks and reads a key. The first key of a chain is locked before, so that no rotation is missed by a revocation. */
async function requireKey(db: Queries, id: bigint): Promise<ApiKey> {
  const { chainId = id } = (await findApiKey(db, id)) ?? {};
  if (chainId !== id) await lockApiKey(db, chainId);
  await lockApiKey(db, id);
  const key = await findApiKey(db, id);
  if (key === undefined) throw keyNotFound(String(id));
  return key;
}

/** @param id the id as the request contains it; the caller quotes a value that is not an int64. */
export function keyNotFound(id: string): ApiError {
  return new ApiError('key_not_found', `There is no API key with the id ${id}.`);
}

async function issue(db: Queries, asked: NewApiKey, now: number): Promise<CreatedKey> {
  const { id, secret } = await issueApiKey(db, asked, now);
  const key = await findApiKey(db, id);
  if (key === undefined) throw new Error(`The new key ${id} is missing`);
  return { key, secret };
}

type Grants = Pick<NewApiKey, 'role' | 'allowedOrigins' | 'scopes' | 'expiresAt'>;

/**
 * Returns what is wrong with the rights and the end of a new key.
 *
 * @param accountRole undefined before the account is known.
 */
export function grantFaults(
  { role, allowedOrigins, scopes, expiresAt }: Grants,
  accountRole: Role | undefined,
  now: number,
): FieldFault[] {
  const faults: FieldFault[] = [];
  if (role !== undefined && accountRole !== undefined && !isAtLeast(accountRole, role))
    faults.push(faultOf('role', `must not be above that of the account, ${accountRole}; got ${role}`));
  const effective = lowestOf(role, accountRole);
  if (allowedOrigins !== undefined && effective !== undefined && effective !== 'reader')
    faults.push(faultOf('allowedOrigins', 'needs the role reader: everyone can read the key in a web page'));
  if (scopes !== undefined && effective !== undefined && effective !== 'reader')
    faults.push(faultOf('scopes', 'needs the role reader: the key may do nothing else'));
  if (expiresAt !== undefined && expiresAt < now)
    faults.push(faultOf('expiresAt', 'must not be in the past'));
  return faults;
}

function lowestOf(role: Role | undefined, accountRole: Role | undefined): Role | undefined {
  return role === undefined || accountRole === undefined
    ? (role ?? accountRole)
    : lowerRole(role, accountRole);
}

/** Returns what the audit shows of a new key. */
function described({ id, label, accountId, role, allowedOrigins, scopes, expiresAt }: ApiKey) {
  return {
    subject: { id, name: label },
    details: {
      accountId,
      role,
      allowedOrigins,
      scopes,
      expiresAt: expiresAt === undefined ? undefined : timeText(expiresAt),
    },
  };
}
