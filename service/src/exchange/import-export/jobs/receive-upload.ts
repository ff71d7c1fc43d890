import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError, quote } from '../../../platform/core/errors.ts';
import { fieldsError } from '../../../platform/core/field-faults.ts';
import { disconnected } from '../../../platform/http/requests/body.ts';
import { MAX_MAPPING_BYTES } from '../mapping/mapping-file.ts';
import { type ImportFormat, importFormatOf } from '../readers/rows.ts';
import { MAX_SHEET_BYTES } from '../readers/xlsx/workbook.ts';

export const MAX_FILE_BYTES = 50_000_000;
/** The file, the largest mapping, and what multipart adds to them. */
export const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + MAX_MAPPING_BYTES + 65_536;
const MAX_FILE_NAME_LENGTH = 255;
const PART_NAMES = ['file', 'mapping'];

/** What was received, apart from the content of the file. */
export interface ReceivedUpload {
  readonly fileName: string;
  readonly format: ImportFormat;
  /** The bytes of the mapping; undefined if there is none. */
  readonly mapping: Buffer | undefined;
  /** Identifies the content, whatever boundary separates its parts. */
  readonly digest: Buffer;
}

type Write = (bytes: Uint8Array) => Promise<void>;

/**
 * Reads a body of `multipart/form-data` (RFC 7578) with the parts `file` and `mapping`, and passes the file on as it arrives.
 *
 * @throws {ApiError} `invalid_body` or `payload_too_large`.
 */
export function receiveUpload(request: IncomingMessage, write: Write): Promise<ReceivedUpload> {
  const parts = new UploadParts(write);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      request.unpipe();
      // What still arrives is discarded, so that the client can read the response.
      request.resume();
      reject(error);
    };
    const parser = createParser(request);
    let reading: Promise<unknown> = Promise.resolve();
    parser.on('file', (name, part, fileName, _encoding, type) => {
      part.on('error', () => {}); // the parser reports it, too
      reading = reading.then(() => parts.read(name, part, fileName, type));
      reading.catch(fail);
    });
    parser.on('partsLimit', () => fail(invalidBody('has more parts than file and mapping')));
    parser.on('error', (cause) => fail(invalidBody('is damaged, or not multipart/form-data', cause)));
    parser.on('finish', () => reading.then(() => resolve(parts.received())).catch(fail));
    const failIfIncomplete = () => {
      if (!request.complete) fail(disconnected());
    };
    request.on('error', fail).on('close', failIfIncomplete);
    if (request.destroyed) failIfIncomplete();
    else request.pipe(parser);
  });
}

function createParser({ headers }: IncomingMessage): BusboyInstance {
  const type = headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      isPartAFile: () => true,
      limits: { parts: PART_NAMES.length + 1, headerPairs: 20, headerSize: 8192 },
    });
  } catch (cause) {
    throw invalidBody('has no boundary in its Content-Type', cause);
  }
}

class UploadParts {
  readonly #write: Write;
  readonly #seen = new Set<string>();
  readonly #digest = createHash('sha256');
  #file: { name: string; format: ImportFormat } | undefined;
  #mapping: Buffer | undefined;

  constructor(write: Write) {
    this.#write = write;
  }

  /** @param name undefined for a part without one, which the types of the parser do not show. */
  async read(
    name: string | undefined,
    part: AsyncIterable<Buffer>,
    fileName: string | undefined,
    type: string,
  ): Promise<void> {
    if (!name) throw invalidBody('has a part without a name: name it file or mapping');
    if (!PART_NAMES.includes(name)) throw invalidPart(name, `has an unknown part ${quote(name)}`);
    if (this.#seen.has(name)) throw invalidPart(name, `has more than one part ${quote(name)}`);
    this.#seen.add(name);
    if (name === 'mapping') this.#mapping = await collect(part);
    else await this.#readFile(part, fileName ?? '', type);
  }

  async #readFile(part: AsyncIterable<Buffer>, fileName: string, type: string): Promise<void> {
    const name = fileName.toWellFormed().slice(0, MAX_FILE_NAME_LENGTH);
    const format = formatOf(name, type);
    const maxBytes = format === 'xlsx' ? MAX_SHEET_BYTES : MAX_FILE_BYTES;
    this.#file = { name, format };
    let bytes = 0;
    for await (const chunk of part) {
      if (bytes === 0 && format !== 'xlsx') requireText(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge('file', maxBytes);
      this.#digest.update(chunk);
      await this.#write(chunk);
    }
  }

  received(): ReceivedUpload {
    if (this.#file === undefined) throw invalidPart('file', 'has no part "file" with the animals');
    const { name: fileName, format } = this.#file;
    this.#digest.update(JSON.stringify([fileName, this.#mapping?.toString('base64')]));
    return { fileName, format, mapping: this.#mapping, digest: this.#digest.digest() };
  }
}

const FORMATS_BY_TYPE: ReadonlyMap<string, ImportFormat> = new Map([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'], // cspell:disable-line
]);

function formatOf(fileName: string, type: string): ImportFormat {
  const format = importFormatOf(fileName) ?? FORMATS_BY_TYPE.get(type.toLowerCase());
  if (format !== undefined) return format;
  throw invalidPart(
    'file',
    `has a file of an unknown format: name it .csv, .ndjson, .jsonl or .xlsx; its name is ${quote(fileName)}`,
  );
}

/** The first bytes of ZIP archives, which new spreadsheets are, and of old spreadsheets. */
const SPREADSHEETS = ['504b0304', 'd0cf11e0'].map((hex) => Buffer.from(hex, 'hex'));

function requireText(start: Buffer): void {
  const isSpreadsheet = SPREADSHEETS.some((bytes) => start.subarray(0, bytes.length).equals(bytes));
  if (isSpreadsheet)
    throw invalidPart(
      'file',
      'has a spreadsheet with the name of a text file: name it .xlsx, or save it as CSV',
    );
}

async function collect(part: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of part) {
    bytes += chunk.length;
    if (bytes > MAX_MAPPING_BYTES) throw tooLarge('mapping', MAX_MAPPING_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function invalidBody(fault: string, cause?: unknown): ApiError {
  return new ApiError('invalid_body', `The body ${fault}.`, { cause });
}

function invalidPart(name: string, fault: string): ApiError {
  return fieldsError('invalid_body', [{ fields: [name], text: `The body ${fault}` }]);
}

function tooLarge(part: string, maxBytes: number): ApiError {
  return new ApiError('payload_too_large', `The part ${part} must be at most ${maxBytes} bytes.`);
}
