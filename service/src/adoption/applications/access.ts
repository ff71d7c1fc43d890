import { type Account, mayActOnAll } from '../../access/accounts/account.ts';
import { lockGroups } from '../../catalogue/pets/bonds/bonded-pets.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { isAtLeast } from '../../platform/core/role.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Application, ApplicationCore } from './application.ts';
import { findApplication, lockApplication } from './store/application-queries.ts';

type Reader = Pick<Account, 'id' | 'role'>;

/**
 * Returns true for members of the account that owns the animal, and for no other account, whatever its role. What has no owner is read
 * by managers.
 */
function mayRead(reader: Reader, { accountId }: Pick<ApplicationCore, 'accountId'>): boolean {
  if (accountId === null) return mayActOnAll(reader);
  return accountId === reader.id && isAtLeast(reader.role, 'member');
}

/** @throws {ApiError} `application_not_found` also if the account may not read it. */
export async function requireApplication(db: Queries, id: bigint, reader: Reader): Promise<Application> {
  return requireReadable(await findApplication(db, id), id, reader);
}

/**
 * Reads and locks an application, and its animal with those that it goes together with before, as every transaction does.
 *
 * @throws {ApiError} `application_not_found`.
 */
export async function lockReadable(db: Queries, id: bigint, reader: Reader): Promise<Application> {
  const { petId } = await requireApplication(db, id, reader);
  if (petId !== undefined) await lockGroups(db, [petId]);
  return requireReadable(await lockApplication(db, id), id, reader);
}

function requireReadable(found: Application | undefined, id: bigint, reader: Reader): Application {
  if (found === undefined || !mayRead(reader, found)) throw applicationNotFound(String(id));
  return found;
}

/** @param id as the request contains it. */
export function applicationNotFound(id: string): ApiError {
  return new ApiError(
    'application_not_found',
    `There is no application with the id ${id} that this account may read.`,
  );
}
