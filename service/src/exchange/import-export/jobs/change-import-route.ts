import { Type } from 'typebox';
import { actorOf } from '../../../access/accounts/authenticate.ts';
import { type Clock, MINUTE } from '../../../platform/core/clock.ts';
import { ApiError, afterEffect } from '../../../platform/core/errors.ts';
import { Int64 } from '../../../platform/core/int64.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { MAX_MAPPING_BYTES } from '../mapping/mapping-file.ts';
import { type ImportChange, previewChangeOf } from './import-input.ts';
import type { ImportJob } from './import-job.ts';
import { ACCEPTED_EXAMPLE, CANCELLED_EXAMPLE, type ImportResource, importJson } from './import-resource.ts';
import { IMPORTS_KEPT_DAYS } from './import-runner.ts';
import { deleteImportFiles } from './job-files.ts';
import { cancelImport, findImport, PREVIEW_KEPT_MS } from './job-queries.ts';
import { startPreview } from './preview-queries.ts';
import { recordImport } from './record-import.ts';

/** The largest mapping, and the other members. */
export const MAX_CHANGE_BYTES = MAX_MAPPING_BYTES + 65_536;

export const importParams = Type.Object({
  importId: Int64({ description: 'Identifier of the import.', examples: [3n] }),
});

export interface ChangeImportDependencies {
  database: Database;
  clock: Clock;
  /** Called after an import was added or changed, so that it runs. */
  onAdded: () => void;
}

/** The operations that start a preview, and that cancel an import. */
export function importChangeRoutes(dependencies: ChangeImportDependencies): Route[] {
  return [changeImport(dependencies), cancelImportRoute(dependencies)];
}

function changeImport({ database, clock, onAdded }: ChangeImportDependencies): Route {
  return route({
    method: 'PATCH',
    path: '/v1/imports/:importId',
    schema: {
      operationId: 'changeImport',
      tags: ['Imports'],
      summary: 'Import or check a preview',
      description: `Imports the file of a preview with a mapping, or with \`dryRun\` only counts the effects, after which it is a preview again. With \`sheet\` or \`headerRow\`, the file is read again for its preview. A preview is kept for ${PREVIEW_KEPT_MS / MINUTE} minutes.`,
      params: importParams,
      body: Type.Unsafe<ImportChange>({ $ref: 'ImportChange#' }),
      responses: {
        200: {
          ...Type.Unsafe<ImportResource>({ $ref: 'Import#' }),
          description: 'The import.',
          examples: [ACCEPTED_EXAMPLE],
        },
      },
    },
    body: { limitBytes: MAX_CHANGE_BYTES },
    stability: 'experimental',
    role: 'admin',
    notFound: importNotFound,
    errors: ['import_not_found', 'invalid_mapping', 'invalid_transition'],
    errorMessages: {
      invalid_transition: notAPreviewText(3n, 'failed'),
      payload_too_large: `The body must be at most ${MAX_CHANGE_BYTES} bytes.`,
    },
    handle: async (exchange, { params: { importId }, body }) => {
      const change = previewChangeOf(body);
      const job = await database.write(async (db) => {
        const started = await startPreview(db, importId, change, actorOf(exchange));
        if (started === undefined) throw await notAPreview(db, importId);
        if (!change.readsAgain) await recordImport(db, started, actorOf(exchange), clock.now());
        return started;
      });
      onAdded();
      return { status: 200, headers: [], body: importJson(job) };
    },
  });
}

function cancelImportRoute({ database, clock, onAdded }: ChangeImportDependencies): Route {
  return route({
    method: 'DELETE',
    path: '/v1/imports/:importId',
    schema: {
      operationId: 'cancelImport',
      tags: ['Imports'],
      summary: 'Cancel an import or a preview',
      description: `Stops an import that waits or runs within a second, or ends a preview, and deletes its file. Rows that were applied already stay: \`processed\` is their number. The import itself can be read for ${IMPORTS_KEPT_DAYS} days. Cancelling it again changes nothing.`,
      params: importParams,
      responses: {
        200: {
          ...Type.Unsafe<ImportResource>({ $ref: 'Import#' }),
          description: 'The import, which is `cancelled`.',
          examples: [CANCELLED_EXAMPLE],
        },
      },
    },
    stability: 'experimental',
    role: 'admin',
    notFound: importNotFound,
    errors: ['import_not_found', 'invalid_transition'],
    errorMessages: { invalid_transition: hasEndedText(3n, 'failed') },
    handle: async (exchange, { params: { importId } }) => {
      const job = await database.write(async (db) => {
        const before = requireImport(await findImport(db, importId), importId);
        if (before.state === 'cancelled') return before;
        const cancelled = await cancelImport(db, importId, clock.now());
        if (cancelled === undefined)
          throw new ApiError('invalid_transition', hasEndedText(importId, before.state));
        // A file that was only read for a preview has changed nothing, and is not recorded.
        if (!before.hasPreview || before.preview !== undefined)
          await recordImport(db, cancelled, actorOf(exchange), clock.now(), 'import.cancelled');
        return cancelled;
      });
      // Its runner stops before the next transaction, and may read no more than was there until now.
      onAdded();
      await afterEffect(() => deleteImportFiles(database, importId, ['upload']));
      return { status: 200, headers: [], body: importJson(job) };
    },
  });
}

function hasEndedText(id: bigint, state: string): string {
  return `Import ${id} is ${state}: only an import that waits or runs, or a preview, can be cancelled.`;
}

function notAPreviewText(id: bigint, state: string): string {
  return `Import ${id} is ${state}: it can be changed only while it is a preview. Send the file again for another import.`;
}

async function notAPreview(db: Queries, id: bigint): Promise<ApiError> {
  const { state } = requireImport(await findImport(db, id), id);
  return new ApiError('invalid_transition', notAPreviewText(id, state));
}

export function requireImport(job: ImportJob | undefined, id: bigint): ImportJob {
  if (job === undefined) throw importNotFound(String(id));
  return job;
}

export function importNotFound(id: string): ApiError {
  return new ApiError(
    'import_not_found',
    `There is no import with the id ${id}. It is deleted ${IMPORTS_KEPT_DAYS} days after its end, and a preview after an hour.`,
  );
}
