/**
 * Header fields of every response, errors included. Any response may be compressed (`Vary`: RFC 9110, section 12.5.5), and
 * a browser must not guess its type.
 */
export const CONSTANT_HEADERS = { 'X-Content-Type-Options': 'nosniff', Vary: 'Accept-Encoding' } as const;
