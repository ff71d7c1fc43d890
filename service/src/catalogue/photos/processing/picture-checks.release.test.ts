import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import sharp from 'sharp';
import { systemClock } from '../../../platform/core/clock.ts';
import { PHOTO_FILE_NAMES, type PhotoFileName } from '../photo-sizes.ts';
import { PhotoProcessor } from './photo-processor.ts';
import { PictureChecks } from './picture-checks.ts';
import { sizeOfLossyWebp } from './webp-structure.ts';

suite('checks of the files of another store', async () => {
  const checks = new PictureChecks(systemClock);
  const processor = new PhotoProcessor(systemClock);
  after(() => {
    checks.close();
    processor.close();
  });
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 2001, height: 1001, channels: 3, background: '#888888', noise } as const;
  const { files } = await processor.prepare(await sharp({ create }).jpeg().toBuffer());
  const file = (name: PhotoFileName) =>
    Buffer.from(files.find((each) => each.name === name)?.content ?? new Uint8Array());
  const large = file('1600.webp');

  test('accept all files as the service makes them, also at once', async () => {
    assert.deepEqual(
      files.map(({ name }) => name),
      PHOTO_FILE_NAMES,
    );
    await Promise.all(files.map(({ name, content }) => checks.check(name, content)));
  });

  test('read the size of a lossy WebP picture as the decoder does', async () => {
    for (const [width, height] of [
      [1, 1],
      [16, 9],
      [320, 200],
      [1600, 4000],
    ] as const) {
      const picture = await sharp({ create: { ...create, width, height } })
        .webp()
        .toBuffer();
      assert.deepEqual(sizeOfLossyWebp(picture), { width, height });
    }
  });

  test('decode WebP pictures of another form, and accept them', async () => {
    const lossless = await sharp(large).webp({ lossless: true }).toBuffer();
    const transparent = await sharp(large).ensureAlpha(0.5).webp().toBuffer();
    for (const picture of [lossless, transparent]) {
      assert.equal(sizeOfLossyWebp(picture), undefined);
      await checks.check('1600.webp', picture);
    }
  });

  const rejected: Readonly<Record<string, readonly [PhotoFileName, () => Buffer | Promise<Buffer>, RegExp]>> =
    {
      'that is too wide': ['800.webp', () => large, /^Error: it is 1600 pixels wide, more than 800$/],
      'of another type': ['800.jpg', () => large, /its content is image\/webp, but its type is image\/jpeg/],
      'that is cut off': ['1600.webp', () => large.subarray(0, large.length - 2), /truncated or damaged/],
      'that is mostly cut off': ['1600.webp', () => large.subarray(0, 2_000), /truncated or damaged/],
      'whose lengths were made to fit what is left': ['1600.webp', () => cut(large), /truncated or damaged/],
      'with metadata': [
        '320.webp',
        () =>
          sharp(file('320.webp'))
            .withExif({ IFD0: { Copyright: 'me' } })
            .webp()
            .toBuffer(),
        /it has metadata/,
      ],
      'of JPEG that is cut off': [
        '800.jpg',
        () => file('800.jpg').subarray(0, 5_000),
        /truncated or damaged/,
      ],
    };
  for (const [what, [name, make, reason]] of Object.entries(rejected)) {
    test(`reject a file ${what}`, async () => {
      await assert.rejects(checks.check(name, await make()), reason);
    });
  }
});

/** Keeps less than the first partition of the frame. */
function cut(picture: Buffer): Buffer {
  const bytes = Buffer.from(picture.subarray(0, 120));
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(bytes.length - 20, 16);
  return bytes;
}
