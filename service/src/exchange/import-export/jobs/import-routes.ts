import { Type } from 'typebox';
import { accountOf, actorOf } from '../../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../../access/idempotency/idempotent-writes.ts';
import { ApiError, unavailable } from '../../../platform/core/errors.ts';
import { fieldError } from '../../../platform/core/field-faults.ts';
import { Int64 } from '../../../platform/core/int64.ts';
import { LANGUAGES, type Language } from '../../../platform/core/languages.ts';
import { andThen } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { binarySchema } from '../../../platform/http/openapi/binary.ts';
import type { DownloadPlaces } from '../../../platform/http/overload/download-places.ts';
import { csvAnswer, csvResponse } from '../../../platform/http/responses/csv-answer.ts';
import { conditionalReadHeaders } from '../../../platform/http/responses/etag.ts';
import {
  buildSearchPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../../platform/http/responses/pagination.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { MAX_MAPPING_BYTES } from '../mapping/mapping-file.ts';
import { MAX_SHEET_BYTES } from '../readers/xlsx/workbook.ts';
import { receiveImport } from './admit-import.ts';
import {
  type ChangeImportDependencies,
  importChangeRoutes,
  importNotFound,
  importParams,
  requireImport,
} from './change-import-route.ts';
import { readUploadedMapping } from './import-input.ts';
import { ACCEPTED_EXAMPLE, IMPORT_EXAMPLE, type ImportResource, importJson } from './import-resource.ts';
import { IMPORTS_KEPT_DAYS } from './import-runner.ts';
import { readImportFile } from './job-files.ts';
import { listImports } from './job-list.ts';
import { addWaiting, findImport } from './job-queries.ts';
import { MAX_FILE_BYTES, MAX_UPLOAD_BYTES, type ReceivedUpload } from './receive-upload.ts';
import { recordImport } from './record-import.ts';

export interface ImportRouteDependencies extends ChangeImportDependencies {
  writes: IdempotentWrites;
  downloads: DownloadPlaces;
}

const tags = ['Imports'];
const stability = 'experimental';
const role = 'admin';
const FORM = 'multipart/form-data';
const ImportRef = Type.Unsafe<ImportResource>({ $ref: 'Import#' });

/** The routes that import files. */
export function importRoutes(dependencies: ImportRouteDependencies): Route[] {
  const { database, clock, writes, downloads, onAdded } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/v1/imports',
      schema: {
        operationId: 'createImport',
        tags,
        summary: 'Import a file of animals',
        description: `Receives a file of at most ${MAX_FILE_BYTES / 1_000_000} MB with a row for each animal, and imports it after the response; \`Location\` has its progress. A table of text has a header, and commas, semicolons or tabs between its values; NDJSON has a JSON object on each line. Both may be UTF-8, UTF-16 or Windows-1252. The name of the file ends in \`.csv\`, \`.tsv\`, \`.txt\`, \`.ndjson\` or \`.jsonl\`. Of a spreadsheet \`.xlsx\` of at most ${MAX_SHEET_BYTES / 1_000_000} MB, the stored values of the first visible sheet are read, or of the sheet that the mapping names. If the dates of the file do not show whether the day or the month comes first, \`dateOrder\` of the mapping must state it. A row with a fault is not imported, the others are. Importing a file again applies only its changes. One import runs, five wait. It is cancelled if the key or person that sent it may not import any more.`,
        query: Type.Object({
          dryRun: Type.Optional(
            Type.Unsafe<'true' | 'false'>({
              type: 'string',
              enum: ['true', 'false'],
              default: 'false',
              description: '`true` only counts the effects, and changes nothing.',
            }),
          ),
          preview: Type.Optional(
            Type.Unsafe<'true' | 'false'>({
              type: 'string',
              enum: ['true', 'false'],
              default: 'false',
              description:
                '`true` only reads the file, and returns what it contains and a guessed mapping in `preview`. `PATCH` with the mapping imports it.',
            }),
          ),
          language: Type.Optional(
            Type.Unsafe<Language>({
              type: 'string',
              enum: [...LANGUAGES],
              default: 'en',
              description: 'The language of the reasons and problems that the import states.',
            }),
          ),
          owner: Type.Optional(
            Int64({
              description: 'The account that owns new animals; by default the one that sends the file.',
              examples: [1n],
            }),
          ),
        }),
        headers: idempotencyHeaders,
        responses: { 202: { ...ImportRef, description: 'The import.', examples: [ACCEPTED_EXAMPLE] } },
      },
      body: {
        receive: receiveImport(dependencies),
        types: [FORM],
        limitBytes: MAX_UPLOAD_BYTES,
        documented: formBody(),
      },
      stability,
      role,
      errors: [
        'invalid_body',
        'invalid_mapping',
        'invalid_parameter',
        'payload_too_large',
        'unsupported_media_type',
        'idempotency_key_in_use',
        'idempotency_key_reused',
      ],
      errorMessages: {
        invalid_body: 'The body has no part "file" with the animals.',
        payload_too_large: `The part file must be at most ${MAX_FILE_BYTES} bytes.`,
      },
      handle: (exchange, input) => {
        const { place, upload } = input.body;
        const { fileName, format, mapping: bytes } = requireUpload(upload);
        const mapping = bytes === undefined ? undefined : readUploadedMapping(bytes);
        const { dryRun, preview, language = 'en', owner = accountOf(exchange).id } = input.query;
        const hasPreview = preview === 'true';
        if (hasPreview && mapping !== undefined) throw previewWithMapping();
        return writes.respond(exchange, input, {
          apply: async (db) => {
            await requireOwner(db, owner);
            const accepted = {
              ownerId: owner,
              dryRun: dryRun === 'true',
              fileName,
              format,
              mapping,
              createdAt: clock.now(),
              language,
              hasPreview,
            };
            const actor = actorOf(exchange);
            const job = await addWaiting(db, place.importId, accepted, actor);
            if (job === undefined) throw unavailable('The file was not stored. Send it again.');
            // A preview changes nothing. What starts it is recorded.
            if (!hasPreview) await recordImport(db, job, actor, job.createdAt);
            return {
              status: 202,
              location: `/v1/imports/${job.id}`,
              body: importJson(job),
              onCommit: () => {
                place.isAccepted = true;
                onAdded();
              },
            };
          },
        });
      },
    }),

    route({
      method: 'GET',
      path: '/v1/imports',
      schema: {
        operationId: 'listImports',
        tags,
        summary: 'List imports',
        description: `Returns the imports of all accounts that wait, run or ended within ${IMPORTS_KEPT_DAYS} days, newest first.`,
        query: Type.Object(pageParameters),
        headers: pageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<ImportResource[]>({ $ref: 'Imports#' }),
            description: 'A page of imports.',
            examples: [[IMPORT_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      stability,
      role,
      handle: (_exchange, { query }) => {
        const page = pageRequest('/v1/imports', query, {});
        const { order, after, rowLimit: limit } = page;
        return andThen(listImports(database.read, { order, after, limit }), (jobs) =>
          buildSearchPage(page, jobs, importJson, ({ id }) => id),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/v1/imports/:importId',
      schema: {
        operationId: 'getImport',
        tags,
        summary: 'Read one import',
        description: `Returns the progress of an import, or its effects. It is deleted ${IMPORTS_KEPT_DAYS} days after its end.`,
        params: importParams,
        headers: conditionalReadHeaders,
        responses: {
          200: { ...ImportRef, description: 'The import.', examples: [IMPORT_EXAMPLE] },
          304: Type.Null({ description: 'The import is still the version that `If-None-Match` names.' }),
        },
      },
      stability,
      role,
      notFound: importNotFound,
      errors: ['import_not_found', 'precondition_failed'],
      handle: (_exchange, { params: { importId } }) =>
        andThen(findImport(database.read, importId), (job) =>
          Representation.tagged(importJson(requireImport(job, importId))),
        ),
    }),

    ...importChangeRoutes(dependencies),

    route({
      method: 'GET',
      path: '/v1/imports/:importId/bad-rows.csv',
      schema: {
        operationId: 'getBadRows',
        tags,
        summary: 'Download the rows that failed',
        description:
          'Returns the rows that were not imported, up to 20 MB of them, with the line and the fault of each, and all its cells: correct them and import the file with the same mapping. The file begins with a byte order mark, so that a spreadsheet reads accents; an import skips it. A text that a spreadsheet would run as a formula has an apostrophe before it. It counts as a download, as an export does.',
        params: importParams,
        responses: { 200: csvResponse('The rows; only the header if none failed.', BAD_ROWS_EXAMPLE) },
      },
      stability,
      role,
      notFound: importNotFound,
      errors: ['import_not_found'],
      handle: async (exchange, { params: { importId } }) => {
        requireImport(await findImport(database.read, importId), importId);
        const name = `bad-rows-${importId}.csv`;
        const rows = readImportFile(database.read, { importId, name: 'bad rows' });
        return csvAnswer(name, downloads.take(exchange, accountOf(exchange).id, rows));
      },
    }),
  ];
}

function previewWithMapping(): ApiError {
  return fieldError(
    'invalid_parameter',
    'preview',
    'true needs no mapping: send the mapping with PATCH later',
  );
}

const BAD_ROWS_EXAMPLE = 'line,reason,name,categoryId\n17,name is missing or empty,,1\n';

function requireUpload(upload: ReceivedUpload | undefined): ReceivedUpload {
  if (upload !== undefined) return upload;
  throw new ApiError('invalid_body', 'The request needs a body: multipart/form-data with the part file.');
}

async function requireOwner(db: Queries, id: bigint): Promise<void> {
  const account = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
  if (account !== undefined) return;
  throw fieldError('invalid_parameter', 'owner', `must be the id of an account; there is no account ${id}`);
}

const FILE =
  'The file. Its part needs a `filename` that ends in one of the names above, or their media type as its `Content-Type`.';

/** The header field of the part `file`, without the media types that replace a name. */
const DISPOSITION = {
  description: 'The name of the file, by which the service recognises its format.',
  required: true,
  schema: { type: 'string', pattern: 'filename' },
  example: 'form-data; name="file"; filename="animals.csv"',
};

/** The body in openapi.json. It is not validated by a schema. */
function formBody(): object {
  const file = { ...binarySchema('application/octet-stream'), description: FILE };
  const mapping = {
    type: 'string',
    description: `A JSON object of at most ${MAX_MAPPING_BYTES} bytes that maps columns of the file to the fields of an animal, as for \`petstore pets import --mapping\`. Without it, the file has the columns of an export: \`name\`, \`categoryId\` and optionally \`status\`.`,
    examples: ['{"name":{"column":"Name"},"categoryId":{"column":"Kind","values":{"Dog":1,"Cat":2}}}'],
  };
  const schema = { type: 'object', required: ['file'], properties: { file, mapping } };
  const encoding = { file: { headers: { 'Content-Disposition': DISPOSITION } } };
  return { content: { [FORM]: { schema, encoding } } };
}
