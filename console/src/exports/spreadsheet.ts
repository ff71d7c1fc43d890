import type { Listing, Profile } from '@petstore/client';
import { TEXTS as ANIMAL_TEXTS } from '../animals/animals-texts.ts';
import { TEXTS as FIELD_TEXTS } from '../animals/listing/field-texts.ts';
import { TEXTS as LISTING_TEXTS } from '../animals/listing/listing-texts.ts';
import { ageWords } from '../animals/listing/profile-words.ts';
import { isPublic } from '../animals/listing/public-status.ts';
import { hrefOf } from '../route.ts';
import { statusName } from '../texts/status-names.ts';
import { dayOf } from '../ui/local-text.ts';
import { type Cell, csvOf, integerCell } from './csv.ts';
import { daysInCare } from './days-in-care.ts';
import { TEXTS } from './exports-texts.ts';

export interface SpreadsheetContext {
  /** Unix milliseconds. */
  readonly now: number;
  /** The zone whose days the spreadsheet has. */
  readonly timeZone: string;
  /** How the user writes numbers. */
  readonly locale: string;
  /** The address of the service, for links to the console. */
  readonly origin: string;
  categoryName(id: bigint): string;
}

interface Column {
  readonly name: string;
  cellOf(listing: Listing, context: SpreadsheetContext): Cell;
}

const COLUMNS: readonly Column[] = [
  { name: ANIMAL_TEXTS.number, cellOf: ({ pet }) => integerCell(pet.id) },
  { name: ANIMAL_TEXTS.name, cellOf: ({ pet }) => pet.name },
  {
    name: ANIMAL_TEXTS.category,
    cellOf: ({ pet }, { categoryName }) => categoryName(pet.categoryId),
  },
  { name: ANIMAL_TEXTS.status, cellOf: ({ pet }) => statusName(pet.status) },
  { name: FIELD_TEXTS.breed, cellOf: ({ profile }) => profile.breed },
  { name: FIELD_TEXTS.secondBreed, cellOf: ({ profile }) => profile.secondBreed },
  yesOrNo('mixed'),
  { name: FIELD_TEXTS.sex, cellOf: ({ profile: { sex } }) => sex && FIELD_TEXTS.sexes[sex] },
  { name: TEXTS.age, cellOf: ({ profile }, { now }) => ageWords(profile, now) || undefined },
  { name: FIELD_TEXTS.birthDate, cellOf: ({ profile }) => valueCell(profile.birthDate) },
  { name: FIELD_TEXTS.size, cellOf: ({ profile: { size } }) => size && FIELD_TEXTS.sizes[size] },
  {
    name: FIELD_TEXTS.coatLength,
    cellOf: ({ profile: { coatLength } }) => coatLength && FIELD_TEXTS.coats[coatLength],
  },
  { name: FIELD_TEXTS.color, cellOf: ({ profile }) => profile.color },
  { name: FIELD_TEXTS.intakeDate, cellOf: ({ profile }) => valueCell(profile.intakeDate) },
  {
    name: TEXTS.added,
    cellOf: ({ createdAt }, { timeZone }) => valueCell(createdAt && dayOf(Date.parse(createdAt), timeZone)),
  },
  {
    name: TEXTS.daysInCare,
    cellOf: (listing, { now, timeZone }) => valueCell(daysInCare(listing, now, timeZone)),
  },
  { name: FIELD_TEXTS.location, cellOf: ({ profile }) => profile.location },
  yesOrNo('spayedNeutered'),
  yesOrNo('vaccinated'),
  yesOrNo('houseTrained'),
  yesOrNo('goodWithChildren'),
  yesOrNo('goodWithDogs'),
  yesOrNo('goodWithCats'),
  { name: FIELD_TEXTS.specialNeeds, cellOf: ({ profile }) => profile.specialNeeds },
  {
    name: LISTING_TEXTS.fee,
    cellOf: ({ profile }, { locale }) =>
      valueCell(profile.adoptionFee?.amount.replace('.', decimalSign(locale))),
  },
  { name: TEXTS.currency, cellOf: ({ profile }) => profile.adoptionFee?.currency },
  // Without its scheme, an international telephone number would begin as a formula.
  { name: FIELD_TEXTS.contactUrl, cellOf: ({ profile }) => profile.contactUrl?.replace(/^mailto:/i, '') },
  { name: FIELD_TEXTS.videoUrl, cellOf: ({ profile }) => profile.videoUrl },
  { name: FIELD_TEXTS.tags, cellOf: ({ profile }) => profile.tags?.join(', ') },
  { name: FIELD_TEXTS.description, cellOf: ({ profile }) => profile.description },
  { name: TEXTS.photos, cellOf: ({ photos }) => valueCell(photos.length) },
  { name: LISTING_TEXTS.publicPage, cellOf: ({ pet, url }) => (isPublic(pet.status) ? url : undefined) },
  {
    name: TEXTS.consolePage,
    cellOf: ({ pet }, { origin }) => `${origin}/${hrefOf({ page: 'animal', id: pet.id })}`,
  },
];

/** Returns animals as a file for a spreadsheet program, with names of columns and words in the language of the page. */
export function spreadsheetOf(listings: readonly Listing[], context: SpreadsheetContext): string {
  const rows = listings.map((listing) => COLUMNS.map(({ cellOf }) => cellOf(listing, context)));
  return csvOf([COLUMNS.map(({ name }) => name), ...rows], separatorOf(context.locale));
}

/** Where numbers have a decimal comma, Excel expects a semicolon between the cells. Other programs find it out by themselves. */
function separatorOf(locale: string): string {
  return decimalSign(locale) === ',' ? ';' : ',';
}

function decimalSign(locale: string): string {
  return new Intl.NumberFormat(locale).format(0.5).includes(',') ? ',' : '.';
}

function yesOrNo(
  field:
    | 'mixed'
    | 'spayedNeutered'
    | 'vaccinated'
    | 'houseTrained'
    | (`goodWith${'Children' | 'Dogs' | 'Cats'}` & keyof Profile),
): Column {
  const words = (is: boolean | undefined) =>
    is === undefined ? undefined : is ? LISTING_TEXTS.yes : LISTING_TEXTS.no;
  return { name: FIELD_TEXTS[field], cellOf: ({ profile }) => words(profile[field]) };
}

function valueCell(value: string | number | undefined): Cell {
  return value === undefined || value === '' ? undefined : { value: String(value) };
}
