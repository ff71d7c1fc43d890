import { Type } from 'typebox';
import type { Question } from './question.ts';

/** How one account takes applications. */
export interface FormSettings {
  /** Whether visitors can apply for its animals. */
  readonly isOpen: boolean;
  /** Whether applications without an animal may go to it. */
  readonly takesGeneral: boolean;
  /** How many days the promise of an answer lasts. */
  readonly promiseDays: number;
  /** Whether visitors see how long an answer usually takes. */
  readonly showAnswerTime: boolean;
}

export interface Form extends FormSettings {
  readonly questions: readonly Question[];
}

export const DEFAULT_SETTINGS: FormSettings = {
  isOpen: true,
  takesGeneral: true,
  promiseDays: 7,
  showAnswerTime: false,
};

const MAX_PROMISE_DAYS = 60;

const formSettingsFields = {
  isOpen: Type.Boolean({ description: 'Whether visitors can apply for the animals of the account.' }),
  takesGeneral: Type.Boolean({
    description:
      'Whether applications without an animal may go to the account. They go to the first open account that takes them.',
  }),
  promiseDays: Type.Integer({
    minimum: 1,
    maximum: MAX_PROMISE_DAYS,
    description: 'Within how many days the shelter promises an answer.',
    examples: [7],
  }),
  showAnswerTime: Type.Boolean({
    description:
      'Whether visitors see how long an answer usually takes, measured by at least ten answers of the last 90 days.',
  }),
};

/** A response may get further members, which a request may not. */
export const FORM_SCHEMAS = ['ApplicationSettings', 'ApplicationSettingsRequest'].map(($id) =>
  Type.Object(formSettingsFields, {
    $id,
    additionalProperties: false,
    description: 'How an account takes applications.',
    examples: [DEFAULT_SETTINGS],
  }),
);
