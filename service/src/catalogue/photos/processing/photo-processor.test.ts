// Runs in npm run test:all only.
// Runs in a process of its own.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import sharp, { type Sharp } from 'sharp';
import { ApiError } from '../../../platform/core/errors.ts';
import { PhotoProcessor } from './photo-processor.ts';

const processor = new PhotoProcessor(new FakeClock());
after(() => processor.close());

const GPS = {
  IFD0: { Copyright: 'SECRET-OWNER' },
  IFD3: { GPSLatitudeRef: 'N', GPSMapDatum: 'SECRET-PLACE' },
};

/** A picture with a red left half and a blue right half. */
function picture(width: number, height: number): Sharp {
  const half = {
    create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#0000ff' },
  };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: half, left: Math.ceil(width / 2), top: 0 },
  ]);
}

function noise(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, noise, background: '#000000' } });
}

async function reason(bytes: Buffer): Promise<string> {
  try {
    await processor.prepare(bytes);
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 'invalid_image', String(error));
    return error.message;
  }
  return 'accepted';
}

const TYPES = ['jpeg', 'png', 'webp', 'avif'] as const;

/** The fastest way to write a type: what a test proves does not depend on it. */
function written(image: Sharp, type: (typeof TYPES)[number]): Promise<Buffer> {
  return image.toFormat(type, type === 'avif' ? { effort: 0 } : {}).toBuffer();
}

test('prepares the files of a picture of each type, each at most as wide as its name, and one for previews', async () => {
  for (const type of TYPES) {
    const { width, height, files, color } = await processor.prepare(await written(picture(1700, 850), type));
    assert.deepEqual([width, height], [1700, 850], type);
    assert.match(color, /^#(7f|80|81)0[0-2](7f|80|7e)$/);
    const sizes = [];
    for (const { name, content } of files) {
      const metadata = await sharp(content).metadata();
      sizes.push(`${name} ${metadata.format} ${metadata.width}x${metadata.height}`);
    }
    assert.deepEqual(sizes, [
      '320.webp webp 320x160',
      '800.webp webp 800x400',
      '1600.webp webp 1600x800',
      '800.jpg jpeg 800x400',
      '1200x630.jpg jpeg 1200x630',
    ]);
  }
});

test('rejects a truncated picture of each type', async () => {
  for (const type of TYPES) {
    const bytes = await written(noise(120, 80), type);
    const half = bytes.subarray(0, bytes.length / 2);
    assert.match(await reason(half), /it is truncated or damaged/, type);
  }
});

/** Returns whether a pixel of a file is more red than blue. */
async function isRed(content: Uint8Array = new Uint8Array(), x: number, y: number): Promise<boolean> {
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return (data[at] ?? 0) > (data[at + 2] ?? 0);
}

test('the preview is the part around the focal point: the upper third, or another one', async () => {
  // Of 1200 x 1500 with a red half above a blue one, previews have 630 rows.
  const tall = await sharp(await picture(1500, 1200).png({ compressionLevel: 1 }).toBuffer())
    .rotate(90)
    .jpeg()
    .toBuffer();
  const { files, focalPoint } = await processor.prepare(tall);
  assert.deepEqual(focalPoint, { x: 50, y: 20 });
  const preview = files.find(({ name }) => name === '1200x630.jpg')?.content;
  // The preview begins at row 174, and the blue half at 750.
  assert.deepEqual([await isRed(preview, 600, 565), await isRed(preview, 600, 585)], [true, false]);
  const largest = files.find(({ name }) => name === '1600.webp')?.content ?? tall;
  const lower = await processor.frame(largest, { x: 50, y: 100 });
  assert.deepEqual([lower.name, await isRed(lower.content, 600, 10)], ['1200x630.jpg', false]);
  const upper = await processor.frame(largest, { x: 50, y: 0 });
  assert.equal(await isRed(upper.content, 600, 620), true);
});

test('rotates and then crops a stored photo, and scales what is wider than the largest file', async () => {
  const { files } = await processor.prepare(await picture(400, 2000).png().toBuffer());
  const largest = files.find(({ name }) => name === '1600.webp')?.content ?? Buffer.alloc(0);
  // The red left half is above after a rotation by 90 degrees.
  const rotated = await processor.edit(largest, { rotate: 90 }, { x: 10, y: 20 });
  assert.deepEqual([rotated.width, rotated.height, rotated.focalPoint], [1600, 320, { x: 80, y: 10 }]);
  const [small] = rotated.files;
  assert.deepEqual(
    [await isRed(small?.content, 160, 5), await isRed(small?.content, 160, 60)],
    [true, false],
  );
  const crop = { x: 0, y: 50, width: 50, height: 50 };
  const cropped = await processor.edit(largest, { rotate: 90, crop }, { x: 50, y: 20 });
  assert.deepEqual([cropped.width, cropped.height, cropped.focalPoint], [1000, 200, { x: 50, y: 20 }]);
  assert.equal(await isRed(cropped.files[0]?.content, 160, 30), false);
});

test('never enlarges a picture, except in the preview', async () => {
  const bytes = await picture(100, 60).png().toBuffer();
  const { files } = await processor.prepare(bytes);
  const widths = await Promise.all(files.map(async ({ content }) => (await sharp(content).metadata()).width));
  assert.deepEqual(widths, [100, 100, 100, 100, 1200]);
});

test('no stored byte has metadata of the upload, such as the place', async () => {
  for (const type of TYPES) {
    const bytes = await written(picture(90, 60).withExif(GPS).withIccProfile('p3'), type);
    assert.ok(bytes.includes('SECRET-PLACE'), `${type} has no GPS data to remove`);
    const { files } = await processor.prepare(bytes);
    for (const { name, content } of files) {
      assert.ok(!Buffer.from(content).includes('SECRET'), `${type} ${name}`);
      const metadata = await sharp(content).metadata();
      for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const)
        assert.equal(metadata[kind], undefined, `${type} ${name} ${kind}`);
    }
  }
});

