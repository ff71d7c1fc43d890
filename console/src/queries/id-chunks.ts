/** How many ids the service takes in one request. */
const MAX_IDS = 100;

/** Divides ids into as many requests as they need: a page of a list grows when animals are added in front. */
export function chunksOf(ids: readonly bigint[]): bigint[][] {
  const count = Math.ceil(ids.length / MAX_IDS);
  return Array.from({ length: count }, (_, index) => ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS));
}
