import type { Category, Order, Pet, Petstore } from '../../client/src/index.ts';
import type { Feed } from './clients/feed.ts';

/** What the lists of a catalogue show, in the order in which they do. */
export interface Contents {
  pets: Pet[];
  orders: Order[];
  categories: Category[];
}

/** Reads everything, by a client that may see everything. */
export async function readContents(petstore: Petstore): Promise<Contents> {
  const whole = { limit: 100, sort: 'id' } as const;
  return {
    pets: await Array.fromAsync(petstore.pets.list(whole)),
    orders: await Array.fromAsync(petstore.orders.list(whole)),
    categories: await Array.fromAsync(petstore.categories.list({ limit: 100 })),
  };
}

/** Reads on where the feed was left, up to its head. */
export async function readOn(feed: Feed, petstore: Petstore): Promise<void> {
  const limit = 100;
  for (let isHead = false; !isHead; ) {
    const { items } = await petstore.events.page({ after: feed.head, limit });
    for (const event of items) feed.add(event);
    isHead = items.length < limit;
  }
}
