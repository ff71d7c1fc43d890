import type { IncomingMessage } from 'node:http';
import { accountOf, waiterOf } from '../../../access/accounts/authenticate.ts';
import type { IdempotentWrites } from '../../../access/idempotency/idempotent-writes.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import { overloaded } from '../../../platform/core/errors.ts';
import type { Database } from '../../../platform/database/database.ts';
import { declaresBody } from '../../../platform/http/request-head.ts';
import { admitLargeBody, NO_BODY, whileArriving } from '../../../platform/http/requests/body.ts';
import type { ReceiveBody, TextParameters } from '../../../platform/http/route.ts';
import { deleteWithFiles, ImportFileWriter } from './job-files.ts';
import { addReceiving, surplusImports } from './job-queries.ts';
import { expireOldPreviews } from './preview-queries.ts';
import { type ReceivedUpload, receiveUpload } from './receive-upload.ts';

/** About the time that a large import takes. */
const RETRY_AFTER_SECONDS = '60';

/** The repetitions of requests that may be received at the same time. */
const MAX_REPEATED = 100;

interface AdmitDependencies {
  database: Database;
  clock: Clock;
  writes: IdempotentWrites;
}

/** The place of an import, and what was received for it; undefined without a body. */
export interface ReceivedImport {
  readonly place: ImportPlace;
  readonly upload: ReceivedUpload | undefined;
}

/**
 * Returns the function that receives the file of an import. Before the body it checks all that needs no body: its type and
 * size, and whether too many imports wait. It takes a place for the import.
 */
export function receiveImport({ database, clock, writes }: AdmitDependencies): ReceiveBody<ReceivedImport> {
  return async (exchange, parameters) => {
    const { request, response } = exchange;
    const place = await admitLargeBody(exchange, parameters, async () => {
      // A repeated request adds no import.
      const limit = (await writes.hasResponse(exchange)) ? MAX_REPEATED : undefined;
      const accountId = accountOf(exchange).id;
      if (isPreview(parameters)) await deleteOldPreviews(database, accountId);
      for (const old of await surplusImports(database.read, accountId)) await deleteWithFiles(database, old);
      const id = await database.write((db) => addReceiving(db, accountId, clock.now(), limit), {
        ...waiterOf(exchange),
        commit: 'asynchronous',
      });
      if (id === undefined) throw tooManyImports();
      const admitted = new ImportPlace(database, id);
      response.once('close', () => admitted.discardUnlessAccepted());
      // The client may have disconnected in the meantime.
      if (response.closed) admitted.discardUnlessAccepted();
      return admitted;
    });
    if (!declaresBody(request)) return { value: { place, upload: undefined }, bytes: NO_BODY.bytes };
    const upload = await whileArriving(exchange, () => place.receive(request));
    // A repeated request has the same parts, and may have another boundary.
    return { value: { place, upload }, bytes: upload.digest };
  };
}

function isPreview({ query }: TextParameters): boolean {
  return query.preview === 'true';
}

async function deleteOldPreviews(database: Database, accountId: bigint): Promise<void> {
  const ids = await database.write((db) => expireOldPreviews(db, accountId), { commit: 'asynchronous' });
  for (const id of ids) await deleteWithFiles(database, id);
}

function tooManyImports() {
  return overloaded('Five imports wait already. Send this one when one of them is done.', undefined, {
    'Retry-After': RETRY_AFTER_SECONDS,
  });
}

/** The place and the file of one request. Both are deleted unless it becomes an import. */
class ImportPlace {
  readonly importId: bigint;
  isAccepted = false;
  readonly #database: Database;
  #received: Promise<unknown> = Promise.resolve();

  constructor(database: Database, importId: bigint) {
    this.#database = database;
    this.importId = importId;
  }

  receive(request: IncomingMessage): Promise<ReceivedUpload> {
    const writer = new ImportFileWriter(this.#database, { importId: this.importId, name: 'upload' });
    const received = receiveUpload(request, (bytes) => writer.write(bytes)).then(async (upload) => {
      await writer.flush();
      return upload;
    });
    this.#received = received;
    return received;
  }

  /** What cannot be deleted now, `deleteExpiredImports` deletes later. */
  async discardUnlessAccepted(): Promise<void> {
    if (this.isAccepted) return;
    await this.#received.catch(() => {});
    await deleteWithFiles(this.#database, this.importId).catch(() => {});
  }
}
