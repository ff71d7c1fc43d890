import type { IncomingMessage } from 'node:http';
import { accountOf, waiterOf } from '../../accounts/authenticate.ts';
import type { Clock } from '../../core/clock.ts';
import { unavailable } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import type { Exchange, ReceiveBody } from '../../http/exchange.ts';
import { declaresBody } from '../../http/requests/body-types.ts';
import type { Input } from '../../http/requests/input-validator.ts';
import { admitLargeBody } from '../../http/requests/large-body.ts';
import type { IdempotentWrites } from '../../idempotency/idempotent-writes.ts';
import { deleteWithFiles, ImportFileWriter } from './job-files.ts';
import { addReceiving } from './job-store.ts';
import { expireOldPreviews } from './preview-store.ts';
import { type ReceivedUpload, receiveUpload } from './receive-upload.ts';

/** About the time that a large import takes. */
const RETRY_AFTER_SECONDS = '60';

/** The repetitions of requests that may be received at the same time. */
const MAX_REPEATED = 100;

declare module '../../http/exchange.ts' {
  interface Exchange {
    /** The file that is received; undefined for every other request. */
    importUpload?: ImportUpload;
  }
}

interface AdmitDependencies {
  database: Database;
  clock: Clock;
  writes: IdempotentWrites;
}

/**
 * Returns the function that receives the file of an import. Before the body it checks all that needs no body: its type and
 * size, and whether too many imports wait. It takes a place for the import.
 */
export function receiveImport({ database, clock, writes }: AdmitDependencies): ReceiveBody {
  return async (exchange, parameters) => {
    const { request, response } = exchange;
    response.once('close', () => exchange.importUpload?.discardUnlessAccepted());
    await admitLargeBody(exchange, parameters, async () => {
      // A repeated request adds no import.
      const limit = (await writes.hasResponse(exchange)) ? MAX_REPEATED : undefined;
      const accountId = accountOf(exchange).id;
      if (isPreview(parameters)) await deleteOldPreviews(database, accountId);
      const id = await database.write((db) => addReceiving(db, accountId, clock.now(), limit), {
        ...waiterOf(exchange),
        survives: 'crash',
      });
      if (id === undefined) throw tooManyImports();
      exchange.importUpload = new ImportUpload(database, id);
      // The client may have disconnected in the meantime.
      if (response.closed) exchange.importUpload.discardUnlessAccepted();
    });
    if (!declaresBody(request)) return { value: undefined, bytes: Buffer.alloc(0) };
    exchange.isReadingBody = true;
    const upload = await uploadOf(exchange).receive(request);
    exchange.isReadingBody = false;
    // A repeated request has the same parts, and may have another boundary.
    return { value: upload, bytes: upload.digest };
  };
}

function isPreview({ query }: Input): boolean {
  return (query as { preview?: string }).preview === 'true'; // the schema of the operation has it
}

async function deleteOldPreviews(database: Database, accountId: bigint): Promise<void> {
  const ids = await database.write((db) => expireOldPreviews(db, accountId), { survives: 'crash' });
  for (const id of ids) await deleteWithFiles(database, id);
}

export function uploadOf(exchange: Exchange): ImportUpload {
  if (exchange.importUpload === undefined) throw new Error('The upload was not admitted');
  return exchange.importUpload;
}

function tooManyImports() {
  return unavailable('Five imports wait already. Send this one when one of them is done.', undefined, {
    'Retry-After': RETRY_AFTER_SECONDS,
  });
}

/** The file of one request. It is deleted unless it becomes an import. */
class ImportUpload {
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
