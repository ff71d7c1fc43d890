import { availableParallelism } from 'node:os';
import type { Clock } from '../../../platform/core/clock.ts';
import { fileFormat, type PhotoFileName } from '../photo-sizes.ts';
import { ImageProcess } from './image-process.ts';
import { MAX_PIXELS } from './picture-types.ts';
import { sizeOfLossyWebp } from './webp-structure.ts';

const MAX_PROCESSES = 4;
/** An import waits for them, and no service runs meanwhile. */
const PRIORITY = 0;

/**
 * Checks the files of photos that another store has prepared. A WebP file of the form that the service makes is checked by
 * its structure. Any other file is decoded completely, by a bounded number of processes.
 */
export class PictureChecks {
  readonly #processes: readonly ImageProcess[];
  #next = 0;

  constructor(clock: Clock, processes = Math.min(availableParallelism(), MAX_PROCESSES)) {
    this.#processes = Array.from(
      { length: processes },
      () => new ImageProcess(clock, { priority: PRIORITY }),
    );
  }

  /** @throws {Error} with the reason, as the end of a sentence. */
  async check(name: PhotoFileName, content: Uint8Array): Promise<void> {
    if (hasOwnForm(name, content)) return;
    const process = this.#processes[this.#next % this.#processes.length];
    this.#next += 1;
    const reply = await process?.run({ task: 'check', name, picture: content });
    if (reply?.fault !== undefined) throw new Error(reply.fault);
  }

  /** Ends the processes. */
  close(): void {
    for (const process of this.#processes) process.close();
  }
}

/** Returns false also for a file that is wrong: the decoder finds the reason. */
function hasOwnForm(name: PhotoFileName, content: Uint8Array): boolean {
  const { type, maxWidth } = fileFormat(name);
  if (type !== 'image/webp') return false;
  const size = sizeOfLossyWebp(content);
  if (size === undefined || size.width === 0 || size.height === 0) return false;
  return size.width <= maxWidth && size.width * size.height <= MAX_PIXELS[type];
}
