// cspell:ignore RNFR RNTO PBSZ PROT ALTNAME
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import type { Client } from 'basic-ftp';
import { SECOND } from '../../../platform/core/clock.ts';
import { withDeadline } from '../../../platform/core/tasks/deadline.ts';
import { isReply, sendFile } from './transfer.ts';
import { UploadFault, type UploadReason } from './upload-fault.ts';

/** How long a site may send nothing, or accept nothing. A command may take as long, whatever the site sends. */
const IDLE_TIMEOUT = 60 * SECOND;
/** For opening the connection of a file, for its bytes at the slowest pace, and for the reply. */
const FILE_TIMEOUTS = 3;
const MIN_BYTES_PER_MS = 10;
/** What a site may send on the control connection: for a long welcome, and for each step. */
const WELCOME_BYTES = 64 * 1_024;
const REPLY_BYTES = 4 * 1_024;
/** A program of the site that looks for new files does not know this ending. */
const PART_SUFFIX = '.part';
/** How a file is divided: whether a slow site still takes something shows only between two pieces. */
const PIECE_BYTES = 32 * 1_024;
const REASONS: Readonly<Record<number, UploadReason>> = {
  421: 'cut_off',
  425: 'no_passive_mode',
  426: 'cut_off',
  // vsftpd and others send it when they cannot write.
  451: 'disk_full',
  452: 'disk_full',
  552: 'disk_full',
};

/** Where a site is, and who signs in there. */
export interface FtpServer {
  /** The name that its certificate must have. */
  readonly host: string;
  /** Its addresses, all of them checked. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly security: 'none' | 'explicit_tls';
  readonly username: string;
  readonly password: string;
}

export interface FtpFile {
  /** From the folder in which the site lets the user begin. */
  readonly path: string;
  readonly bytes: number;
  /** Called for each attempt. */
  read(): Readable;
}

/** Returns a file whose content is in memory. */
export function fileOf(path: string, content: Uint8Array): FtpFile {
  return { path, bytes: content.byteLength, read: () => Readable.from(piecesOf(content)) };
}

export interface FtpOptions {
  readonly idleTimeoutMs?: number;
  /** Certificates that are trusted as well, for tests. */
  readonly ca?: string | undefined;
}

type Step = 'connect' | 'tls' | 'login' | 'command' | 'transfer';

/** A connection to a site that stores files. It is passive, and every error of it is an `UploadFault` or the reason of `stop`. */
export class FtpConnection {
  readonly #client: Client;
  readonly #stop: AbortSignal;
  readonly #timeoutMs: number;
  /** How much more the site may send. */
  #replyBytes = WELCOME_BYTES;

