import type { SpeciesGroup } from '../../import-export/values/species-groups.ts';

export const SITE_IDS = ['petfinder', 'adopt_a_pet', 'rescue_groups'] as const;
export type SiteId = (typeof SITE_IDS)[number];

/** How the connection to a site is protected, the weakest first. */
export const SECURITIES = ['none', 'explicit_tls'] as const;
export type Security = (typeof SECURITIES)[number];

/** What a column is made of. `files/facts.ts` reads each of them from an animal. */
export type FactName =
  | 'account'
  | 'id'
  | 'name'
  | 'species'
  | 'breed'
  | 'shownBreed'
  | 'secondBreed'
  | 'mixed'
  | 'sex'
  | 'size'
  | 'age'
  | 'description'
  | 'status'
  | 'vaccinated'
  | 'spayedNeutered'
  | 'goodWithChildren'
  | 'goodWithDogs'
  | 'goodWithCats'
  | 'houseTrained'
  | 'specialNeeds'
  | 'specialNeedsText'
  | 'birthDate'
  | 'intakeDate'
  | 'firstColor'
  | 'secondColor'
  | 'thirdColor'
  | 'shownColor'
  | 'coat'
  | 'fee'
  | 'hasFee'
  | 'video'
  | 'updatedAt'
  | 'tags'
  | 'photo1'
  | 'photo2'
  | 'photo3'
  | 'photo4'
  | 'photo5'
  | 'photo6';

/** One column of a file. */
export interface Column {
  readonly name: string;
  /** Undefined for a column that is always empty, because Petstore does not know it. */
  readonly fact?: FactName | undefined;
  /** What a value is written as. Without an entry it is left empty. Undefined for the value itself. */
  readonly codes?: Readonly<Record<string, string>> | undefined;
  /** In code points; a longer text is cut. */
  readonly maxLength?: number | undefined;
  /** True if the site takes no row without it. */
  readonly isRequired?: boolean | undefined;
}

/** The words of a site for animals of one species. */
export interface SpeciesWords {
  readonly species: string;
  readonly breeds: readonly string[];
  readonly colors: readonly string[];
  readonly coats: readonly string[];
}

/** Younger than so many months; undefined for the last band. */
interface AgeBand {
  readonly word: string;
  readonly belowMonths: number | undefined;
}

/** Everything that is particular to a site. Correct it here, and say so in `version` and `source`. */
export interface Site {
  readonly id: SiteId;
  readonly name: string;
  /** Of this description. */
  readonly version: string;
  /** Where it is from. */
  readonly source: string;
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  readonly fileNames: {
    /** Below the folder of the login. `{username}` stands for the login. */
    readonly animals: string;
    /** Undefined if the site takes none. */
    readonly configuration?: string;
  };
  /** The first line of the file. */
  readonly header: string;
  readonly columns: readonly Column[];
  readonly lineBreak: '&#10;' | '<br />';
  readonly dates: 'year first' | 'month first';
  readonly fees: 'two decimals' | 'whole';
  readonly ageBands: readonly AgeBand[];
  readonly words: readonly SpeciesWords[];
  /** The species of each group of animals, for guesses. */
  readonly speciesOfGroup: Readonly<Record<SpeciesGroup, string>>;
  /** What the site calls some kinds of animals of a species that it does not have, as its configuration names them. */
  readonly otherSpecies?: Readonly<Record<string, string>> | undefined;
  /** True if the site takes no breed that is not in its list, and no animal without one. */
  readonly refusesOtherBreeds: boolean;
  /** True if the size of these species only is sent; undefined for all. */
  readonly speciesWithSize?: readonly string[] | undefined;
  /** True if held animals can be sent, with a status of their own. */
  readonly showsHeld: boolean;
  /** The addresses of videos that the site takes. */
  readonly videoHosts: readonly string[];
  readonly photos: {
    /** `addresses`: the site reads them from the columns. `files`: they are sent. */
    readonly by: 'addresses' | 'files';
    /** Where files go. */
    readonly folder: string;
    readonly max: number;
  };
}

/** Returns the items of a list in which ` | ` and line breaks separate them. */
export function items(list: string): readonly string[] {
  return list
    .split(/\||\n/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
