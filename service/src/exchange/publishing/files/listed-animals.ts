import type { Queries } from '../../../platform/database/database.ts';
import { leftOutReasons, type Reason } from './left-out.ts';
import type { SiteContext } from './site-content.ts';
import { waitingAnimals } from './waiting-animals.ts';

/** Whether a site gets an animal. */
export interface ListedAnimal {
  readonly petId: bigint;
  readonly name: string;
  readonly isSent: boolean;
  readonly reasons: readonly Reason[];
}

interface AskedAnimals {
  /** Only those that are left out, or only those that are sent; undefined for both. */
  readonly leftOut: boolean | undefined;
  /** The last id that was examined. */
  readonly after: bigint | undefined;
  readonly limit: number;
}

/** One request examines no more. */
const MAX_EXAMINED = 1_000;

/** Returns a page of the animals of an account that are available or on hold. */
export async function listAnimals(
  db: Queries,
  accountId: bigint,
  { mapping, settings }: SiteContext,
  { leftOut, after = 0n, limit }: AskedAnimals,
): Promise<{ items: readonly ListedAnimal[]; examined: bigint | undefined }> {
  const items: ListedAnimal[] = [];
  let count = 0;
  let examined = after;
  for await (const page of waitingAnimals(db, accountId, after)) {
    for (const animal of page) {
      if (items.length === limit || count === MAX_EXAMINED) return { items, examined };
      const reasons = leftOutReasons(animal, mapping, settings.options);
      const isSent = reasons.length === 0;
      if (leftOut !== isSent) items.push({ petId: animal.id, name: animal.name, isSent, reasons });
      examined = animal.id;
      count += 1;
    }
  }
  return { items, examined: undefined };
}
