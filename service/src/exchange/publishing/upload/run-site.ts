import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Clock, MINUTE, SECOND } from '../../../platform/core/clock.ts';
import type { PublishingQuestion } from '../../../platform/database/column-values.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundFault } from '../../../platform/outbound/outbound-fault.ts';
import { FtpConnection, type FtpFile, type FtpOptions, type FtpServer, fileOf } from './ftp.ts';
import { DROP_ASKS_FOR, questionOf, type Run } from './run.ts';
import { type AccountSite, lastSentRun, type RunEnd } from './run-queries.ts';
import {
  forgetOtherPlaces,
  forgetSentPhoto,
  readSentPhotos,
  recordSentPhoto,
  type SitePhoto,
} from './sent-photos.ts';
import { UploadFault, type UploadReason } from './upload-fault.ts';

const LOOKUP_TIMEOUT = 10 * SECOND;
/** How long a whole run may take. A site that takes a byte now and then holds no other for longer. */
const RUN_TIMEOUT = 60 * MINUTE;
const MEGABYTE = 1_000_000;
/** Of the files of a run without the photos. */
const MAX_FILE_BYTES = 256 * MEGABYTE;
/** After so many bytes of photos the others wait for the next run, so that the list itself is sent. */
const MAX_PHOTO_BYTES = 1_000 * MEGABYTE;

/** How an account signs in at a site. */
type SiteLogin = Omit<FtpServer, 'addresses'>;

/** The same, or why it cannot. */
type SiteAccess = SiteLogin | { readonly fault: 'not_set_up' | 'password_unreadable' };

/** The login was changed while the run used it: it begins again with the new one. */
class LoginChanged extends Error {}

/** Everything that a site is sent. */
interface SiteFiles {
  readonly files: readonly FtpFile[];
  /** How many are in the file. */
  readonly animals: number;
  /** The photos that the site must have as files, and no others. */
  photos(): AsyncIterable<SitePhoto>;
}

export interface RunSiteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbound: Pick<Outbound, 'check'>;
  /** Returns undefined for a site that is off, or whose account may not send. Asked before each step. */
  readonly accessOf: (db: Queries, site: AccountSite) => Promise<SiteAccess | undefined>;
  /** Writes all files to a folder. */
  readonly build: (db: Queries, site: AccountSite, folder: string) => Promise<SiteFiles>;
  /** Returns undefined for a photo that was removed meanwhile. */
  readonly readPhoto: (db: Queries, photoId: string) => Promise<Uint8Array | undefined>;
  /** The store could not be read or written, or a file not be made; it is tried again. */
  readonly onFault: (error: unknown) => void;
  /** For tests. */
  readonly ftp?: FtpOptions;
}

/** What a run has sent so far. */
interface Progress {
  target: string;
  animals: number | undefined;
  photos: number;
  bytes: number;
}

/**
 * Sends everything of an account to a site: all of it is made before the first byte is sent, then the photos that the site does not
 * have, then the files, which replace those of the site when they are complete, and then photos that no animal uses are removed.
 *
 * @param stop interrupts it. It then continues later, without the photos that the site has.
 */
export async function runSite(
  run: Run,
  dependencies: RunSiteDependencies,
  stop: AbortSignal,
): Promise<RunEnd> {
  const progress: Progress = { target: '', animals: undefined, photos: 0, bytes: 0 };
  const deadline = AbortSignal.timeout(RUN_TIMEOUT);
  try {
    const signal = AbortSignal.any([stop, deadline]);
    return await new SiteRun(run, dependencies, progress, signal).end();
  } catch (error) {
    if (stop.aborted || error instanceof LoginChanged) return { state: 'waiting' };
    const reason = deadline.aborted ? 'too_slow' : reasonOf(error, dependencies);
    return { state: 'failed', reason, ...progress };
  }
}

function reasonOf(error: unknown, { onFault }: RunSiteDependencies): UploadReason {
  if (error instanceof UploadFault) return error.reason;
  if (error instanceof OutboundFault) {
    const { reason } = error;
    return reason === 'host_not_found' || reason === 'address_not_allowed' ? reason : 'not_reached';
  }
  onFault(error);
  return 'service_fault';
}

class SiteRun {
  readonly #run: Run;
  readonly #dependencies: RunSiteDependencies;
  readonly #progress: Progress;
  readonly #signal: AbortSignal;

  constructor(run: Run, dependencies: RunSiteDependencies, progress: Progress, signal: AbortSignal) {
    this.#run = run;
    this.#dependencies = dependencies;
    this.#progress = progress;
    this.#signal = signal;
  }

