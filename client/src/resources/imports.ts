import type { Import, ImportChange, Operations } from '../contract.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import { writeJson } from '../transport/int64-json.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

export interface ImportOptions extends CreateOptions {
  /** The name of the file, which ends in `.csv`, `.tsv`, `.txt`, `.ndjson`, `.jsonl` or `.xlsx`; by default that of a `File`. */
  fileName?: string;
  /** Maps columns of the file to the fields of an animal; by default the file has the columns of an export. */
  mapping?: object | string | undefined;
  /** Only counts the effects. */
  dryRun?: boolean | undefined;
  /** Only reads the file: `preview` of the import then has what it contains and a guessed mapping, and `change` imports it. */
  preview?: boolean | undefined;
  /** The language of the reasons and problems that the import states. */
  language?: Operations['createImport']['query']['language'];
  /** The account that owns new animals; by default that of the key. */
  owner?: bigint | undefined;
}

const IMPORT_OPTIONS = ['fileName', 'mapping', 'dryRun', 'preview', 'language', 'owner'] satisfies Array<
  keyof ImportOptions
>;

/** The imports of files, newest first. They need the role `admin`. */
export class Imports extends List<'listImports'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listImports');
    this.#transport = transport;
  }

  /**
   * Sends a file. When this resolves, it is stored durably and exactly once, even after retries; `get` returns its progress.
   *
   * @throws {PetstoreError} `invalid_body`, `invalid_mapping`, `invalid_parameter`, `payload_too_large`, or
   * `service_unavailable` if too many imports wait.
   */
  async create(file: Blob | Uint8Array, options: ImportOptions = {}): Promise<Import> {
    const { mapping, dryRun, preview, language, owner } = options;
    const form = new FormData();
    const blob = file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>]);
    form.set('file', blob, options.fileName ?? ('name' in blob ? String(blob.name) : ''));
    if (mapping !== undefined) {
      form.set('mapping', typeof mapping === 'string' ? mapping : writeJson(mapping));
    }
    const flag = (isSet: boolean | undefined) => (isSet === true ? ('true' as const) : undefined);
    const query = { dryRun: flag(dryRun), preview: flag(preview), language, owner };
    const call = { query, body: form, options, accepts: IMPORT_OPTIONS };
    return (await this.#transport.call('createImport', call)).result;
  }

  /**
   * Reads one import: its progress, and at the end its effects.
   *
   * @throws {PetstoreError} `import_not_found`.
   */
  async get(importId: bigint, options?: CallOptions): Promise<Import> {
    return (await this.#transport.call('getImport', { id: importId, options })).result;
  }

  /**
   * Imports a preview with a mapping. With `dryRun`, it is a preview again afterwards, with the effects that the import would
   * have. With `sheet` or `headerRow`, the file is read again for its preview.
   *
   * @throws {PetstoreError} `import_not_found`, `invalid_mapping`, or `invalid_transition` if it is no preview.
   */
  async change(importId: bigint, change: ImportChange, options?: CallOptions): Promise<Import> {
    const call = { id: importId, body: change, options };
    return (await this.#transport.call('changeImport', call)).result;
  }

  /**
   * Cancels an import that waits or runs, or a preview, and deletes its file. What it has applied already stays.
   *
   * @throws {PetstoreError} `import_not_found`, or `invalid_transition` if it has ended.
   */
  async cancel(importId: bigint, options?: CallOptions): Promise<Import> {
    return (await this.#transport.call('cancelImport', { id: importId, options })).result;
  }

  /**
   * Returns the rows that failed as a CSV file, with the line and the fault of each. It begins with a byte order mark,
   * which `text()` of the Blob removes.
   *
   * @throws {PetstoreError} `import_not_found`.
   */
  async badRows(importId: bigint, options?: CallOptions): Promise<Blob> {
    return (await this.#transport.call('getBadRows', { id: importId, options })).result;
  }
}
