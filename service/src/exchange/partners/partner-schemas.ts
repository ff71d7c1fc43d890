import { type Static, Type } from 'typebox';
import { timeText } from '../../platform/core/clock.ts';
import { Int64, SafeInteger } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { WEB_URL_PATTERN } from '../../platform/core/urls/web-url.ts';
import { PARTNER_STATES, type PartnerState } from '../../platform/database/column-values.ts';
import { OUTBOUND_REASONS, textOfReason } from '../../platform/outbound/outbound-fault.ts';
import { MAX_ANIMALS, type Partner, type PartnerFailure } from './partner.ts';

const MAX_URL = 2_000;

export const PARTNER_EXAMPLE = {
  id: 2n,
  url: 'https://hillside.example',
  state: 'on',
  name: 'Hillside Shelter',
  license: 'CC-BY-4.0',
  coordinates: '42,-87.7',
  animalCount: 12,
  createdAt: '2026-11-25T10:00:00.000Z',
  readAt: '2026-11-26T10:00:00.000Z',
};

const time = (text: string) => Type.String({ format: 'date-time', description: text });

const PartnerSchema = Type.Object(
  {
    id: Int64({ description: 'Unique identifier.', examples: [2n] }),
    url: Type.String({ format: 'uri', description: 'The address of the catalogue.' }),
    state: Type.Unsafe<PartnerState>({
      type: 'string',
      enum: [...PARTNER_STATES],
      description: '`on`; `off` if someone switched it off; `gone` if its host answered 410.',
    }),
    name: Type.Optional(Type.String({ description: 'What it calls itself. Absent until it was read.' })),
    license: Type.Optional(
      Type.String({ description: 'Of its texts and photos. Absent if all rights are reserved.' }),
    ),
    coordinates: Type.Optional(
      Type.String({ description: 'Where it is, rounded to 0.1 degree.', examples: ['42,-87.7'] }),
    ),
    animalCount: SafeInteger({
      minimum: 0,
      description: `How many of its animals are known: the newest, at most ${MAX_ANIMALS}.`,
    }),
    createdAt: time('When it was added, in UTC.'),
    readAt: Type.Optional(time('When it was read the last time. A day later its animals are gone.')),
    failingSince: Type.Optional(
      time('Since when it could not be read. Absent if the last read did not fail.'),
    ),
    failure: Type.Optional(
      Type.Unsafe<PartnerFailure>({
        type: 'string',
        enum: [...OUTBOUND_REASONS, 'status', 'not_adoptable', 'other_address'],
        description: 'Why the last read failed, for programs.',
      }),
    ),
    reason: Type.Optional(Type.String({ description: 'Why the last read failed, for people; in English.' })),
  },
  { $id: 'Partner', description: 'Another catalogue whose animals are shown.', examples: [PARTNER_EXAMPLE] },
);
const PartnersSchema = Type.Array(Type.Unsafe<object>({ $ref: 'Partner#' }), {
  $id: 'Partners',
  description: 'All partners, in the order in which they were added.',
});

const PartnerRequestSchema = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: MAX_URL,
      pattern: WEB_URL_PATTERN,
      description:
        'An `https:` address of the catalogue. Only its host counts: it must have `/.well-known/adoptable.json`.',
      examples: ['https://hillside.example'],
    }),
  },
  {
    $id: 'PartnerRequest',
    additionalProperties: false,
    description: 'A partner to add.',
    examples: [{ url: 'https://hillside.example' }],
  },
);
export type PartnerRequest = Static<typeof PartnerRequestSchema>;

const PartnerChangeSchema = Type.Object(
  {
    isOn: Type.Boolean({
      description: 'False removes its animals and reads it no more; true reads it at once.',
    }),
  },
  {
    $id: 'PartnerChange',
    additionalProperties: false,
    description: 'What to change.',
    examples: [{ isOn: false }],
  },
);
export type PartnerChange = Static<typeof PartnerChangeSchema>;

export const PARTNER_SCHEMAS = [PartnerSchema, PartnersSchema, PartnerRequestSchema, PartnerChangeSchema];

const optionalTime = (at: number | undefined) => (at === undefined ? undefined : timeText(at));

export function partnerJson(partner: Partner, animalCount: number): string {
  const { id, url, state, name, license, coordinates, failure } = partner;
  return stringifyJson({
    id,
    url,
    state,
    name,
    license,
    coordinates,
    animalCount,
    createdAt: timeText(partner.createdAt),
    readAt: optionalTime(partner.readAt),
    failingSince: optionalTime(partner.failingSince),
    failure,
    reason: failure && reasonOf(failure),
  });
}

/** Returns a sentence for people. */
export function reasonOf(failure: PartnerFailure): string {
  switch (failure) {
    case 'status':
      return 'The host did not answer with the status 200.';
    case 'not_adoptable':
      return 'The host has no /.well-known/adoptable.json, or one that cannot be understood.';
    case 'other_address':
      return 'The catalogue names addresses of another host: add it by that one.';
    default:
      return textOfReason(failure);
  }
}
