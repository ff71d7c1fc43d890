import { accountOf } from '../../../access/accounts/authenticate.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { DownloadPlaces } from '../../../platform/http/overload/download-places.ts';
import { csvAnswer, csvResponse } from '../../../platform/http/responses/csv-answer.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { exportPets } from './export-pets.ts';

const EXAMPLE = `id,name,categoryId,status,store,origin,reference,goesTogetherWith,escaped
3562,"Frank",1,"available","1f0c9b5e-0000-4000-8000-000000000001",,"A814515","3563; 3570",
`;

interface ExportDependencies {
  readonly database: Database;
  readonly downloads: DownloadPlaces;
}

/** The route that exports the animals. */
export function exportRoutes({ database, downloads }: ExportDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/exports/pets.csv',
      schema: {
        operationId: 'exportPets',
        tags: ['Imports'],
        summary: 'Export all animals',
        description:
          'Returns all animals as CSV, oldest first, while it reads them: each one that exists all the time is in it once. `goesTogetherWith` has the ids of the animals of its group. A name or a reference that a spreadsheet would run as a formula has an apostrophe before it, and its row has `apostrophe` in the column `escaped`, so that an import of the file removes it. The file begins with a byte order mark, so that a spreadsheet reads accents; an import skips it. An import of the file into this store changes nothing. An account has one download at a time, the service two; further ones get 503 with `Retry-After`.',
        responses: { 200: csvResponse('The animals.', EXAMPLE) },
      },
      stability: 'experimental',
      role: 'manager',
      handle: (exchange) => {
        const pets = exportPets(database.read, 'spreadsheet');
        return csvAnswer('pets.csv', downloads.take(exchange, accountOf(exchange).id, pets));
      },
    }),
  ];
}
