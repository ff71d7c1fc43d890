import { Type } from 'typebox';
import { Int64 } from '../../platform/core/int64.ts';
import {
  APPLICATION_EVENT_TYPES,
  APPLICATION_STATES,
  type ApplicationState,
  CATEGORY_EVENT_TYPES,
  type EventType,
  LISTING_EVENT_TYPES,
  MOVEMENT_EVENT_TYPES,
  ORDER_EVENT_TYPES,
  PET_EVENT_TYPES,
} from '../../platform/database/column-values.ts';
import {
  LISTING_EXAMPLE,
  MOVEMENT_EXAMPLE,
  ORDER_EXAMPLE,
  PET_EXAMPLE,
} from '../../platform/http/openapi/examples.ts';
import { openUnion } from '../../platform/http/openapi/open-union.ts';
import { type ListingState, listingStateFields } from './listing-state.ts';

/** The author of a change: an account, and one of its keys or persons; or null for the command line and for expired holds. */
export type Actor = {
  readonly accountId: bigint;
  readonly keyId?: bigint | undefined;
  readonly personId?: bigint | undefined;
} | null;

/** Who changes something, and when. */
export interface Change {
  readonly actor: Actor;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** What a change of a pet leaves of its listing: the times in Unix milliseconds, and the tag of the profile. */
export type ChangedListing = Pick<ListingState, 'createdAt' | 'statusChangedAt' | 'profileTag'>;

/** One change. It is recorded in the transaction of the change itself. */
export interface NewEvent extends Change {
  readonly type: EventType;
  /** The pet, or the pet of the order; null for a category. */
  readonly petId: bigint | null;
  /** The pet, the listing, the order, the movement or the category after the change, in the JSON of the API. */
  readonly body: string;
  /** The listing after the change of a pet, besides what follows from the event. */
  readonly listing?: ChangedListing | undefined;
  /** The pet that remained, if a pet was removed because it was merged. */
  readonly mergedInto?: bigint | undefined;
  /**
   * The accounts besides managers that may see the event of an order or a movement. Every account may see the events of pets. That of an
   * application is only for the members of `ownerId`, or for managers if that is null.
   */
  readonly audience?: { readonly placedBy: bigint | null; readonly ownerId: bigint | null };
}

/** The members that all kinds of events have. */
function commonFields(types: readonly EventType[]) {
  return {
    id: Int64({ description: 'Position in the feed; ids only increase.', minimum: 1, examples: [42n] }),
    type: Type.Unsafe<EventType>({ type: 'string', enum: [...types], description: 'What changed.' }),
    at: Type.String({ format: 'date-time', description: 'When it changed, in UTC.' }),
  };
}

const { pet: _pet, profile: _profile, photos: _photos, ...STATE } = LISTING_EXAMPLE;
const PET_EVENT = { id: 42n, type: 'pet.updated', at: LISTING_EXAMPLE.updatedAt, pet: PET_EXAMPLE, ...STATE };
const ORDER_EVENT = {
  id: 43n,
  type: 'order.placed',
  at: ORDER_EXAMPLE.placedAt,
  order: ORDER_EXAMPLE,
};

const LISTING_EVENT = {
  id: 44n,
  type: 'listing.updated',
  at: LISTING_EXAMPLE.updatedAt,
  listing: LISTING_EXAMPLE,
};

const CATEGORY_EVENT = {
  id: 45n,
  type: 'category.named',
  at: '2026-11-21T12:00:00.000Z',
  category: { id: 1n, name: 'Dog' },
};

const MOVEMENT_EVENT = {
  id: 46n,
  type: 'movement.created',
  at: '2026-11-21T12:00:00.000Z',
  movement: MOVEMENT_EXAMPLE,
};

const APPLICATION_EVENT = {
  id: 47n,
  type: 'application.created',
  at: '2026-11-21T12:00:00.000Z',
  application: { id: 12n, petId: PET_EXAMPLE.id, state: 'received' },
};

/** A page of the feed for the OpenAPI document. */
export const EVENTS_EXAMPLE = [
  PET_EVENT,
  ORDER_EVENT,
  LISTING_EVENT,
  CATEGORY_EVENT,
  MOVEMENT_EVENT,
  APPLICATION_EVENT,
];

const PetEventSchema = Type.Object(
  {
    ...commonFields(PET_EVENT_TYPES),
    pet: Type.Unsafe<object>({ $ref: 'Pet#' }),
    ...listingStateFields,
    etags: Type.Optional(listingStateFields.etags),
    mergedInto: Type.Optional(
      Int64({
        description:
          'Only of `pet.deleted`: the animal into which the removed one was merged. It has the photos, orders and history of both; an order keeps its id, and its `petId` is this one.',
        minimum: 1,
        examples: [3563n],
      }),
    ),
  },
  {
    $id: 'PetEvent',
    description:
      'One recorded change of a pet. `pet` is the pet after the change; a deleted pet as it last was. The times, `url` and `etags` are those of its listing after the change, whose profile and photos stay the same; those of a new pet are empty. A pet that is restored from the bin has `pet.created` again, and `listing.updated` if it has a profile or photos. A pet that was merged into another one has `pet.deleted` with `mergedInto`, followed by the changes of the other one. The times and tags are absent if the pet was deleted, and in changes that an older version recorded.',
    examples: [PET_EVENT],
  },
);

const OrderEventSchema = Type.Object(
  { ...commonFields(ORDER_EVENT_TYPES), order: Type.Unsafe<object>({ $ref: 'Order#' }) },
  {
    $id: 'OrderEvent',
    description: 'One recorded change of an order. `order` is the order after the change.',
    examples: [ORDER_EVENT],
  },
);

const ListingEventSchema = Type.Object(
  { ...commonFields(LISTING_EVENT_TYPES), listing: Type.Unsafe<object>({ $ref: 'Listing#' }) },
  {
    $id: 'ListingEvent',
    description:
      'One recorded change of the profile or the photos of a pet. `listing` is the listing after the change.',
    examples: [LISTING_EVENT],
  },
);

const MovementEventSchema = Type.Object(
  { ...commonFields(MOVEMENT_EVENT_TYPES), movement: Type.Unsafe<object>({ $ref: 'Movement#' }) },
  {
    $id: 'MovementEvent',
    description:
      'One movement that was recorded, corrected or deleted; `movement` is the movement after the change, a deleted one as it last was. The accounts that may change the animal see it. The movements that a completed order or a change of the status records have no event of their own.',
    examples: [MOVEMENT_EVENT],
  },
);

const CategoryEventSchema = Type.Object(
  {
    ...commonFields(CATEGORY_EVENT_TYPES),
    category: Type.Object(
      {
        id: Int64({ description: 'Identifier of the category.', examples: [1n] }),
        name: Type.String({ description: 'Its name after the change.', examples: ['Dog'] }),
      },
      { description: 'The category.' },
    ),
  },
  {
    $id: 'CategoryEvent',
    description: 'One recorded name of a category, which an admin or an import has set.',
    examples: [CATEGORY_EVENT],
  },
);

const ApplicationEventSchema = Type.Object(
  {
    ...commonFields(APPLICATION_EVENT_TYPES),
    application: Type.Object(
      {
        id: Int64({ description: 'Identifier of the application.', examples: [12n] }),
        petId: Type.Optional(Int64({ description: 'The animal; absent if the applicant looks for any.' })),
        state: Type.Unsafe<ApplicationState>({
          type: 'string',
          enum: [...APPLICATION_STATES],
          description: 'Its state after the change.',
        }),
      },
      { description: 'The application, without anything of the applicant.' },
    ),
  },
  {
    $id: 'ApplicationEvent',
    description:
      'One application that arrived, changed or was erased. The members of the account that may read it see it, and no one else.',
    examples: [APPLICATION_EVENT],
  },
);

/** An event of the API; the `type` decides which of these it is. */
const EventSchema = Type.Unsafe<object>({
  $id: 'Event',
  ...openUnion('One recorded change. Skip an event whose `type` you do not know.', [
    PetEventSchema,
    OrderEventSchema,
    ListingEventSchema,
    CategoryEventSchema,
    MovementEventSchema,
    ApplicationEventSchema,
  ]),
});

const EventsSchema = Type.Array(Type.Unsafe<object>({ $ref: 'Event#' }), {
  $id: 'Events',
  description: 'A page of the feed, oldest first.',
});

export const EVENT_SCHEMAS = [EventSchema, EventsSchema];
