import { OPEN_STATES } from '../../catalogue/pets/bonds/open-applications.ts';
import type { Language } from '../../platform/core/languages.ts';
import type { ApplicationAuthor, ApplicationState } from '../../platform/database/column-values.ts';
import type { AnswerValue } from './questions/answers.ts';
import type { Question } from './questions/question.ts';

export type { ApplicationAuthor, ApplicationState };

/** The states of those who still wait for the animal. */
export const WAITING_STATES = ['received', 'in_review'] as const satisfies readonly ApplicationState[];

/**
 * What the shelter can request. An acceptance places the order, `adopted` completes it; leaving `accepted` in any other way
 * cancels it. What the applicant withdrew, and what was adopted, is final.
 */
export const TRANSITIONS: Readonly<Record<ApplicationState, readonly ApplicationState[]>> = {
  received: ['in_review', 'accepted', 'declined'],
  in_review: ['accepted', 'declined'],
  accepted: ['in_review', 'adopted', 'declined'],
  adopted: [],
  declined: ['in_review'],
  withdrawn: [],
  closed: ['in_review'],
};

export function isOpen(state: ApplicationState): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/** Who applies, and how the shelter can answer. */
export interface Applicant {
  readonly name: string;
  readonly email: string | undefined;
  readonly telephone: string | undefined;
}

/** The state of an application, without anything that an applicant has written. Times are Unix milliseconds. */
export interface ApplicationCore {
  readonly id: bigint;
  /** The account that may read it; null for an animal without an owner: any manager. */
  readonly accountId: bigint | null;
  readonly petId: bigint | undefined;
  /** The category that an applicant without an animal looks for. */
  readonly categoryId: bigint | undefined;
  readonly state: ApplicationState;
  readonly queue: 1 | 2;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly dueAt: number;
  readonly answeredAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly assignedTo: bigint | undefined;
  readonly orderId: bigint | undefined;
  readonly language: Language;
}

/** An application in a list. It was not erased. */
export interface ApplicationSummary extends ApplicationCore {
  readonly applicant: Applicant;
}

/** An application with all that the applicant has written. */
export interface Application extends ApplicationSummary {
  /** The questions as they were asked. */
  readonly questions: readonly Question[];
  readonly answers: Readonly<Record<string, AnswerValue>>;
  /** The secret of the applicant's private link. */
  readonly secret: string;
}

/** Who did something, as members of the shelter see it. */
export interface AuthorNames {
  readonly author: ApplicationAuthor;
  readonly personId: bigint | undefined;
  /** The name of the person. */
  readonly person: string | undefined;
}

export interface StateChange extends AuthorNames {
  readonly state: ApplicationState;
  readonly at: number;
  /** What the shelter wrote to the applicant. */
  readonly reason: string | undefined;
}

export interface ApplicationMessage extends AuthorNames {
  readonly id: bigint;
  readonly at: number;
  readonly text: string;
}
