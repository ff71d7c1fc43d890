import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { jpegWithScans, pngWithTexts, widePng } from '@petstore/testing/pictures/hostile-pictures.ts';
import sharp from 'sharp';
import { PhotoProcessor } from './photo-processor.ts';
import { isMemoryShort, watchPicture } from './picture-watch.ts';

const processor = new PhotoProcessor(new FakeClock());
after(() => processor.close());

function rejection(reason: RegExp) {
  return { code: 'invalid_image', message: reason };
}

test('rejects a picture with a side of more than 16,383 pixels by its header', async () => {
  for (const [width, height] of [
    [16_384, 1],
    [1, 16_384],
    [6_000_000, 1],
  ] as const) {
    await assert.rejects(
      processor.prepare(widePng(width, height)),
      rejection(new RegExp(`it has ${width} x ${height} pixels; each side may have at most 16383`)),
    );
  }
  const { width } = await processor.prepare(widePng(16_383, 1));
  assert.equal(width, 16_383);
});

test('rejects a JPEG with more than 100 scans before it is decoded', async () => {
  await assert.rejects(
    processor.prepare(await jpegWithScans(2500)),
    rejection(/it has 2500 scans; it may have at most 100/),
  );
  const { width } = await processor.prepare(await jpegWithScans(100));
  assert.equal(width, 2048);
});

test('counts only the scans of a JPEG, and not what looks like one in its metadata or behind its end', async () => {
  const scans = Buffer.alloc(2000, Buffer.from([0xff, 0xda]));
  const jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#777777' } })
    .withExif({ IFD0: { Copyright: scans.toString('latin1') } })
    .jpeg()
    .toBuffer();
  const metadata = Buffer.concat([Buffer.from([0xff, 0xe5, 0x07, 0xd2]), scans]);
  await processor.prepare(Buffer.concat([jpeg.subarray(0, 2), metadata, jpeg.subarray(2), scans]));
});

test('unpacks no text of a PNG', async () => {
  const { width } = await processor.prepare(pngWithTexts(500));
  assert.equal(width, 40);
});

test('ends a picture that takes too much memory or processor time', async () => {
  const reasonWith = (limits: { bytes: number; ms: number }) =>
    new Promise<string>((resolve) => {
      const end = watchPicture((reason) => {
        end();
        resolve(reason);
      }, limits);
    });
  const bytes = 1_000_000;
  assert.equal(await reasonWith({ bytes, ms: 1e9 }), 'decoding it takes more than 1 MB of memory');
  assert.equal(await reasonWith({ bytes: 1e12, ms: 0 }), 'decoding it takes longer than 0 s');
});

test('distinguishes a lack of memory from a damaged picture', () => {
  const cause = new Error('vips_tracked: out of memory --- size == 28MB');
  assert.ok(isMemoryShort(new Error('it is truncated or damaged', { cause })));
  assert.ok(isMemoryShort(new RangeError('Array buffer allocation failed')));
  assert.ok(!isMemoryShort(new Error('VipsJpeg: premature end of JPEG image')));
});
