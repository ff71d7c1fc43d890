/** The members of a listing that a card shows. */
export interface Listing {
  /** The address of the animal's page. */
  readonly url: string;
  readonly pet: { readonly id: string; readonly name: string };
  readonly profile: {
    readonly breed?: string;
    readonly secondBreed?: string;
    readonly sex?: 'female' | 'male';
    readonly birthDate?: string;
    readonly birthDateEstimated?: boolean;
    readonly goodWithChildren?: boolean;
    readonly goodWithDogs?: boolean;
    readonly goodWithCats?: boolean;
  };
  readonly photos: readonly Photo[];
  /** The animals that it goes together with. Older services have none. */
  readonly companions?: ReadonlyArray<{ readonly name: string }>;
}

export interface Photo {
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly color: string;
  /** In percent. Older services have none. */
  readonly focalPoint?: { readonly x: number; readonly y: number };
  readonly urls: Readonly<Record<320 | 800, string>>;
}

/**
 * Parses listings. An id can be larger than the largest exact number, so it becomes a string. Inside of a JSON string,
 * a quotation mark follows a backslash, so that only members are found.
 */
export function parseListings(json: string): Listing[] {
  return JSON.parse(json.replace(/"id":(\d+)/g, '"id":"$1"'));
}
