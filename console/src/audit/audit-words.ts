import type { AuditEntry } from '@petstore/client';
import { PLAN_NAMES, ROLE_NAMES } from '../texts/account-names.ts';
import { STATUS_NAMES } from '../texts/status-names.ts';
import { TEXTS } from './audit-texts.ts';
import { MEMBER_NAMES } from './member-names.ts';

export function actionWords({ action }: AuditEntry): string {
  return TEXTS.actions[action];
}

/** The members whose values have names. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: ROLE_NAMES,
  plan: PLAN_NAMES,
  status: STATUS_NAMES,
};

/** Who does what without an account: a hold expires, what has ended is erased after a time, and visitors apply. */
const AUTHORS_WITHOUT_ACCOUNT: Readonly<Partial<Record<AuditEntry['action'], string>>> = {
  'order.expired': TEXTS.service,
  'application.created': TEXTS.visitor,
  'application.updated': TEXTS.visitor,
  'application.erased': TEXTS.service,
};

/** A person, or the name of a key. Other entries without an account are of the command line. */
export function authorName({ person, account, key, action }: AuditEntry): string {
  if (person !== undefined) return person.name;
  if (key?.label !== undefined) return key.label;
  return account?.name ?? AUTHORS_WITHOUT_ACCOUNT[action] ?? TEXTS.commandLine;
}

export function subjectName({ subject: { type, id, name }, details }: AuditEntry): string {
  if (type === 'settings' || type === 'form' || type === 'webhook') return '';
  if (type === 'application') return TEXTS.application(String(id));
  if (type === 'movement') return TEXTS.movement(String((details as { petId?: bigint } | undefined)?.petId));
  return type === 'order' ? TEXTS.order(String(id)) : (name ?? TEXTS.unnamed(String(id)));
}

/** Returns the members that changed, as text. Those without a value are left out. */
export function detailsOf({ details = {} }: AuditEntry): Array<[name: string, value: string]> {
  return Object.entries(details).flatMap(([name, value]): Array<[string, string]> => {
    if (value === null || value === undefined) return [];
    const text = typeof value === 'object' ? JSON.stringify(value, withDigits) : String(value);
    return [[memberName(name), valueName(name, text)]];
  });
}

export function memberName(member: string): string {
  return MEMBER_NAMES[member] ?? wordsOf(member);
}

export function valueName(member: string, value: string): string {
  return VALUE_NAMES[member]?.[value] ?? value;
}

function withDigits(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Returns `allowed origins` for `allowedOrigins`. */
function wordsOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
