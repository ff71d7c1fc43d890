import type { Account } from '../../access/accounts/account.ts';
import { findPerson } from '../../access/people/person-queries.ts';
import { changeOrder, placeApprovedOrder } from '../../catalogue/orders/order-changes.ts';
import { findOrder } from '../../catalogue/orders/order-queries.ts';
import { lockGroup } from '../../catalogue/pets/bonds/bonded-pets.ts';
import { MAX_OPEN_OF_ANIMAL } from '../../catalogue/pets/bonds/open-applications.ts';
import type { DatedChange } from '../../catalogue/pets/movements/dated-change.ts';
import { petNotFound } from '../../catalogue/pets/pet.ts';
import { findPet } from '../../catalogue/pets/pet-queries.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import type { Queries } from '../../platform/database/database.ts';
import { leave } from './acceptance.ts';
import { type Application, type ApplicationState, isOpen, TRANSITIONS } from './application.ts';
import { MAX_STATES } from './limits.ts';
import { recordEvents } from './record-event.ts';
import { updateApplication } from './store/application-queries.ts';
import { hasAllStates } from './store/history-queries.ts';
import { isFull, requireAdoptable } from './submit.ts';
import { reachState } from './transitions.ts';

/** What the shelter changes. */
export interface AskedChange {
  readonly state?: ApplicationState | undefined;
  readonly reason?: string | undefined;
  readonly assignedTo?: bigint | null | undefined;
  readonly petId?: bigint | undefined;
}

/**
 * Changes an application, which must be locked with its animal. Everything that follows, such as the order of an acceptance, is in the
 * same transaction.
 *
 * @throws {ApiError} `invalid_transition`, `pet_not_available`, `pet_not_found`, `limit_reached` or `invalid_body`.
 */
export async function changeApplication(
  db: Queries,
  application: Application,
  asked: AskedChange,
  { account, change }: { readonly account: Pick<Account, 'id'>; readonly change: DatedChange },
): Promise<Application> {
  const assigned = await assign(db, application, asked.assignedTo, change);
  const withPet = await choosePet(db, assigned, asked.petId);
  const { state } = asked;
  if (state !== undefined && state !== application.state) {
    requireTransition(withPet, state);
    // Its end is possible whatever it has reached before.
    if (isOpen(state) && (await hasAllStates(db, withPet.id)))
      throw new ApiError(
        'limit_reached',
        `Application ${withPet.id} has changed its state ${MAX_STATES} times, which is the maximum. Decline it, or complete its adoption.`,
      );
    return decide(db, withPet, { state, reason: asked.reason }, { account, change });
  }
  if (withPet === application) return application;
  await updateApplication(db, application.id, { updated_at: BigInt(change.at) });
  const changed = { ...withPet, updatedAt: change.at };
  await recordEvents(db, 'application.updated', [changed], change);
  return changed;
}

async function assign(
  db: Queries,
  application: Application,
  asked: bigint | null | undefined,
  { at }: DatedChange,
): Promise<Application> {
  const assignedTo = asked ?? undefined;
  if (asked === undefined || assignedTo === application.assignedTo) return application;
  if (assignedTo !== undefined) {
    const person = await findPerson(db, assignedTo, at);
    if (
      person === undefined ||
      (application.accountId !== null && person.accountId !== application.accountId)
    )
      throw fieldError('invalid_body', 'assignedTo', 'must be a person of the account');
  }
  await updateApplication(db, application.id, { assigned_to: asked });
  return { ...application, assignedTo };
}

/** Sets the animal of an applicant who looks for any. It must belong to the same account. */
async function choosePet(
  db: Queries,
  application: Application,
  petId: bigint | undefined,
): Promise<Application> {
  if (petId === undefined || petId === application.petId) return application;
  if (application.petId !== undefined)
    throw fieldError('invalid_body', 'petId', 'cannot change: the applicant has chosen an animal');
  const { owned, others } = await lockGroup(db, petId);
  if (owned === undefined || owned.ownerId !== application.accountId) throw petNotFound(String(petId));
  for (const { pet } of [owned, ...others]) requireAdoptable(pet);
  if (isOpen(application.state)) await requireRoomOf(db, petId);
  await updateApplication(db, application.id, { pet_id: petId });
  return { ...application, petId };
}

function requireTransition({ id, state }: Application, next: ApplicationState): void {
  const allowed = TRANSITIONS[state];
  if (allowed.includes(next)) return;
  const rest = allowed.length === 0 ? 'that is final' : `allowed: ${allowed.join(', ')}`;
  throw new ApiError(
    'invalid_transition',
    `Application ${id} is ${state} and cannot change to ${next}; ${rest}.`,
  );
}

async function decide(
  db: Queries,
  application: Application,
  { state, reason }: { readonly state: ApplicationState; readonly reason: string | undefined },
  { account, change }: { readonly account: Pick<Account, 'id'>; readonly change: DatedChange },
): Promise<Application> {
  const reached = { state, reason, author: 'shelter' } as const;
  if (state === 'accepted') {
    const { petId } = application;
    if (petId === undefined)
      throw fieldError('invalid_body', 'petId', 'is needed: the applicant has not chosen an animal');
    // Approved, so that it does not expire.
    const reference = `application:${application.id}`;
    const order = await placeApprovedOrder(db, { accountId: account.id, petId, reference }, change);
    return reachState(db, application, reached, change, { orderId: order.id });
  }
  if (state === 'adopted') return adopt(db, application, { ...reached, state }, change);
  if (!isOpen(application.state)) {
    await requireInCare(db, application);
    if (application.petId !== undefined) await requireRoomOf(db, application.petId);
  }
  return leave(db, application, reached, change);
}

/** Completes the order, which ends the other applications for the animal. */
async function adopt(
  db: Queries,
  application: Application,
  reached: { readonly state: 'adopted'; readonly reason: string | undefined; readonly author: 'shelter' },
  change: DatedChange,
): Promise<Application> {
  const order = application.orderId === undefined ? undefined : await findOrder(db, application.orderId);
  if (order === undefined) throw new ApiError('invalid_transition', 'The order of the application is gone.');
  const adopted = await reachState(db, application, reached, change);
  await changeOrder(db, order, 'completed', change);
  return adopted;
}

async function requireRoomOf(db: Queries, petId: bigint): Promise<void> {
  if (!(await isFull(db, petId))) return;
  throw new ApiError(
    'limit_reached',
    `Pet ${petId}, with those that it goes together with, has ${MAX_OPEN_OF_ANIMAL} open applications, which is the maximum. Decide about some of them first.`,
  );
}

/** An application that has ended can be looked at again only while someone can adopt the animal. */
async function requireInCare(db: Queries, { id, petId }: Application): Promise<void> {
  if (petId === undefined) return;
  const pet = await findPet(db, petId);
  if (pet !== undefined && pet.status !== 'sold') return;
  throw new ApiError(
    'invalid_transition',
    `Application ${id} cannot be opened again: pet ${petId} ${pet === undefined ? 'was removed' : 'is sold'}.`,
  );
}
