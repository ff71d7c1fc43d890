// Runs in npm run test:all only.
// Runs in a process of its own.
// cspell:ignore bitdepth wtpt curv mntr GRAYXYZ acsp
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { examplePicture } from '@petstore/testing/pictures/example-pictures.ts';
import sharp, { type Sharp } from 'sharp';
import { PREVIEW_NAME } from '../photo-sizes.ts';
import { PhotoProcessor } from './photo-processor.ts';

const processor = new PhotoProcessor(new FakeClock());
after(() => processor.close());

const SIDE = 40;
type Color = readonly number[];

/** A picture of one colour, each value in the given number of bits; two or four values have opacity. */
function plain(color: Color, bits: 8 | 16): Sharp {
  const values = Array.from({ length: SIDE * SIDE }, () => color).flat();
  const data = bits === 16 ? Uint16Array.from(values, (value) => value * 257) : Uint8Array.from(values);
  const picture = sharp(data, {
    raw: { width: SIDE, height: SIDE, channels: color.length as 1 | 2 | 3 | 4 },
  });
  const space = color.length < 3 ? 'grey16' : 'rgb16';
  return bits === 16 ? picture.toColourspace(space) : picture;
}

async function pixel(picture: Uint8Array, x = SIDE / 2, y = SIDE / 2): Promise<number[]> {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const start = (y * info.width + x) * info.channels;
  return [...data.subarray(start, start + info.channels)];
}

function assertNear(found: Color, expected: Color, what: string): void {
  const isNear =
    found.length === expected.length && found.every((n, at) => Math.abs(n - (expected[at] ?? 0)) <= 5);
  assert.ok(isNear, `${what} is ${found}, not ${expected}`);
}

/** Checks the colour of one pixel in all files but the preview, none of which has transparent parts, and returns the average colour. */
async function assertFiles(upload: Buffer, expected: Color, at?: [x: number, y: number]): Promise<Color> {
  const { files, color } = await processor.prepare(upload);
  // The preview of links has the picture in a frame.
  const whole = files.filter(({ name }) => name !== PREVIEW_NAME);
  for (const { name, content } of whole) assertNear(await pixel(content, ...(at ?? [])), expected, name);
  return [...Buffer.from(color.slice(1), 'hex')];
}

test('the transparent parts of a cut-out are white in every file and in the average colour', async () => {
  const cutout = await examplePicture('cutout.png');
  assertNear(await assertFiles(cutout, [255, 255, 255], [2, 2]), [241, 199, 199], 'the average');
  await assertFiles(cutout, [200, 30, 30], [150, 150]);
});

test('transparent parts of each type are white whatever colour they hide, and half transparent ones half white', async () => {
  for (const type of ['png', 'webp', 'avif'] as const)
    for (const [opacity, expected] of [
      [0, [255, 255, 255]],
      [128, [127, 177, 152]],
    ] as const) {
      const upload = await plain([0, 100, 50, opacity], 8)
        .toFormat(type, type === 'webp' ? { exact: true } : {})
        .toBuffer();
      assertNear(await assertFiles(upload, expected), expected, `the average of ${type}`);
    }
});

test('transparent parts are white with a palette, in grey, with 16 bits and with a profile', async () => {
  const white = [255, 255, 255];
  const uploads = [
    plain([0, 100, 50, 0], 8).png({ palette: true }),
    plain([60, 0], 8).toColourspace('b-w').png(),
    plain([60, 0], 16).png(),
    plain([0, 100, 50, 0], 16).png(),
    plain([0, 100, 50, 0], 16).png().withIccProfile('p3'),
  ];
  for (const upload of uploads) {
    assertNear(await assertFiles(await upload.toBuffer(), white), white, 'the average');
  }
});

test('a wide profile is converted to sRGB with 16 bits and with 8, in PNG and AVIF', async () => {
  // With 16 bits, sharp attaches the profile and leaves the values, so that these are of Display P3.
  const expected = [215, 93, 30];
  const wide = plain([200, 100, 50], 16).withIccProfile('p3');
  for (const upload of [wide.clone().png(), wide.clone().avif({ bitdepth: 10, quality: 95 })]) {
    const bytes = await upload.toBuffer();
    assert.deepEqual(await pixelWithoutProfile(bytes), [200, 100, 50]);
    assertNear(await assertFiles(bytes, expected), expected, 'the average');
  }
  // With 8 bits it converts the values, too.
  const narrow = await plain([200, 100, 50], 8).png().withIccProfile('p3').toBuffer();
  assert.deepEqual(await pixelWithoutProfile(narrow), [187, 105, 62]);
  await assertFiles(narrow, [200, 100, 50]);
});

test('a profile of grey is applied with 16 bits as with 8', async () => {
  for (const bits of [8, 16] as const) {
    const picture = await plain([50], bits)
      .toColourspace(bits === 8 ? 'b-w' : 'grey16')
      .png()
      .toBuffer();
    await assertFiles(withProfile(picture, linearGrey()), [122, 122, 122]);
  }
});

test('pictures of 16 bits without a profile, also of grey, and of CMYK keep their colours', async () => {
  await assertFiles(await plain([200, 100, 50], 16).png().toBuffer(), [200, 100, 50]);
  await assertFiles(await examplePicture('gray16.png'), [156, 156, 156]);
  await assertFiles(await examplePicture('cmyk.jpg'), [216, 40, 26], [5, 5]);
});

async function pixelWithoutProfile(picture: Buffer): Promise<number[]> {
  const { data } = await sharp(picture, { ignoreIcc: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Adds a profile to a PNG, behind its header. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('grey\0\0'), deflateSync(profile)]);
  const chunk = Buffer.concat([Buffer.from('iCCP'), data]);
  return Buffer.concat([
    png.subarray(0, 33),
    uint32(data.length),
    chunk,
    uint32(crc32(chunk)),
    png.subarray(33),
  ]);
}

/** A profile of grey in proportion to light (ICC.1, version 2.4), which sharp cannot make. */
function linearGrey(): Buffer {
  const white = Buffer.concat([0.9642, 1, 0.8249].map((value) => uint32(Math.round(value * 65_536))));
  const tags: ReadonlyArray<readonly [string, Buffer]> = [
    ['desc', Buffer.concat([Buffer.from('desc\0\0\0\0\0\0\0\x05grey\0'), Buffer.alloc(78)])],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0')],
    ['wtpt', Buffer.concat([Buffer.from('XYZ \0\0\0\0'), white])],
    ['kTRC', Buffer.from('curv\0\0\0\0\0\0\0\x01\x01\0\0\0')],
  ];
  const head = Buffer.alloc(128);
  head.writeUInt32BE(0x02_40_00_00, 8);
  head.write('mntrGRAYXYZ ', 12);
  head.write('acsp', 36);
  white.copy(head, 68);
  let offset = head.length + 4 + 12 * tags.length;
  const table = [uint32(tags.length)];
  for (const [name, { length }] of tags) {
    table.push(Buffer.from(name), uint32(offset), uint32(length));
    offset += length;
  }
  head.writeUInt32BE(offset);
  return Buffer.concat([head, ...table, ...tags.map(([, body]) => body)]);
}
