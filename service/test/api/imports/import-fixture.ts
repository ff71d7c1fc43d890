import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type ApiResponse, at } from '@petstore/testing/http/expect-response.ts';
import { type ServiceOptions, startService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';

export const MAPPING = JSON.stringify({
  reference: { column: 'id' },
  name: { column: 'name' },
  categoryId: { column: 'kind', values: { Dog: 1, Cat: 2 } },
});

export interface ImportParts {
  readonly file?: string | Uint8Array<ArrayBuffer>;
  readonly fileName?: string;
  readonly mapping?: string | undefined;
}

type Sender = Pick<TestService, 'send'>;

export interface ImportApi<Service extends Sender = TestService> {
  readonly service: Service;
  readonly key: string;
  /** Sends a file to `POST /v1/imports`. */
  send(parts?: ImportParts, sent?: SentImport): Promise<ApiResponse>;
  /** Sends a file that must be accepted, and returns the path of the import. */
  add(parts?: ImportParts, sent?: SentImport): Promise<string>;
  /** Returns an import when it has ended, or is a preview. */
  ended(path: string): Promise<Record<string, unknown>>;
  /** The names of all animals, oldest first. */
  names(): Promise<unknown[]>;
}

interface SentImport {
  readonly query?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

export async function startImports(t: TestContext, options?: ServiceOptions): Promise<ImportApi> {
  const service = await startService(t, options);
  const { key } = await service.account({ role: 'admin' });
  return importApi(service, key);
}

export function importApi<Service extends Sender>(service: Service, key: string): ImportApi<Service> {
  const send: ImportApi['send'] = async (parts = {}, { query = '', headers = {}, ...sent } = {}) => {
    const { body, type } = await formOf(parts);
    const options = { method: 'POST', key, ...sent, body, headers: { 'content-type': type, ...headers } };
    return service.send(`/v1/imports${query}`, options);
  };
  const read = async (path: string) => {
    const { status, json, text } = await service.send(path, { key });
    assert.equal(status, 200, text);
    return json as Record<string, unknown>; // as openapi.json describes it
  };
  return {
    service,
    key,
    send,
    add: async (parts, sent) => {
      const { status, headers, text } = await send(parts, sent);
      assert.equal(status, 202, text);
      return headers.get('location') ?? '';
    },
    ended: async (path) => {
      let found: Record<string, unknown> = {};
      await until(async () => {
        found = await read(path);
        return ['done', 'failed', 'preview'].includes(String(found.state));
      });
      return found;
    },
    names: async () => {
      const { json } = await service.send('/v1/pets?sort=id&limit=100', { key });
      return (json as object[]).map((pet) => at(pet, 'name'));
    },
  };
}

/** Returns the text of a file that the service sends, with its byte order mark, which `Response.text()` removes. */
export async function markedTextOf(
  { service, key }: Pick<ImportApi, 'service' | 'key'>,
  path: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const bytes = await (await fetch(service.url + path, { headers })).bytes();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Returns a body of multipart/form-data with its type. */
export async function formOf({
  file = 'id,name,kind\nA1,Rex,Dog\nA2,Tom,Cat\n',
  fileName = 'animals.csv',
  mapping = MAPPING,
}: ImportParts): Promise<{ body: Uint8Array; type: string }> {
  const form = new FormData();
  form.set('file', new Blob([file]), fileName);
  if (mapping !== '') form.set('mapping', mapping);
  const response = new Response(form);
  return { body: await response.bytes(), type: response.headers.get('content-type') ?? '' };
}

const PREVIEW = {
  ...{ rows: 0, sheets: [], headerRow: 1, isExport: false, columns: [], mapping: {} },
  ...{ dateOrder: { kind: 'not needed' }, sample: [], problems: [], unreadable: [] },
};

/** Adds an import that has ended and a preview to the store, without files. */
export async function storeImport({ database, clock }: TestService): Promise<void> {
  const at = BigInt(clock.now());
  const account = { account_id: 1n, owner_id: 1n };
  const job = { dry_run: 0n, file_name: 'a.csv', format: 'csv', failure: 'the file is empty' };
  const row = { ...account, ...job, state: 'failed', created_at: at, finished_at: at } as const;
  const preview = {
    state: 'preview',
    has_preview: 1n,
    preview: JSON.stringify(PREVIEW),
    failure: null,
  } as const;
  await database.write((db) => db.insertInto('imports').values(row).execute());
  await database.write((db) =>
    db
      .insertInto('imports')
      .values({ ...row, ...preview })
      .execute(),
  );
}

/** Asserts that no import and no piece of a file is left, once the service has tidied up. */
export async function assertNothingLeft({ service }: ImportApi): Promise<void> {
  const { read } = service.database;
  await until(async () => {
    const imports = await read.selectFrom('imports').select('id').execute();
    const pieces = await read.selectFrom('import_files').select('position').execute();
    return imports.length + pieces.length === 0;
  });
}
