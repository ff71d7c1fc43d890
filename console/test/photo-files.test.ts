// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { examplePicture } from '@petstore/testing/pictures/example-pictures.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { type App, pictureFile, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

interface Photo {
  readonly width: number;
  readonly height: number;
  readonly color: string;
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
  'adds pictures by their content, converts HEIC if the browser can decode it, and explains it otherwise',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Bella' });
    const page = await signedIn(t, app, { at: `/animals/${id}` });
    const photos = page.getByLabel('Add photos');
    const types = 'image/jpeg,image/png,image/webp,image/avif';
    assert.equal(await photos.getAttribute('accept'), `${types},image/heic,image/heif,.heic,.heif`);
    const png = await examplePicture('really-png.jpg');
    const { buffer } = await pictureFile('page.jpg');
    await photos.setInputFiles([
      { name: 'really-png.jpg', mimeType: 'image/jpeg', buffer: png },
      { name: 'renamed.HEIC', mimeType: 'image/heic', buffer },
      { name: 'picture', mimeType: 'application/octet-stream', buffer: png },
      await heic('IMG_1.jpg', 'image/jpeg'),
      { name: 'IMG_2.HEIC', mimeType: '', buffer: Buffer.from('damaged') },
    ]);
    await page.getByRole('img', { name: 'Photo of Bella' }).nth(2).waitFor();
    for (const name of ['IMG_1.jpg', 'IMG_2.HEIC']) {
      await page
        .getByText(
          `${name} is a HEIC photo, which this browser cannot convert. On an iPhone, choose Settings > Camera > Formats > Most Compatible`,
        )
        .waitFor();
    }
    assert.deepEqual(
      (await photosOf(app)).map(({ width }) => width),
      [300, 96, 300],
    );

    // Smaller, and with transparent parts in white.
    await page.evaluate(DECODE_HEIC);
    const upload = page.waitForRequest(
      (request) => request.method() === 'POST' && /photos$/.test(request.url()),
    );
    await photos.setInputFiles([await heic('IMG_1.HEIC')]);
    assert.equal((await upload).headers()['content-type'], 'image/jpeg');
    await page.getByRole('img', { name: 'Photo of Bella' }).nth(3).waitFor();
    const converted = (await photosOf(app))[3];
    assert.deepEqual([converted?.width, converted?.height], [3200, 1600]);
    assert.match(String(converted?.color), /^#f[ef](7f|80|81)(7f|80|81)$/);

    // Safari converts what is not offered.
    await page.addInitScript('globalThis.GestureEvent = class extends UIEvent {}');
    await page.reload();
    assert.equal(await photos.getAttribute('accept'), types);
  },
);

test(
  'the form of a new animal explains a photo that is rejected, adds the animal once, and converts HEIC as well',
  browser,
  async (t) => {
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
    const photos = form.getByLabel('Photos (optional)');
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await photos.setInputFiles([png, broken]);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByRole('alert').getByText('This picture cannot be used').waitFor();
    await form.getByRole('status').getByText('Bella was added').waitFor();
    await photos.setInputFiles([await heic('IMG_1.HEIC')]);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByRole('alert').getByText('IMG_1.HEIC is a HEIC photo').waitFor();
    await page.evaluate(DECODE_HEIC);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    assert.deepEqual(
      (await photosOf(app)).map(({ width }) => width),
      [300, 3200],
    );
  },
);
