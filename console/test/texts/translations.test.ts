import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LANGUAGES as SERVICE_LANGUAGES } from '../../../service/src/platform/core/languages.ts';
import { LANGUAGES } from '../../src/texts/languages.ts';
import { type TextEntry, type Texts, textsByLanguage, textsOfFile } from './text-entries.ts';
import { placesIn } from './translated-places.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== 'en');
/** Folders with one file for each language. */
const FOLDERS = [
  'embed/src/texts',
  ...[
    'exchange/import-export',
    'adoption/public-pages',
    'adoption/applications/pages',
    'access/mail',
    'access/mail/letters',
  ].map((part) => `service/src/${part}/texts`),
];

/** Words that two languages share. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  es: ['Animal', 'Error', 'Error:', 'Microchip', 'No', 'Plan', 'Video', 'Webhooks', 'animal', 'no'],
  fr: [
    '(suggestion)',
    'Animal',
    'Contact',
    'Dates',
    'Description',
    'Distance',
    'E-mail',
    'Long',
    'Menu',
    'Messages',
    'Pages',
    'Photo',
    'Photos',
    'Port',
    'Questions',
    'Webhooks',
    'animal',
    'photo photos',
    'question questions',
  ],
  de: ['Name', 'Passkeys', 'Port', 'Status', 'Text', 'Video', 'Webhooks'],
};

interface Pair {
  readonly at: string;
  readonly language: string;
  readonly english: TextEntry;
  readonly other: TextEntry;
}

function read(path: string): string {
  return readFileSync(`${ROOT}/${path}`, 'utf8');
}

function pairsOf(path: string, language: string, english: Texts, other: Texts | undefined): Pair[] {
  return [...english].map(([name, entry]) => {
    const translated = other?.get(name);
    assert.ok(translated, `${path}: ${name} is missing in ${language}`);
    return { at: `${path} ${name} ${language}`, language, english: entry, other: translated };
  });
}

function pairsOfConsole(path: string): Pair[] {
  return textsByLanguage(read(path)).flatMap((texts) => {
    const english = texts.get('en') ?? new Map<string, TextEntry>();
    return OTHERS.flatMap((language) => pairsOf(path, language, english, texts.get(language)));
  });
}

function pairsOfFolder(folder: string): Pair[] {
  const english = textsOfFile(read(`${folder}/en.ts`));
  return OTHERS.flatMap((language) =>
    pairsOf(folder, language, english, textsOfFile(read(`${folder}/${language}.ts`))),
  );
}

const PAIRS = [
  ...globSync('console/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .flatMap(pairsOfConsole),
  ...FOLDERS.flatMap(pairsOfFolder),
];
/** What no language translates: addresses, codes, units and the arrow between two values. */
const UNTRANSLATED = /petstore\.|https?:\S+|\b(h|min|MB|JPEG|PNG|WebP|AVIF|CSV|UTC)\b|[^\p{L}]+/gu;

test('the console and the service have the same languages', () => {
  assert.deepEqual(Object.keys(LANGUAGES), [...SERVICE_LANGUAGES]);
});

test('docs/translating.md lists the files with texts, and the page for old browsers has each language', async () => {
  const places = await placesIn('types');
  const files = globSync('console/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !path.includes('.test.') && textsByLanguage(read(path)).length > 0,
  );
  assert.deepEqual(
    places.filter((path) => path.startsWith('console/')),
    files.sort(),
  );
  assert.ok((await placesIn('words')).every((path) => read(path) !== ''));
  const page = read('console/index.html');
  assert.deepEqual(
    OTHERS.filter((language) => !page.includes(`class="late" lang="${language}"`)),
    [],
  );
  const codes = Object.keys(LANGUAGES).map((code) => `"${code}"`);
  assert.ok(read('python/src/petstore_client/_async/uploads.py').includes(`Literal[${codes.join(', ')}]`));
});

test('no text equals the English one, unless both languages have the word', () => {
  assert.ok(PAIRS.length > 1_000, `${PAIRS.length} texts`);
  const equal = PAIRS.filter(
    ({ english, other }) => english.words === other.words && english.words.replace(UNTRANSLATED, '') !== '',
  );
  for (const language of OTHERS) {
    const words = equal.filter((pair) => pair.language === language).map(({ english }) => english.words);
    assert.deepEqual([...new Set(words)].sort(), SAME[language], language);
  }
});

/** German has one word for both sexes. */
const WITHOUT_VALUES = ['facts.neutered de', 'facts.notNeutered de'];

test('a text has the same values in every language', () => {
  const different = PAIRS.filter(
    ({ at, english, other }) =>
      english.values !== other.values && !WITHOUT_VALUES.some((text) => at.endsWith(text)),
  );
  assert.deepEqual(
    different.map(({ at, english, other }) => `${at}: ${english.values} / ${other.values}`),
    [],
  );
});

/** How each language addresses the reader and sets marks. */
const MISTAKES: Readonly<Record<string, RegExp>> = {
  es: /(?<!\p{L})(tú|tus|te|ti|contigo|vosotros|vuestr[oa]s?|os)(?!\p{L})/iu,
  fr: /[»\p{L}] [:;?!»]|« |'|(?<!\p{L})(tu|ton|tes|toi)(?!\p{L})/iu,
  de: /[^ ]…|(?<!\p{L})(du|dein|deine|dir|dich|euch)(?!\p{L})/iu,
};

test('Spanish has usted, French vous and German Sie, each with its own marks', () => {
  const wrong = PAIRS.filter(({ language, other }) => MISTAKES[language]?.test(other.words));
  assert.deepEqual(
    wrong.map(({ at, other }) => `${at}: ${other.words}`),
    [],
  );
});
