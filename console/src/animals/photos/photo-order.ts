/** Returns a list with one element at another place; the others shift. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const order = [...all];
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/** Returns the place that a key moves a photo to; undefined if it is no key for that, or the photo is there. */
export function placeAfterKey(key: string, place: number, count: number): number | undefined {
  const to = { ArrowLeft: place - 1, ArrowUp: place - 1, ArrowRight: place + 1, ArrowDown: place + 1 }[key];
  const next = { Home: 0, End: count - 1 }[key] ?? to;
  return next === undefined || next === place || next < 0 || next >= count ? undefined : next;
}
