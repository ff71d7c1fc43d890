import { isMixed } from '../mapping/guess.ts';
import type { SiteMapping } from '../mapping/site-mapping.ts';
import type { FactName, Site } from '../sites/site.ts';
import { oneLine, withLineBreaks } from './site-text.ts';
import type { WaitingAnimal } from './waiting-animals.ts';

/** What the columns of a row are made of. What is not known is undefined, and left empty. */
export type Facts = Readonly<Partial<Record<FactName, string | boolean>>>;

export interface FactContext {
  readonly mapping: SiteMapping;
  readonly username: string;
  /** The day of the shelter. */
  readonly today: string;
  readonly publicUrl: string;
}

/** Returns what a site gets about an animal. */
export function factsOf(animal: WaitingAnimal, context: FactContext): Facts {
  const { mapping, username, today } = context;
  const { site } = mapping;
  const { id, categoryId, status, profile } = animal;
  const species = mapping.speciesOf(categoryId);
  const hasSize = site.speciesWithSize?.includes(species ?? '') ?? true;
  const colors = profile.color === undefined ? [] : mapping.colorsOf(categoryId, profile.color);
  return {
    account: username,
    id: String(id),
    name: namesOf(animal),
    species,
    ...breedFacts(animal, mapping),
    sex: profile.sex,
    size: hasSize ? profile.size : undefined,
    age: ageWord(site, profile.birthDate, today),
    description: profile.description && withLineBreaks(profile.description, site.lineBreak),
    status,
    vaccinated: profile.vaccinated,
    spayedNeutered: profile.spayedNeutered,
    goodWithChildren: profile.goodWithChildren,
    goodWithDogs: profile.goodWithDogs,
    goodWithCats: profile.goodWithCats,
    houseTrained: profile.houseTrained,
    // No profile states that an animal needs nothing.
    specialNeeds: profile.specialNeeds === undefined ? undefined : true,
    specialNeedsText: profile.specialNeeds && withLineBreaks(profile.specialNeeds, site.lineBreak),
    birthDate: profile.birthDate && siteDate(site, profile.birthDate),
    intakeDate: profile.intakeDate && siteDate(site, profile.intakeDate),
    firstColor: colors[0],
    secondColor: colors[1],
    thirdColor: colors[2],
    shownColor: profile.color && oneLine(profile.color),
    coat: profile.coatLength && mapping.wordOf({ kind: 'coat', categoryId, word: profile.coatLength }),
    ...feeFacts(site, profile.adoptionFee?.amount),
    updatedAt: animal.updatedAt === null ? undefined : String(animal.updatedAt / 1_000n),
    tags: profile.tags?.map((tag) => oneLine(tag).replaceAll(',', ' ')).join(','),
    ...mediaFacts(animal, context),
  };
}

/** Sites have no field for animals that go together, so that each is shown with the names and covers of all. */
function namesOf({ name, companions }: WaitingAnimal): string {
  return [name, ...companions.map((companion) => companion.name)]
    .map(oneLine)
    .filter((one) => one !== '')
    .join(' & ');
}

/** Its own cover, those of the animals that it goes together with, and its other photos. */
function photosInOrder({ photos: [cover, ...others], companions }: WaitingAnimal): string[] {
  const covers = [cover, ...companions.map((companion) => companion.cover)];
  return [...covers.flatMap((id) => id ?? []), ...others];
}

function breedFacts({ categoryId, profile }: WaitingAnimal, mapping: SiteMapping): Facts {
  const { breed, secondBreed, mixed } = profile;
  const siteBreed = (word: string | undefined) =>
    word === undefined
      ? undefined
      : (mapping.wordOf({ kind: 'breed', categoryId, word }) ??
        (mapping.site.refusesOtherBreeds ? undefined : oneLine(word)));
  const names = [breed, secondBreed].flatMap((name) => (name === undefined ? [] : oneLine(name)));
  const isOfSeveral = secondBreed !== undefined || (breed !== undefined && isMixed(breed));
  return {
    breed: siteBreed(breed),
    secondBreed: siteBreed(secondBreed),
    shownBreed: names.length === 0 ? undefined : names.join(' / '),
    mixed: mixed ?? (isOfSeveral ? true : undefined),
  };
}

/** Whole months between two days. */
function monthsBetween(from: string, to: string): number {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  return (toYear - year) * 12 + toMonth - month - Number(toDay < day);
}

function ageWord({ ageBands }: Site, birthDate: string | undefined, today: string): string | undefined {
  if (birthDate === undefined) return undefined;
  const months = monthsBetween(birthDate, today);
  return ageBands.find(({ belowMonths }) => belowMonths === undefined || months < belowMonths)?.word;
}

function siteDate({ dates }: Site, date: string): string {
  const [year, month, day] = date.split('-');
  return dates === 'year first' ? date : `${month}/${day}/${year}`;
}

/** A fee of nothing is left empty, because sites do not show it as one. */
function feeFacts({ fees }: Site, amount: string | undefined): Facts {
  const value = Number(amount ?? 0);
  if (value === 0) return {};
  const fee = fees === 'whole' ? String(Math.round(value)) : value.toFixed(2);
  return { fee, hasFee: true };
}

/** The video takes the place of the last photo where a site has no column for it. */
function mediaFacts(animal: WaitingAnimal, { mapping: { site }, publicUrl }: FactContext): Facts {
  const videoUrl = animal.profile.videoUrl;
  const video = videoUrl !== undefined && isOf(site.videoHosts, videoUrl) ? videoUrl : undefined;
  const hasVideoColumn = site.columns.some(({ fact }) => fact === 'video');
  const photos = photosOfRow(animal, site, publicUrl).map((photo, n) => [`photo${n + 1}`, photo]);
  return {
    ...Object.fromEntries(photos),
    ...(hasVideoColumn ? { video } : video !== undefined && { [`photo${site.photos.max}`]: video }),
  };
}

function photosOfRow(animal: WaitingAnimal, site: Site, publicUrl: string): string[] {
  if (site.photos.by === 'files') return photoFilesOf(animal, site).map(({ name }) => name);
  return photosInOrder(animal)
    .slice(0, site.photos.max)
    .map((id) => `${publicUrl}/photos/${id}/800.jpg`);
}

/** The photos of an animal that are sent as files, and their names: `ID-1.jpg` is the cover. */
export function photoFilesOf(
  animal: WaitingAnimal,
  site: Site,
): ReadonlyArray<{ readonly name: string; readonly photoId: string }> {
  const photos = photosInOrder(animal).slice(0, site.photos.max);
  return photos.map((photoId, n) => ({ name: `${animal.id}-${n + 1}.jpg`, photoId }));
}

function isOf(hosts: readonly string[], address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return hosts.some((known) => host === known || host.endsWith(`.${known}`));
}
