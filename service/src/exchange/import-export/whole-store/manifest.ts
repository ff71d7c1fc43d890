import { ENVIRONMENTS, type Environment } from '../../../platform/config/options.ts';
import { JsonError, parseJson, stringifyJson } from '../../../platform/core/json.ts';
import { VERSION } from '../../../platform/core/version.ts';
import { NUMBERED_TABLES, type NumberedTable } from '../../../platform/database/recovery/id-sequences.ts';

/** The file that is written last: an export that has it is complete. */
export const MANIFEST = 'manifest.json';
/** The version of the format of an export. */
const FORMAT = 1;

export interface ExportedFile {
  readonly rows: number;
  readonly sha256: string;
}

export interface Manifest {
  /** The identity of the store, by which an import recognises its animals. */
  readonly store: string;
  readonly environment: Environment;
  /** The id of the newest event that is no longer kept. */
  readonly lastPurgedEvent: bigint;
  /** The highest ids ever assigned, also to deleted rows. */
  readonly highestIds: Readonly<Partial<Record<NumberedTable, bigint>>>;
  /** By the names of the files. */
  readonly files: Readonly<Record<string, ExportedFile>>;
}

export function manifestJson(manifest: Manifest): string {
  return `${stringifyJson({ format: FORMAT, petstore: VERSION, ...manifest }, 2)}\n`;
}

/** Returns the manifest, or why the text is none, as a sentence that begins with the file. */
export function parseManifest(text: string): Manifest | string {
  const value = parseObject(text);
  if (value === undefined) return 'is not a JSON object';
  if (value.format !== FORMAT) {
    return `has the format ${String(value.format)}, but this version reads format ${FORMAT}: use the version that wrote it, ${String(value.petstore)}`;
  }
  const environment = ENVIRONMENTS.find((name) => name === value.environment);
  const lastPurgedEvent = idOf(value.lastPurgedEvent);
  const highestIds = idsOf(value.highestIds);
  const files = filesOf(value.files);
  if (typeof value.store !== 'string' || environment === undefined || lastPurgedEvent === undefined) {
    return 'does not name the store, its environment and its last purged event';
  }
  if (highestIds === undefined || files === undefined) return 'does not list highest ids and files';
  return { store: value.store, environment, lastPurgedEvent, highestIds, files };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}

function idsOf(value: unknown): Manifest['highestIds'] | undefined {
  if (!isObject(value)) return undefined;
  const ids = NUMBERED_TABLES.flatMap((table) => {
    const id = idOf(value[table]);
    return id === undefined ? [] : [[table, id] as const];
  });
  return Object.fromEntries(ids);
}

function filesOf(value: unknown): Manifest['files'] | undefined {
  if (!isObject(value)) return undefined;
  const files = Object.entries(value).map(([name, file]) => {
    const { rows, sha256 } = isObject(file) ? file : {};
    return typeof rows === 'number' && typeof sha256 === 'string' ? [name, { rows, sha256 }] : undefined;
  });
  return files.includes(undefined)
    ? undefined
    : Object.fromEntries(files.filter((file) => file !== undefined));
}
