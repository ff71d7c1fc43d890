import type { Movement } from '@petstore/client';
import { MOVEMENT_REASONS } from '../../texts/movement-reasons.ts';
import { fullDay } from '../../ui/local-text.ts';
import { TEXTS } from './movement-texts.ts';

/** A newer service may know more reasons. */
type Names = Readonly<Record<string, string>>;

export const REASON_NAMES: Readonly<Record<Movement['type'], Names>> = {
  intake: MOVEMENT_REASONS.intake,
  foster: {},
  outcome: MOVEMENT_REASONS.outcome,
};

/** Returns what happened, such as “Found”. */
export function movementName({ type, reason }: Pick<Movement, 'type' | 'reason'>): string {
  const name = reason === undefined ? undefined : REASON_NAMES[type]?.[reason];
  return name ?? TEXTS.types[type] ?? type;
}

/** Returns the day, and how long a stay in foster care lasts. */
export function movementDays({ type, date, endDate }: Pick<Movement, 'type' | 'date' | 'endDate'>): string {
  if (type !== 'foster') return fullDay(date);
  const end = endDate === undefined ? TEXTS.fosterStill : TEXTS.fosterUntil(fullDay(endDate));
  return `${fullDay(date)}, ${end}`;
}

/** Returns what else is known, for a line of its own; empty if nothing is. */
export function movementDetails({ region, orderId, note }: Movement): string {
  const parts = [
    region === undefined ? undefined : `${TEXTS.region} ${TEXTS.regions[region] ?? region}`,
    orderId === undefined ? undefined : TEXTS.ofOrder(String(orderId)),
    note,
  ];
  return parts.filter((part) => part !== undefined).join(TEXTS.and);
}
