import type { Category, Order, Pet, Petstore } from '../../client/src/index.ts';
import type { Feed } from './feed.ts';

/** The lists of a catalogue, in their order. */
export interface Contents {
  pets: Pet[];
  orders: Order[];
  categories: Category[];
}

/** Reads all lists with the client of a manager. */
export async function readContents(petstore: Petstore): Promise<Contents> {
  const whole = { limit: 100, sort: 'id' } as const;
  return {
    pets: await Array.fromAsync(petstore.pets.list(whole)),
    orders: await Array.fromAsync(petstore.orders.list(whole)),
    categories: await Array.fromAsync(petstore.categories.list({ limit: 100 })),
  };
}

/** Adds the events since the last call, up to the end of the feed. */
export async function readNewEvents(feed: Feed, petstore: Petstore): Promise<void> {
  const limit = 100;
  for (let isEnd = false; !isEnd; ) {
    const { items } = await petstore.events.page({ after: feed.lastEventId, limit });
    for (const event of items) feed.add(event);
    isEnd = items.length < limit;
  }
}
