/** The languages of the console, each by its own name. */
export const LANGUAGES = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
