import type { Pet, PetStatus } from '@petstore/client';
import { statusName } from '../../texts/status-names.ts';
import { TEXTS } from './status-texts.ts';

/** What asks for more before the status changes. */
export type StatusDialog = 'hold' | 'not for adoption' | 'returned';

/** An entry of the menu: it sets a status, or opens a dialog. The values of all entries differ. */
export type StatusChoice = { readonly label: string } & (
  | { readonly value: PetStatus; readonly dialog?: undefined }
  | { readonly value: StatusDialog; readonly dialog: StatusDialog }
);

const DIALOGS: readonly string[] = ['hold', 'not for adoption', 'returned'] satisfies StatusDialog[];

/** Returns true for the value of an entry that opens a dialog. */
export function opensDialog(value: string): boolean {
  return DIALOGS.includes(value);
}

function asking(dialog: StatusDialog, label: string): StatusChoice {
  return { value: dialog, dialog, label };
}

/**
 * Returns what a user can choose for an animal.
 *
 * @param allowed the statuses that the account may set; none while an order holds the animal.
 */
export function choicesFor({ status }: Pick<Pet, 'status'>, allowed: readonly PetStatus[]): StatusChoice[] {
  if (allowed.length === 0) return [];
  if (status === 'sold') return [asking('returned', TEXTS.returned)];
  const choices: StatusChoice[] = [];
  if (allowed.includes('available')) choices.push({ value: 'available', label: statusName('available') });
  // An order holds only an available animal.
  if (status === 'available') choices.push(asking('hold', TEXTS.hold));
  if (allowed.includes('sold')) choices.push({ value: 'sold', label: statusName('sold') });
  const label = status === undefined ? TEXTS.changeReason : TEXTS.notForAdoption;
  return [...choices, asking('not for adoption', label)];
}
