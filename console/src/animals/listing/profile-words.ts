import type { Profile } from '@petstore/client';
import { capitalised } from '../../texts/in-language.ts';
import { ageInMonths, dayOf } from './age.ts';
import { TEXTS } from './profile-texts.ts';

const MONTHS_PER_YEAR = 12;

/** Returns the facts of a profile in words, each a sentence of its own without a full stop. */
export function profileWords(profile: Profile, now: number): string[] {
  return [looks(profile), ageWords(profile, now), company(profile), habits(profile)].filter(
    (words) => words !== '',
  );
}

/** Returns the most important facts in a few words, for a card. */
export function shortProfile({ sex, ...profile }: Profile, now: number): string {
  return [breedWords(profile), sex && TEXTS.sexes[sex], ageWords(profile, now)]
    .filter((words) => words !== undefined && words !== '')
    .join(' · ');
}

/** Many shelters write "mix" in the name of the breed. */
const NAMES_A_MIX = /\bmix|mestiz|mischling|crois|cruce/i; // cspell:disable-line

/** Returns the breeds, and that they are mixed; undefined if nothing is known of them. */
export function breedWords({ breed, secondBreed, mixed = false }: Profile): string | undefined {
  const breeds = [breed, secondBreed].filter(Boolean).join(' / ') || undefined;
  return mixed && !NAMES_A_MIX.test(breeds ?? '') ? TEXTS.mixed(breeds) : breeds;
}

function looks({ sex, size, color, coatLength, ...breeds }: Profile): string {
  const grown = size && TEXTS.sizes[size];
  const coat = coatLength && TEXTS.coats[coatLength];
  return capitalised(
    [grown, sex && TEXTS.sexes[sex], breedWords(breeds), color?.toLowerCase(), coat]
      .filter((word) => word !== undefined)
      .join(', '),
  );
}

/** Returns the age in years, or in months below two years; an empty text if it is not known. */
export function ageWords({ birthDate, birthDateEstimated }: Profile, now: number): string {
  if (birthDate === undefined) return '';
  const months = ageInMonths(birthDate, dayOf(now));
  const years = Math.floor(months / MONTHS_PER_YEAR);
  const words = years < 2 ? TEXTS.months(months) : TEXTS.years(years);
  return birthDateEstimated === true ? TEXTS.aboutAge(words) : TEXTS.age(words);
}

function company({ goodWithChildren, goodWithDogs, goodWithCats }: Profile): string {
  const known = [
    [TEXTS.children, goodWithChildren],
    [TEXTS.dogs, goodWithDogs],
    [TEXTS.cats, goodWithCats],
  ] as const;
  const those = (value: boolean) => known.flatMap(([who, is]) => (is === value ? [who] : []));
  const good = those(true);
  const bad = those(false);
  const parts = [
    good.length === 0 ? '' : TEXTS.goodWith(listed(good, TEXTS.and)),
    bad.length === 0 ? '' : TEXTS.notWith(listed(bad, TEXTS.or)),
  ];
  return capitalised(parts.filter((part) => part !== '').join(', '));
}

function habits({ spayedNeutered, vaccinated, houseTrained }: Profile): string {
  const parts = [
    spayedNeutered === undefined ? '' : spayedNeutered ? TEXTS.neutered : TEXTS.notNeutered,
    vaccinated === undefined ? '' : vaccinated ? TEXTS.vaccinated : TEXTS.notVaccinated,
    houseTrained === undefined ? '' : houseTrained ? TEXTS.houseTrained : TEXTS.notHouseTrained,
  ];
  return capitalised(parts.filter((part) => part !== '').join(', '));
}

function listed(words: readonly string[], conjunction: string): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
