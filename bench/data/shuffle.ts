/** The whole numbers from 1 to `count` in an order without pattern, the same in every run. */
export function shuffled(count: number): Uint32Array {
  const numbers = Uint32Array.from({ length: count }, (_, index) => index + 1);
  const random = uniform();
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const kept = numbers[last] ?? 0;
    numbers[last] = numbers[other] ?? 0;
    numbers[other] = kept;
  }
  return numbers;
}

/** Xorshift with 32 bits (Marsaglia 2003): numbers from 0 to below 1. */
function uniform(): () => number {
  let state = 2_463_534_242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
