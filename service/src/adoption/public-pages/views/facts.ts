import type { Profile } from '../../../catalogue/listings/profile.ts';
import { GOOD_WITH } from '../../../catalogue/search/pet-filters.ts';
import type { Language } from '../../../platform/core/languages.ts';
import { ageAt, ageGroupAt } from '../age.ts';
import { TEXTS } from '../texts/language.ts';

/** Who reads the facts, and when. */
interface Reader {
  readonly language: Language;
  readonly today: number;
}

const GOOD_WITH_FIELDS = {
  children: 'goodWithChildren',
  dogs: 'goodWithDogs',
  cats: 'goodWithCats',
} as const satisfies Record<(typeof GOOD_WITH)[number], keyof Profile>;

/** Returns an animal in one sentence: "A young female, good with children". Empty if nothing is known of it. */
export function sentenceAbout({ sex, size, birthDate, ...profile }: Profile, reader: Reader): string {
  const { facts } = TEXTS[reader.language];
  const ageGroup = birthDate === undefined ? undefined : ageGroupAt(birthDate, reader.today);
  const company = companyOf(profile, true, reader.language);
  return capitalised(
    [facts.animal({ sex, size, ageGroup }), company && facts.goodWith(company)].filter(Boolean).join(', '),
  );
}

/** Returns the breeds and the colour as they were written. */
export function looksOf(profile: Profile, language: Language): string {
  return [breedsOf(profile, language), profile.color].filter(Boolean).join(' · ');
}

/** Many shelters write "mix" in the name of the breed. */
const NAMES_A_MIX = /\bmix|mestiz|mischling|crois|cruce/i; // cspell:disable-line

function breedsOf({ breed, secondBreed, mixed = false }: Profile, language: Language): string | undefined {
  const breeds = [breed, secondBreed].filter(Boolean).join(' / ') || undefined;
  const isNamed = breeds !== undefined && NAMES_A_MIX.test(breeds);
  return mixed && !isNamed ? TEXTS[language].facts.mixed(breeds) : breeds;
}

/** Returns the other facts of the page of an animal, each one a short sentence. */
export function factsOf(profile: Profile, reader: Reader): string[] {
  const { facts } = TEXTS[reader.language];
  const { sex, coatLength, spayedNeutered, vaccinated, houseTrained, location, intakeDate } = profile;
  const without = companyOf(profile, false, reader.language);
  const lines = [
    ageOf(profile, reader),
    coatLength !== undefined && facts.coats[coatLength],
    spayedNeutered !== undefined && facts[spayedNeutered ? 'neutered' : 'notNeutered'](sex),
    vaccinated !== undefined && facts[vaccinated ? 'vaccinated' : 'notVaccinated'],
    houseTrained !== undefined && facts[houseTrained ? 'houseTrained' : 'notHouseTrained'],
    without && facts.notWith(without),
    location !== undefined && facts.lives(location),
    intakeDate !== undefined && facts.since(dateIn(reader.language, intakeDate)),
    feeOf(profile, reader.language),
  ];
  return lines.flatMap((line) => line || []);
}

/** Returns the age in words; empty if it is not known. */
export function ageOf(
  { birthDate, birthDateEstimated = false }: Profile,
  { language, today }: Reader,
): string {
  if (birthDate === undefined) return '';
  const { facts } = TEXTS[language];
  const [count, unit] = ageAt(birthDate, today);
  const length = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  const age = facts.age(length, birthDateEstimated);
  return birthDateEstimated ? age : `${age}, ${facts.born(dateIn(language, birthDate))}`;
}

function companyOf(profile: Profile, isGood: boolean, language: Language): string {
  const { company } = TEXTS[language].facts;
  const names = GOOD_WITH.filter((other) => profile[GOOD_WITH_FIELDS[other]] === isGood).map(
    (other) => company[other],
  );
  return new Intl.ListFormat(language, { type: isGood ? 'conjunction' : 'disjunction' }).format(names);
}

function feeOf({ adoptionFee }: Profile, language: Language): string | undefined {
  if (adoptionFee === undefined) return undefined;
  const { facts } = TEXTS[language];
  const { amount, currency } = adoptionFee;
  if (Number(amount) === 0) return facts.free;
  const format = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  // A decimal in text is exact; the checks of the profile allow nothing else.
  return facts.fee(new Intl.NumberFormat(language, format).format(amount as `${number}`));
}

function dateIn(language: Language, date: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

export function capitalised(sentence: string): string {
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
}
