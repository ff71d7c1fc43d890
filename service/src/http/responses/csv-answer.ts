import type { Answer } from './answer.ts';

/** Returns a CSV file that is sent as it is read, for a client that saves it under `name`. */
export function csvAnswer(name: string, stream: AsyncIterable<string | Uint8Array>): Answer {
  const disposition = `attachment; filename="${name}"`;
  return {
    status: 200,
    headers: ['content-disposition', disposition, 'cache-control', 'no-store'],
    type: 'text/csv; charset=utf-8',
    stream,
  };
}

/** The documentation of such a response. */
export function csvResponse(description: string, example: string): object {
  return { description, content: { 'text/csv': { schema: { type: 'string' }, example } } };
}
