/** The version of the software; the API has one of its own, in `openapi.json`. */
export const VERSION = '1.0.0';
