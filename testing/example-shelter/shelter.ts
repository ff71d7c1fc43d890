import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { DEFAULT_FOCAL_POINT } from '../../service/src/catalogue/photos/focal-point.ts';
import { insertPhoto, type PhotoFile } from '../../service/src/catalogue/photos/photo-queries.ts';
import { runCommand } from '../commands.ts';
import { type Scope, temporaryFolder } from '../folders.ts';
import { freePort } from '../http/free-port.ts';
import { startService, type TestService } from '../service.ts';
import { animal, KINDS, MAPPING, pick, type Row } from './animals.ts';
import { type Look, portrait } from './portraits.ts';

const SIDE = 800;

export interface Shelter {
  readonly service: TestService;
  readonly url: string;
}

/** Starts a service with public pages at its own address, and with animals, each with a profile and a photo. */
export async function startShelter(
  t: Scope,
  animals: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Shelter> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), PUBLIC_URL: url, PUBLIC_PAGES: 'true' };
  const service = await startService(t, { env: { ...own, ...env } });
  await addAnimals(t, service, animals);
  return { service, url };
}

/** Adds available animals; the one with the largest id is the first in lists. */
async function addAnimals(t: Scope, service: TestService, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => animal(count - 1 - number));
  await importRows(t, service, rows);
  const kinds = rows.map((_, index) => pick(KINDS, count - 1 - index));
  const pictures = new Map(
    await Promise.all([...new Set(kinds)].map(async ({ look }) => [look, await picturesOf(look)] as const)),
  );
  await service.database.write(async (db) => {
    const pets = await db.selectFrom('pets').select(['id', 'name']).orderBy('id').execute();
    for (const [index, { id, name }] of pets.entries()) {
      const kind = pick(KINDS, count - 1 - index);
      await insertPhoto(db, {
        id: createHash('md5').update(String(id)).digest('hex'),
        ...{ petId: id, accountId: null, position: 0, width: SIDE, height: SIDE },
        color: kind.look.background[1],
        focalPoint: DEFAULT_FOCAL_POINT,
        alt: `${name}, a ${kind.color.toLowerCase()} ${kind.kind.toLowerCase()}, looks into the camera`,
        files: pictures.get(kind.look) ?? [],
      });
    }
  });
}

async function importRows(t: Scope, { store }: TestService, rows: readonly Row[]): Promise<void> {
  const folder = await temporaryFolder(t);
  const [file, mapping] = [join(folder, 'animals.ndjson'), join(folder, 'mapping.json')];
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writeFile(mapping, JSON.stringify(MAPPING));
  await runCommand(store, ['accounts', 'create', 'Shelter', '--plan', 'business', '--role', 'manager']);
  const result = await runCommand(store, [
    'pets',
    'import',
    file,
    '--mapping',
    mapping,
    '--owner',
    'Shelter',
  ]);
  assert.equal(result.status, 0, result.err);
}

const drawn = new Map<Look, Promise<PhotoFile[]>>();

/** Draws each look once in a process: it takes a fifth of a second of processor time. */
function picturesOf(look: Look): Promise<PhotoFile[]> {
  const files = drawn.get(look) ?? filesOf(portrait(look));
  drawn.set(look, files);
  return files;
}

/** Returns the files of a photo, which has as many bytes as that of a telephone. */
async function filesOf(svg: string): Promise<PhotoFile[]> {
  const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const picture = sharp(data, { raw: { width, height, channels } });
  const large = await picture.clone().webp().toBuffer();
  return [
    { name: '320.webp', content: await picture.clone().resize(320).webp().toBuffer() },
    { name: '800.webp', content: large },
    { name: '1600.webp', content: large },
    { name: '800.jpg', content: await picture.clone().jpeg().toBuffer() },
  ];
}
