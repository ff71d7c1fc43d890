/** The zone of a shelter that has set none. */
export const DEFAULT_TIME_ZONE = 'UTC';

const known = new Map<string, boolean>();

/** Returns a zone that this browser knows: an older one lacks some names that the service knows. */
export function knownTimeZone(name: string): string {
  const isKnown = known.get(name) ?? isTimeZone(name);
  known.set(name, isKnown);
  return isKnown ? name : DEFAULT_TIME_ZONE;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The time zone of this device. Chrome names one that it does not find out `Etc/Unknown`, and does not know that name. */
export const BROWSER_TIME_ZONE = knownTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);
