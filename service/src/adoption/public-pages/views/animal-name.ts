import { givenName } from '../names.ts';
import type { Kind, Texts } from '../texts/texts.ts';
import { capitalised } from './facts.ts';
import { shortened } from './shortened.ts';

/** The longest name outside of its own heading. */
const MAX_NAME = 100;

/** What an animal is called in each place. */
export interface AnimalName {
  /** Its own heading. */
  readonly full: string;
  /** Where the name stands for itself: titles, links, the text of a picture, data for search engines. */
  readonly title: string;
  /** At the start of a sentence, and inside of one. */
  readonly start: string;
  readonly inside: string;
}

/** Returns the name of an animal, or what it is called until it has one: "A dog without a name yet", and "this dog". */
export function nameOf({ name }: { readonly name: string }, kind: Kind, texts: Texts): AnimalName {
  const given = givenName(name);
  if (given === undefined) {
    const { unnamed, this: inside } = texts.kinds[kind];
    return { full: unnamed, title: unnamed, start: capitalised(inside), inside };
  }
  const title = given.length <= MAX_NAME ? given : shortened(given, MAX_NAME);
  return { full: given, title, start: title, inside: title };
}
