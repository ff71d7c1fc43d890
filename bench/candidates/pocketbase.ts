import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Scope } from '@petstore/testing/folders.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { keptFile, petsOf } from '../data/stores.ts';
import { FIRST_PAGE, type HttpRequest } from '../load/requests.ts';
import { type Core, outputOf, startProgram, untilAnswered } from '../processes.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import type { Candidates, Server } from './candidate.ts';

/** An exact version, so that a ratio changes with the service alone. */
const POCKETBASE = 'PocketBase 0.40.4';
const MODULE = 'github.com/pocketbase/pocketbase/examples/base@v0.40.4';
/** It compiles SQLite, translated to Go. */
const BUILD_LIMIT_MS = 1_200_000;
const RECORDS = '/api/collections/pets/records';
const SIGNED_IN = '@request.auth.id != ""';

/** PocketBase with the same pets, for users with a token, with its rate limits and without its log; none if it cannot be built. */
export const pocketbase: Candidates = async ({ scope, store, core }) => {
  const program = await build().catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'no Go here' : error;
    process.stderr.write(`${POCKETBASE} is not measured, because it cannot be built: ${why}\n`);
  });
  if (program === undefined) return [];
  const { data, token } = await prepareData(scope, program, petsOf(store));
  return [
    {
      name: POCKETBASE,
      requestsFor: (requests) => requests.map((each) => ({ ...each, path: pathFor(each), key: token })),
      serve: async (round) => {
        const copy = temporaryFolder(round);
        await cp(data, copy, { recursive: true });
        return serve(round, program, copy, core);
      },
    },
  ];
};

/** Builds it once, with the version of Go that it needs. */
async function build(): Promise<string> {
  const folder = await keptFile(POCKETBASE.replaceAll(' ', '-'), POCKETBASE, (unfinished) =>
    promisify(execFile)('go', ['install', MODULE], {
      env: { ...process.env, GOBIN: unfinished, GOTOOLCHAIN: 'auto' },
      timeout: BUILD_LIMIT_MS,
    }),
  );
  return join(folder, 'base');
}

async function serve(scope: Scope, program: string, data: string, core: Core | undefined): Promise<Server> {
  const address = `127.0.0.1:${await freePort()}`;
  const { pid } = startProgram(scope, program, ['serve', '--http', address, ...foldersIn(data)], { core });
  await untilAnswered(`http://${address}/api/health`);
  return { url: `http://${address}`, pid };
}

/** By default it would write migrations of its collections beside the folder of its files. */
function foldersIn(data: string): string[] {
  return ['--dir', data, '--migrationsDir', join(data, 'migrations'), '--automigrate=false'];
}

/** Makes a collection `pets` with the rows of the store. Returns the folder of its files and the token of a user who may change it. */
async function prepareData(scope: Scope, program: string, pets: ReturnType<typeof petsOf>) {
  const data = temporaryFolder(scope);
  const [email, password] = ['bench@example.com', randomBytes(12).toString('hex')];
  await using run = new RunScope();
  await outputOf(startProgram(run, program, ['superuser', 'upsert', email, password, ...foldersIn(data)]));
  const { url } = await serve(run, program, data, undefined);
  const signIn = async (collection: string) => {
    const path = `/api/collections/${collection}/auth-with-password`;
    const { token } = await call(url, 'POST', path, { identity: email, password });
    return String(token);
  };
  const admin = await signIn('_superusers');
  await call(url, 'PATCH', '/api/settings', SETTINGS, admin);
  await call(url, 'POST', '/api/collections', COLLECTION, admin);
  for (const { id, ...pet } of pets) await call(url, 'POST', RECORDS, { id: recordId(id), ...pet }, admin);
  const user = { email, password, passwordConfirm: password };
  await call(url, 'POST', '/api/collections/users/records', user, admin);
  return { data, token: await signIn('users') };
}

const SETTINGS = {
  logs: { maxDays: 0 },
  rateLimits: { enabled: true, rules: [{ label: '/api/', maxRequests: 1_000_000_000, duration: 60 }] },
};

const COLLECTION = {
  name: 'pets',
  type: 'base',
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'categoryId', type: 'number', required: true, onlyInt: true },
    { name: 'status', type: 'select', maxSelect: 1, values: ['available', 'pending', 'sold'] },
  ],
  listRule: SIGNED_IN,
  viewRule: SIGNED_IN,
  createRule: SIGNED_IN,
  updateRule: SIGNED_IN,
};

/** Its ids are texts of 15 characters. */
function recordId(id: unknown): string {
  return String(id).padStart(15, '0');
}

/** Returns the path of the same work: the newest pets without a total, one pet, or the collection. */
function pathFor({ path }: HttpRequest): string {
  if (path === FIRST_PAGE.path) return `${RECORDS}?perPage=20&sort=-id&skipTotal=1`;
  const id = path.split('/').at(3);
  return id === undefined ? RECORDS : `${RECORDS}/${recordId(id)}`;
}

async function call(url: string, method: string, path: string, body: object, token = '') {
  const headers = { 'Content-Type': 'application/json', Authorization: token };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${POCKETBASE}: ${method} ${path} is ${response.status}: ${answer}`);
  return JSON.parse(answer) as Record<string, unknown>; // every answer is an object
}
