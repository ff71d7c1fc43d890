import { ROW_FORMATS } from '../../import-export/readers/rows.ts';
import { CommandFailure } from '../context.ts';

/** @throws {CommandFailure} always: the name of the file does not determine the format. */
export function unknownFormat(name: string): never {
  throw new CommandFailure(`unknown format of ${name}: use --format ${ROW_FORMATS.join('|')}`, 2);
}
