const PLAIN = /^[\x20-\x7e]+$/;
/** A String of Structured Field Values: RFC 9651, section 3.3.3. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const MAX_LENGTH = 255;

/** The values that `idempotencyKeyOf` accepts, for the OpenAPI document. */
export const HEADER_PATTERN = String.raw`^("([ !#-\[\]-~]|\\["\\]){1,255}"|[ !#-~][ -~]{0,254})$`;

/**
 * Parses the header: a key of 1 to 255 printable ASCII characters, in double quotes as in
 * draft-ietf-httpapi-idempotency-key-header, or without them. Returns undefined if the header is invalid.
 */
export function idempotencyKeyOf(header: string): string | undefined {
  const key = isQuoted(header) ? QUOTED.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') : header;
  return key !== undefined && PLAIN.test(key) && key.length <= MAX_LENGTH ? key : undefined;
}

export function isQuoted(header: string): boolean {
  return header.startsWith('"');
}
