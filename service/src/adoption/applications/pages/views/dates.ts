import type { Site, Visit } from '../../../public-pages/public-page.ts';

/** Returns the day of a time, as the shelter counts its days. */
export function dateText(at: number, { language }: Visit, { timeZone }: Site): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(at);
}
