/** Content codings (RFC 9110, section 8.4). */

/** Returns true if `Content-Encoding` names no coding that would have to be undone. */
export function isIdentity(contentEncoding = ''): boolean {
  return contentEncoding.split(',').every((coding) => /^\s*(?:identity)?\s*$/i.test(coding));
}
