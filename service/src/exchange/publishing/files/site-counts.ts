import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../../../platform/database/database.ts';
import { keyOf, type ShelterWord, type SiteMapping } from '../mapping/site-mapping.ts';
import type { SiteOptions } from '../settings/site-settings.ts';
import { leftOutReasons, type Reason } from './left-out.ts';
import { type WaitingAnimal, waitingAnimals } from './waiting-animals.ts';

/** How many animals of an account a site gets. */
export interface SiteCounts {
  readonly sentCount: number;
  readonly leftOutCount: number;
  /** The shelter's words that keep animals from being sent. */
  readonly unmappedWords: number;
}

interface Counted {
  readonly mapping: SiteMapping;
  readonly options: SiteOptions;
}

/** Counts for several sites while it reads the animals once. */
export async function countAnimals(
  db: Queries,
  accountId: bigint,
  sites: readonly Counted[],
): Promise<readonly SiteCounts[]> {
  const counters = sites.map((site) => new SiteCounter(site));
  for await (const page of waitingAnimals(db, accountId)) {
    for (const counter of counters) for (const animal of page) counter.add(animal);
    await nextTurn();
  }
  return counters.map((counter) => counter.counts());
}

class SiteCounter {
  readonly #site: Counted;
  readonly #unmapped = new Set<string>();
  #sent = 0;
  #leftOut = 0;

  constructor(site: Counted) {
    this.#site = site;
  }

  add(animal: WaitingAnimal): void {
    const reasons = leftOutReasons(animal, this.#site.mapping, this.#site.options);
    if (reasons.length === 0) this.#sent += 1;
    else this.#leftOut += 1;
    for (const { code, field } of reasons)
      if (code === 'unmapped') this.#unmapped.add(keyOf(unmappedWord(animal, field)));
  }

  counts(): SiteCounts {
    return { sentCount: this.#sent, leftOutCount: this.#leftOut, unmappedWords: this.#unmapped.size };
  }
}

function unmappedWord({ categoryId, profile }: WaitingAnimal, field: Reason['field']): ShelterWord {
  if (field === 'breed') return { kind: 'breed', categoryId, word: profile.breed ?? '' };
  return { kind: 'species', categoryId, word: '' };
}
