import { Type } from 'typebox';
import { type Listing, listingJson } from '../../catalogue/listings/listing.ts';
import { type Order, orderJson } from '../../catalogue/orders/order.ts';
import type { PetStatus } from '../../catalogue/pets/pet.ts';
import { RunSchema } from '../../exchange/publishing/upload/run-schemas.ts';
import { UPLOAD_FAULTS } from '../../exchange/publishing/upload/upload-fault.ts';
import { Int64, SafeInteger } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { thousands } from '../../platform/core/thousands.ts';
import { LISTING_EXAMPLE, ORDER_EXAMPLE, PET_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import type { UrlOf } from '../../record/events/listing-state.ts';
import {
  DAYS,
  LIST_LENGTH,
  MAX_ANIMALS,
  MAX_APPLICATIONS,
  MAX_EMAILS,
  MAX_ORDERS,
  type Summary,
} from './summary.ts';
import { MAX_ADDED, MAX_ADOPTED } from './summary-query.ts';

const HELD_EXAMPLE = { ...LISTING_EXAMPLE, pet: { ...PET_EXAMPLE, status: 'pending' } };

export const SUMMARY_EXAMPLE = {
  holdsEndingSoon: [{ order: ORDER_EXAMPLE, listing: HELD_EXAMPLE }],
  ordersToDecide: { count: 1, more: false },
  longestInCare: [],
  longestOnHold: [HELD_EXAMPLE],
  timeZone: 'America/Chicago',
  addedThisWeek: 3,
  adoptedThisWeek: 1,
  days: Array.from({ length: DAYS }, (_, index) => ({
    date: `2026-11-${String(index + 8).padStart(2, '0')}`,
    added: { 9: 2, 13: 1 }[index] ?? 0,
    adopted: { 2: 1, 10: 1 }[index] ?? 0,
    moreAdded: false,
    moreAdopted: false,
  })),
  months: [
    { month: '2026-10', added: 12, adopted: 9, moreAdded: false, moreAdopted: false },
    { month: '2026-11', added: 7, adopted: 4, moreAdded: false, moreAdopted: false },
  ],
  failedEmails: { count: 0, more: false },
  unsentEmails: 0,
  applications: {
    waiting: { count: 3, more: false },
    pastPromise: { count: 1, more: false },
    next: [{ applicationId: 12n, petId: PET_EXAMPLE.id }],
    failedEmails: [],
  },
  webhooksSwitchedOff: 0,
  publishing: [
    {
      siteId: 'petfinder',
      name: 'Petfinder',
      state: 'failed',
      reason: 'wrong_password',
      message: UPLOAD_FAULTS.wrong_password,
      animals: 10,
      at: '2026-11-21T09:00:04.120Z',
    },
  ],
  counts: [
    { status: 'available', count: 1464, more: false },
    { status: 'pending', count: 1, more: false },
    { status: 'sold', count: 18, more: false },
  ],
};

function upTo(maximum: number) {
  return {
    count: SafeInteger({ description: `How many, up to ${thousands(maximum)}.`, maximum }),
    more: Type.Boolean({ description: 'True if there are more.' }),
  };
}

const ListingRef = Type.Unsafe<Listing>({ $ref: 'Listing#' });

function listings(description: string) {
  return Type.Array(ListingRef, { maxItems: LIST_LENGTH, description });
}

const RUN_MEMBERS = RunSchema.properties;
const lastRunMembers = {
  state: Type.Optional(RUN_MEMBERS.state),
  reason: RUN_MEMBERS.reason,
  message: RUN_MEMBERS.message,
  animals: RUN_MEMBERS.animals,
};

const PERIOD = {
  added: SafeInteger({
    description: 'Animals that were added in this time and were not removed since.',
    maximum: MAX_ADDED,
  }),
  adopted: SafeInteger({
    description: 'Animals whose order was completed, for managers, or whose status was set to `sold`.',
    maximum: MAX_ADOPTED,
  }),
  moreAdded: Type.Boolean({ description: 'True if more animals may have been added.' }),
  moreAdopted: Type.Boolean({ description: 'True if more animals may have been adopted.' }),
};

const SummarySchema = Type.Object(
  {
    holdsEndingSoon: Type.Array(
      Type.Object({ order: Type.Unsafe<Order>({ $ref: 'Order#' }), listing: ListingRef }),
      {
        maxItems: LIST_LENGTH,
        description: `The ${LIST_LENGTH} placed orders that the account may see whose holds end first, with their animals.`,
      },
    ),
    ordersToDecide: Type.Object(upTo(MAX_ORDERS), {
      description: 'The placed orders that the sender may approve.',
    }),
    longestInCare: listings(
      `The ${LIST_LENGTH} available animals that have been in care for the longest time: since their \`intakeDate\`, or since they were added.`,
    ),
    longestOnHold: listings(
      `The ${LIST_LENGTH} animals that have been on hold for the longest time: first those of an older store, whose time is not known.`,
    ),
    timeZone: Type.String({ description: 'The zone of the days: that of the shelter, or UTC.' }),
    addedThisWeek: SafeInteger({ description: 'The sum of the last seven days.' }),
    adoptedThisWeek: SafeInteger({ description: 'The sum of the last seven days.' }),
    days: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', description: 'A day of the shelter.' }),
        ...PERIOD,
      }),
      {
        minItems: DAYS,
        maxItems: DAYS,
        description: `The last ${DAYS} days, today last. The counts of a day stop at ${thousands(MAX_ADDED)} and ${MAX_ADOPTED}.`,
      },
    ),
    months: Type.Array(
      Type.Object({
        month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', description: 'A month of the shelter.' }),
        ...PERIOD,
      }),
      {
        minItems: 2,
        maxItems: 2,
        description: 'The last month, and the current one so far. The counts stop where those of a day do.',
      },
    ),
    failedEmails: Type.Object(upTo(MAX_EMAILS), {
      description: 'The e-mails that could not be sent in the last 7 days; for admins.',
    }),
    unsentEmails: SafeInteger({
      minimum: 0,
      description:
        'The e-mails of the account that were not sent in the last 7 days, because a limit of the day was met.',
    }),
    webhooksSwitchedOff: SafeInteger({
      minimum: 0,
      description:
        'The webhooks of the account that were switched off because nothing could be delivered, or because they belong to no one any more (`orphaned`).',
    }),
    applications: Type.Object(
      {
        waiting: Type.Object(upTo(MAX_APPLICATIONS), {
          description: 'The applications to the account that wait: `received` and `in_review`.',
        }),
        pastPromise: Type.Object(upTo(MAX_APPLICATIONS), {
          description: 'Those of them that got no answer within the promise.',
        }),
        next: Type.Array(
          Type.Object({
            applicationId: Int64({ description: 'The application that waits first.', examples: [12n] }),
            petId: Int64({ description: 'The animal.', examples: [PET_EXAMPLE.id] }),
          }),
          {
            maxItems: LIST_LENGTH,
            description:
              'Who is next for an animal that is available again because the order of an accepted application ended without an adoption.',
          },
        ),
        failedEmails: Type.Array(
          Type.Object({ applicationId: Int64({ description: 'The application.', examples: [12n] }) }),
          {
            maxItems: LIST_LENGTH,
            description: 'The applications of which an e-mail to the applicant could not be sent in 7 days.',
          },
        ),
      },
      { description: 'The applications of visitors, for members of the account.' },
    ),
    publishing: Type.Array(
      Type.Object({
        siteId: Type.String({ description: 'The listing site.', examples: ['petfinder'] }),
        name: Type.String({ description: 'Its name.' }),
        ...lastRunMembers,
        at: Type.Optional(
          Type.String({
            format: 'date-time',
            description: 'When that run ended, or began if it has not ended, in UTC.',
          }),
        ),
      }),
      {
        description:
          'The listing sites that are on, with their last runs, for managers of the account. One that `asks` or has `failed` needs attention.',
      },
    ),
    counts: Type.Array(
      Type.Object({
        status: Type.Unsafe<PetStatus>({ $ref: 'PetStatus#' }),
        ...upTo(MAX_ANIMALS),
      }),
      { description: 'The number of animals of each status.' },
    ),
  },
  {
    $id: 'Summary',
    description: 'What needs attention today, and the last two weeks.',
    examples: [SUMMARY_EXAMPLE],
  },
);

export const SUMMARY_SCHEMAS = [SummarySchema];

/** Returns a summary as JSON of the API. */
export function summaryJson(summary: Summary, publicUrl: string, urlOf: UrlOf | undefined): string {
  const { holdsEndingSoon, longestInCare, longestOnHold, ...numbers } = summary;
  const json = (listing: Listing) => listingJson(listing, publicUrl, urlOf);
  const holds = holdsEndingSoon.map(
    ({ order, listing }) => `{"order":${orderJson(order)},"listing":${json(listing)}}`,
  );
  const lists = `"holdsEndingSoon":[${holds}],"longestInCare":[${longestInCare.map(json)}],"longestOnHold":[${longestOnHold.map(json)}]`;
  return `{${lists},${stringifyJson(numbers).slice(1)}`;
}
