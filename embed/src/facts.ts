import { ageAt } from '../../service/src/adoption/public-pages/age.ts';
import { type Language, TEXTS } from './language.ts';
import type { Listing } from './listing.ts';

type Profile = Listing['profile'];

/** Returns what a card states besides the name, in lines. */
export function factsOf(profile: Profile, language: Language, now: Date): string[] {
  const { sex, breed, secondBreed } = profile;
  const first = [sex && TEXTS[language][sex], ageOf(profile, language, now)].filter(Boolean).join(', ');
  const breeds = [breed, secondBreed].filter(Boolean).join(' / ');
  return [first, breeds, goodWith(profile, language)].filter((line) => line !== '');
}

function ageOf({ birthDate, birthDateEstimated }: Profile, language: Language, now: Date): string {
  if (birthDate === undefined) return '';
  const [count, unit] = ageAt(birthDate, now.getTime());
  const age = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return birthDateEstimated === true ? TEXTS[language].about(age) : age;
}

function goodWith({ goodWithChildren, goodWithDogs, goodWithCats }: Profile, language: Language): string {
  const { goodWith: start, children, dogs, cats } = TEXTS[language];
  const company = [goodWithChildren && children, goodWithDogs && dogs, goodWithCats && cats].filter(
    (name) => typeof name === 'string',
  );
  if (company.length === 0) return '';
  return `${start} ${new Intl.ListFormat(language).format(company)}`;
}
