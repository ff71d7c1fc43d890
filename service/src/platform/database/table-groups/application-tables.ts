import type { Generated } from 'kysely';
import type { ApplicationAuthor, ApplicationState } from '../column-values.ts';

/** The tables of applications, as `Tables` describes them. */
export interface ApplicationTables {
  /** What visitors ask for. The personal columns are null in a row that was erased, which stays for the figures. */
  applications: {
    id: Generated<bigint>;
    /** The account that owns the pet, or to which an application without a pet goes; null for a pet without an owner. */
    account_id: bigint | null;
    /** Null if the applicant looks for any animal. */
    pet_id: bigint | null;
    /** The category that an applicant without a pet looks for. */
    category_id: bigint | null;
    state: ApplicationState;
    /** 2 if the pet had its maximum of open applications, else 1. */
    queue: bigint;
    created_at: bigint;
    updated_at: bigint;
    /** When the shelter promised an answer. */
    due_at: bigint;
    /** When the shelter first decided, or wrote to the applicant. */
    answered_at: bigint | null;
    /** Null while it is open. */
    ended_at: bigint | null;
    erased_at: bigint | null;
    assigned_to: bigint | null;
    /** The order that its acceptance placed. */
    order_id: bigint | null;
    /** When the order of its acceptance ended without an adoption: those who wait are next. */
    acceptance_ended_at: bigint | null;
    language: string;
    name: string | null;
    email: string | null;
    telephone: string | null;
    /** JSON: the answers by the ids of the questions. */
    answers: string | null;
    asked_id: bigint | null;
    /** The private link of the applicant, which letters have to repeat. */
    secret: string | null;
    /** The form that sent it, which sends only once. */
    token_id: string | null;
  };
  /** Each state that an application reached. */
  application_states: {
    id: Generated<bigint>;
    application_id: bigint;
    state: ApplicationState;
    at: bigint;
    author: ApplicationAuthor;
    account_id: bigint | null;
    api_key_id: bigint | null;
    person_id: bigint | null;
    /** What the shelter wrote to the applicant. */
    reason: string | null;
  };
  /** What applicant and shelter wrote to each other, and the notes of the shelter. */
  application_messages: {
    id: Generated<bigint>;
    application_id: bigint;
    kind: 'message' | 'note';
    author: ApplicationAuthor;
    at: bigint;
    account_id: bigint | null;
    api_key_id: bigint | null;
    person_id: bigint | null;
    content: string;
  };
  /** Questions as they were asked, each set once for all its applications. */
  asked_questions: { id: Generated<bigint>; digest: string; content: string };
  /** The form of each account that has changed it. */
  application_forms: {
    account_id: bigint;
    /** JSON; null for the questions as delivered. */
    questions: string | null;
    /** 1 or 0. */
    is_open: bigint;
    /** 1 if applications without a pet may go to the account, else 0. */
    takes_general: bigint;
    promise_days: bigint;
    /** 1 or 0. */
    shows_answer_time: bigint;
  };
  /** One row: the key that signs the tokens of forms. */
  form_keys: { secret: string };
}
