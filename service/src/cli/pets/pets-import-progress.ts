import { SingleBar } from 'cli-progress';
import type { ImportProgress } from '../../import-export/import-pets.ts';

/** Two progress bars on standard error, one for reading and one for applying; none without a terminal. */
export class ProgressBars {
  readonly #bytes: number;
  #bar: SingleBar | undefined;
  #stage: ImportProgress['stage'] | undefined;

  /** @param bytes the size of the file; 0 if unknown. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  show(reached: ImportProgress): void {
    if (!process.stderr.isTTY) return;
    const [done, of] =
      reached.stage === 'reading' ? [reached.bytes, this.#bytes] : [reached.rows, reached.of];
    if (of === 0) return;
    if (this.#stage !== reached.stage) this.#start(reached.stage, of);
    this.#bar?.update(done);
  }

  #start(stage: ImportProgress['stage'], of: number): void {
    this.end();
    this.#stage = stage;
    this.#bar = new SingleBar({
      format: `${stage.padEnd(8)} [{bar}] {percentage}% | {eta_formatted} left`,
      clearOnComplete: true,
      hideCursor: true,
    });
    this.#bar.start(of, 0);
  }

  end(): void {
    this.#bar?.stop();
  }
}
