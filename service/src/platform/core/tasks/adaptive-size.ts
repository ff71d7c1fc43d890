export interface AdaptiveSizeOptions {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** A batch should take about this long, and less than twice as long. */
  readonly targetMs: number;
}

/** The size of the next batch, adapted so that each batch takes about as long. */
export class AdaptiveSize {
  readonly #options: AdaptiveSizeOptions;
  #value: number;

  constructor(options: AdaptiveSizeOptions) {
    this.#options = options;
    this.#value = options.initial;
  }

  get value(): number {
    return this.#value;
  }

  /** Call it with the duration of each batch. */
  adapt(tookMs: number): void {
    const { min, max, targetMs } = this.#options;
    if (tookMs > 2 * targetMs) this.#value = Math.max(min, Math.floor(this.#value / 2));
    else if (tookMs < targetMs) this.#value = Math.min(max, this.#value * 2);
  }
}
