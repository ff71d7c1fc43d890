/** The values of columns that hold one of a fixed set of texts. */

export const PET_STATUSES = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof PET_STATUSES)[number];

export const ORDER_STATUSES = ['placed', 'approved', 'completed', 'cancelled', 'expired'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What a movement is: an animal comes in, lives in foster care, or leaves. */
export const MOVEMENT_TYPES = ['intake', 'foster', 'outcome'] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

export const INTAKE_REASONS = [
  'stray',
  'surrender',
  'transfer_in',
  'seized',
  'born_in_care',
  'return',
  'owner_intended_euthanasia',
  'other',
] as const;
export const OUTCOME_REASONS = [
  'adoption',
  'return_to_owner',
  'transfer_out',
  'returned_to_field',
  'died',
  'euthanasia',
  'owner_intended_euthanasia',
  'lost',
  'other_live',
  'other',
] as const;
export type MovementReason = (typeof INTAKE_REASONS)[number] | (typeof OUTCOME_REASONS)[number];

/** Where the other side of a transfer is, as seen from the shelter. */
export const REGIONS = ['same', 'other', 'international'] as const;
export type Region = (typeof REGIONS)[number];

/** The states of an application (docs/adr/0090). */
export const APPLICATION_STATES = [
  'received',
  'in_review',
  'accepted',
  'adopted',
  'declined',
  'withdrawn',
  'closed',
] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/** Who wrote something of an application, or changed its state; `service` for what follows from another change. */
export type ApplicationAuthor = 'applicant' | 'shelter' | 'service';

export const SEXES = ['female', 'male'] as const;
export type Sex = (typeof SEXES)[number];

export const SIZES = ['small', 'medium', 'large', 'extra_large'] as const;
export type Size = (typeof SIZES)[number];

export const COAT_LENGTHS = ['hairless', 'short', 'medium', 'long'] as const;
export type CoatLength = (typeof COAT_LENGTHS)[number];

export const PET_EVENT_TYPES = ['pet.created', 'pet.updated', 'pet.deleted'] as const;
/** An order has an event for each status that it reaches. */
export const ORDER_EVENT_TYPES = ORDER_STATUSES.map((status) => `order.${status}` as const);
export const LISTING_EVENT_TYPES = ['listing.updated'] as const;
export const MOVEMENT_EVENT_TYPES = ['movement.created', 'movement.updated', 'movement.deleted'] as const;
export const APPLICATION_EVENT_TYPES = [
  'application.created',
  'application.updated',
  'application.erased',
] as const;
export const CATEGORY_EVENT_TYPES = ['category.named'] as const;
export const EVENT_TYPES: readonly EventType[] = [
  ...PET_EVENT_TYPES,
  ...ORDER_EVENT_TYPES,
  ...LISTING_EVENT_TYPES,
  ...MOVEMENT_EVENT_TYPES,
  ...APPLICATION_EVENT_TYPES,
  ...CATEGORY_EVENT_TYPES,
];
/** What the audit records besides the events. */
export const AUDIT_ACTIONS = [
  'pet.restored',
  'pet.erased',
  'pet.merged',
  'microchip.updated',
  'account.created',
  'account.updated',
  'key.created',
  'key.updated',
  'key.rotated',
  'key.revoked',
  'person.created',
  'person.updated',
  'person.removed',
  'person.invited',
  'person.signed_in',
  'person.signed_out',
  'person.passkey_added',
  'person.passkey_removed',
  'person.provider_bound',
  'ban.lifted',
  'import.created',
  'import.cancelled',
  'settings.updated',
  'form.updated',
  'webhook.created',
  'webhook.updated',
  'webhook.rotated',
  'webhook.removed',
  'partner.added',
  'partner.updated',
  'partner.removed',
  'publishing.updated',
  'publishing.started',
  'publishing.asked',
  'publishing.sent',
  'publishing.failed',
] as const;
/** Those that the audit shows among the entries of an animal, and the feed never. */
export const AUDIT_ACTIONS_OF_PETS: readonly AuditAction[] = [
  'pet.restored',
  'pet.erased',
  'pet.merged',
  'microchip.updated',
];
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export type EventType =
  | (typeof PET_EVENT_TYPES)[number]
  | (typeof ORDER_EVENT_TYPES)[number]
  | (typeof LISTING_EVENT_TYPES)[number]
  | (typeof MOVEMENT_EVENT_TYPES)[number]
  | (typeof APPLICATION_EVENT_TYPES)[number]
  | (typeof CATEGORY_EVENT_TYPES)[number];

/** `failed`: nothing could be delivered for three days. `gone`: the host answered 410. */
/** `gone`: its host answers 410. */
export const PARTNER_STATES = ['on', 'off', 'gone'] as const;
export type PartnerState = (typeof PARTNER_STATES)[number];

export const WEBHOOK_STATES = ['on', 'off', 'failed', 'gone'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
export const DELIVERY_KINDS = ['events', 'resync', 'test'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];
/** `replaced`: its webhook goes on from another position. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'replaced'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type ImportState = 'receiving' | 'waiting' | 'running' | 'preview' | 'done' | 'failed' | 'cancelled';
/** What an e-mail is about. */
export type MailKind = 'code' | 'invitation' | LetterKind;
/** Letters to an applicant. */
export type LetterKind = 'received' | 'asked' | 'accepted' | 'declined' | 'closed';
/** What has a secret: the server of e-mails. */
export type SealedSettingName = 'email';

/** How far a run to a listing site is (docs/adr/0103). */
export const PUBLISHING_RUN_STATES = ['waiting', 'running', 'asks', 'done', 'failed'] as const;
export type PublishingRunState = (typeof PUBLISHING_RUN_STATES)[number];
/** What a run asks before it sends anything. */
export const PUBLISHING_QUESTIONS = ['first_upload', 'sudden_drop'] as const;
export type PublishingQuestion = (typeof PUBLISHING_QUESTIONS)[number];

export type ImportFileName = 'upload' | 'bad rows';

/** The focal point of a photo that has none of its own, in percent: in the upper third, where heads are. Further down, the preview of a portrait has no ears. */
export const DEFAULT_FOCAL_POINT = { x: 50, y: 20 } as const;
