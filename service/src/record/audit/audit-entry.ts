import { Type } from 'typebox';
import { Int64 } from '../../platform/core/int64.ts';
import {
  APPLICATION_EVENT_TYPES,
  AUDIT_ACTIONS,
  type AuditAction,
  CATEGORY_EVENT_TYPES,
  type EventType,
  LISTING_EVENT_TYPES,
  MOVEMENT_EVENT_TYPES,
  ORDER_EVENT_TYPES,
  PET_EVENT_TYPES,
} from '../../platform/database/column-values.ts';
import type { Change } from '../events/event.ts';
import type { ChangedField } from './changed-fields.ts';

/** What a change concerns. Settings have no id. */
interface Subject {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
}

/** A change that the events do not show. It is recorded in the transaction of the change. */
export interface NewAuditEntry extends Change {
  readonly action: AuditAction;
  /** The animal whose entries have it; only for an action of `AUDIT_ACTIONS_OF_PETS`. */
  readonly petId?: bigint | undefined;
  readonly subject: Subject;
  /** What changed, in the JSON of the API. Never a secret. */
  readonly details?: object | undefined;
  /** The members of `details` before the change, if something existed then. */
  readonly before?: object | undefined;
}

/** One change and its author, as admins see it. */
export interface AuditEntry {
  readonly id: bigint;
  readonly at: string;
  readonly action: AuditAction | EventType;
  /** Undefined for the command line and for expired holds. */
  readonly account?: { readonly id: bigint; readonly name: string } | undefined;
  readonly key?: { readonly id: bigint; readonly hint: string; readonly label?: string } | undefined;
  /** The person who signed in, instead of a key. */
  readonly person?: { readonly id: bigint; readonly name: string } | undefined;
  readonly subject: Subject & { readonly type: SubjectType };
  readonly details?: unknown;
  readonly changes?: readonly ChangedField[] | undefined;
}

const SUBJECT_TYPES = [
  'pet',
  'order',
  'movement',
  'account',
  'key',
  'person',
  'category',
  'import',
  'settings',
  'application',
  'form',
  'webhook',
  'publishing',
  'partner',
] as const;
type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Returns what an action concerns: the part before the dot, except that a ban is that of a key, and a listing or a microchip that of a pet. */
export function subjectTypeOf(action: AuditAction | EventType): SubjectType {
  const [first = ''] = action.split('.', 1);
  if (first === 'ban') return 'key';
  if (first === 'listing' || first === 'microchip') return 'pet';
  return first as SubjectType; // every other action begins with one
}

export const AUDIT_EXAMPLE = {
  id: 57n,
  at: '2026-11-22T09:14:03.120Z',
  action: 'key.created',
  account: { id: 1n, name: 'default' },
  key: { id: 1n, hint: 'petstore_live_3fGh…x9Qa' }, // cspell:disable-line
  subject: { type: 'key', id: 8n, name: 'Web site' },
  details: { accountId: 4n, role: 'reader', allowedOrigins: ['https://shelter.example'] },
};

const AuditEntrySchema = Type.Object(
  {
    id: Int64({
      description: 'Position in the audit, which shares its numbers with the feed; ids only increase.',
      minimum: 1,
      examples: [57n],
    }),
    at: Type.String({ format: 'date-time', description: 'When it changed, in UTC.' }),
    action: Type.Unsafe<AuditAction | EventType>({
      type: 'string',
      enum: [
        ...AUDIT_ACTIONS,
        ...CATEGORY_EVENT_TYPES,
        ...PET_EVENT_TYPES,
        ...LISTING_EVENT_TYPES,
        ...MOVEMENT_EVENT_TYPES,
        ...ORDER_EVENT_TYPES,
        ...APPLICATION_EVENT_TYPES,
      ],
      description: 'What happened.',
    }),
    account: Type.Optional(
      Type.Object(
        {
          id: Int64({ description: 'Identifier of the account.' }),
          name: Type.String({ description: 'Its name today.' }),
        },
        { description: 'The author. Absent for the command line and for holds that expired.' },
      ),
    ),
    key: Type.Optional(
      Type.Object(
        {
          id: Int64({ description: 'Identifier of the key.' }),
          hint: Type.String({ description: 'The beginning and the end of the key.' }),
          label: Type.Optional(Type.String({ description: 'The name of the key today, if it has one.' })),
        },
        { description: 'The API key of the author.' },
      ),
    ),
    person: Type.Optional(
      Type.Object(
        {
          id: Int64({ description: 'Identifier of the person.' }),
          name: Type.String({ description: 'The name today, or when the person was removed.' }),
        },
        { description: 'The person of the author, who signed in without a key.' },
      ),
    ),
    subject: Type.Object(
      {
        type: Type.Unsafe<SubjectType>({
          type: 'string',
          enum: [...SUBJECT_TYPES],
          description: 'What changed.',
        }),
        id: Type.Optional(Int64({ description: 'Its identifier; absent for settings.' })),
        name: Type.Optional(Type.String({ description: 'Its name after the change, if it has one.' })),
      },
      { description: 'What changed.' },
    ),
    details: Type.Optional(
      Type.Unsafe<unknown>({
        type: 'object',
        description:
          'The members that changed. For an animal, its profile, its photos, a movement or an order: all of them after the change, as the feed has them.',
      }),
    ),
    changes: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'The name of the field.', examples: ['breed'] }),
          before: Type.Optional(
            Type.Unsafe<unknown>({ description: 'Its value before; absent if it had none.' }),
          ),
          after: Type.Optional(
            Type.Unsafe<unknown>({ description: 'Its value now; absent if it was removed.' }),
          ),
        }),
        {
          description:
            'The old and the new value of each field, for a change of an animal, its profile, its photos, an account, a key or the settings. Absent if the state before is no longer kept.',
        },
      ),
    ),
  },
  {
    $id: 'AuditEntry',
    description: 'One change and its author.',
    examples: [AUDIT_EXAMPLE],
  },
);

const AuditSchema = Type.Array(Type.Unsafe<AuditEntry>({ $ref: 'AuditEntry#' }), {
  $id: 'Audit',
  description: 'A page of the audit.',
});

export const AUDIT_SCHEMAS = [AuditEntrySchema, AuditSchema];
