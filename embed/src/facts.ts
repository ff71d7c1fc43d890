import { type Language, TEXTS } from './language.ts';
import type { Listing } from './listing.ts';

type Profile = Listing['profile'];

const DAYS_OF_A_WEEK = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns what a card states besides the name, in lines. */
export function factsOf(profile: Profile, language: Language, now: Date): string[] {
  const { sex, breed } = profile;
  const first = [sex && TEXTS[language][sex], ageOf(profile, language, now)].filter(Boolean).join(', ');
  return [first, breed ?? '', goodWith(profile, language)].filter((line) => line !== '');
}

function ageOf({ birthDate, birthDateEstimated }: Profile, language: Language, now: Date): string {
  if (birthDate === undefined) return '';
  const [count, unit] = elapsed(new Date(birthDate), now);
  const age = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return birthDateEstimated === true ? TEXTS[language].about(age) : age;
}

/** Returns the whole years, below one year the months, below one month the weeks; at least one week. */
function elapsed(from: Date, to: Date): [number, 'year' | 'month' | 'week'] {
  const isBeforeDay = to.getUTCDate() < from.getUTCDate();
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const months = years * 12 + to.getUTCMonth() - from.getUTCMonth() - Number(isBeforeDay);
  if (months >= 12) return [Math.floor(months / 12), 'year'];
  if (months >= 1) return [months, 'month'];
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  return [Math.max(1, Math.floor(days / DAYS_OF_A_WEEK)), 'week'];
}

function goodWith({ goodWithChildren, goodWithDogs, goodWithCats }: Profile, language: Language): string {
  const { goodWith: start, children, dogs, cats } = TEXTS[language];
  const company = [goodWithChildren && children, goodWithDogs && dogs, goodWithCats && cats].filter(
    (name) => typeof name === 'string',
  );
  if (company.length === 0) return '';
  return `${start} ${new Intl.ListFormat(language).format(company)}`;
}
