import { InexactNumber, type JsonError } from '../../core/json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns true if a value of `parseJson` is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber)
  );
}

/** Returns why a text is not JSON, with the position if it is known. */
export function jsonFault(error: JsonError): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
