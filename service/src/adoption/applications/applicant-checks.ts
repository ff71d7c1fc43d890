import { MAX_TELEPHONE_LENGTH, telephoneFault } from '../../access/settings/shelter-texts.ts';
import { emailFault } from '../../platform/core/email-address.ts';
import { type FieldFault, faultOf } from '../../platform/core/field-faults.ts';
import type { Applicant } from './application.ts';

export const MAX_NAME = 100;
export const MAX_MESSAGE = 3_000;

/** Returns what is wrong with a name or a message, as the end of a sentence: control characters other than line breaks. */
export function writtenFault(text: string, maxLength: number): string | undefined {
  if (text.length > maxLength) return `must have at most ${maxLength} characters`;
  return text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text)
    ? undefined
    : 'must be text without control characters';
}

/** Without one of them a name looks empty, and no one could open its application in a list. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u;
/** Overrides and embeddings of the direction, which would turn the text beside a name around. No script needs them in a name. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/** One line. */
function nameFault(name: string): string | undefined {
  if (!VISIBLE.test(name)) return 'is required';
  if (name.length > MAX_NAME) return `must have at most ${MAX_NAME} characters`;
  return name.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(name) ? undefined : 'must be one line of text';
}

/** Returns what is wrong with an applicant. The shelter needs a way to answer, which the private link always is. */
export function applicantFaults({ name, email, telephone }: Applicant): FieldFault[] {
  const faults = [
    ['name', nameFault(name)],
    ['email', email === undefined ? undefined : emailFault(email)],
    ['telephone', telephone === undefined ? undefined : numberFault(telephone)],
  ] as const;
  return faults.flatMap(([field, text]) => (text === undefined ? [] : [faultOf(field, text)]));
}

function numberFault(telephone: string): string | undefined {
  return telephone.length > MAX_TELEPHONE_LENGTH
    ? `must have at most ${MAX_TELEPHONE_LENGTH} characters`
    : telephoneFault(telephone);
}

/** Returns an applicant without the spaces and empty fields that a form sends, and with a name that changes no text beside it. */
export function trimmed({ name, email, telephone }: Applicant): Applicant {
  const given = (text: string | undefined) =>
    text === undefined || text.trim() === '' ? undefined : text.trim();
  return { name: name.replaceAll(TURNING, '').trim(), email: given(email), telephone: given(telephone) };
}
