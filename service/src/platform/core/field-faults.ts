import { ApiError, type ErrorCode, redactKeys } from './errors.ts';

/** What is wrong with one field of a body, with one parameter, or with several for the same reason. */
export interface FieldFault {
  /** The names; of a nested field its path, such as `adoptionFee.amount`. None if the whole body is wrong. */
  readonly fields: readonly string[];
  /** A sentence without its full stop. */
  readonly text: string;
}

/** A request can have thousands of unknown names. */
const MAX_FAULTS = 20;
const MAX_NAMES = 50;
const MAX_NAME_LENGTH = 100;
/** Proxies accept a few kilobytes of headers. */
const MAX_NAMES_LENGTH = 2_000;

/** @param text the end of a sentence that begins with the field. */
export function faultOf(field: string, text: string): FieldFault {
  return { fields: [field], text: `${field} ${text}` };
}

/** Returns an error with a sentence for each fault, and with the names of the fields in `Invalid-Fields`. */
export function fieldsError(code: ErrorCode, faults: readonly FieldFault[]): ApiError {
  const sentences = faults.slice(0, MAX_FAULTS).map(({ text }) => `${text}.`);
  const more = faults.length - sentences.length;
  if (more > 0) sentences.push(`${more} more ${more === 1 ? 'field is' : 'fields are'} invalid.`);
  return new ApiError(code, sentences.join(' '), { headers: invalidFields(faults) });
}

/** As `fieldsError`, for one field. */
export function fieldError(code: ErrorCode, field: string, text: string): ApiError {
  return fieldsError(code, [faultOf(field, text)]);
}

function invalidFields(faults: readonly FieldFault[]): Record<string, string> {
  const names = [...new Set(faults.flatMap(({ fields }) => fields))].slice(0, MAX_NAMES);
  return names.length === 0
    ? {}
    : { 'Invalid-Fields': joinFitting(names.map(asHeaderText), ', ', MAX_NAMES_LENGTH) };
}

/** Returns a name in characters that a header field can have. Only a name that the client invented changes. */
function asHeaderText(name: string): string {
  const characters = [...redactKeys(name).slice(0, MAX_NAME_LENGTH).toWellFormed()];
  return joinFitting(characters.map(encodeURIComponent), '', MAX_NAME_LENGTH);
}

/** Joins the first parts, as many as the text has room for. */
function joinFitting(parts: readonly string[], separator: string, maxLength: number): string {
  let text = parts[0] ?? '';
  for (const part of parts.slice(1)) {
    if (text.length + separator.length + part.length > maxLength) break;
    text += separator + part;
  }
  return text;
}
