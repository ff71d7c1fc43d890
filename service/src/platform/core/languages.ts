/** The languages of the public pages and of imports. The first is the one of clients that prefer none of them. */
export const LANGUAGES = ['en', 'es', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
