/** The tables of the listing sites, as `Tables` describes them. */
export interface PublishingTables {
  /** How an account sends its animals to a site. An account that has never changed it has no row. */
  publishing_sites: {
    account_id: bigint;
    site: string;
    /** 1 or 0. */
    is_on: bigint;
    /** Null until it is set. */
    username: string | null;
    /** Sealed; null for none. */
    password: string | null;
    /** Null for that of the site. */
    host: string | null;
    port: bigint | null;
    security: string | null;
    every_hours: bigint;
    /** 1 or 0. */
    includes_held: bigint;
    /** 1 or 0. */
    includes_unaltered: bigint;
  };
  /** What the words of an account are at a site. */
  publishing_words: {
    account_id: bigint;
    site: string;
    kind: string;
    category_id: bigint;
    /** Without case and accents, so that the same word has one row. */
    word: string;
    site_word: string;
  };
}
