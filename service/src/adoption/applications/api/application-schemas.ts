import { type Static, Type } from 'typebox';
import { MAX_TELEPHONE_LENGTH, TELEPHONE_PATTERN } from '../../../access/settings/shelter-texts.ts';
import { MAX_EMAIL_LENGTH } from '../../../platform/core/email-address.ts';
import { Int64, SafeInteger } from '../../../platform/core/int64.ts';
import { LANGUAGES, type Language } from '../../../platform/core/languages.ts';
import { APPLICATION_STATES, type ApplicationState } from '../../../platform/database/column-values.ts';
import { nullable } from '../../../platform/http/openapi/nullable.ts';
import { TEXT_PATTERN } from '../../../platform/http/requests/text.ts';
import { MAX_MESSAGE, MAX_NAME } from '../applicant-checks.ts';
import type { Answer } from '../questions/answers.ts';
import { MAX_QUESTIONS } from '../questions/question.ts';

const AUTHORS = ['applicant', 'shelter', 'service'] as const;

const APPLICANT_EXAMPLE = { name: 'Kim Lee', email: 'kim@example.org', telephone: '+1 555 010 0199' };
const TIMES = {
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  dueAt: '2026-11-28T12:00:00.000Z',
} as const;

export const APPLICATION_SUMMARY_EXAMPLE = {
  id: 12n,
  petId: 3562n,
  state: 'received',
  queue: 1,
  language: 'en',
  ...TIMES,
  applicant: APPLICANT_EXAMPLE,
} as const;

export const APPLICATION_EXAMPLE = {
  ...APPLICATION_SUMMARY_EXAMPLE,
  someoneAhead: false,
  questions: [
    { id: 'reason', kind: 'long_text', required: true, text: { en: 'Why would you like to adopt?' } },
  ],
  answers: [{ questionId: 'reason', value: 'We miss our old dog.' }],
  states: [{ state: 'received', at: TIMES.createdAt, author: 'applicant' }],
  messages: [],
  notes: [],
} as const;

export const SENT_EXAMPLE = {
  id: 12n,
  state: 'received',
  url: 'https://pets.shelter.example/application/…',
} as const;

function time(description: string) {
  return Type.String({ format: 'date-time', description });
}

function written(description: string, maxLength: number) {
  return Type.String({ minLength: 1, maxLength, format: 'plain-text', pattern: TEXT_PATTERN, description });
}

const state = Type.Unsafe<ApplicationState>({
  type: 'string',
  enum: [...APPLICATION_STATES],
  description:
    '`received` and `in_review` wait for the shelter; `accepted` has an approved order; `adopted`, `declined`, `withdrawn` (by the applicant) and `closed` (the animal went to someone else, or was removed) have ended.',
});
const language = Type.Unsafe<Language>({
  type: 'string',
  enum: [...LANGUAGES],
  description: 'The language of the applicant.',
});
const author = Type.Unsafe<(typeof AUTHORS)[number]>({
  type: 'string',
  enum: [...AUTHORS],
  description: 'Who did it; `service` for what follows from another change.',
});
const person = Type.Optional(
  Type.Object(
    {
      id: Int64({ description: 'Identifier of the person.' }),
      name: Type.String({ description: 'The name.' }),
    },
    { description: 'The person of the shelter, who signed in.' },
  ),
);

const applicantFields = {
  name: written('The name of the applicant: one line.', MAX_NAME),
  email: Type.Optional(
    Type.String({
      format: 'email-address',
      maxLength: MAX_EMAIL_LENGTH,
      description: 'Where the shelter answers.',
      examples: [APPLICANT_EXAMPLE.email],
    }),
  ),
  telephone: Type.Optional(
    Type.String({
      format: 'telephone',
      pattern: TELEPHONE_PATTERN,
      maxLength: MAX_TELEPHONE_LENGTH,
      description: 'The telephone number, as people write it.',
      examples: [APPLICANT_EXAMPLE.telephone],
    }),
  ),
};

const answers = Type.Array(
  Type.Object(
    {
      questionId: Type.String({
        maxLength: 40,
        description: 'The `id` of the question.',
        examples: ['reason'],
      }),
      value: Type.Unsafe<Answer['value']>({
        description:
          'A text, a number or a boolean; for a choice the `id` of the option, for `choices` a list of them; a date as `2026-11-30`.',
      }),
    },
    { additionalProperties: false },
  ),
  { maxItems: MAX_QUESTIONS, description: 'The answers; questions without an answer are left out.' },
);

const ApplicationRequestSchema = Type.Object(
  {
    petId: Type.Optional(
      Int64({
        description: 'The animal. Absent if the applicant looks for any.',
        examples: [3562n],
      }),
    ),
    categoryId: Type.Optional(
      Int64({ description: 'The category that an applicant without an animal looks for.', examples: [1n] }),
    ),
    ...applicantFields,
    language: Type.Optional({ ...language, default: 'en' }),
    answers,
    message: Type.Optional(written('What else the applicant writes.', MAX_MESSAGE)),
  },
  {
    $id: 'ApplicationRequest',
    additionalProperties: false,
    description: 'What a visitor sends.',
    examples: [
      {
        petId: 3562n,
        ...APPLICANT_EXAMPLE,
        language: 'en',
        answers: [{ questionId: 'reason', value: 'We miss our old dog.' }],
      },
    ],
  },
);
export type ApplicationRequestBody = Static<typeof ApplicationRequestSchema>;

