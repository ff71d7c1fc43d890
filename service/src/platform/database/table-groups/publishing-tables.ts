import type { Generated } from 'kysely';
import type { PublishingQuestion, PublishingRunState } from '../column-values.ts';

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

/** What was sent to listing sites, as `Tables` describes it. */
export interface PublishingRunTables {
  /** Each try to send everything to a site (docs/adr/0103). At most one of an account and site is open. */
  publishing_runs: {
    id: Generated<bigint>;
    account_id: bigint;
    site: string;
    state: PublishingRunState;
    /** Host, port and user: another one is another place, where nothing was sent yet. Empty until the run begins. */
    target: Generated<string>;
    /** What it asks, or has asked; null if there is nothing to ask. */
    question: Generated<PublishingQuestion | null>;
    /** Since when it asks. */
    asked_at: Generated<bigint | null>;
    /** The question that was answered with yes. */
    confirmed: Generated<PublishingQuestion | null>;
    /** Why it failed; null unless it did. */
    reason: Generated<string | null>;
    /** How many runs before it failed as well. */
    failures: Generated<bigint>;
    /** The animals that are in the file; null until it was made. */
    animals: Generated<bigint | null>;
    /** The photos that this run has sent, and all bytes. */
    photos: Generated<bigint>;
    bytes: Generated<bigint>;
    /** 1 if a request started it, 0 for the schedule. */
    by_request: bigint;
    created_at: bigint;
    ended_at: Generated<bigint | null>;
    /** The process that runs it; null if none does. */
    runner: Generated<string | null>;
    /** Increases while a process runs it. */
    heartbeat: Generated<bigint>;
    /** How often a process began to run it. */
    starts: Generated<bigint>;
  };
  /** The photos that a site has. Those of another target are no longer of use. */
  publishing_photos: {
    account_id: bigint;
    site: string;
    /** Host, port and user. */
    target: string;
    path: string;
    photo_id: string;
  };
}
