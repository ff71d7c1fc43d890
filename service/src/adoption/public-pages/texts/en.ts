import type { Size } from '../../../platform/database/column-values.ts';
import type { AgeGroup, Texts, Traits } from './texts.ts';

const SIZE_WORDS: Readonly<Record<Size, string>> = {
  small: 'small',
  medium: 'medium-sized',
  large: 'large',
  extra_large: 'very large',
};
const AGE_WORDS: Readonly<Record<AgeGroup, string>> = {
  baby: 'very young',
  young: 'young',
  adult: 'grown-up',
  senior: 'older',
};

const VOWELS = new Set(['a', 'e', 'i', 'o', 'u']);

function animal({ sex, size, ageGroup }: Traits): string {
  if (sex === undefined && size === undefined && ageGroup === undefined) return '';
  const adjectives = [size && SIZE_WORDS[size], ageGroup && AGE_WORDS[ageGroup]].filter(Boolean).join(', ');
  const noun = [adjectives, sex ?? 'animal'].filter(Boolean).join(' ');
  return `${VOWELS.has(noun.charAt(0)) ? 'An' : 'A'} ${noun}`;
}

export const EN: Texts = {
  languageName: 'English',
  locale: 'en_US',
  languages: 'Language',
  skip: 'Skip to the content',
  kindWords: {
    dog: { words: /^(dogs?|puppy|puppies|hounds?)$/, plain: /^(dogs?)$/ },
    cat: { words: /^(cats?|kittens?)$/, plain: /^(cats?)$/ },
    rabbit: { words: /^(rabbits?|bunny|bunnies|hares?)$/, plain: /^(rabbits?)$/ },
    bird: {
      words: /^(birds?|parrots?|parakeets?|canary|canaries|chickens?|hens?|roosters?|ducks?|goose|geese)$/,
      plain: /^(birds?)$/,
    },
  },
  kinds: {
    dog: { all: 'Dogs', one: 'dog', many: 'dogs', unnamed: 'A dog without a name yet', this: 'this dog' },
    cat: { all: 'Cats', one: 'cat', many: 'cats', unnamed: 'A cat without a name yet', this: 'this cat' },
    rabbit: {
      all: 'Rabbits',
      one: 'rabbit',
      many: 'rabbits',
      unnamed: 'A rabbit without a name yet',
      this: 'this rabbit',
    },
    bird: {
      all: 'Birds',
      one: 'bird',
      many: 'birds',
      unnamed: 'A bird without a name yet',
      this: 'this bird',
    },
    other: {
      all: 'Animals',
      one: 'animal',
      many: 'animals',
      unnamed: 'An animal without a name yet',
      this: 'this animal',
    },
  },
  list: {
    title: 'Looking for a home',
    intro: (shelter) => `These animals live at ${shelter} and wait for someone like you.`,
    kinds: 'Kinds of animals',
    all: 'All animals',
    category: (id) => `Group ${id}`,
    moreThan: (number) => `More than ${number}`,
    next: 'More animals',
    first: 'Back to the first animals',
    pages: 'Pages',
    none: 'No animal is waiting here right now. New ones arrive often: please come back soon.',
    noneHere: 'None of the animals here is like that.',
    similar: (words) => `Nothing was found for “${words}”. Did you mean …`,
    feed: 'New animals as a feed',
  },
  partners: {
    title: 'From our partners',
    intro: 'These animals live at other shelters. Each link leads to the page of its shelter.',
    at: 'From',
    away: (distance) => `${distance} away`,
  },
  filters: {
    title: 'Find the right one',
    text: 'Words',
    textHint: 'A name, a breed, a colour …',
    kind: 'Kind',
    sex: 'Sex',
    size: 'Size',
    age: 'Age',
    goodWith: 'Gets on with',
    distance: 'Distance',
    within: (distance) => `Within ${distance}`,
    any: 'Any',
    chosen: 'Your search',
    remove: (part) => `Remove: ${part}`,
    submit: 'Show these animals',
    reset: 'Show all animals',
    sexes: { female: 'Female', male: 'Male' },
    sizes: { small: 'Small', medium: 'Medium', large: 'Large', extra_large: 'Very large' },
    ages: {
      baby: 'Under 1 year',
      young: '1 to 3 years',
      adult: '3 to 8 years',
      senior: '8 years and older',
    },
    company: { children: 'Children', dogs: 'Dogs', cats: 'Cats' },
  },
  facts: {
    animal,
    goodWith: (company) => `good with ${company}`,
    notWith: (company) => `Needs a home without ${company}`,
    company: { children: 'children', dogs: 'dogs', cats: 'cats' },
    age: (age, isEstimated) => `${isEstimated ? 'About ' : ''}${age} old`,
    born: (date) => `born on ${date}`,
    neutered: (sex) => (sex === undefined ? 'Spayed or neutered' : sex === 'female' ? 'Spayed' : 'Neutered'),
    notNeutered: (sex) => (sex === 'female' ? 'Not spayed yet' : 'Not neutered yet'),
    mixed: (breeds) => (breeds === undefined ? 'Mixed breed' : `${breeds} mix`),
    coats: { hairless: 'Has no hair', short: 'Short coat', medium: 'Medium-length coat', long: 'Long coat' },
    vaccinated: 'Vaccinations up to date',
    notVaccinated: 'Vaccinations not complete yet',
    houseTrained: 'House-trained',
    notHouseTrained: 'Not house-trained yet',
    lives: (place) => `Lives here: ${place}`,
    since: (date) => `Waiting since ${date}`,
    fee: (amount) => `The adoption fee is ${amount}`,
    free: 'There is no adoption fee',
  },
  animal: {
    title: (name, shelter) => `${name} is looking for a home – ${shelter}`,
    more: (kind) => `More ${kind}`,
    backTo: (kind) => `Back to the # ${kind}`,
    backToSearch: 'Back to the search',
    photos: (name) => `More photos of ${name}`,
    facts: (name) => `${name} in short`,
    about: (name) => `About ${name}`,
    specialNeeds: 'Special needs',
    video: (name) => `Watch a video: ${name}`,
    tags: 'In a few words',
    together: (names) => `Goes together with ${names}.`,
    adoptedTogether: 'They move into a new home together.',
    nextStep: 'What to do next',
    nextStepText: (name, shelter) =>
      `Would you like to meet ${name}? Ask ${shelter}: it costs nothing, and you decide when you know each other.`,
    ask: (name) => `Ask about ${name}`,
    write: (name) => `Write about ${name}`,
    call: (name, number) => `Call about ${name}: ${number}`,
    visit: (name, shelter) => `Visit ${shelter} and ask for ${name}.`,
    reserved: 'Reserved',
    reservedText: (name) =>
      `Someone is getting to know ${name} at the moment. If it does not work out, ${name} will look for a home again, and this page stays here.`,
    seeOthers: 'See who else is waiting',
    similar: (kind) => `Similar ${kind} that are waiting`,
    share: 'Share',
    copied: 'The link was copied',
  },
  apply: {
    title: (name) => `Apply to adopt ${name}`,
    wanted: {
      dog: 'I am looking for a dog',
      cat: 'I am looking for a cat',
      rabbit: 'I am looking for a rabbit',
      bird: 'I am looking for a bird',
      other: 'I am looking for an animal',
    },
    wantedText: 'You have not found the right one yet? Tell us what you are looking for.',
    promise: (days) => `You get an answer within ${days === 1 ? 'a day' : `${days} days`}.`,
    usually: (days) => `Usually answered within ${days === 1 ? 'a day' : `${days} days`}.`,
    ahead: (name) =>
      `You can apply for ${name} all the same. Someone is ahead of you: your application counts if that does not work out.`,
  },
  viewer: {
    title: (name) => `Photos of ${name}`,
    open: (photo) => `${photo}: show the large photo`,
    close: 'Close',
    zoom: 'Zoom',
    previous: 'Previous photo',
    next: 'Next photo',
  },
  favourites: {
    title: 'Your favourites',
    add: 'Add to your favourites',
    none: 'You have no favourites yet. Open the page of an animal to add one; this browser keeps it.',
    noScript: 'Favourites need JavaScript.',
  },
  shelter: { call: (number) => `Call ${number}` },
  notices: {
    adopted: {
      title: (name) => `${name} has found a home`,
      text: () => 'What good news! Others are still waiting for someone like you.',
    },
    notFound: {
      title: () => 'This page is not here',
      text: () => 'The animal may have moved, or the address is not complete.',
    },
    invalid: {
      title: () => 'This search does not work',
      text: () => 'The address asks for something that we do not know. Please begin again with all animals.',
    },
    tooMany: {
      title: () => 'Please wait a moment',
      text: (seconds) =>
        `Many pages were requested from your connection. In ${seconds} seconds you can go on; please reload this page then.`,
    },
    unavailable: {
      title: () => 'This page needs a moment',
      text: () => 'The animals cannot be shown right now. Please try again in a minute.',
    },
    others: 'They are still waiting',
  },
};
