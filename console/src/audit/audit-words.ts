import type { AuditEntry } from '@petstore/client';

/** What the author did; the name of the subject follows. */
const ACTIONS: Readonly<Record<AuditEntry['action'], string>> = {
  'account.created': 'added the account',
  'account.updated': 'changed the account',
  'key.created': 'made the key',
  'key.updated': 'renamed the key',
  'key.rotated': 'replaced the key',
  'key.revoked': 'revoked the key',
  'ban.lifted': 'lifted the ban of the key',
  'category.named': 'named the category',
  'import.created': 'imported the file',
  'settings.updated': 'changed the settings',
  'pet.created': 'added',
  'pet.updated': 'changed',
  'pet.deleted': 'removed',
  'listing.updated': 'changed the profile of',
  'order.placed': 'placed',
  'order.approved': 'approved',
  'order.completed': 'completed',
  'order.cancelled': 'cancelled',
  'order.expired': 'ended the hold of',
};

export function actionWords({ action }: AuditEntry): string {
  return ACTIONS[action];
}

/** An entry without an account is of the command line, or of a hold that expired. */
export function authorName({ account, action }: AuditEntry): string {
  return account?.name ?? (action === 'order.expired' ? 'The service' : 'The command line');
}

export function subjectName({ subject: { type, id, name } }: AuditEntry): string {
  if (type === 'settings') return '';
  return type === 'order' ? `order ${id}` : (name ?? `no. ${id}`);
}

/** Returns the members that changed, as text. Those without a value are left out. */
export function detailsOf({ details = {} }: AuditEntry): Array<[name: string, value: string]> {
  return Object.entries(details).flatMap(([name, value]): Array<[string, string]> => {
    if (value === null || value === undefined) return [];
    const text = typeof value === 'object' ? JSON.stringify(value, withDigits) : String(value);
    return [[wordsOf(name), text]];
  });
}

function withDigits(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Returns `allowed origins` for `allowedOrigins`. */
function wordsOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
