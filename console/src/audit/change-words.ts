import type { AuditEntry } from '@petstore/client';
import { statusName } from '../texts/status-names.ts';
import { fullDay, money } from '../ui/local-text.ts';
import { memberName, valueName } from './audit-words.ts';
import { TEXTS, VALUES } from './change-texts.ts';

type Change = NonNullable<AuditEntry['changes']>[number];

interface ChangeWords {
  field: string;
  before: string;
  after: string;
}

/** Returns the old and the new value of each field in words. */
export function changeWords({ changes = [] }: AuditEntry): ChangeWords[] {
  return changes.map(({ field, before, after }: Change) => ({
    field: memberName(field),
    before: valueWords(field, before),
    after: valueWords(field, after),
  }));
}

function valueWords(field: string, value: unknown): string {
  // An animal without a status is not for adoption.
  if (value === undefined || value === null) return field === 'status' ? statusName(undefined) : TEXTS.none;
  if (typeof value === 'boolean') return value ? TEXTS.yes : TEXTS.no;
  if (Array.isArray(value)) return field === 'photos' ? TEXTS.photos(value.length) : value.join(', ');
  if (isFee(value)) return money(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (field === 'birthDate' || field === 'intakeDate') return fullDay(text);
  return VALUES[text] ?? valueName(field, text);
}

function isFee(value: unknown): value is { amount: string; currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}
