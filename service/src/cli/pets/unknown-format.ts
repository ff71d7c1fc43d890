import { CommandFailure } from '../context.ts';

/** @throws {CommandFailure} always: the name of the file does not determine which of the formats it has. */
export function unknownFormat(name: string, formats: readonly string[]): never {
  throw new CommandFailure(`unknown format of ${name}: use --format ${formats.join('|')}`, 2);
}
