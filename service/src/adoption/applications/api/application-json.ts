import type { FailedLetter } from '../../../access/mail/outbox-letters.ts';
import { timeText } from '../../../platform/core/clock.ts';
import { stringifyJson } from '../../../platform/core/json.ts';
import type {
  Application,
  ApplicationMessage,
  ApplicationSummary,
  AuthorNames,
  StateChange,
} from '../application.ts';
import type { History } from '../store/history-queries.ts';

function optionalTime(at: number | undefined): string | undefined {
  return at === undefined ? undefined : timeText(at);
}

/** An application in a list. */
export interface ListedApplication extends ApplicationSummary {
  /** The name of the person who looks after it. */
  readonly assignee: string | undefined;
}

/** An application with all that the shelter sees. */
export interface CompleteApplication extends Application, ListedApplication, History {
  readonly isSomeoneAhead: boolean;
  readonly failedEmail: FailedLetter | undefined;
}

function summaryOf(application: ListedApplication) {
  const { id, petId, categoryId, state, queue, language, orderId, applicant } = application;
  return {
    id,
    petId,
    categoryId,
    state,
    queue,
    language,
    createdAt: timeText(application.createdAt),
    updatedAt: timeText(application.updatedAt),
    dueAt: timeText(application.dueAt),
    answeredAt: optionalTime(application.answeredAt),
    endedAt: optionalTime(application.endedAt),
    assignee: personOf({ personId: application.assignedTo, person: application.assignee }),
    orderId,
    applicant,
  };
}

function personOf({ personId, person }: Pick<AuthorNames, 'personId' | 'person'>) {
  return personId === undefined ? undefined : { id: personId, name: person ?? '' };
}

/** Returns an application in a list as JSON of the API. */
export function applicationSummaryJson(application: ListedApplication): string {
  return stringifyJson(summaryOf(application));
}

/**
 * Returns what the `ETag` of an application stands for: all that someone sees who decides about it. A letter that could not
 * be sent is no change of the application, so that it does not refuse a decision.
 */
export function applicationVersion(application: CompleteApplication): string {
  return applicationJson({ ...application, failedEmail: undefined });
}

/** Returns an application as JSON of the API. */
export function applicationJson(application: CompleteApplication): string {
  const { questions, answers, states, messages, notes, isSomeoneAhead, failedEmail } = application;
  return stringifyJson({
    ...summaryOf(application),
    someoneAhead: isSomeoneAhead,
    failedEmail: failedEmail && { at: timeText(failedEmail.at), reason: failedEmail.reason },
    questions,
    answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
    states: states.map(stateOf),
    messages: messages.map(entryOf),
    notes: notes.map(entryOf),
  });
}

function stateOf({ state, at, author, reason, ...names }: StateChange) {
  return { state, at: timeText(at), author, person: personOf(names), reason };
}

function entryOf({ id, at, author, text, ...names }: ApplicationMessage) {
  return { id, at: timeText(at), author, person: personOf(names), text };
}
