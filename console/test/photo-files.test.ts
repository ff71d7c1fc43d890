// cspell:ignore Agregar fotos foto Ajustes Cámara Formatos
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { examplePicture } from '@petstore/testing/pictures/example-pictures.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { type App, pictureFile, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

interface Photo {
  readonly width: number;
  readonly height: number;
  readonly color: string;
}

/** Opens the page of an animal without photos. */
async function animalPage(app: App, open: (at: string) => Promise<Page>): Promise<Page> {
  const id = await addPet(app.service, app.key, { name: 'Bella' });
  return open(`/animals/${id}`);
}

async function photosOf({ service, key }: App): Promise<readonly Photo[]> {
  const [listing] = await readAll(service, key, '/v1/listings');
  return listing?.photos as Photo[]; // as openapi.json describes it
}

async function heic(name: string, mimeType = 'image/heic') {
  return { name, mimeType, buffer: await examplePicture('iphone.heic') };
}

/** Chromium cannot decode HEIC. Safari can, which this does in its place: a picture of 4000 x 2000, with a transparent half. */
const DECODE_HEIC = `{
  const decode = globalThis.createImageBitmap;
  globalThis.createImageBitmap = (source, ...rest) => {
    if (source.type !== 'image/heic') return decode(source, ...rest);
    const canvas = new OffscreenCanvas(4000, 2000);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ff0000';
    context.fillRect(0, 0, 2000, 2000);
    return decode(canvas);
  };
}`;

test(
  'adds pictures by their content: with the name of another type, of HEIC, or of none',
  browser,
  async (t) => {
    const app = await startApp(t);
    const page = await animalPage(app, (at) => signedIn(t, app, { at }));
    const png = await examplePicture('really-png.jpg');
    const { buffer } = await pictureFile('page.jpg');
    await page.getByLabel('Add photos').setInputFiles([
      { name: 'really-png.jpg', mimeType: 'image/jpeg', buffer: png },
      { name: 'renamed.HEIC', mimeType: 'image/heic', buffer },
      { name: 'picture', mimeType: 'application/octet-stream', buffer: png },
    ]);
    await page.getByRole('img', { name: 'Photo of Bella' }).nth(2).waitFor();
    assert.deepEqual(
      (await photosOf(app)).map(({ width }) => width),
      [300, 96, 300],
    );
  },
);

test(
  'explains what to do with HEIC that the browser cannot convert, and adds the others',
  browser,
  async (t) => {
    const app = await startApp(t);
    const page = await animalPage(app, (at) => signedIn(t, app, { at }));
    const damaged = { name: 'IMG_2.HEIC', mimeType: '', buffer: Buffer.from('damaged') };
    const files = [await heic('IMG_1.jpg', 'image/jpeg'), damaged, await pictureFile('2.jpg')];
    await page.getByLabel('Add photos').setInputFiles(files);
    for (const name of ['IMG_1.jpg', 'IMG_2.HEIC']) {
      await page
        .getByText(
          `${name} is a HEIC photo, which this browser cannot convert. On an iPhone, choose Settings > Camera > Formats > Most Compatible`,
        )
        .waitFor();
    }
    await page.getByRole('img', { name: 'Photo of Bella' }).waitFor();
    assert.equal((await photosOf(app)).length, 1);
  },
);

test('explains HEIC in Spanish, too', browser, async (t) => {
  const app = await startApp(t);
  const page = await animalPage(app, (at) => signedIn(t, app, { at, locale: 'es-ES' }));
  await page.getByLabel('Agregar fotos').setInputFiles([await heic('IMG_1.HEIC')]);
  await page
    .getByText(/^IMG_1\.HEIC es una foto HEIC, .* Ajustes .* > Cámara > Formatos > Más compatible .* JPEG\.$/)
    .waitFor();
});

test(
  'converts HEIC to JPEG if the browser can decode it, smaller and with transparent parts in white',
  browser,
  async (t) => {
    const app = await startApp(t);
    const page = await animalPage(app, (at) => signedIn(t, app, { at }));
    await page.evaluate(DECODE_HEIC);
    const upload = page.waitForRequest(
      (request) => request.method() === 'POST' && /photos$/.test(request.url()),
    );
    await page.getByLabel('Add photos').setInputFiles([await heic('IMG_1.HEIC')]);
    assert.equal((await upload).headers()['content-type'], 'image/jpeg');
    await page.getByRole('img', { name: 'Photo of Bella' }).waitFor();
    const [{ width, height, color } = { width: 0, height: 0, color: '' }] = await photosOf(app);
    assert.deepEqual([width, height], [3200, 1600]);
    assert.match(color, /^#f[ef](7f|80|81)(7f|80|81)$/);
  },
);

test('the form of a new animal converts HEIC as well, or explains it', browser, async (t) => {
  const app = await startApp(t);
  const page = await signedIn(t, app);
  await page.getByRole('button', { name: 'Add an animal' }).click();
  const form = page.getByRole('dialog', { name: 'Add an animal' });
  await form.getByLabel('Name').fill('Bella');
  await form.getByLabel('Number of the category').fill('1');
  const png = {
    name: 'really-png.jpg',
    mimeType: 'image/jpeg',
    buffer: await examplePicture('really-png.jpg'),
  };
  await form.getByLabel('Photos (optional)').setInputFiles([png, await heic('IMG_1.HEIC')]);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByRole('alert').getByText('IMG_1.HEIC is a HEIC photo').waitFor();
  await page.evaluate(DECODE_HEIC);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  assert.deepEqual(
    (await photosOf(app)).map(({ width }) => width),
    [300, 3200],
  );
});

test(
  'the fields for photos offer HEIC, but not in Safari, which converts what is not offered',
  browser,
  async (t) => {
    const app = await startApp(t);
    const page = await animalPage(app, (at) => signedIn(t, app, { at }));
    const types = 'image/jpeg,image/png,image/webp,image/avif';
    const accepted = () => page.getByLabel('Add photos').getAttribute('accept');
    assert.equal(await accepted(), `${types},image/heic,image/heif,.heic,.heif`);
    await page.addInitScript('globalThis.GestureEvent = class extends UIEvent {}');
    await page.reload();
    assert.equal(await accepted(), types);
  },
);
