/**
 * Tells when a peer is silent: something was asked of it, and for a while nothing at all was heard. Unlike a time
 * limit on each call, one slow answer among many is no silence.
 */
export class SilenceWatch {
  readonly #limitMs: number;
  readonly #isWaiting: () => boolean;
  readonly #onSilence: () => void;
  #heardAt = 0;
  #isWatching = false;

  constructor(limitMs: number, isWaiting: () => boolean, onSilence: () => void) {
    this.#limitMs = limitMs;
    this.#isWaiting = isWaiting;
    this.#onSilence = onSilence;
  }

  /** To be told when the first answer is waited for after none was. */
  asked(): void {
    this.heard();
    if (!this.#isWatching) this.#watch(this.#limitMs);
  }

  heard(): void {
    this.#heardAt = performance.now();
  }

  #watch(ms: number): void {
    this.#isWatching = true;
    setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    this.#isWatching = false;
    if (!this.#isWaiting()) return;
    const left = this.#limitMs - this.#silentMs();
    if (left > 0) this.#watch(left);
    // When this process itself was busy for as long, the answer lies in the socket: it is read before the next turn.
    else setImmediate(() => this.#lookAgain());
  }

  #lookAgain(): void {
    if (!this.#isWaiting() || this.#isWatching) return;
    const left = this.#limitMs - this.#silentMs();
    if (left > 0) this.#watch(left);
    else this.#onSilence();
  }

  #silentMs(): number {
    return performance.now() - this.#heardAt;
  }
}