const SentApplicationSchema = Type.Object(
  {
    id: Int64({ description: 'Identifier of the application.', examples: [12n] }),
    state,
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'The private page of the applicant: the one who has it reads the answers of the shelter, and may withdraw. Only in the first response, and absent in its repetitions.',
      }),
    ),
  },
  { $id: 'SentApplication', description: 'An application that was sent.', examples: [SENT_EXAMPLE] },
);

const summaryFields = {
  id: Int64({ description: 'Identifier of the application.', examples: [12n] }),
  petId: Type.Optional(Int64({ description: 'The animal; absent if the applicant looks for any.' })),
  categoryId: Type.Optional(
    Int64({ description: 'The category that an applicant without an animal looks for.' }),
  ),
  state,
  queue: SafeInteger({
    description: '2 if 50 other applications for the animal were open when it arrived, else 1.',
    minimum: 1,
    maximum: 2,
  }),
  language,
  createdAt: time('When it arrived, in UTC.'),
  updatedAt: time('When its state, its messages or the applicant last changed, in UTC.'),
  dueAt: time('Until when the shelter promised an answer, in UTC.'),
  answeredAt: Type.Optional(time('When the shelter first decided or wrote to the applicant, in UTC.')),
  endedAt: Type.Optional(time('When it ended, in UTC. Absent while it is open.')),
  assignee: Type.Optional(
    Type.Object(
      {
        id: Int64({ description: 'Identifier of the person.' }),
        name: Type.String({ description: 'The name.' }),
      },
      { description: 'The person of the shelter who looks after it.' },
    ),
  ),
  orderId: Type.Optional(Int64({ description: 'The order that its acceptance placed.' })),
  applicant: Type.Object(applicantFields, { description: 'Who applies.' }),
};

const SummarySchema = Type.Object(summaryFields, {
  $id: 'ApplicationSummary',
  description: 'An application without its answers and messages.',
  examples: [APPLICATION_SUMMARY_EXAMPLE],
});

const ListSchema = Type.Array(Type.Unsafe<object>({ $ref: 'ApplicationSummary#' }), {
  $id: 'Applications',
  description: 'A page of applications.',
});

const EntrySchema = Type.Object(
  {
    id: Int64({ description: 'Identifier.' }),
    at: time('When it was written, in UTC.'),
    author,
    person,
    text: Type.String({ description: 'The text.' }),
  },
  { $id: 'ApplicationEntry', description: 'A message or a note.' },
);
const Entries = Type.Array(Type.Unsafe<object>({ $ref: 'ApplicationEntry#' }));

const ApplicationSchema = Type.Object(
  {
    ...summaryFields,
    someoneAhead: Type.Boolean({ description: 'True if another application for the animal is accepted.' }),
    failedEmail: Type.Optional(
      Type.Object(
        {
          at: time('When it was given up, in UTC.'),
          reason: Type.String({ description: 'What the mail server refused, in words.' }),
        },
        { description: 'The last e-mail to the applicant that could not be sent, for 7 days.' },
      ),
    ),
    questions: Type.Array(Type.Unsafe<object>({ $ref: 'ApplicationQuestion#' }), {
      description: 'The questions as they were asked.',
    }),
    answers,
    states: Type.Array(
      Type.Object({
        state,
        at: time('When it was reached, in UTC.'),
        author,
        person,
        reason: Type.Optional(Type.String({ description: 'What the shelter wrote to the applicant.' })),
      }),
      { description: 'The states that it reached, the first one first.' },
    ),
    messages: { ...Entries, description: 'What applicant and shelter wrote to each other.' },
    notes: { ...Entries, description: 'What only the shelter reads.' },
  },
  { $id: 'Application', description: 'An application.', examples: [APPLICATION_EXAMPLE] },
);

const ChangeSchema = Type.Object(
  {
    state: Type.Optional({
      ...state,
      description:
        'The new state: `in_review`, `accepted`, `adopted` or `declined`. `accepted` places an approved order that holds the animal, `adopted` completes it; another state after `accepted` cancels it.',
    }),
    reason: Type.Optional(
      written('What the applicant reads about the new state. Only with `state`.', MAX_MESSAGE),
    ),
    assignedTo: Type.Optional(
      Type.Unsafe<bigint | null>(
        nullable(Int64({ description: 'The person who looks after it; null for no one.', examples: [7n] })),
      ),
    ),
    petId: Type.Optional(
      Int64({ description: 'The animal for an applicant who looks for any; it cannot change later.' }),
    ),
  },
  {
    $id: 'ApplicationChange',
    additionalProperties: false,
    minProperties: 1,
    description: 'The members to change.',
    examples: [{ state: 'accepted' }],
  },
);
export type ApplicationChangeBody = Static<typeof ChangeSchema>;

const EntryRequestSchema = Type.Object(
  { text: written('The text.', MAX_MESSAGE) },
  {
    $id: 'ApplicationEntryRequest',
    additionalProperties: false,
    description: 'A message or a note.',
    examples: [{ text: 'When could you visit us?' }],
  },
);
export type EntryRequestBody = Static<typeof EntryRequestSchema>;

export const ADDED_ENTRY_EXAMPLE = { id: 31n, at: TIMES.updatedAt };

const AddedEntrySchema = Type.Object(
  { id: Int64({ description: 'Identifier.' }), at: time('When it was written, in UTC.') },
  { $id: 'AddedApplicationEntry', description: 'What was added.', examples: [ADDED_ENTRY_EXAMPLE] },
);

export const APPLICATION_SCHEMAS = [
  ApplicationRequestSchema,
  SentApplicationSchema,
  SummarySchema,
  ListSchema,
  EntrySchema,
  ApplicationSchema,
  ChangeSchema,
  EntryRequestSchema,
  AddedEntrySchema,
];
