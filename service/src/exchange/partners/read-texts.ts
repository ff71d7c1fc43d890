import { coordinatesText, parseCoordinates } from '../../platform/core/catalogue/coordinates.ts';
import { webUrl } from '../../platform/core/urls/web-url.ts';
import { SEXES, type Sex, SIZES, type Size } from '../../platform/database/column-values.ts';
import { ADOPTABLE_VERSION } from './adoptable-schema.ts';
import type { Description, ListedAnimal, PartnerAnimal } from './partner.ts';
import { MAX_ANIMALS } from './partner.ts';

// What strangers wrote. Every value is checked and shortened here, and nothing else of it is kept. Pages escape the texts.

type Members = Readonly<Record<string, unknown>>;

/** Returns true if the service may lead visitors to an address, or read it. */
export type IsAllowed = (url: URL) => boolean;

/** Control characters, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const MAX_URL = 2_000;
const MAX_NAME = 100;
const MAX_ID = 64;
const MAX_BREED = 100;
const MAX_ALT = 200;
const MAX_KIND = 40;
const MAX_LICENSE = 60;
/** The picture that fills a card on most screens. */
const WANTED_WIDTH = 800;

/** Returns a description; `other_address` if its addresses are not those of the partner; undefined if it is none. */
export function descriptionIn(
  text: string,
  origin: string,
  isAllowed: IsAllowed,
): Description | 'other_address' | undefined {
  const { version, name, url, animals, license, place } = membersIn(parsed(text));
  const shownName = textIn(name, MAX_NAME);
  if (version !== ADOPTABLE_VERSION || shownName === undefined) return undefined;
  if (typeof url !== 'string' || typeof animals !== 'string') return undefined;
  const pageUrl = addressIn(url, origin, isAllowed);
  const animalsUrl = addressIn(animals, origin, isAllowed);
  if (pageUrl === undefined || animalsUrl === undefined) return 'other_address';
  const { latitude, longitude } = membersIn(place);
  const coordinates = parseCoordinates(`${Number(latitude)},${Number(longitude)}`);
  return {
    name: shownName,
    pageUrl,
    animalsUrl,
    license: textIn(membersIn(license).id, MAX_LICENSE),
    coordinates: coordinates && coordinatesText(coordinates),
  };
}

/** Returns the first animals of a list, without those that are not valid; undefined if it is no list. */
export function animalsIn(text: string, origin: string, isAllowed: IsAllowed): ListedAnimal[] | undefined {
  const list = parsed(text);
  if (!Array.isArray(list)) return undefined;
  const animals = new Map<string, ListedAnimal>();
  for (const item of list as unknown[]) {
    if (animals.size === MAX_ANIMALS) break;
    const animal = animalIn(membersIn(item), origin, isAllowed);
    if (animal !== undefined) animals.set(animal.remoteId, animal);
  }
  return [...animals.values()];
}

function animalIn(item: Members, origin: string, isAllowed: IsAllowed): ListedAnimal | undefined {
  const pet = membersIn(item.pet);
  const id = typeof pet.id === 'number' ? String(pet.id) : textIn(pet.id, MAX_ID);
  const name = textIn(pet.name, MAX_NAME);
  const url = addressIn(item.url, origin, isAllowed);
  if (id === undefined || name === undefined || url === undefined) return undefined;
  const profile = membersIn(item.profile);
  const photo = membersIn(Array.isArray(item.photos) ? item.photos[0] : undefined);
  const animal: PartnerAnimal = {
    name,
    url,
    kind: textIn(item.kind, MAX_KIND)?.toLowerCase() ?? '',
    breed: textIn(profile.breed, MAX_BREED),
    sex: SEXES.find((sex): sex is Sex => sex === profile.sex),
    size: SIZES.find((size): size is Size => size === profile.size),
    birthDate: dateIn(profile.birthDate),
    goodWithChildren: flagIn(profile.goodWithChildren),
    goodWithDogs: flagIn(profile.goodWithDogs),
    goodWithCats: flagIn(profile.goodWithCats),
    alt: textIn(photo.alt, MAX_ALT) ?? '',
  };
  return { remoteId: id, animal, photoUrl: photoIn(membersIn(photo.urls), origin, isAllowed) };
}

/** Returns the smallest picture that is wide enough, or else the largest. */
function photoIn(urls: Members, origin: string, isAllowed: IsAllowed): string | undefined {
  const widths = Object.keys(urls)
    .filter((width) => /^\d{1,5}$/.test(width))
    .sort((one, other) => Number(one) - Number(other));
  const width = widths.find((one) => Number(one) >= WANTED_WIDTH) ?? widths.at(-1);
  return width === undefined ? undefined : addressIn(urls[width], origin, isAllowed);
}

/** Returns an address of the partner, as a browser would normalise it; undefined for any other. */
function addressIn(value: unknown, origin: string, isAllowed: IsAllowed): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL) return undefined;
  const url = webUrl(value);
  if (url === undefined || url.origin !== origin || url.username !== '' || url.password !== '')
    return undefined;
  return isAllowed(url) && url.href.length <= MAX_URL ? url.href : undefined;
}

function textIn(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  // A text may be as long as the answer: only its beginning is looked at.
  const start = value
    .slice(0, 4 * maxLength)
    .replace(UNSEEN, ' ')
    .trim();
  return start.slice(0, maxLength).toWellFormed().trim() || undefined;
}

function dateIn(value: unknown): string | undefined {
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return isDate && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

function flagIn(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function membersIn(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}; // as was checked
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
