import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { ApiError } from '../../../platform/core/errors.ts';
import { stringifyJson } from '../../../platform/core/json.ts';
import { MappingError, parseMapping } from '../mapping/mapping-file.ts';
import type { PreviewChange, ReadAgain } from './preview-queries.ts';

/**
 * Returns the text of a mapping that can be used for an import over HTTP.
 *
 * @throws {ApiError} `invalid_mapping` with a line for each error.
 */
export function readUploadedMapping(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalidMapping('The mapping is not UTF-8: save it as UTF-8');
  return checkedMapping(bytes.toString());
}

/**
 * Returns a mapping that can be used for an import over HTTP.
 *
 * @throws {ApiError} `invalid_mapping` with a line for each error.
 */
function checkedMapping(text: string): string {
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
  return new ApiError('invalid_mapping', message, { headers: { 'Invalid-Fields': 'mapping' } });
}

/** What a request changes in a preview. */
export interface ImportChange extends ReadAgain {
  readonly mapping?: object;
  readonly dryRun?: boolean;
}

export const ImportChangeSchema = Type.Object(
  {
    mapping: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'Maps columns of the file to the fields of an animal, as for `POST /v1/imports`; begin with the one of the preview. Without it, the file has the columns of an export. An id of a category may be a text of digits.',
          examples: [
            { name: { column: 'Name' }, categoryId: { column: 'Kind', values: { Dog: 1, Cat: 2 } } },
          ],
        },
      ),
    ),
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'True to only count the effects. The import is a preview again afterwards.',
      }),
    ),
    sheet: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'The sheet to read for the preview.' }),
    ),
    headerRow: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          'The line, or the row of the sheet, with the names of the columns, to read for the preview.',
      }),
    ),
  },
  {
    $id: 'ImportChange',
    additionalProperties: false,
    description: 'What to do with a preview: import it, check it, or read another sheet or header.',
    examples: [
      {
        mapping: { name: { column: 'Name' }, categoryId: { column: 'Kind', values: { Dog: 1, Cat: 2 } } },
        dryRun: true,
      },
    ],
  },
);

/** @throws {ApiError} `invalid_mapping` with a line for each error. */
export function previewChangeOf({ mapping, dryRun = false, sheet, headerRow }: ImportChange): PreviewChange {
  if (sheet !== undefined || headerRow !== undefined)
    return { mapping: stringifyJson({ sheet, headerRow }), dryRun: true, readsAgain: true };
  const text = mapping === undefined ? null : checkedMapping(stringifyJson(mapping));
  return { mapping: text, dryRun, readsAgain: false };
}
