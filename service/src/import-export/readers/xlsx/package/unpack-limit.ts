import { SheetFault } from './sheet-fault.ts';

const MAX_UNPACKED_BYTES = 200_000_000;

/** Counts the bytes that were unpacked, because the sizes that an archive declares may be wrong. */
export class UnpackLimit {
  #left: number;

  constructor(left: number = MAX_UNPACKED_BYTES) {
    this.#left = left;
  }

  /** @throws {SheetFault} if all parts together are too large. */
  add(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new SheetFault('unpacksTooLarge');
  }

  /** Returns a limit for one sheet, so that a sheet can be read several times. */
  forSheet(): UnpackLimit {
    return new UnpackLimit(this.#left);
  }
}
