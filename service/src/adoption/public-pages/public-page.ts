import type { Coordinates } from '../../platform/core/catalogue/coordinates.ts';
import type { License } from '../../platform/core/catalogue/licenses.ts';
import type { Language } from '../../platform/core/languages.ts';
import { localDay } from '../../platform/core/local-days.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Representation } from '../../platform/http/responses/representation.ts';
import type { Answer } from '../../platform/http/route.ts';
import { inLanguage } from './addresses.ts';
import { knownLanguage, preferredLanguage, TEXTS } from './texts/language.ts';
import type { Texts } from './texts/texts.ts';

/** A resource that everyone may read. */
export interface PublicPage {
  /** True for a page that people read: its errors are pages, too. */
  readonly isForPeople: boolean;
  /** True for a list that programs read: it may be large, so that it has a quota of its own. */
  readonly isLarge: boolean;
  readonly type: string;
  /** Header fields of a response with the status 200, as a flat list of names and values. */
  readonly headers: readonly string[];
  /**
   * Returns what the representation depends on, besides the store and the day: two addresses with the same key have the same
   * one. Unknown parameters, the order of the others and the way in which they are written are not in it. Undefined if the
   * page is not cached by its address.
   *
   * @throws {ApiError} for an address that is not valid.
   */
  readonly keyOf: ((visit: Visit) => string) | undefined;
  /**
   * Returns what a visitor gets: a representation, which is cached until the next commit, or any other answer.
   *
   * @throws {ApiError} for an address that is not valid.
   */
  readonly render: (visit: Visit) => MaybePromise<Representation | Answer>;
}

interface VisitStart {
  readonly now: number;
  readonly timeZone: string;
  readonly target: string;
  readonly params: unknown;
  readonly acceptLanguage: string | undefined;
}

/** What a visitor requests. */
export class Visit {
  /** In Unix milliseconds. */
  readonly now: number;
  /** The day of the shelter: its start in UTC, in Unix milliseconds. */
  readonly today: number;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  /** The language in the address. Links stay in it. */
  readonly chosenLanguage: Language | undefined;
  readonly language: Language;

  constructor(start: VisitStart) {
    const [, query = ''] = start.target.split(/\?(.*)/s);
    this.now = start.now;
    this.today = Date.parse(localDay(start.now, start.timeZone));
    this.query = new URLSearchParams(query);
    this.params = start.params as Record<string, string>; // the router returns texts
    this.chosenLanguage = knownLanguage(this.query.get('lang'));
    this.language = this.chosenLanguage ?? preferredLanguage(start.acceptLanguage);
  }

  get texts(): Texts {
    return TEXTS[this.language];
  }

  /** What the links and the texts of a page depend on. */
  get languageKey(): string {
    return this.chosenLanguage === undefined ? this.language : `${this.language} chosen`;
  }

  /** Returns an address for a link: in the language that the visitor chose, if any. */
  link(path: string, query = ''): string {
    return inLanguage(path, query, this.chosenLanguage);
  }
}

/** What a visitor is promised who applies for an animal. */
export interface ApplicationOffer {
  /** Within how many days there is an answer. */
  readonly promiseDays: number;
  /** How many days it usually takes; undefined if the shelter does not show that, or if there are few answers yet. */
  readonly usualDays: number | undefined;
}

/** Returns undefined for what no one can apply for here. */
export interface ApplicationOffers {
  readonly forPet: (id: bigint, now: number) => MaybePromise<ApplicationOffer | undefined>;
  /** For a visitor who looks for any animal. */
  readonly general: (now: number) => MaybePromise<ApplicationOffer | undefined>;
}

/** What all pages need. */
export interface Site {
  /** Whether the pages of the animals are shown. Private pages of applications are there without them, and then lead to none. */
  readonly showsAnimals: boolean;
  readonly shelterName: string;
  readonly contactUrl: string | undefined;
  /** For the foot of each page: the first two may have several lines. */
  readonly address?: string | undefined;
  readonly hours?: string | undefined;
  readonly telephone?: string | undefined;
  readonly coordinates?: Coordinates | undefined;
  readonly license?: License | undefined;
  /** Whose days count. */
  readonly timeZone: string;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Undefined if no one can apply here. */
  readonly applications?: ApplicationOffers | undefined;
}
