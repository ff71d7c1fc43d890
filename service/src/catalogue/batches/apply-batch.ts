import { type Account, mayActOn, mayActOnAll, onlyOwnerFor } from '../../access/accounts/account.ts';
import { systemWorkClock } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { engineOf } from '../../platform/database/prepared-query.ts';
import { entityTag } from '../../platform/http/responses/etag.ts';
import { addToGroup, keepGroups } from '../listings/bonds/bond-changes.ts';
import { checkNewBond } from '../listings/bonds/bond-checks.ts';
import { changeProfile } from '../listings/listing-changes.ts';
import { changeOwnProfile } from '../listings/own-profile-changes.ts';
import { mergeProfile, shownJson } from '../listings/profile.ts';
import { lockGroups } from '../pets/bonds/bonded-pets.ts';
import type { DatedChange } from '../pets/movements/dated-change.ts';
import { changeOwnPet, removeOwnPet } from '../pets/own-pet-changes.ts';
import { petJson } from '../pets/pet.ts';
import { createPet } from '../pets/pet-changes.ts';
import { findOwnedPets } from '../pets/pet-queries.ts';
import type { BatchCommand } from './batch-command.ts';

export const ITEMS_PER_TRANSACTION = 100;
/** A transaction begins no item after this time. On an engine in this process nothing else runs meanwhile; elsewhere, others wait for the locks of its pets. */
const TRANSACTION_MS = { inProcess: 15, elsewhere: 200 };

export interface BatchContext {
  readonly account: Account;
  readonly change: DatedChange;
  readonly publicUrl: string;
}

/** Returns the ids of the pets that a transaction names if it begins with the command `first`, in their order. */
export function petsOfTransaction(commands: ReadonlyArray<BatchCommand | ApiError>, first: number): bigint[] {
  const next = commands.slice(first, first + ITEMS_PER_TRANSACTION);
  const ids = new Set(next.flatMap((command) => (command instanceof ApiError ? [] : petsOf(command))));
  return [...ids].sort((one, other) => (one < other ? -1 : 1));
}

/**
 * Returns those of the pets that the account must not change. A transaction takes no turn for them, for which their owner would wait. On an
 * engine without such turns it is empty.
 */
export async function foreignPets(
  { engine, read }: Database,
  petIds: readonly bigint[],
  account: Account,
): Promise<ReadonlySet<bigint>> {
  if (!engine.supportsConcurrentWrites || mayActOnAll(account)) return new Set();
  const owned = await findOwnedPets(read, petIds);
  return new Set(owned.filter((one) => !mayActOn(account, one.ownerId)).map(({ pet }) => pet.id));
}

/** Returns true if a transaction that begins with the command `first` changes which animals go together. */
export function changesBonds(commands: ReadonlyArray<BatchCommand | ApiError>, first: number): boolean {
  const next = commands.slice(first, first + ITEMS_PER_TRANSACTION);
  return next.some((command) => !(command instanceof ApiError) && bondedWithOf(command) !== undefined);
}

function petsOf(command: BatchCommand): readonly bigint[] {
  const petIds = 'petId' in command ? [command.petId] : [];
  return [...petIds, ...(bondedWithOf(command) ?? [])];
}

function bondedWithOf(command: BatchCommand): readonly bigint[] | null | undefined {
  if (command.operation === 'changeProfile') return command.fields.bondedWith;
  return command.operation === 'createPet' ? command.profile?.bondedWith : undefined;
}

/** Applies the commands of one transaction, which begins with `first`. Returns a line of JSON for the result of each. */
export async function applyCommands(
  db: Queries,
  commands: ReadonlyArray<BatchCommand | ApiError>,
  first: number,
  context: BatchContext,
): Promise<string[]> {
  await lockGroups(db, petsOfTransaction(commands, first), onlyOwnerFor(context.account));
  const budgetMs = TRANSACTION_MS[engineOf(db).supportsConcurrentWrites ? 'elsewhere' : 'inProcess'];
  const endsAt = systemWorkClock.monotonic() + budgetMs;
  const results: string[] = [];
  for (const command of commands.slice(first, first + ITEMS_PER_TRANSACTION)) {
    results.push(await resultOf(db, command, context));
    if (systemWorkClock.monotonic() >= endsAt) break;
  }
  return results;
}

/** Each command checks everything before its first write, so one that fails has written nothing. */
async function resultOf(
  db: Queries,
  command: BatchCommand | ApiError,
  context: BatchContext,
): Promise<string> {
  if (command instanceof ApiError) return errorResult(command);
  try {
    return await applyCommand(db, command, context);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return errorResult(error);
    throw error;
  }
}

async function applyCommand(
  db: Queries,
  command: BatchCommand,
  { account, change, publicUrl }: BatchContext,
): Promise<string> {
  switch (command.operation) {
    case 'createPet': {
      const { pet, profile } = command;
      // Checks the profile before the pet is written.
      if (profile !== undefined) mergeProfile({}, profile);
      const bondedWith = profile?.bondedWith ?? null;
      const asked = { petId: undefined, ownerId: account.id, bondedWith };
      if (bondedWith !== null) await checkNewBond(db, asked, pet);
      const created = await createPet(db, pet, account.id, change);
      const empty = { petId: created.id, profile: {} };
      if (profile !== undefined) await changeProfile(db, empty, profile, change, publicUrl);
      if (bondedWith !== null) await addToGroup(db, created.id, bondedWith, change, publicUrl);
      return petResult(201, petJson(created));
    }
    case 'changePet':
      return petResult(200, petJson(await changeOwnPet(db, { ...command, account }, command.fields, change)));
    case 'changeProfile': {
      const asked = { ...command, account };
      const profile = await changeOwnProfile(db, asked, command.fields, change, publicUrl);
      return `{"status":200,"etag":${tagText(shownJson(profile))}}`;
    }
    case 'removePet':
      await keepGroups(db, await removeOwnPet(db, { ...command, account }, change), change, publicUrl);
      return '{"status":204}';
  }
}

function petResult(status: number, json: string): string {
  return `{"status":${status},"etag":${tagText(json)},"pet":${json}}`;
}

function tagText(json: string): string {
  return JSON.stringify(entityTag(json));
}

const FAILED = '{"status":4';

function errorResult(error: ApiError): string {
  return `${FAILED}${String(error.status).slice(1)},"error":${JSON.stringify(error.toBody())}}`;
}

/** Returns the number of results that are errors. */
export function countFailed(results: readonly string[]): number {
  return results.filter((result) => result.startsWith(FAILED)).length;
}
