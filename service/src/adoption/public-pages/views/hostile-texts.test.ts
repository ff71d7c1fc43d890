import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Listing } from '../../../catalogue/listings/listing.ts';
import { Visit } from '../public-page.ts';
import { SCRIPT } from '../script/script.ts';
import { EN } from '../texts/en.ts';
import { filtersIn } from '../visitor-search.ts';
import { nameOf } from './animal-name.ts';
import { animalPage } from './animal-page.ts';
import { listPage } from './list-page.ts';

/** No text of a member or a visitor becomes markup, an attribute, a script or an address of another kind. */

const SITE = {
  showsAnimals: true,
  shelterName: 'Riverside',
  contactUrl: undefined,
  timeZone: 'UTC',
  publicUrl: 'https://pets.example',
};

const OFFER = { promiseDays: 7, usualDays: 3 };

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['<', '>', '"', "'", '&', '/', '=', '`', '\\', '<!--', '-->', ']]>', '</'],
        ...['\u2028', '\0', '\ud800'],
        ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '" onclick="alert(1)', '</title>'],
        ...['javascript:alert(1)', 'https://x.example/"onload=', '&lt;', '&#60;', '{{x}}'],
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const texts = fc.record({
  name: hostile,
  description: hostile,
  breed: hostile,
  contactUrl: fc.oneof(
    hostile,
    hostile.map((text) => `https://x.example/${text}`),
    hostile.map((text) => `tel:${text}`),
  ),
  alt: hostile,
  category: hostile,
  q: hostile,
});
type TextsOfMembers = typeof texts extends fc.Arbitrary<infer T> ? T : never;

function listingWith({ name, description, breed, contactUrl, alt }: TextsOfMembers): Listing {
  return {
    pet: { id: 1n, name, categoryId: 1n, status: 'available' },
    profile: { description, breed, color: breed, location: breed, specialNeeds: breed, contactUrl },
    photos: [1, 2].map(() => ({
      ...{ id: 'ab'.repeat(16), alt, width: 8, height: 6, color: '#102030' },
      focalPoint: { x: 0, y: 100 },
    })),
    createdAt: 1n,
    statusChangedAt: 1n,
    updatedAt: 1n,
  };
}

function pagesWith(given: TextsOfMembers): string[] {
  const query = new URLSearchParams({ q: given.q, lang: 'en' });
  const visit = new Visit({
    now: 0,
    timeZone: 'UTC',
    target: `/adopt?${query}`,
    params: {},
    acceptLanguage: undefined,
  });
  const listing = listingWith(given);
  const content = {
    listings: [listing],
    count: { count: 1, isExact: true },
    // A text that cannot be searched is not shown. It is here, because it must be escaped all the same.
    filters: { ...filtersIn(new URLSearchParams()), q: given.q },
    categories: [1n, 2n].map((id) => ({ id, name: given.category, available: 1n })),
    query: query.toString(),
    next: 'cursor=x',
    isFirst: true,
    isSimilar: true,
    kindOf: () => 'other' as const,
    companionsOf: () => [listing],
    preview: { listing, isFramed: true },
    offer: OFFER,
    partners: [
      {
        partner: { name: given.name, coordinates: undefined },
        position: 0,
        animal: {
          name: given.name,
          url: 'https://hillside.example/1',
          kind: given.name,
          breed: given.name,
          alt: given.name,
        },
        photo: undefined,
        km: 12,
      },
    ],
  };
  return [
    animalPage(visit, SITE, {
      listing,
      companions: [listing],
      similar: [listing],
      kindOf: () => 'dog',
      preview: undefined,
      offer: OFFER,
    }),
    listPage(visit, SITE, content),
  ];
}

const DATA = /<script type="application\/ld\+json">(.*?)<\/script>/gs;

/** Returns the tags of a page with the names of their attributes. */
function tagsOf(page: string): string[] {
  const tags =
    page
      .replaceAll(DATA, '<data>')
      .replace(SCRIPT, '')
      .match(/<[^>]*>/g) ?? [];
  return tags.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
}

/** The same texts without a character that could have a meaning: they have as many lines and words, and are as often empty. */
function harmless(given: TextsOfMembers): TextsOfMembers {
  const entries = Object.entries(given).map(([name, text]) => [name, text.replace(/[^\s\p{L}\p{N}]/gu, 'x')]);
  return { ...Object.fromEntries(entries), contactUrl: given.contactUrl };
}

test('a page with hostile texts has the tags and attributes of one with harmless texts, its links lead to this service or to a contact, and its structured data ends no script', () => {
  fc.assert(
    fc.property(texts, (given) => {
      const pages = pagesWith(given);
      assert.deepEqual(pages.map(tagsOf), pagesWith(harmless(given)).map(tagsOf));
      for (const [index, page] of pages.entries()) {
        for (const [, address = ''] of page.matchAll(/\s(?:href|src|action)="([^"]*)"/g))
          assert.match(address, /^(?:\/[^/\\]|#main$|https:\/\/|mailto:|tel:)/);
        const { title } = nameOf(given, index === 0 ? 'dog' : 'other', EN);
        const [data, ...others] = [...page.matchAll(DATA)].map(([, json = '']) => json);
        assert.deepEqual(others, []);
        assert.doesNotMatch(data ?? '', /[<>]/);
        assert.ok(JSON.stringify(JSON.parse(data ?? '')).includes(JSON.stringify(title)));
      }
    }),
    { numRuns: 300 },
  );
});