test('applies each orientation as sharp does', async () => {
  const corner = { create: { width: 60, height: 20, channels: 3 as const, background: '#00ff00' } };
  const shape = await sharp(await picture(150, 100).png().toBuffer())
    .composite([{ input: corner, left: 0, top: 0 }])
    .png()
    .toBuffer();
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const bytes = await sharp(shape).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
    const { width, height, files } = await processor.prepare(bytes);
    const expected = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([width, height], [expected.info.width, expected.info.height], `${orientation}`);
    const found = await sharp(files[3]?.content).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([found.info.width, found.info.height], [width, height]);
    const difference = found.data.reduce(
      (sum, value, at) => sum + Math.abs(value - (expected.data[at] ?? 0)),
      0,
    );
    const mean = difference / found.data.length;
    assert.ok(mean < 8, `the pixels of ${orientation} differ by ${mean}`);
  }
});

test('rejects what is no picture, and a type that libvips reads but the API does not accept', async () => {
  assert.match(await reason(Buffer.from('hello')), /its content is no JPEG, PNG, WebP or AVIF/);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>');
  assert.match(await reason(svg), /its content is no JPEG/);
  assert.match(await reason(await picture(20, 20).gif().toBuffer()), /its content is no JPEG/);
});

test('rejects a bomb of 30,000 x 30,000 pixels by its header', async () => {
  const bomb = await picture(2, 2).png().toBuffer();
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  assert.match(await reason(bomb), /it has 900 megapixels; image\/png may have at most 24 megapixels/);
});

test('prepares the pictures that arrive together one after the other, each with its own reply', async () => {
  const sizes = [100, 200, 300, 400];
  const prepared = await Promise.all(
    sizes.map(async (width) => processor.prepare(await picture(width, 50).png().toBuffer())),
  );
  assert.deepEqual(
    prepared.map(({ width }) => width),
    sizes,
  );
});
