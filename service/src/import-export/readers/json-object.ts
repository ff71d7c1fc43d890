import { InexactNumber, type JsonError } from '../../core/json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value that `parseJson` returned was written in braces. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber)
  );
}

/** What is wrong with a text that is not JSON, with the place if that is known. */
export function jsonFault(error: JsonError): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