  async end(): Promise<RunEnd> {
    const { database, build } = this.#dependencies;
    const login = await this.#login();
    this.#progress.target = targetOf(login);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'petstore-publishing-'));
    const made = await build(database.read, this.#run, folder.path);
    this.#progress.animals = made.animals;
    if (sizeOf(made.files) > MAX_FILE_BYTES) throw new UploadFault('too_large');
    const question = questionOf(
      made.animals,
      await lastSentRun(database.read, this.#run, this.#progress.target),
    );
    const asks = this.#asks(question);
    if (asks !== undefined) return { state: 'asks', ...asks, ...this.#progress };
    await this.#send(login, made);
    return { state: 'done', question, ...this.#progress };
  }

  async #login(): Promise<SiteLogin> {
    const { database, accessOf } = this.#dependencies;
    const access = await accessOf(database.read, this.#run);
    if (access === undefined) throw new UploadFault('turned_off');
    if ('fault' in access) throw new UploadFault(access.fault);
    return access;
  }

  get #place() {
    const { accountId, site } = this.#run;
    return { accountId, site, target: this.#progress.target };
  }

  #asks(question: PublishingQuestion | undefined) {
    const { confirmed, question: before, askedAt: since } = this.#run;
    if (question === undefined || question === confirmed) return undefined;
    const now = this.#dependencies.clock.now();
    const askedAt = question === before ? (since ?? now) : now;
    if (question === 'sudden_drop' && now - askedAt >= DROP_ASKS_FOR) return undefined;
    return { question, askedAt };
  }

  async #send(login: SiteLogin, { files, photos }: SiteFiles): Promise<void> {
    const { database, outbound, ftp } = this.#dependencies;
    // What people set while the run sends decides about its next step.
    const check = async () => {
      if (!isDeepStrictEqual(await this.#login(), login)) throw new LoginChanged();
    };
    await check();
    const checked = await outbound.check(login.host, { timeoutMs: LOOKUP_TIMEOUT }, this.#signal);
    const server = { ...login, host: checked.host, addresses: checked.addresses };
    const connection = await FtpConnection.open(server, this.#signal, ftp);
    try {
      const known = new Map<string, string>();
      const unused = new Set<string>();
      for await (const page of readSentPhotos(database.read, this.#place))
        for (const { path, photoId } of page) {
          known.set(path, photoId);
          unused.add(path);
        }
      for await (const { path } of photos()) unused.delete(path);
      const removeUnused = async () => {
        for (const path of unused) {
          await check();
          await this.#removePhoto(connection, path);
        }
        unused.clear();
      };
      await this.#sendPhotos(connection, photos(), known, { check, makeRoom: removeUnused });
      await connection.replace(files, check);
      this.#progress.bytes += sizeOf(files);
      await removeUnused();
      while (!(await database.write((db) => forgetOtherPlaces(db, this.#place)))) await nextTurn();
    } finally {
      connection.close();
    }
  }

  /** `makeRoom` removes photos of animals that are not sent any more, which the list at the site may still show until it is replaced. */
  async #sendPhotos(
    connection: FtpConnection,
    photos: AsyncIterable<SitePhoto>,
    known: ReadonlyMap<string, string>,
    { check, makeRoom }: { check: () => Promise<void>; makeRoom: () => Promise<void> },
  ): Promise<void> {
    const { database, readPhoto } = this.#dependencies;
    let bytesOfPhotos = 0;
    for await (const { path, photoId } of photos) {
      if (bytesOfPhotos >= MAX_PHOTO_BYTES) return;
      if (known.get(path) === photoId) continue;
      const bytes = await readPhoto(database.read, photoId);
      if (bytes === undefined) continue;
      await check();
      const photo = fileOf(path, bytes);
      await connection.store(photo).catch(async (error: unknown) => {
        if (!(error instanceof UploadFault) || error.reason !== 'disk_full') throw error;
        await makeRoom();
        await connection.store(photo);
      });
      // If it is lost, the photo is sent again.
      await database.write((db) => recordSentPhoto(db, this.#place, { path, photoId }), {
        commit: 'asynchronous',
      });
      this.#progress.photos += 1;
      bytesOfPhotos += bytes.byteLength;
      this.#progress.bytes += bytes.byteLength;
    }
  }

  async #removePhoto(connection: FtpConnection, path: string): Promise<void> {
    await connection.remove(path);
    await this.#dependencies.database.write((db) => forgetSentPhoto(db, this.#place, path), {
      commit: 'asynchronous',
    });
  }
}

function sizeOf(files: readonly FtpFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function targetOf({ host, port, username }: SiteLogin): string {
  return `${host.toLowerCase()}:${port} ${username}`;
}
