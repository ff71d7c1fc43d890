import type { Answer } from '../route.ts';

/** Excel reads a CSV file as UTF-8 only if it begins with this mark (EF BB BF). Without it, accents are wrong. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns a CSV file that is sent as it is read, for a client that saves it under `name`. It begins with a byte order mark,
 * because people open it in a spreadsheet.
 */
export function csvAnswer(name: string, stream: AsyncIterable<string | Uint8Array>): Answer {
  const disposition = `attachment; filename="${name}"`;
  return {
    status: 200,
    headers: ['content-disposition', disposition, 'cache-control', 'no-store'],
    type: 'text/csv; charset=utf-8',
    stream: withByteOrderMark(stream),
  };
}

/** Yields a file that people open in a spreadsheet: the mark, and then the parts. */
export async function* withByteOrderMark<Part>(stream: AsyncIterable<Part>): AsyncGenerator<Part | string> {
  yield BYTE_ORDER_MARK;
  yield* stream;
}

/** The documentation of such a response. */
export function csvResponse(description: string, example: string): object {
  const schema = { type: 'string', description: 'CSV in UTF-8 after a byte order mark (EF BB BF).' };
  return { description, content: { 'text/csv': { schema, example: BYTE_ORDER_MARK + example } } };
}
