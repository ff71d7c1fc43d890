import { ApiError, quote } from '../../../platform/core/errors.ts';
import { type FieldFault, faultOf } from '../../../platform/core/field-faults.ts';
import {
  INTAKE_REASONS,
  type MovementReason,
  type MovementType,
  OUTCOME_REASONS,
  type PetStatus,
  type Region,
} from '../../../platform/database/column-values.ts';

/** What happened to an animal on one day of the shelter. Dates are full-dates of RFC 3339. */
export interface Movement {
  readonly id: bigint;
  readonly petId: bigint;
  readonly type: MovementType;
  /** Null for a stay in foster care. */
  readonly reason: MovementReason | null;
  readonly date: string;
  /** Of a stay in foster care; null while no end is known. */
  readonly endDate: string | null;
  /** Of a transfer; null if it is not known. */
  readonly region: Region | null;
  readonly note: string | null;
  /** The completed order of an adoption; null for every other movement. */
  readonly orderId: bigint | null;
  /** Its place among the movements of its day; those with the same place are in the order of their ids. */
  readonly dayOrder: number;
}

/** More than any animal has in its life. What is done with one movement reads all of its animal. */
export const MAX_MOVEMENTS = 500;

/** What a client sets. */
export type MovementFields = Omit<Movement, 'id' | 'petId' | 'orderId' | 'dayOrder'>;

/** The reasons of each type. A stay in foster care has none. */
export const REASONS: Readonly<Record<MovementType, readonly MovementReason[]>> = {
  intake: INTAKE_REASONS,
  foster: [],
  outcome: OUTCOME_REASONS,
};

const TRANSFERS: readonly (MovementReason | null)[] = ['transfer_in', 'transfer_out'];

export function isTransfer(reason: MovementReason | null): boolean {
  return TRANSFERS.includes(reason);
}

/**
 * Returns what is wrong with the members of a movement together; the schema checks each of them.
 *
 * @param today of the shelter.
 */
export function movementFaults(fields: MovementFields, today: string): FieldFault[] {
  const { type, reason, date, endDate, region } = fields;
  const reasons = REASONS[type];
  const faults: FieldFault[] = [];
  if (reason === null && reasons.length > 0) faults.push(faultOf('reason', `is required for type ${type}`));
  if (reason !== null && !reasons.includes(reason)) {
    const allowed = reasons.length === 0 ? 'is only for an intake and an outcome' : reasonsOf(type);
    faults.push(faultOf('reason', `${allowed}; got ${quote(reason)}`));
  }
  if (date > today) faults.push(faultOf('date', `must not be after today, ${today}; got ${quote(date)}`));
  if (endDate !== null && type !== 'foster') faults.push(faultOf('endDate', 'is only for type foster'));
  if (endDate !== null && endDate < date) {
    faults.push(faultOf('endDate', `must not be before date, ${date}; got ${quote(endDate)}`));
  }
  if (region !== null && !isTransfer(reason)) {
    faults.push(faultOf('region', 'is only for the reasons transfer_in and transfer_out'));
  }
  return faults;
}

function reasonsOf(type: MovementType): string {
  return `of type ${type} must be one of ${REASONS[type].join(', ')}`;
}

/** Returns true if the animal has left the shelter by this movement. */
export function isOutcome(movement: Pick<Movement, 'type'> | undefined): boolean {
  return movement?.type === 'outcome';
}

/** The status of an animal after an outcome: none, unless it was adopted. No public page shows either. */
export function statusAfter({ reason }: Pick<Movement, 'reason'>): PetStatus | null {
  return reason === 'adoption' ? 'sold' : null;
}

/** Returns a movement as JSON of the API. */
export function movementJson({ id, petId, type, orderId, dayOrder, ...fields }: Movement): string {
  const { reason, date, endDate, region, note } = fields;
  const place = dayOrder === 0 ? '' : `,"dayOrder":${dayOrder}`;
  const order = orderId === null ? '' : `,"orderId":${orderId}`;
  return `{"id":${id},"petId":${petId},"type":"${type}"${member('reason', reason)},"date":"${date}"${member('endDate', endDate)}${member('region', region)}${member('note', note)}${order}${place}}`;
}

function member(name: string, value: string | null): string {
  return value === null ? '' : `,"${name}":${JSON.stringify(value)}`;
}

export function tooManyMovements(petId: bigint): ApiError {
  return new ApiError(
    'limit_reached',
    `Pet ${petId} has ${MAX_MOVEMENTS} movements, which is the maximum. Delete those that did not happen.`,
  );
}

/** @param id the id as the request contains it; the caller quotes a value that is not an int64. */
export function movementNotFound(petId: bigint, id: string): ApiError {
  return new ApiError('movement_not_found', `Pet ${petId} has no movement with the id ${id}.`);
}
