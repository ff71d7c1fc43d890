import type { CoatLength, Sex, Size } from '../../../platform/database/column-values.ts';

export const AGE_GROUPS = ['baby', 'young', 'adult', 'senior'] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

/** The kinds of animals that have a drawing of their own. */
export const NAMED_KINDS = ['dog', 'cat', 'rabbit', 'bird'] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];
export type Kind = NamedKind | 'other';

/** The words of the names of categories, in lower case and without accents. */
export interface KindWords {
  /** One of these in the name of a category decides the kind of its animals. */
  readonly words: RegExp;
  /** A category with only such a name is called as the kind is called in the language of the visitor. */
  readonly plain: RegExp;
}

export interface KindTexts {
  /** "Dogs" */
  readonly all: string;
  /** After a number: "dog" and "dogs". */
  readonly one: string;
  readonly many: string;
  /** "A dog without a name yet", and inside of a sentence "this dog". */
  readonly unnamed: string;
  readonly this: string;
}

/** What the first sentence about an animal consists of. */
export interface Traits {
  readonly sex: Sex | undefined;
  readonly size: Size | undefined;
  readonly ageGroup: AgeGroup | undefined;
}

type Company = 'children' | 'dogs' | 'cats';

/** The words of the public pages in one language. A missing text does not compile. */
export interface Texts {
  /** The name of the language in the language itself. */
  readonly languageName: string;
  readonly languages: string;
  readonly skip: string;
  /** The language and a territory of its readers, as Open Graph names them. */
  readonly locale: string;
  readonly kindWords: Readonly<Record<NamedKind, KindWords>>;
  readonly kinds: Readonly<Record<Kind, KindTexts>>;
  readonly list: {
    readonly title: string;
    readonly intro: (shelter: string) => string;
    readonly kinds: string;
    readonly all: string;
    /** Of a category without a name. */
    readonly category: (id: bigint) => string;
    /** @param number such as "1,000". */
    readonly moreThan: (number: string) => string;
    readonly next: string;
    readonly first: string;
    readonly pages: string;
    readonly none: string;
    readonly noneHere: string;
    /** Above animals whose names are similar to the words that no animal has. */
    readonly similar: (words: string) => string;
    readonly feed: string;
  };
  readonly partners: {
    readonly title: string;
    readonly intro: string;
    /** In front of the name of a shelter. */
    readonly at: string;
    /** @param distance such as "12 km". */
    readonly away: (distance: string) => string;
  };
  readonly filters: {
    readonly title: string;
    readonly text: string;
    readonly textHint: string;
    readonly kind: string;
    readonly sex: string;
    readonly size: string;
    readonly age: string;
    readonly goodWith: string;
    readonly distance: string;
    /** @param distance such as "12 km". */
    readonly within: (distance: string) => string;
    readonly any: string;
    /** What the visitor looks for. */
    readonly chosen: string;
    /** Removes a part of it. */
    readonly remove: (part: string) => string;
    readonly submit: string;
    readonly reset: string;
    readonly sexes: Readonly<Record<Sex, string>>;
    readonly sizes: Readonly<Record<Size, string>>;
    readonly ages: Readonly<Record<AgeGroup, string>>;
    readonly company: Readonly<Record<Company, string>>;
  };
  readonly facts: {
    /** Returns a noun with its article; an empty text without any trait. */
    readonly animal: (traits: Traits) => string;
    /** Both follow `animal`, or begin a sentence. `company` is a list such as "children and dogs". */
    readonly goodWith: (company: string) => string;
    readonly notWith: (company: string) => string;
    readonly company: Readonly<Record<Company, string>>;
    /** @param age such as "3 years". */
    readonly age: (age: string, isEstimated: boolean) => string;
    readonly born: (date: string) => string;
    readonly neutered: (sex: Sex | undefined) => string;
    readonly notNeutered: (sex: Sex | undefined) => string;
    /** @param breeds such as "Labrador Retriever / Boxer"; undefined if none is known. */
    readonly mixed: (breeds: string | undefined) => string;
    readonly coats: Readonly<Record<CoatLength, string>>;
    readonly vaccinated: string;
    readonly notVaccinated: string;
    readonly houseTrained: string;
    readonly notHouseTrained: string;
    readonly lives: (place: string) => string;
    readonly since: (date: string) => string;
    readonly fee: (amount: string) => string;
    readonly free: string;
  };
  readonly animal: {
    readonly title: (name: string, shelter: string) => string;
    /** @param kind such as "dogs". */
    readonly more: (kind: string) => string;
    /** The script replaces # by a number. */
    readonly backTo: (kind: string) => string;
    readonly backToSearch: string;
    readonly photos: (name: string) => string;
    readonly facts: (name: string) => string;
    readonly about: (name: string) => string;
    readonly specialNeeds: string;
    readonly video: (name: string) => string;
    /** Above short words such as "calm". */
    readonly tags: string;
    /** @param names such as "Rex and Bella". */
    readonly together: (names: string) => string;
    readonly adoptedTogether: string;
    readonly nextStep: string;
    readonly nextStepText: (name: string, shelter: string) => string;
    readonly ask: (name: string) => string;
    readonly write: (name: string) => string;
    readonly call: (name: string, number: string) => string;
    readonly visit: (name: string, shelter: string) => string;
    readonly reserved: string;
    readonly reservedText: (name: string) => string;
    readonly seeOthers: string;
    /** @param kind such as "dogs". */
    readonly similar: (kind: string) => string;
    readonly share: string;
    /** The address was copied. */
    readonly copied: string;
  };
  readonly apply: {
    /** @param name such as "Bella", or "this dog". */
    readonly title: (name: string) => string;
    /** Without an animal, by what the visitor looks for. */
    readonly wanted: Readonly<Record<Kind, string>>;
    readonly wantedText: string;
    readonly promise: (days: number) => string;
    /** What was measured. */
    readonly usually: (days: number) => string;
    readonly ahead: (name: string) => string;
  };
  readonly viewer: {
    readonly title: (name: string) => string;
    /** @param photo what the photo shows. */
    readonly open: (photo: string) => string;
    readonly close: string;
    readonly zoom: string;
    readonly previous: string;
    readonly next: string;
  };
  readonly favourites: {
    readonly title: string;
    readonly add: string;
    readonly none: string;
    readonly noScript: string;
  };
  readonly shelter: { readonly call: (number: string) => string };
  readonly notices: {
    readonly adopted: AdoptedNotice;
    readonly notFound: Notice;
    readonly invalid: Notice;
    readonly tooMany: Notice<[seconds: number]>;
    readonly unavailable: Notice;
    readonly others: string;
  };
}

interface AdoptedNotice {
  readonly title: (name: string) => string;
  readonly text: () => string;
}

interface Notice<Values extends readonly unknown[] = []> {
  readonly title: (...values: Values) => string;
  readonly text: (...values: Values) => string;
}
