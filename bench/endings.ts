const unfinished = new Set<Endings>();
process.on('exit', () => {
  for (const endings of unfinished) endings.begin();
});

/** What is to be ended after a piece of work, the latest first. */
export class Endings {
  readonly #ends: Array<() => unknown> = [];

  after(end: () => unknown): void {
    this.#ends.push(end);
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }

  /** Ends what can be ended without waiting. */
  begin(): void {
    for (const end of this.#ends.splice(0).reverse()) end();
  }
}

/** Runs `work`, then ends what it started; that is begun also when the bench is interrupted. */
export async function withEndings<T>(work: (endings: Endings) => Promise<T>): Promise<T> {
  const endings = new Endings();
  unfinished.add(endings);
  try {
    return await work(endings);
  } finally {
    await endings.end();
    unfinished.delete(endings);
  }
}
