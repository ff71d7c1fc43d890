import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../core/errors.ts';
import { MappingError, parseMapping } from '../mapping/mapping-file.ts';

/**
 * Returns the text of a mapping that can be used for an import over HTTP.
 *
 * @throws {ApiError} `invalid_mapping` with a line for each error.
 */
export function readUploadedMapping(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalidMapping('The mapping is not UTF-8: save it as UTF-8');
  const text = bytes.toString();
  try {
    if (parseMapping(text).photos !== undefined) {
      throw new MappingError('photos cannot be imported over HTTP: remove the member, and add them later');
    }
    return text;
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const lines = error.message.split('\n');
    throw invalidMapping(
      lines.length === 1
        ? `The mapping has an error: ${error.message}`
        : `The mapping has errors:\n${lines.join('\n')}`,
    );
  }
}

function invalidMapping(message: string): ApiError {
  return new ApiError('invalid_mapping', message);
}
