import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Database } from '../../database/database.ts';
import { addOperation } from '../../http/operation.ts';
import { csvAnswer, csvResponse } from '../../http/responses/csv-answer.ts';
import { exportPets } from './export-pets.ts';

const EXAMPLE = `id,name,categoryId,status,store,origin,reference,escaped
3562,"Frank",1,"available","1f0c9b5e-0000-4000-8000-000000000001",,"A814515",
`;

/** The route that exports the animals. */
export function exportRoutes({ database }: { database: Database }): FastifyPluginAsyncTypebox {
  return async (app) => {
    addOperation(
      app,
      'GET',
      '/exports/pets.csv',
      {
        schema: {
          operationId: 'exportPets',
          tags: ['Imports'],
          summary: 'Export all animals',
          description:
            'Returns all animals as CSV, oldest first, while it reads them: each one that exists all the time is in it once. A name or a reference that a spreadsheet would run as a formula has an apostrophe before it, and its row has `apostrophe` in the column `escaped`, so that an import of the file removes it. The file begins with a byte order mark, so that a spreadsheet reads accents; an import skips it. An import of the file into this store changes nothing.',
          response: { 200: csvResponse('The animals.', EXAMPLE) },
        },
        config: { stability: 'experimental', role: 'manager' },
      },
      () => csvAnswer('pets.csv', exportPets(database.read, 'spreadsheet')),
    );
  };
}