  private constructor(client: Client, stop: AbortSignal, timeoutMs: number) {
    this.#client = client;
    this.#stop = stop;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Connects and signs in.
   *
   * @throws {UploadFault}
   */
  static async open(
    server: FtpServer,
    stop: AbortSignal,
    { idleTimeoutMs = IDLE_TIMEOUT, ca }: FtpOptions = {},
  ): Promise<FtpConnection> {
    stop.throwIfAborted();
    // Imported only if it is used.
    const { Client } = await import('basic-ftp');
    const connection = new FtpConnection(new Client(idleTimeoutMs), stop, idleTimeoutMs);
    try {
      await connection.#connect(server);
      await connection.#signIn(server, ca);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  close(): void {
    this.#client.close();
  }

  /**
   * Stores files in place of those that the site has. All of them are complete at the site before the first one is replaced, if the
   * site can rename files.
   *
   * @param check runs before each file, and before the first one is replaced; it throws to end that.
   * @throws {UploadFault}
   */
  async replace(files: readonly FtpFile[], check: () => Promise<void> = async () => {}): Promise<void> {
    for (const file of files) {
      await check();
      await this.store({ ...file, path: file.path + PART_SUFFIX });
    }
    await check();
    for (const file of files) await this.#replaceOne(file);
  }

  /**
   * Stores a file, and makes its folder if the site does not have it.
   *
   * @throws {UploadFault}
   */
  async store({ path, bytes, read }: FtpFile): Promise<void> {
    const timeoutMs = FILE_TIMEOUTS * this.#timeoutMs + bytes / MIN_BYTES_PER_MS;
    const send = () => this.#step('transfer', () => sendFile(this.#client.ftp, read(), path), timeoutMs);
    await send().catch(async (error: unknown) => {
      const isRefused = error instanceof UploadFault && error.reason === 'refused';
      if (!isRefused || !(await this.#makeFolder(path))) throw error;
      await send();
    });
    await this.#checkSize(path, bytes);
  }

  /**
   * Removes a file, unless the site does not have it.
   *
   * @throws {UploadFault} if the connection ends.
   */
  async remove(path: string): Promise<void> {
    await this.#step('command', () => this.#client.remove(path, true));
  }

  async #connect({ addresses, port }: FtpServer): Promise<void> {
    let fault: unknown = new UploadFault('not_reached');
    for (const address of addresses) {
      try {
        await this.#step('connect', () => this.#client.connect(address, port));
        return;
      } catch (error) {
        if (!(error instanceof UploadFault) || error.reason === 'unavailable') throw error;
        fault = error;
      }
    }
    throw fault;
  }

  async #signIn({ host, security, username, password }: FtpServer, ca: string | undefined): Promise<void> {
    const client = this.#client;
    const command = (text: string, step: Step = 'command') => this.#step(step, () => client.send(text));
    if (security === 'explicit_tls') {
      const options: ConnectionOptions = {
        host,
        ...(isIP(host) === 0 && { servername: host }),
        ...(ca !== undefined && { ca }),
      };
      await this.#step('tls', () => client.useTLS(options));
      await command('PBSZ 0', 'tls');
      // The library would go on without it, and the site would get the files in clear text.
      await command('PROT P', 'tls');
    }
    const { code } = await command(`USER ${username}`, 'login');
    if (code >= 300) await this.#step('login', () => this.#sendPassword(password));
    await command('TYPE I');
    await this.#step('command', () => client.sendIgnoringError('OPTS UTF8 ON'));
  }

  /** Some sites rename only if the new name is free, and some not at all. */
  async #replaceOne(file: FtpFile): Promise<void> {
    const { path } = file;
    const part = path + PART_SUFFIX;
    const isKnown = await this.#accepts(`RNFR ${part}`);
    if (isKnown && (await this.#accepts(`RNTO ${path}`))) return;
    if (isKnown) {
      await this.remove(path);
      if ((await this.#accepts(`RNFR ${part}`)) && (await this.#accepts(`RNTO ${path}`))) return;
    }
    await this.store(file);
    await this.remove(part);
  }

  /** Returns false if all folders of a file exist, or cannot be made. */
  async #makeFolder(path: string): Promise<boolean> {
    const names = path.split('/').slice(0, -1);
    let isMade = false;
    for (const [index] of names.entries())
      isMade = await this.#accepts(`MKD ${names.slice(0, index + 1).join('/')}`);
    return isMade;
  }

  /** A server that closes the connection for a file early may still report success. */
  async #checkSize(path: string, bytes: number): Promise<void> {
    const { code, message } = await this.#step('command', () =>
      this.#client.sendIgnoringError(`SIZE ${path}`),
    );
    const [, size] = /^213 (\d+)/.exec(message) ?? [];
    if (code === 213 && size !== undefined && Number(size) !== bytes) throw new UploadFault('cut_off');
  }

  /** Returns false if the site refuses a command. */
  async #accepts(command: string): Promise<boolean> {
    const { code } = await this.#step('command', () => this.#client.sendIgnoringError(command));
    if (code === 421) throw new UploadFault('cut_off');
    return code < 400;
  }

  /** The library would send it again each time that it is asked. */
  async #sendPassword(password: string): Promise<void> {
    const { code, message } = await this.#client.sendIgnoringError(`PASS ${password}`);
    if (code >= 300) throw Object.assign(new Error(message), { code });
  }

  /** Ends with `stop`, and at a deadline, whatever the site sends: the library watches only how long it is silent. */
  async #step<T>(step: Step, work: () => Promise<T>, timeoutMs = this.#timeoutMs): Promise<T> {
    const tooLate = () => new UploadFault(step === 'connect' ? 'not_reached' : 'too_slow');
    try {
      return await withDeadline({ ms: timeoutMs, stop: this.#stop, tooLate }, async (signal) => {
        signal.addEventListener('abort', () => this.close(), { once: true });
        const done = work();
        const stopCounting = this.#limitReplies();
        return done.finally(stopCounting);
      });
    } catch (error) {
      throw this.#stop.aborted ? this.#stop.reason : faultOf(error, step);
    }
  }

  /** Closes a connection on which replies do not end. Reading them takes the time of others. */
  #limitReplies(): () => void {
    const { socket } = this.#client.ftp;
    this.#replyBytes += REPLY_BYTES;
    const count = (text: string) => {
      this.#replyBytes -= text.length;
      if (this.#replyBytes < 0) this.#client.ftp.closeWithError(new UploadFault('cut_off'));
    };
    socket.on('data', count);
    return () => void socket.off('data', count);
  }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let first = 0; first < bytes.byteLength; first += PIECE_BYTES)
    yield bytes.subarray(first, first + PIECE_BYTES);
}

function faultOf(error: unknown, step: Step): UploadFault {
  if (error instanceof UploadFault) return error;
  if (isReply(error)) return new UploadFault(reasonOf(error.code, step), error);
  if (error instanceof Error && /^Timeout/.test(error.message))
    return new UploadFault(step === 'connect' ? 'not_reached' : 'too_slow', error);
  if (step === 'connect') return new UploadFault('not_reached', error);
  if (step === 'tls' && isOfCertificate(error)) return new UploadFault('certificate_not_trusted', error);
  return new UploadFault('cut_off', error);
}

function reasonOf(code: number, step: Step): UploadReason {
  if (step === 'connect') return 'unavailable';
  if (step === 'tls') return 'no_tls';
  // A site that asks for the password again, or for an account, has refused it as well.
  if (step === 'login') return code >= 400 && code < 500 ? 'unavailable' : 'wrong_password';
  return REASONS[code] ?? 'refused';
}

function isOfCertificate(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return /CERT|^UNABLE_TO_|ALTNAME|SELF_SIGNED/.test(String(code ?? error));
}
