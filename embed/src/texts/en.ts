import type { Texts } from './texts.ts';

export const EN: Texts = {
  list: 'Animals looking for a home',
  loading: 'Loading the animals…',
  empty: 'No animal is waiting here right now. New ones arrive often: please come back soon.',
  failed: 'Sorry, the animals cannot be shown at the moment.',
  all: 'See all animals',
  shown: (count) => (count === 1 ? '1 animal' : `${count} animals`),
  unnamed: 'Without a name yet',
  female: 'Female',
  male: 'Male',
  about: (age) => `about ${age}`,
  goodWith: 'Good with',
  children: 'children',
  dogs: 'dogs',
  cats: 'cats',
  together: (names) => `Goes together with ${names}`,
};
